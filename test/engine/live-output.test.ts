import {once} from 'node:events';
import {describe, expect, test} from 'vitest';
import {type Asked, type OutputPiece, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {Gate} from '../conformance/gate.ts';
import {fullShells, type ShellName, TestTerminal} from '../conformance/test-terminal.ts';

const shells: readonly ShellName[] = [...fullShells, 'dash'];

describe.each(shells)('in %s', shell => {
  test('what is told while a command runs is its output, from the first byte to the last', async () => {
    await using terminal = await TestTerminal.open('pty', shell);
    for (const [command, output] of [
      ['echo one; echo two', 'one\ntwo\n'],
      ['printf "no line end"', 'no line end'],
      ['true', ''],
      ['echo several\necho lines', 'several\nlines\n'],
      // A line that the shell refuses.
      [')', expect.stringMatching(/\S/)],
      ['seq 1 100000', Array.from({length: 100_000}, (_, line) => `${line + 1}\n`).join('')],
      ['printf "10%%\\r20%%\\r30%%\\n"', '30%\n'],
    ] as const) {
      if (command === ')' && shell === 'dash') continue;
      const {lines} = await heard(terminal, command);
      expect(withLineEnd(lines)).toEqual(typeof output === 'string' ? withLineEnd(output) : output);
    }
  });
});

test.each(shells)('a terminal is told what was printed in %s, byte for byte but for questions to it', async shell => {
  await using terminal = await TestTerminal.open('pty', shell);
  const printed = await printedBy(terminal, String.raw`printf 'a\033[31mb\033[6n\033[m\nc'`);
  // Of a shell without marks the text is told, once it is known what was echo and what is prompt.
  // fish has bracketed paste and the title set before.
  expect(printed).toMatch(shell === 'dash' ? /^ab\r\nc/ : /^(\x1b[\s\S]*)?a\x1b\[31mb\x1b\[m\r\nc/);
});

test('who answers at a terminal is told what is asked, and waited for', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const asked: Asked[] = [];
  const printed = await printedBy(terminal, 'read -p "name? " name; cat > /dev/null; echo "hello $name"', question => {
    asked.push(question);
    void (asked.length === 1
      ? terminal.call('send_text', {text: 'anna', submit: true})
      : terminal.call('send_control', {character: 'D'}));
  });
  expect(asked).toEqual(Array(2).fill({state: 'awaiting_input', needsScreen: false}));
  expect(printed).toContain('hello anna');
});

test('a line is told when it is done, long before the command is', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using gate = new Gate(terminal);
  const {lines} = await heard(terminal, `echo first; ${gate.wait}; echo second`, piece => {
    if (piece.lines === 'first\n') gate.open();
  });
  expect(lines).toBe('first\nsecond\n');
});

test('the line in progress is told as it stands', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using gate = new Gate(terminal);
  const {lines} = await heard(terminal, `printf half; ${gate.wait}; echo " whole"`, piece => {
    if (piece.pending === 'half') gate.open();
  });
  expect(lines).toBe('half whole\n');
});

test('a forged end of the command holds nothing back of what follows it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using gate = new Gate(terminal);
  const forged = String.raw`printf 'a\n\033]133;D;0;cotty=forged.1\007b\n'; ${gate.wait}; echo c`;
  const {lines} = await heard(terminal, forged, piece => {
    if (piece.lines.includes('b')) gate.open();
  });
  expect(lines).toBe('a\nb\nc\n');
});

test('whoever hears slowly delays nobody, and hears it all', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const heardOne = new EventTarget();
  const waiting = once(heardOne, 'go');
  const slow = heard(terminal, 'seq 1 100000', () => waiting);
  await terminal.until(session => session.tracker.lastExitStatus === 0 && session.tracker.lines > 100_000);
  expect(await terminal.outcome('echo beside')).toMatchObject({output: 'beside'});
  heardOne.dispatchEvent(new Event('go'));
  expect((await slow).lines).toHaveLength(588_895);
});

/** Runs a command and gathers what is told meanwhile. */
async function heard(
  terminal: TestTerminal,
  command: string,
  onPiece: (piece: OutputPiece) => unknown = () => undefined,
): Promise<{lines: string; pending: readonly string[]}> {
  const pieces: OutputPiece[] = [];
  await findTool(selectTools(['terminal']), 'run_command').call(
    {command, session_id: terminal.sessionId, timeout: 20},
    {
      services: servicesOf(terminal.engine),
      caller: terminal.caller,
      signal: new AbortController().signal,
      onOutput: async piece => {
        pieces.push(piece);
        await onPiece(piece);
      },
    },
  );
  return {lines: pieces.map(piece => piece.lines).join(''), pending: pieces.map(piece => piece.pending)};
}

/** Runs a command as on a terminal and gathers what is printed. */
async function printedBy(terminal: TestTerminal, command: string, onAsked?: (asked: Asked) => void): Promise<string> {
  const pieces: Uint8Array[] = [];
  await findTool(selectTools(['terminal']), 'run_command').call(
    {command, session_id: terminal.sessionId, timeout: 20},
    {
      services: servicesOf(terminal.engine),
      caller: terminal.caller,
      signal: new AbortController().signal,
      terminal: {cols: 80, rows: 24, onBytes: async ({bytes}) => void pieces.push(bytes), onAsked},
    },
  );
  return Buffer.concat(pieces).toString();
}

/** zsh and fish end an unfinished line themselves. */
function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
