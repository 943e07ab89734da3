/** The screen is made from the log when somebody looks: it must not matter when, nor how much was printed since. */
import {expect, test} from 'vitest';
import {ScreenPool} from '../../src/screen/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** Draws a header once, then one row again and again: three megabytes, without a line feed. */
const busyScreen = `printf '\\033[?1049h\\033[2J\\033[HHEADER'; yes "$(printf '\\033[5;3Hcount')" | head -n 300000 | tr -d '\\n'; printf '\\033[7;3Hready'; read -n 1 key; printf '\\033[?1049l'`;

test.each([
  ['looked at for the first time', false],
  ['looked at before', true],
])('a full-screen program that has drawn much since is shown whole: %s', async (_, before) => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  if (before) await terminal.call('read_screen', {});
  await terminal.run(`bash -c ${quoted(busyScreen)}`, {until: 'ready'});
  await terminal.until(session => session.lastLine().endsWith('ready'));
  const {text, alternate_screen} = await terminal.call('read_screen', {});
  expect(alternate_screen).toBe(true);
  expect(String(text).split('\n')).toEqual(['HEADER', '', '', '', '  count', '', '  ready']);
});

test.each([
  ['stands after wide characters', '漢字ab', '漢字ab█'],
  ['hides no character', '漢字ab\\033[2D', '漢字ab'],
  ['stands to the right of everything', 'ab\\033[4C', 'ab    █'],
])('the marked cursor %s', async (_, printed, line) => {
  await using terminal = await TestTerminal.open('pty', 'bash', {cols: 100});
  await terminal.run(`printf '\\n${printed}'; read -r -n 1 key`);
  const {text} = await terminal.call('read_screen', {include_cursor: true});
  expect(String(text).split('\n').at(-1)).toBe(line);
});

test('what was on the screen before a full-screen program is there again after it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('echo kept');
  const {command_id} = await terminal.run(`bash -c ${quoted(busyScreen)}`, {until: 'ready'});
  await terminal.until(session => session.lastLine().endsWith('ready'));
  await terminal.call('send_keys', {keys: ['x']});
  await terminal.call('read_output', {command_id, wait_ms: 40_000});
  const {text, alternate_screen} = await terminal.call('read_screen', {});
  expect(alternate_screen).toBe(false);
  expect(text).toContain('kept');
});

test('a session that was resized looks the same to who looks first now as to who has looked all the time', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {cols: 60, rows: 12, outlivesEngine: true});
  await terminal.call('read_screen', {});
  await terminal.run("printf '\\033[3;58Hxyz\\n'; seq 1 5");
  await terminal.call('manage_session', {action: 'resize', cols: 40, rows: 10});
  await terminal.run(`printf '%s' ${'0123456789'.repeat(7)}; echo`);
  await terminal.call('manage_session', {action: 'resize', cols: 90, rows: 20});
  await terminal.run('echo done');
  await terminal.until(session => session.tracker.phase === 'prompt');
  const live = await terminal.call('read_screen', {scrollback: true});
  await using later = await terminal.adoptedByNext();
  const anew = await later.call('read_screen', {scrollback: true});
  expect(anew).toEqual({...live, screen_hash: anew['screen_hash']});
});

test('a replay that begins in the middle begins with a whole line', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('yes "$(printf \'\\033[31mred\\033[0m \\303\\251t\\303\\251\')" | head -n 150000');
  const {text} = await terminal.call('read_screen', {lines: 5000, scrollback: true});
  const lines = new Set(String(text).split('\n').slice(0, -2));
  expect([...lines]).toEqual(['red été']);
});

test('what draws the screens of several engines is not ended with one of them', async () => {
  await using screens = new ScreenPool();
  await using stays = await TestTerminal.open('pty', 'bash', {screens});
  await stays.run('echo of the one that stays');
  {
    await using goes = await TestTerminal.open('pty', 'bash', {screens});
    await goes.run('echo of the one that goes');
    expect((await goes.call('read_screen', {})).text).toContain('of the one that goes');
  }
  expect((await stays.call('read_screen', {})).text).toContain('of the one that stays');
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
