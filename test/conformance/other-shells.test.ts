import {beforeEach, describe, expect, test} from 'vitest';
import {needs} from '../support/needs.ts';
import {completed, Stand, stillHere} from './bench.ts';
import {ending} from './ending.ts';

/** Shells without hooks: dash says the end of a command with its prompt, tcsh says nothing. */
describe('dash: end marks only', () => {
  test('D27c output and exit codes are exact', async () => {
    await using stand = await Stand.open({shell: 'dash'});
    expect(await stand.outcome('printf foo')).toEqual(completed('foo'));
    expect(await stand.outcome('true')).toEqual(completed(''));
    expect(await stand.outcome("echo two; sh -c 'exit 5'")).toEqual(completed('two', 5));
    expect(await stand.outcome('printf "a\\nb\\n"')).toEqual(completed('a\nb'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each(['fi', 'echo )', 'echo a; done'])('D27c the syntax error of %j is reported with code 2', async line => {
    await using stand = await Stand.open({shell: 'dash'});
    const wrong = await stand.outcome(line);
    expect(wrong).toMatchObject({exit_code: 2, state: 'completed', via: 'mark'});
    expect(String(wrong['output'])).toMatch(/dash: .*Syntax error/);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each(['echo "abc', '(echo x', 'if true'])('D27c %j waits for its rest as a continuation', async line => {
    await using stand = await Stand.open({shell: 'dash'});
    const waiting = await stand.run(line);
    expect(waiting).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'continuation'}});
    await stand.call('send_control', {character: 'C'});
    const dropped = await ending(stand, waiting);
    expect(dropped).toMatchObject({state: 'interrupted'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D27c here-documents, blocks and long lines are delivered exactly', async () => {
    await using stand = await Stand.open({shell: 'dash'});
    expect(await stand.outcome("cat <<'EOF'\n  $x 'one'\nEOF\necho after")).toEqual(completed("  $x 'one'\nafter"));
    expect(await stand.outcome('for i in 1 2\ndo\n  echo "i=$i"\ndone')).toEqual(completed('i=1\ni=2'));
    const long = 'x'.repeat(5000);
    expect(await stand.outcome(`printf %s ${long} | wc -c`)).toEqual(completed('5000'));
    expect(await stand.outcome("printf '%s' 'a\tb\u0001' | od -An -tx1")).toEqual(completed(' 61 09 62 01'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each([
    ['a raw tty', 'stty raw -echo; kill -9 $$', 137, 'tty'],
    ['a raw tty, by its own end', 'stty raw -echo; exit 1', 1, 'tty'],
    ['bracketed paste', 'printf "\\033[?2004h"; kill -9 $$', 137, 'bracketedPaste'],
  ])('D45 after a program that left %s on the session takes commands', async (_, left, code, repaired) => {
    await using stand = await Stand.open({shell: 'dash'});
    expect(await stand.run(`sh -c '${left}'`)).toMatchObject({exit_code: code, repaired: [repaired]});
    expect(await stand.outcome('echo one; echo two')).toEqual(completed('one\ntwo'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D27c exit ends the session with its code', async () => {
    await using stand = await Stand.open({shell: 'dash'});
    expect(await stand.run('exit 3')).toMatchObject({state: 'shell_exited', exit_code: 3, via: 'exit'});
  });
});

describe('tcsh: no marks', () => {
  beforeEach(() => needs('tcsh'));

  test('D27c output is exact, the exit code is not guessed, nothing hangs', async () => {
    await using stand = await Stand.open({shell: 'tcsh', home: {'.tcshrc': "set prompt='> '\n"}});
    const graded = {exit_code: null, state: 'completed', via: 'foreground'};
    expect(await stand.outcome('echo one')).toEqual({output: 'one', ...graded});
    expect(await stand.outcome('printf "a\\nb\\n"')).toEqual({output: 'a\nb', ...graded});
    expect(await stand.outcome('false')).toEqual({output: '', ...graded});
    const wrong = await stand.outcome('echo (');
    expect(wrong).toMatchObject(graded);
    expect(String(wrong['output'])).toMatch(/Too many \('s|Badly placed|Unmatched/);
    expect(await stand.outcome('echo "abc')).toMatchObject({...graded, output: expect.stringContaining('Unmatched')});
    expect(await stand.outcome('echo still-here')).toEqual({output: 'still-here', ...graded});
    expect(await stand.run('exit 3')).toMatchObject({state: 'shell_exited', exit_code: 3, via: 'exit'});
  });
});
