import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {logCursor} from '../../src/core/index.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {begin, finished, program} from './programs.ts';

const MB = 1_000_000;
const quietTitle = {'.config/fish/config.fish': 'function fish_title; end\n'};

/** Bytes the shell itself prints before any output: fish sets colours and clears the line after it said that a command starts. */
async function preamble(stand: Stand): Promise<number> {
  return Number((await stand.run('true'))['output_bytes']);
}

describe.each(fullShells)('%s: volume and encoding', shell => {
  test('D62 much output costs no memory; its ends and counts are exact (60 MB for the 1 GB of the soak)', async () => {
    await using stand = await Stand.open({shell, home: quietTitle});
    const own = await preamble(stand);
    const before = process.memoryUsage().rss;
    const flood = await stand.run('yes 0123456789012345678 | head -c 50000000', {timeout: 60});
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
    // Each of the 2 500 000 line feeds comes out as CR LF.
    expect(flood).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      output_bytes: own + 52_500_000,
      output_lines: 2_500_000,
    });
    expect(flood['output']).toMatch(
      /^(0123456789012345678\n){100,}\[… omitted[\s\S]*…\]\n(0123456789012345678\n){100,}/,
    );
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D62 head and tail of a long count are right', async () => {
    await using stand = await Stand.open({shell, home: quietTitle});
    const own = await preamble(stand);
    const counted = await stand.run('seq 1000000', {timeout: 60});
    expect(counted).toMatchObject({
      state: 'completed',
      exit_code: 0,
      output_bytes: own + 7_888_896,
      output_lines: 1_000_000,
    });
    expect(counted['output']).toMatch(/^1\n2\n3\n/);
    expect(counted['output']).toMatch(/\n999999\n1000000$/);
    const {text} = await stand.call('read_output', {
      command_id: counted['command_id'],
      offset_lines: 500_000,
      limit_lines: 2,
    });
    expect(text).toBe('500001\n500002');
  });

  test('D63 a line of 20 MB without an end is cut and counted, in linear time', async () => {
    await using stand = await Stand.open({shell, home: quietTitle});
    const own = await preamble(stand);
    const since = performance.now();
    const line = await stand.run("head -c 20000000 /dev/zero | tr '\\0' x", {timeout: 60});
    expect(performance.now() - since).toBeLessThan(15_000);
    expect(line).toMatchObject({
      state: 'completed',
      exit_code: 0,
      output_bytes: own + 20 * MB,
      output_lines: expect.any(Number),
    });
    expect(String(line['output']).length).toBeLessThan(9000);
    const {bytes} = line['omitted'] as {bytes: number};
    const shown = String(line['output']).match(/x/g)?.length ?? 0;
    expect(bytes + shown).toBe(own + 20 * MB);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D64 an executable on the terminal is flagged as binary, and the session goes on', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.run('cat /bin/ls')).toMatchObject({state: 'completed', exit_code: 0, via: 'mark', binary: true});
    expect(await stand.proof()).toEqual(stillHere);
    expect(await stand.run('echo text')).not.toHaveProperty('binary');
  });

  test('D64 a megabyte of random bytes leaves the session alive', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.run('head -c 1000000 /dev/urandom', {timeout: 25})).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      binary: true,
    });
    expect(await stand.proof()).toEqual(stillHere);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each([
    ['ESC ( 0', '\\033(0'],
    ['SO', '\\033)0\\016'],
  ])('D64 a character set shifted by %s is shifted back', async (_, shift) => {
    await using stand = await Stand.open({shell});
    expect(await stand.run(`printf '${shift}'`)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.outcome('echo qqqxxx')).toEqual(completed('qqqxxx'));
    const {text} = await stand.call('read_screen', {});
    expect(text).toMatch(/^qqqxxx$/m);
  });

  test('D65 UTF-8 split at every byte, invalid bytes, Latin-1 and UTF-16 are read without loss', async () => {
    await using stand = await Stand.open({shell});
    const bytes = Buffer.concat([
      Buffer.from('é日本👩‍👩‍👧\n'),
      Buffer.from('caf\xe9 \xff\xc3(\n', 'latin1'),
      Buffer.from('\ufeffhi\n', 'utf16le'),
      Buffer.from('end\n'),
    ]);
    const ran = await stand.run(program('pieces.py', bytes.toString('hex')));
    expect(ran).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
    expect(ran['output']).toMatch(/^é日本👩‍👩‍👧\ncaf\ufffd \ufffd\ufffd\(\n[\s\S]*end$/);
    const end = Number(ran['cursor']);
    const raw = await stand.session.log.readOutput(logCursor(end - Number(ran['output_bytes'])), logCursor(end));
    expect(Buffer.from(raw.bytes).toString('hex').replaceAll('0d0a', '0a')).toMatch(
      new RegExp(`${bytes.toString('hex')}$`),
    );
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D66 wide, combining, joined and right-to-left characters take the columns the program is told', async () => {
    await using stand = await Stand.open({shell});
    // a, CJK, combining, ZWJ family, flag, VS16, Hebrew, tab, ambiguous, emoji, half-width, full-width
    expect(await stand.outcome(program('widths.py'))).toEqual(completed('1 6 1 2 2 2 4 8 1 2 1 2'));
  });

  test('D66 a click by the column of a text behind wide characters hits it', async () => {
    await using stand = await Stand.open({shell});
    const shown = await stand.run(program('button.py'));
    expect(shown).toMatchObject({state: 'tui'});
    const {styles} = await stand.call('read_screen', {styles: true});
    const [bold] = styles as {row: number; col: number; length: number}[];
    expect(bold).toMatchObject({row: 2, col: 7, length: 5});
    await stand.call('send_keys', {keys: [`click:${Number(bold?.row) + 1},${Number(bold?.col) + 1}`]});
    expect(await finished(stand, shown['command_id'])).toEqual(completed('clicked 8 3'));
  });

  test('D67 redrawn progress is folded to its last state; the raw bytes are all kept', async () => {
    await using stand = await Stand.open({shell});
    const progress =
      "printf ' 10%%\\r 50%%\\r100%%\\n'; printf 'ab\\bc\\n'; printf 'a: 1\\nb: 1\\n\\033[2Aa: 2\\n\\033[Kb: 3\\n'";
    const ran = await stand.run(progress);
    expect(ran).toMatchObject(completed('100%\nac\na: 2\nb: 3'));
    const end = Number(ran['cursor']);
    const raw = await stand.session.log.readOutput(logCursor(end - Number(ran['output_bytes'])), logCursor(end));
    const whole = ' 10%\r 50%\r100%\r\nab\bc\r\na: 1\r\nb: 1\r\n\x1b[2Aa: 2\r\n\x1b[Kb: 3\r\n';
    expect(Buffer.from(raw.bytes).toString().slice(-whole.length)).toBe(whole);
  });

  test('D68 a NUL in text is refused; as a key it arrives, with every other control character', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, program('raw-keys.py'));
    await expect(stand.call('send_text', {text: 'a\0b'})).rejects.toMatchObject({code: 'invalid_argument'});
    await stand.call('send_text', {text: 'a\x01\x02\x04\x11\x13\x1b', paste: false});
    await stand.call('send_keys', {keys: ['C-@', 'C-_', '.']});
    expect(await finished(stand, id)).toEqual(completed('go\n61 01 02 04 11 13 1b 00 1f'));
  });

  test('D68 a line longer than the tty keeps is refused, never cut', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, "sh -c 'echo go; cat >got'");
    await expect(stand.call('send_text', {text: 'x'.repeat(5000), submit: true})).rejects.toMatchObject({
      code: 'too_large',
    });
    await stand.call('send_text', {text: 'y'.repeat(3000), submit: true});
    await stand.call('send_text', {text: Array.from({length: 20}, () => 'z'.repeat(900)).join('\n'), submit: true});
    await stand.call('send_control', {character: 'D'});
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.outcome('wc -c <got; sort -u got | cut -c1 | tr -d "\\n"')).toEqual(
      completed(`${3001 + 20 * 901}\nyz`),
    );
  });

  test('D69 exit codes and deaths by signal are exact', async () => {
    await using stand = await Stand.open({shell});
    writeFileSync(join(stand.home, 'home', 'plain'), 'not executable', {mode: 0o644});
    for (const code of [0, 1, 2, 3, 42, 125, 126, 127, 128, 129, 254, 255])
      expect([code, await stand.outcome(`sh -c 'exit ${code}'`)]).toEqual([code, completed('', code)]);
    expect(await stand.run('./plain')).toMatchObject({state: 'completed', exit_code: 126});
    expect(await stand.run('no-such-program')).toMatchObject({state: 'completed', exit_code: 127});
    for (const [signal, number] of [
      ['TERM', 15],
      ['KILL', 9],
      ['HUP', 1],
      ['USR1', 10],
    ] as const)
      expect(await stand.run(`sh -c 'kill -${signal} $$'`)).toMatchObject({
        state: 'completed',
        exit_code: 128 + number,
        via: 'mark',
      });
    expect(await stand.proof()).toEqual(stillHere);
  });
});
