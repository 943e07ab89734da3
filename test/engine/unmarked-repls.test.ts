/** Interpreters and other programs that read statements and say no marks: where one goes on, where it is over, and what of it is output. */

import {writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';
import {openNested} from '../support/nested-shell.ts';

test.each([
  ['sqlite3', 'select 1', '+ 6;', '7'],
  ['python3 -q', 'if True:', '  print(3 + 4)\n', '7'],
  ['node', '(3 +', '4)', '7'],
])('in %s a statement that goes on is not over, and takes no other line', async (repl, first, rest, output) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl);
  const begun = await terminal.run(first);
  expect(begun).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'repl', program: expect.stringContaining(repl.split(' ')[0] ?? '')},
  });
  expect(await terminal.call('read_output', {command_id: begun['command_id']})).not.toMatchObject({state: 'completed'});
  await expect(terminal.run('0;')).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: rest, submit: true, paste: false});
  expect(await terminal.call('read_output', {command_id: begun['command_id'], wait_ms: 40_000})).toMatchObject({
    state: 'completed',
    text: expect.stringContaining(output),
  });
  expect(await terminal.run(repl.startsWith('s') ? 'select 8;' : '8')).toMatchObject({output: '8'});
});

test.each([
  ['sqlite3', 'select 41+1;'],
  ['perl -de 1', 'p 41+1'],
])('%s, which answers Ctrl+C by nothing, takes the next line', async (repl, line) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl);
  expect(await terminal.run(line)).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
  await terminal.call('send_control', {character: 'C'});
  expect(await terminal.run(line)).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
});

test('in sqlite3, where Ctrl+C drops no unfinished statement, the refusal of another line says what ends it', async () => {
  needs('sqlite3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('sqlite3');
  const waits = {state: 'awaiting_input', waiting_for: {kind: 'repl', program: 'sqlite3'}};
  for (let i = 0; i < 2; i++) {
    expect(await terminal.call('send_control', {character: 'C', timeout: 40})).toMatchObject(waits);
    expect(await terminal.run('select 42;')).toMatchObject({output: '42'});
  }
  await terminal.run('select');
  const hint = expect.stringMatching(/^(?!.*character=C).*";" ends a statement/);
  await expect(terminal.run('select 5;')).rejects.toMatchObject({code: 'session_busy', hint});
  await terminal.call('send_text', {text: ';', submit: true, paste: false});
  expect(await terminal.run('select 41+1;')).toMatchObject({output: '42'});
});

test('a question of Python’s in the words of its prompt takes no command', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('/usr/bin/python3 -q');
  // From 3.13 on its own line editor waits at places that change.
  const versions = await terminal.run('import sys; print(sys.version_info >= (3, 13))');
  if (versions['output'] !== 'False') return;
  for (const question of ['x = input(">>> ")', 'for i in range(2): x = input(">>> ")\n']) {
    expect(await terminal.run(question, {timeout: 4})).toMatchObject({state: 'awaiting_input'});
    await expect(terminal.run('print("second")', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'answer', submit: true});
    if (question.startsWith('for')) await terminal.call('send_text', {text: 'answer', submit: true});
    expect(await terminal.run('print(x)')).toMatchObject({output: 'answer', waiting_for: {kind: 'repl'}});
  }
  await terminal.run('x = input(">>> ")', {timeout: 4});
  await terminal.call('send_control', {character: 'C', timeout: 40});
  expect(await terminal.run('print(41 + 1)')).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
  await terminal.run('import code; code.interact()', {timeout: 4});
  for (let i = 0; i < 2; i++) expect(await terminal.run('print(40 + 3)')).toMatchObject({output: '43'});
});

test.each([
  ['expect', 'expr 41+1', '42'],
  ['guile -q', '(display "x")', 'x'],
])('the prompt of %s is in no output, also where it counts, or stands behind text', async (repl, line, output) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl);
  for (let i = 0; i < 2; i++) expect(await terminal.run(line)).toMatchObject({output, waiting_for: {kind: 'repl'}});
});

test.each([
  ['gdb -q -nx', 'set prompt upper\\nmiddle\\n(gdb) ', 'printf "one\\nupper"', 'one\nupper', 'set $a = 1'],
  ['bash --norc --noprofile', "PS1='upper\\nmiddle\\n$ '", 'echo one; printf upper', 'one\nupper', 'true'],
])('the upper rows of a prompt of %s are in no output', async (program, sets, line, output, silent) => {
  needs(program.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(program);
  expect(await terminal.run(sets)).toMatchObject({output: ''});
  for (let i = 0; i < 2; i++) {
    expect(await terminal.run(line)).toMatchObject({output});
    expect(await terminal.run(silent)).toMatchObject({output: ''});
  }
});

test('a prompt that is the name of its program in brackets, and ends as no other, takes commands', async () => {
  needs('parted');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('truncate -s 4M disk; parted ./disk');
  for (let i = 0; i < 2; i++)
    expect(await terminal.run('help unit')).toMatchObject({
      waiting_for: {kind: 'repl'},
      output: expect.stringContaining('UNIT'),
    });
});

test.each([
  ['lua', 'print(1', '+41)', '42'],
  ['bash --norc --noediting', 'echo "4', '2"', '4\n2'],
])('in %s the rest of a line is no other line', async (repl, first, rest, output) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl);
  await terminal.run(repl.startsWith('lua') ? 'print(0)' : 'echo 0');
  const begun = await terminal.run(first, {timeout: 5});
  expect(begun).toMatchObject({state: 'awaiting_input'});
  await expect(terminal.run('true', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: rest, submit: true, paste: false});
  expect(await terminal.call('read_output', {command_id: begun['command_id'], wait_ms: 40_000})).toMatchObject({
    state: 'completed',
    text: expect.stringContaining(output),
  });
});

test.each([
  ['bc -q', 'print "p"', 'print "x: "', '1 + 1'],
  ['dc', '[p] n', '[x] n', '1 1 + p'],
])('%s, which shows no prompt, takes the next line also behind output without a line feed', async (repl, ...lines) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl, {wait_for_completion: false});
  await terminal.until(session => session.tracker.current?.phase === 'running');
  const last = lines.pop();
  for (const line of lines) {
    expect(await terminal.run(String(last))).toMatchObject({output: '2'});
    await terminal.run(line);
  }
  expect(await terminal.run(String(last))).toMatchObject({output: '2'});
});

test.each([
  ['irb', 'def f', '3', 'end'],
  ['irb', '[1,', '2]'],
  ['irb', '"abc', 'def"'],
  ['irb -f --noreadline --prompt simple', 'def f', '3', 'end'],
])('in %s `%s` goes on, and is over behind the rest', async (repl, first, ...rest) => {
  needs('irb');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl);
  const begun = await terminal.run(first, {timeout: 1000});
  expect(begun).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl', program: 'irb'}});
  await expect(terminal.run('7')).rejects.toMatchObject({message: expect.stringContaining('unfinished')});
  for (const line of rest) await terminal.call('send_text', {text: line, submit: true, paste: false});
  // Between two of these lines it does wait for more.
  const more = () => terminal.call('read_output', {command_id: begun['command_id'], wait_ms: 10_000});
  await expect.poll(more, {timeout: 50_000}).toMatchObject({state: 'completed', text: expect.stringContaining('=> ')});
  expect(await terminal.run('7')).toMatchObject({output: '=> 7'});
});

test('in tclsh, which shows nothing where a statement goes on, it is told as waiting, and as unsure', async () => {
  needs('tclsh');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('tclsh');
  const begun = await terminal.run('if 1 {', {timeout: 1000});
  expect(begun).toMatchObject({state: 'awaiting_input', waiting_for: {program: 'tclsh', tail: '', unsure: true}});
  await expect(terminal.run('expr 1 + 1')).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: 'puts hi\n}', submit: true, paste: false});
  expect(await terminal.call('read_output', {command_id: begun['command_id'], wait_ms: 1_000_000})).toMatchObject({
    state: 'completed',
    text: expect.stringContaining('hi'),
  });
});

test.each(['mksh', 'busybox sh', 'dash', 'bash --norc --noprofile'])(
  'a REPL in the place of a nested %s is told as itself, and takes its statements',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await openNested(nested);
    expect(await terminal.run('exec node')).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'repl', program: 'node'},
    });
    expect(await terminal.run('1 + 1')).toMatchObject({output: '2', waiting_for: {kind: 'repl', program: 'node'}});
    expect(await terminal.run('process.exit(3)')).toMatchObject({state: 'shell_exited', exit_code: null});
    expect(await terminal.outcome('false')).toEqual(completed('', 1));
  },
);

test("what Python's `input()` asks in the form of a prompt takes no command", async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  const asks = await terminal.run(`python3 -q -i -c 'x = input("a$ ")'`, {timeout: 20});
  expect(asks).toMatchObject({state: 'awaiting_input'});
  await expect(terminal.run('print(6)')).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: 'one', submit: true, paste: false});
  expect(await terminal.run('print(x, 6)')).toMatchObject({output: 'one 6', waiting_for: {kind: 'repl'}});
  expect(await terminal.run('x = input("b> ")')).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'prompt'},
  });
  await expect(terminal.run('print(7)')).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: 'two', submit: true, paste: false});
  expect(await terminal.run('print(x, 7)')).toMatchObject({output: 'two 7', waiting_for: {kind: 'repl'}});
});

test.each([
  ['lua', 'io.write("> "); x = io.read()', 'print(x)'],
  ['tclsh', 'puts -nonewline "a% "; flush stdout; gets stdin x', 'set x'],
  ['perl -de0', 'print "a> "; chomp($x = <STDIN>)', 'p $x'],
])('what a statement in %s asks in the form of a prompt takes no command', async (repl, asking, line) => {
  needs(repl.split(' ')[0] ?? '');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(repl, {timeout: 40});
  for (const answer of ['one', 'two']) {
    expect(await terminal.run(asking)).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt'}});
    await expect(terminal.run(line)).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: answer, submit: true, paste: false});
    expect(await terminal.run(line)).toMatchObject({
      output: expect.stringContaining(answer),
      waiting_for: {kind: 'repl'},
    });
  }
});

test.each(['python3 -q', 'exec python3 -q', 'python3 -q -X utf8'])(
  '`%s` whose prompt is its own takes statements, and its `input()` does not',
  async program => {
    needs('python3');
    needsLinux();
    const home = {'start.py': "import sys; sys.ps1 = 'mine$ '\n"};
    await using terminal = await TestTerminal.open('pty', 'bash', {home});
    // That shell's prompts are none of Python's, though it is one process.
    if (program.startsWith('exec')) await terminal.run(`PS1='shell$ ' bash --norc --noprofile`);
    const shown = await terminal.run(`PYTHONSTARTUP=$HOME/start.py ${program}`);
    expect(shown).toMatchObject({waiting_for: {kind: 'repl', tail: 'mine$'}});
    for (const prompt of ['other> ', 'py: ']) {
      expect(await terminal.run('6 * 7')).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
      expect(await terminal.run('x = input("a$ ")')).toMatchObject({waiting_for: {kind: 'prompt'}});
      await expect(terminal.run('7 * 7')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'one', submit: true, paste: false});
      expect(await terminal.run('x')).toMatchObject({output: "'one'", waiting_for: {kind: 'repl'}});
      expect(await terminal.run(`sys.ps1 = "${prompt}"`)).toMatchObject({
        output: '',
        waiting_for: {kind: 'repl', tail: prompt.trim()},
      });
    }
    expect(await terminal.run('6 * 7')).toMatchObject({output: '42', waiting_for: {kind: 'repl'}});
  },
);

test('what a script asks before Python shows its prompt takes no command', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash', {
    home: {'asks.py': 'for at in 1, 2: x = input("> ")\n'},
  });
  expect(await terminal.run('python3 -i "$HOME/asks.py"')).toMatchObject({state: 'awaiting_input'});
  for (const answer of ['one', 'two']) {
    await expect(terminal.run('x')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: answer, submit: true, paste: false});
  }
  expect(await terminal.run('x')).toMatchObject({output: "'two'", waiting_for: {kind: 'repl', tail: '>>>'}});
});

test('a REPL that has printed behind its prompt is refused, and how to go on is said', async () => {
  needs('node');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('node');
  const late =
    "fs.watchFile('go', {interval: 20}, now => {if (now.mtimeMs) fs.unwatchFile('go'), console.log('late')}); 0";
  const last = await terminal.run(late);
  const news = terminal.call('watch_output', {pattern: '^(> )?late', cursor: last['cursor'], timeout: 20});
  terminal.write('go', '');
  expect(await news).toMatchObject({matched: true});
  await expect(terminal.run('1 + 1')).rejects.toMatchObject({
    code: 'session_busy',
    hint: expect.stringContaining('has it show its prompt again'),
  });
  await terminal.call('send_text', {text: '', submit: true, paste: false});
  expect(await terminal.run('1 + 1')).toMatchObject({output: '2'});
});

/** As redis-cli does: it drops what was typed before its prompt. */
const DROPS_TYPED = `
import sys, termios, tty
normal = termios.tcgetattr(0)
while True:
    print('127.0.0.1:6379> ', end='', flush=True)
    tty.setraw(0, termios.TCSAFLUSH)
    line = ''
    while (key := sys.stdin.buffer.raw.read(1)) != b'\\r':
        line += key.decode()
        print(key.decode(), end='', flush=True)
    termios.tcsetattr(0, termios.TCSAFLUSH, normal)
    print('\\ngot ' + line)
`;

test('a block for redis-cli, which would drop all of it but the first line, is refused, and none of it runs', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  writeFileSync(terminal.file('redis.py'), DROPS_TYPED);
  await terminal.run('ln -s "$(python3 -c "import sys; print(sys.executable)")" redis-cli');
  await terminal.run('./redis-cli redis.py');
  expect(await terminal.run('get a')).toMatchObject({output: 'got get a', waiting_for: {program: 'redis-cli'}});
  await expect(terminal.run('set a 1\nset b 2')).rejects.toMatchObject({
    code: 'not_supported',
    hint: expect.stringContaining('one line'),
  });
  expect(await terminal.run('get b\n')).toMatchObject({output: 'got get b', waiting_for: {kind: 'repl'}});
});
