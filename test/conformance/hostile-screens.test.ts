/** E13: what a program prints is bounded work for its own screen, and nothing to anybody else. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {Stand, stillHere} from './bench.ts';

const finals = Array.from({length: 0x7f - 0x40}, (_, index) => String.fromCharCode(0x40 + index));
const counts = [
  '',
  '0',
  '1',
  '80',
  '2147483647',
  '4294967296',
  `1${'0'.repeat(30)}`,
  '2147483647;2147483647;2147483647',
];
const frames: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['?', ''],
  ['>', ''],
  ['', ' '],
  ['', "'"],
  ['', '!'],
  ['?', '$'],
  ['1:', ':2147483647'],
];

/** A file with all sequences of one kind, which ends with the terminal reset. */
function allOf(stand: Stand, [before, after]: readonly [string, string]): string {
  const sequences = counts.flatMap(count => finals.map(final => `x\x1b[${before}${count}${after}${final}`));
  const file = join(stand.home, 'sequences');
  writeFileSync(file, `${sequences.join('')}\x1bc`);
  return file;
}

test('E13 after every control sequence with every kind of count, verdict, screen and session are whole', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {session_id} = await stand.call('manage_session', {action: 'create', shell: 'bash'});
  await stand.run('echo beside', {session_id});
  for (const frame of frames) {
    const file = allOf(stand, frame);
    const reading = stand.call('read_screen', {});
    expect(await stand.run(`cat ${file}; echo over`)).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
    await reading;
    const screen = await stand.call('read_screen', {});
    expect(String(screen['text']).split('\n')[0]).toBe('over');
    expect(screen).not.toHaveProperty('skipped_bytes');
    expect(await stand.call('read_screen', {session_id})).toMatchObject({text: expect.stringContaining('beside')});
  }
  expect(await stand.proof()).toEqual(stillHere);
}, 120_000);

test.each(['S', 'T', 'L', 'M', 'Z', 'b', '@', 'P', 'X', 'I'])('E13 fifteen bytes stop no screen: %s', async final => {
  await using stand = await Stand.open({shell: 'bash'});
  expect(await stand.run(`printf 'x\\033[2147483647${final}'`)).toMatchObject({state: 'completed', exit_code: 0});
  await stand.run("printf '\\r\\033[Kright\\n'");
  expect(await stand.call('read_screen', {})).toMatchObject({text: expect.stringContaining('right')});
});

test('E13 four megabytes of costly sequences cost their own session alone, and the screen says what it left out', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {session_id} = await stand.call('manage_session', {action: 'create', shell: 'bash'});
  await stand.run('echo beside', {session_id});
  await stand.call('read_screen', {session_id});
  const flood = `yes "$(printf '\\033[500S')" | tr -d '\\n' | head -c 4000000`;
  expect(await stand.run(`${flood}; echo; echo over`)).toMatchObject({state: 'completed', exit_code: 0});
  const order: string[] = [];
  const screen = stand.call('read_screen', {}).finally(() => order.push('flooded'));
  for (let time = 0; time < 3; time++) {
    const {text} = await stand.call('read_screen', {session_id});
    order.push(String(text).includes('beside') ? 'other' : String(text));
  }
  expect(await screen).toMatchObject({
    text: expect.stringContaining('over'),
    skipped_bytes: expect.any(Number),
  });
  expect(order.slice(0, 3)).toEqual(['other', 'other', 'other']);
  expect(await stand.run('clear')).toMatchObject({exit_code: 0});
  expect(await stand.call('read_screen', {scrollback: true})).not.toHaveProperty('skipped_bytes');
});

test('E13 the last cell of the screen is no trap', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {session_id} = await stand.call('manage_session', {action: 'create', shell: 'bash'});
  await stand.run('echo beside', {session_id});
  await stand.run("printf '\\033[999;999H\\033[1J\\033[Hafter\\n'");
  expect(await stand.call('read_screen', {})).toMatchObject({text: expect.stringMatching(/^after\n/)});
  expect(await stand.call('read_screen', {session_id})).toMatchObject({text: expect.stringContaining('beside')});
});
