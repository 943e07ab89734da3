import {describe, expect} from 'vitest';
import {logCursor} from '../../src/core/index.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {begin, finished, floodLine, program} from './programs.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

const MB = 1_000_000;
const quietTitle = {'.config/fish/config.fish': 'function fish_title; end\n'};

/** Bytes the shell itself prints before any output: fish sets colours and clears the line after it said that a command starts. */
async function preamble(terminal: TestTerminal): Promise<number> {
  return Number((await terminal.run('true'))['output_bytes']);
}

describe.each(terminals(fullShells))('$backend, $shell: volume and encoding', ({backend, shell}) => {
  hardCase(
    'D62',
    'much output costs no memory; its ends and counts are exact (60 MB for the 1 GB of the soak)',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: quietTitle});
      const own = await preamble(terminal);
      const before = process.memoryUsage().rss;
      const flood = await terminal.run(`yes ${floodLine} | head -c 50000000`, {timeout: 60});
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
      // Each of the 781 250 line feeds comes out as CR LF.
      expect(flood).toMatchObject({
        state: 'completed',
        exit_code: 0,
        via: 'mark',
        output_bytes: own + 50_781_250,
        output_lines: 781_250,
      });
      expect(flood['output']).toMatch(/^(y{63}\n){30,}\[… omitted[\s\S]*…\]\n(y{63}\n){30,}/);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D62', 'head and tail of a long count are right', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: quietTitle});
    const own = await preamble(terminal);
    const counted = await terminal.run('seq 300000', {timeout: 60});
    expect(counted).toMatchObject({
      state: 'completed',
      exit_code: 0,
      output_bytes: own + 2_288_895,
      output_lines: 300_000,
    });
    expect(counted['output']).toMatch(/^1\n2\n3\n/);
    expect(counted['output']).toMatch(/\n299999\n300000$/);
    const {text} = await terminal.call('read_output', {
      command_id: counted['command_id'],
      offset_lines: 150_000,
      limit_lines: 2,
    });
    expect(text).toBe('150001\n150002');
  });

  hardCase('D63', 'a line of 20 MB without an end is cut and counted', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: quietTitle});
    const own = await preamble(terminal);
    const line = await terminal.run("head -c 20000000 /dev/zero | tr '\\0' x", {timeout: 60});
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
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D64', 'an executable on the terminal is flagged as binary, and the session goes on', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run('cat /bin/ls')).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      binary: true,
    });
    expect(await terminal.proof()).toEqual(stillHere);
    expect(await terminal.run('echo text')).not.toHaveProperty('binary');
  });

  hardCase('D64', 'a megabyte of random bytes leaves the session alive', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run('head -c 1000000 /dev/urandom', {timeout: 25})).toMatchObject({
      state: 'completed',
      exit_code: 0,
      via: 'mark',
      binary: true,
    });
    expect(await terminal.proof()).toEqual(stillHere);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([
    ['ESC ( 0', '\\033(0'],
    ['SO', '\\033)0\\016'],
  ])('D64', 'a character set shifted by %s is shifted back', async ([, shift]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.run(`printf '${shift}'`)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.outcome('echo qqqxxx')).toEqual(completed('qqqxxx'));
    const {text} = await terminal.call('read_screen', {});
    expect(text).toMatch(/^qqqxxx$/m);
  });

  hardCase('D65', 'UTF-8 split at every byte, invalid bytes, Latin-1 and UTF-16 are read without loss', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const bytes = Buffer.concat([
      Buffer.from('é日本👩‍👩‍👧\n'),
      Buffer.from('caf\xe9 \xff\xc3(\n', 'latin1'),
      Buffer.from('\ufeffhi\n', 'utf16le'),
      Buffer.from('end\n'),
    ]);
    const ran = await terminal.run(program('pieces.py', bytes.toString('hex')));
    expect(ran).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
    expect(ran['output']).toMatch(/^é日本👩‍👩‍👧\ncaf\ufffd \ufffd\ufffd\(\n[\s\S]*end$/);
    const end = Number(ran['cursor']);
    const raw = await terminal.session.log.readOutput(logCursor(end - Number(ran['output_bytes'])), logCursor(end));
    expect(Buffer.from(raw.bytes).toString('hex').replaceAll('0d0a', '0a')).toMatch(
      new RegExp(`${bytes.toString('hex')}$`),
    );
    expect(await terminal.proof()).toEqual(stillHere);
  });

  if (!isPartLeftOut(backend, 'D66', 'the columns'))
    hardCase(
      'D66',
      'wide, combining, joined and right-to-left characters take the columns the program is told',
      async () => {
        await using terminal = await TestTerminal.open(backend, shell);
        // a, CJK, combining, ZWJ family, flag, VS16, Hebrew, tab, ambiguous, emoji, half-width, full-width
        expect(await terminal.outcome(program('widths.py'))).toEqual(completed('1 6 1 2 2 2 4 8 1 2 1 2'));
      },
    );

  hardCase('D66', 'a click by the column of a text behind wide characters hits it', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const shown = await terminal.run(program('button.py'));
    expect(shown).toMatchObject({state: 'tui'});
    const {styles} = await terminal.call('read_screen', {styles: true});
    const [bold] = styles as {row: number; col: number; length: number}[];
    expect(bold).toMatchObject({row: 2, col: 7, length: 5});
    await terminal.call('send_keys', {keys: [`click:${Number(bold?.row) + 1},${Number(bold?.col) + 1}`]});
    expect(await finished(terminal, shown['command_id'])).toEqual(completed('clicked 8 3'));
  });

  hardCase('D67', 'redrawn progress is folded to its last state; the raw bytes are all kept', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const progress =
      "printf ' 10%%\\r 50%%\\r100%%\\n'; printf 'ab\\bc\\n'; printf 'a: 1\\nb: 1\\n\\033[2Aa: 2\\n\\033[Kb: 3\\n'";
    const ran = await terminal.run(progress);
    expect(ran).toMatchObject(completed('100%\nac\na: 2\nb: 3'));
    const end = Number(ran['cursor']);
    const raw = await terminal.session.log.readOutput(logCursor(end - Number(ran['output_bytes'])), logCursor(end));
    const whole = ' 10%\r 50%\r100%\r\nab\bc\r\na: 1\r\nb: 1\r\n\x1b[2Aa: 2\r\n\x1b[Kb: 3\r\n';
    expect(Buffer.from(raw.bytes).toString().slice(-whole.length)).toBe(whole);
  });

  hardCase('D68', 'a NUL in text is refused; as a key it arrives, with every other control character', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, program('raw-keys.py'));
    await expect(terminal.call('send_text', {text: 'a\0b'})).rejects.toMatchObject({code: 'invalid_argument'});
    await terminal.call('send_text', {text: 'a\x01\x02\x04\x11\x13\x1b', paste: false});
    await terminal.call('send_keys', {keys: ['C-@', 'C-_', '.']});
    expect(await finished(terminal, id)).toEqual(completed('go\n61 01 02 04 11 13 1b 00 1f'));
  });

  hardCase('D68', 'a line longer than the tty keeps is refused, never cut', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, "sh -c 'echo go; cat >got'");
    await expect(terminal.call('send_text', {text: 'x'.repeat(5000), submit: true})).rejects.toMatchObject({
      code: 'too_large',
    });
    await terminal.call('send_text', {text: 'y'.repeat(3000), submit: true});
    await terminal.call('send_text', {text: Array.from({length: 20}, () => 'z'.repeat(900)).join('\n'), submit: true});
    await terminal.call('send_control', {character: 'D'});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.outcome('wc -c <got; sort -u got | cut -c1 | tr -d "\\n"')).toEqual(
      completed(`${3001 + 20 * 901}\nyz`),
    );
  });

  hardCase('D69', 'exit codes and deaths by signal are exact', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    terminal.write('plain', 'not executable');
    for (const code of [0, 1, 2, 3, 42, 125, 126, 127, 128, 129, 254, 255])
      expect([code, await terminal.outcome(`sh -c 'exit ${code}'`)]).toEqual([code, completed('', code)]);
    expect(await terminal.run('./plain')).toMatchObject({state: 'completed', exit_code: 126});
    expect(await terminal.run('no-such-program')).toMatchObject({state: 'completed', exit_code: 127});
    for (const [signal, number] of [
      ['TERM', 15],
      ['KILL', 9],
      ['HUP', 1],
      ['USR1', 10],
    ] as const)
      expect(await terminal.run(`sh -c 'kill -${signal} $$'`)).toMatchObject({
        state: 'completed',
        exit_code: 128 + number,
        via: 'mark',
      });
    expect(await terminal.proof()).toEqual(stillHere);
  });
});
