import {beforeEach, describe, expect} from 'vitest';
import {needs} from '../support/needs.ts';
import type {BackendName} from './drivers/driver.ts';
import {ending} from './ending.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {completed, stillHere, TestTerminal, terminals} from './test-terminal.ts';

/** Shells without hooks: dash says the end of a command with its prompt, tcsh says nothing. */
describe.each(terminals(['dash']))('$backend, dash: end marks only', ({backend}) => {
  hardCase('D27c', 'output and exit codes are exact', async () => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    expect(await terminal.outcome('printf foo')).toEqual(completed('foo'));
    expect(await terminal.outcome('true')).toEqual(completed(''));
    expect(await terminal.outcome("echo two; sh -c 'exit 5'")).toEqual(completed('two', 5));
    expect(await terminal.outcome('printf "a\\nb\\n"')).toEqual(completed('a\nb'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(['fi', 'echo )', 'echo a; done'])(
    'D27c',
    'the syntax error of %j is reported with code 2',
    async line => {
      await using terminal = await TestTerminal.open(backend, 'dash');
      const wrong = await terminal.outcome(line);
      expect(wrong).toMatchObject({exit_code: 2, state: 'completed', via: 'mark'});
      expect(String(wrong['output'])).toMatch(/dash: .*Syntax error/);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase.for(['echo "abc', '(echo x', 'if true'])('D27c', '%j waits for its rest as a continuation', async line => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    const waiting = await terminal.run(line);
    expect(waiting).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'continuation'}});
    await terminal.call('send_control', {character: 'C'});
    const dropped = await ending(terminal, waiting);
    expect(dropped).toMatchObject({state: 'interrupted'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D27c', 'here-documents, blocks and long lines are delivered exactly', async () => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    expect(await terminal.outcome("cat <<'EOF'\n  $x 'one'\nEOF\necho after")).toEqual(completed("  $x 'one'\nafter"));
    expect(await terminal.outcome('for i in 1 2\ndo\n  echo "i=$i"\ndone')).toEqual(completed('i=1\ni=2'));
    const long = 'x'.repeat(5000);
    expect(await terminal.outcome(`printf %s ${long} | wc -c`)).toEqual(completed('5000'));
    expect(await terminal.outcome("printf '%s' 'a\tb\u0001' | od -An -tx1")).toEqual(completed(' 61 09 62 01'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for([
    ['a raw tty', 'stty raw -echo; kill -9 $$', 137, 'tty'],
    ['a raw tty, by its own end', 'stty raw -echo; exit 1', 1, 'tty'],
    ['bracketed paste', 'printf "\\033[?2004h"; kill -9 $$', 137, 'bracketedPaste'],
  ])('D45', 'after a program that left %s on the session takes commands', async ([, left, code, repaired]) => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    expect(await terminal.run(`sh -c '${left}'`)).toMatchObject({exit_code: code, repaired: [repaired]});
    expect(await terminal.outcome('echo one; echo two')).toEqual(completed('one\ntwo'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D27c', 'exit ends the session with its code', async () => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    expect(await terminal.run('exit 3')).toMatchObject({
      state: 'shell_exited',
      exit_code: codeOf(backend, 3),
      via: 'exit',
    });
  });
});

describe.each(terminals(['tcsh']))('$backend, tcsh: no marks', ({backend}) => {
  beforeEach(() => needs('tcsh'));

  hardCase('D27c', 'output is exact, the exit code is not guessed, nothing hangs', async () => {
    await using terminal = await TestTerminal.open(backend, 'tcsh', {home: {'.tcshrc': "set prompt='> '\n"}});
    const graded = {exit_code: null, state: 'completed', via: 'foreground'};
    expect(await terminal.outcome('echo one')).toEqual({output: 'one', ...graded});
    expect(await terminal.outcome('printf "a\\nb\\n"')).toEqual({output: 'a\nb', ...graded});
    expect(await terminal.outcome('false')).toEqual({output: '', ...graded});
    const wrong = await terminal.outcome('echo (');
    expect(wrong).toMatchObject(graded);
    expect(String(wrong['output'])).toMatch(/Too many \('s|Badly placed|Unmatched/);
    expect(await terminal.outcome('echo "abc')).toMatchObject({
      ...graded,
      output: expect.stringContaining('Unmatched'),
    });
    expect(await terminal.outcome('echo still-here')).toEqual({output: 'still-here', ...graded});
    expect(await terminal.run('exit 3')).toMatchObject({
      state: 'shell_exited',
      exit_code: codeOf(backend, 3),
      via: 'exit',
    });
  });

  hardCase('D27c', 'the line that leaves an inner shell is over when the session’s own reads again', async () => {
    await using terminal = await TestTerminal.open(backend, 'tcsh', {home: {'.tcshrc': "set prompt='> '\n"}});
    const outer = await terminal.run('sh');
    expect(await terminal.run('echo inner')).toMatchObject({state: 'completed', output: 'inner'});
    expect(await terminal.run('exit 5')).toMatchObject({state: 'shell_exited', exit_code: null});
    expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: null});
    expect(await terminal.run('echo outer')).toMatchObject({state: 'completed', output: 'outer'});
  });
});

/** What is known of the code that the shell itself ends with. */
function codeOf(backend: BackendName, code: number): number | null {
  return isPartLeftOut(backend, 'D27c', 'how the shell has ended') ? null : code;
}
