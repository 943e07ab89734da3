import {existsSync} from 'node:fs';
import {beforeEach, describe, expect} from 'vitest';
import {needs, needsLinux} from '../support/needs.ts';
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

  hardCase('E10', 'blanks and comments have no code', async () => {
    await using terminal = await TestTerminal.open(backend, 'dash');
    for (const nothing of ['', '   ', '# nothing', '  # one\n\t# two']) {
      await terminal.run("sh -c 'exit 3'");
      expect(await terminal.outcome(nothing)).toEqual(completed('', null));
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(['ulimit -n 3', 'ulimit -n 6', 'ulimit -n 11'])(
    'E05',
    'after %s, where the shell cannot read a block from its file, the block has not run and is said so',
    async limit => {
      await using terminal = await TestTerminal.open(backend, 'dash');
      expect(await terminal.run(limit)).toMatchObject({state: 'completed', exit_code: 0});
      for (const block of ['mkdir made\nfalse', `: ${'x'.repeat(600)}; mkdir made`])
        expect(await terminal.run(block)).toMatchObject({
          state: 'lost',
          exit_code: null,
          hint: expect.stringContaining('nothing of it ran'),
        });
      expect(existsSync(terminal.file('made'))).toBe(false);
      expect(await terminal.outcome('false')).toEqual(completed('', 1));
    },
  );

  hardCase(
    'D24',
    'a block sees how the line before it has ended, and its errors the lines that they are in',
    async () => {
      await using terminal = await TestTerminal.open(backend, 'dash');
      for (const options of ['set +e', 'set -e', 'set -u']) {
        await terminal.run(options);
        await terminal.run("! sh -c 'exit 0'");
        expect(await terminal.outcome('echo "$?"\ntrue')).toEqual(completed('1', 0));
        expect(await terminal.outcome('echo "$?"\ntrue')).toEqual(completed('0', 0));
      }
      const {output} = await terminal.run('true\nfi');
      expect(output).toMatch(/: 2: .*Syntax error/);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase.for(['printf on; (exit 5)\n', 'fi\n', '(exit 5)\nfi'])(
    'D24',
    'a block that was read has its code, whatever it holds: %j',
    async block => {
      await using terminal = await TestTerminal.open(backend, 'dash');
      for (let i = 0; i < 2; i++) {
        expect(await terminal.run(`${block}\n`)).toMatchObject({
          state: 'completed',
          exit_code: block.includes('fi') ? 2 : 5,
        });
        expect(await terminal.outcome('false')).toEqual(completed('', 1));
      }
    },
  );

  // The quotes hide from us that it sets the prompt, as a function of the user's would.
  hardCase.for([
    `export P""S1='now$ '`,
    `export P""S1='> '`,
    `export P""S1='45% '`,
    'export P""S1=',
    'exec 2>errors',
    'exec 2>&-',
    `export P""S1='a\nb$ ' P""S2=`,
  ])('E06', 'after %j, by which no mark is seen any more, the session is graded and usable', async line => {
    needsLinux();
    await using terminal = await TestTerminal.open(backend, 'dash');
    await terminal.run('true');
    const graded = {state: 'completed', exit_code: null, via: 'foreground'};
    expect(await terminal.run(line)).toMatchObject({...graded, mixed_output: true});
    for (let round = 0; round < 2; round++) {
      const next = await terminal.run('echo next; false');
      expect(next).toMatchObject({...graded, output: expect.stringMatching(/^next/)});
      // Behind what was typed for the `read` it may be.
      if (round === 0) expect(next).not.toHaveProperty('mixed_output');
      for (const text of ['one', '45%', '####'])
        expect(await terminal.run(`printf %s '${text}'; sh -c 'exit 7'`)).toMatchObject({
          ...graded,
          output: expect.stringContaining(text),
        });
      expect(await terminal.run('echo two\nsh -c "exit 4"')).toMatchObject({
        ...graded,
        output: expect.stringMatching(/^two/),
      });
      const open = await terminal.run('echo "abc', {timeout: 5});
      expect(open).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'continuation'}});
      await expect(terminal.run('mkdir made', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
      const reads = await terminal.run('read x; echo "got $x"', {timeout: 1});
      expect(reads['state']).toMatch(/^(running|awaiting_input)$/);
      await expect(terminal.run('mkdir made', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'it', submit: true});
      expect(await ending(terminal, reads)).toMatchObject({state: 'completed', exit_code: null});
      await terminal.call('send_text', {text: 'read x', submit: true});
      await expect(terminal.run('mkdir made', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'it', submit: true});
    }
    expect(existsSync(terminal.file('made'))).toBe(false);
    // Marks would go where the prompt goes.
    if (!line.startsWith('exec'))
      expect(await terminal.call('manage_session', {action: 'integrate'})).toMatchObject({
        shell_integration: 'graded',
      });
  });

  hardCase(
    'E06',
    'a shell that replaced itself, and its own marks, takes the next line, and no line for its `read`',
    async () => {
      needsLinux();
      await using terminal = await TestTerminal.open(backend, 'dash');
      await terminal.run('true');
      for (let round = 0; round < 2; round++) {
        await terminal.run('unset ENV; exec dash');
        expect(await terminal.run('echo one')).toMatchObject({state: 'completed', output: 'one'});
        expect(await terminal.run('printf two')).toMatchObject({state: 'completed', output: 'two'});
        const reads = await terminal.run('read x; echo "got $x"', {timeout: 1});
        await expect(terminal.run('mkdir made', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
        await terminal.call('send_text', {text: 'it', submit: true});
        expect(await ending(terminal, reads)).toMatchObject({
          state: 'completed',
          text: expect.stringContaining('got it'),
        });
      }
      expect(existsSync(terminal.file('made'))).toBe(false);
    },
  );

  hardCase.for([`export P""S1='> '`, 'exec 2>errors'])(
    'E06',
    'after %j, typed or with nobody who waited for it, the next line is taken',
    async line => {
      needsLinux();
      for (const give of ['run_command', 'send_text']) {
        await using terminal = await TestTerminal.open(backend, 'dash');
        await terminal.run('true');
        if (give === 'send_text') await terminal.call(give, {text: line, submit: true});
        else await terminal.run(line, {wait_for_completion: false});
        for (const text of ['one', 'two'])
          expect(await terminal.run(`echo ${text}`)).toMatchObject({
            state: 'completed',
            exit_code: null,
            output: expect.stringMatching(`^${text}`),
          });
      }
    },
  );

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
