/** Shells that say no marks: what becomes of a line there is told by who reads, and how; never by the line having been sent. */

import {setTimeout as sleep} from 'node:timers/promises';
import {beforeEach, describe, expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {rcFile} from '../conformance/shell-homes.ts';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

const anna: Actor = {type: 'person', name: 'anna'};

async function type(terminal: TestTerminal, bytes: string): Promise<void> {
  await terminal.session.gate.write(anna, Buffer.from(bytes), {kind: 'typed'});
  terminal.session.gate.lease.release(anna);
}

async function openNested(line: string): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run(line);
  await terminal.run('echo warm');
  return terminal;
}

test.each(['bash --norc --noprofile', 'dash'])(
  'in a nested %s Ctrl+C at any moment of a line completes none that it threw away, and takes nothing from the next',
  async nested => {
    await using terminal = await openNested(nested);
    for (let round = 0; round < 30; round++) {
      const run = terminal.run(`echo first-${round}`);
      await sleep((round % 20) / 4);
      await type(terminal, '\x03');
      const {state, output} = await run;
      if (state !== 'interrupted')
        expect({state, output}).toEqual({state: 'completed', output: expect.stringContaining(`first-${round}`)});
      expect(await terminal.run(`echo next-${round}`)).toMatchObject({state: 'completed', output: `next-${round}`});
    }
  },
);

describe.each(['dash', 'bash --norc --noprofile --noediting', 'zsh -f +Z'])(
  'in a nested %s, without a line editor',
  nested => {
    beforeEach(() => needsLinux());

    test('output without a line feed at its end is over when the shell reads at its prompt', async () => {
      await using terminal = await openNested(nested);
      const lines = {'printf foo': 'foo', 'printf "a\\nfoo:"': 'a\nfoo:', 'printf "##"': '##', 'echo bar': 'bar'};
      for (const [line, output] of Object.entries(lines))
        expect(await terminal.run(line)).toMatchObject({
          state: 'completed',
          via: 'foreground',
          exit_code: null,
          output,
        });
    });

    test('a `read` that asks in the words of the prompt is not over', async () => {
      await using terminal = await openNested(nested);
      const prompt = terminal.session.lastLine();
      const asks = await terminal.run(`printf '${prompt} '; read -r line; echo "got $line"`, {timeout: 2});
      expect(asks['state']).not.toBe('completed');
      await type(terminal, 'answer\r');
      expect(await terminal.call('read_output', {command_id: asks['command_id'], wait_ms: 20_000})).toMatchObject({
        state: 'completed',
        text: expect.stringContaining('got answer'),
      });
    });
  },
);

test.each([
  'dash',
  'busybox sh',
  'mksh',
  'ksh',
  'bash --norc --noediting',
  'env TERM=dumb bash --norc',
  'zsh -f +Z',
  'zsh -f',
  'zsh -f -o no_prompt_sp',
  'env TERM=dumb zsh -f',
  'rbash --norc',
])(
  'in a nested %s blocks, and texts without a line feed behind each other, are output as they were printed',
  async nested => {
    for (const program of nested.split(' ').filter(word => /^[a-z]+$/.test(word) && word !== 'env')) needs(program);
    needsLinux();
    await using terminal = await openNested(nested);
    const lines = {
      'printf foo': 'foo',
      'echo aa\nsh -c "exit 4"': 'aa',
      'printf "45%%"': '45%',
      'printf "####"': '####',
      'cat <<E\nx $((1+1)) "z"\nE\nfalse': 'x 2 "z"',
      [`echo ${'y'.repeat(90)}`]: 'y'.repeat(90),
      'echo bar': 'bar',
    };
    for (const [line, output] of Object.entries(lines))
      expect(await terminal.run(line)).toMatchObject({state: 'completed', via: 'foreground', exit_code: null, output});
  },
);

test.each(["PS1='> ' dash", 'PS1= dash', "PS1='45%% ' dash", "PS1='> ' bash --norc --noediting"])(
  'a nested %s is at its prompt, whatever this looks like, and a line that goes on is none that is over',
  async nested => {
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested.replace('%%', '%'));
    for (let round = 0; round < 2; round++) {
      for (const [line, output] of Object.entries({'printf foo': 'foo', 'printf "45%%"': '45%', 'echo bar': 'bar'}))
        expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: null, output});
      expect(await terminal.run('echo "abc', {timeout: 3})).toMatchObject({
        state: 'awaiting_input',
        waiting_for: {kind: 'continuation'},
      });
      await expect(terminal.run('echo two', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
    }
  },
);

test.each(['dash', 'bash --norc --noediting', 'zsh -f +Z', 'zsh -f', 'bash --norc', 'mksh'])(
  'in a nested %s a line behind Ctrl+C runs, and one that goes on is thrown away by it',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await openNested(nested);
    for (let round = 0; round < 5; round++) {
      await type(terminal, '\x03');
      expect(await terminal.run(`echo ran-${round} | tee -a ran`)).toMatchObject({
        state: 'completed',
        output: `ran-${round}`,
      });
      await terminal.run('echo "abc', {timeout: 2});
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
    }
    expect(terminal.read('ran')).toBe('ran-0\nran-1\nran-2\nran-3\nran-4\n');
  },
);

test.each(['dash', 'zsh -f', 'bash --norc'])(
  'half a line that the same agent has typed in a nested %s is not gone on with',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested);
    const line = 'echo 6';
    expect(await terminal.run(line)).toMatchObject({output: '6'});
    await terminal.call('send_text', {text: 'xx', paste: false});
    await expect(terminal.run(line)).rejects.toMatchObject({code: 'input_held'});
    const waiting = terminal.run(line);
    await terminal.call('send_control', {character: 'C'});
    expect(await waiting).toMatchObject({output: '6'});
    // What a program reads key by key is none.
    const keys = await terminal.run("sh -c 'stty -icanon; head -c 2 >/dev/null; stty icanon'", {timeout: 1});
    await terminal.call('send_text', {text: 'xx', paste: false});
    await terminal.call('read_output', {command_id: keys['command_id'], wait_ms: 20_000});
    expect(await terminal.run(line)).toMatchObject({output: '6'});
  },
);

test.each(['busybox sh', 'busybox ash -i'])(
  'a nested %s has the name of the shell that it is, and an unfinished line goes on in it',
  async nested => {
    needs('busybox');
    needsLinux();
    await using terminal = await openNested(nested);
    const program = nested.split(' ')[1];
    for (let i = 0; i < 2; i++) {
      expect(await terminal.run("echo 'open")).toMatchObject({
        state: 'awaiting_input',
        waiting_for: {kind: 'continuation', program},
      });
      await terminal.call('send_control', {character: 'C'});
    }
    expect(await terminal.run('echo next')).toMatchObject({state: 'completed', exit_code: null, output: 'next'});
  },
);

test.each([
  ['zsh -f', 'while :; do :; done; echo no'],
  ['zsh -f', 'sh -c "exit 5"; while :; do :; done; echo no'],
  ['fish --no-config', 'while true; true; end; echo no'],
  ['fish --no-config', 'sh -c "exit 5"; while true; true; end; echo no'],
])(
  'Ctrl+C that meets a nested %s with marks between two commands leaves no exit code but that of the interrupt: %s',
  async (nested, line) => {
    needs(nested.split(' ')[0] ?? '');
    await using terminal = await openNested(nested);
    await terminal.call('manage_session', {action: 'integrate'});
    const running = await terminal.run(line, {timeout: 1});
    expect(running).toMatchObject({state: 'running'});
    await terminal.call('send_control', {character: 'C'});
    const ended = await terminal.call('read_output', {command_id: running['command_id'], wait_ms: 60_000});
    expect(ended).toMatchObject({
      state: expect.stringMatching(/^(interrupted|completed)$/),
      exit_code: expect.toSatisfy(code => code === null || code === 130),
    });
    expect(await terminal.outcome('echo next; false')).toEqual(completed('next', 1));
  },
);

test('a nested fish shows as output what a line has printed, and nothing of what it drew of the line itself', async () => {
  await using terminal = await openNested('fish');
  await terminal.run('mkdir -p longer/dir');
  const wide = 'x'.repeat(120);
  for (const [line, output] of Object.entries({
    'cd longer': '',
    pwd: `${terminal.home}/longer`,
    [`echo ${wide}`]: wide,
    'cd ..': '',
  }))
    expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: null, output});
});

test('what a nested fish draws of a line that is wrapped is no output, also where it knows no pastes', async () => {
  needs('fish');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('mkdir -p some/deeper/folder; cd some/deeper/folder');
  await terminal.run('fish --no-config');
  for (const words of [1, 12, 25, 50, 90]) {
    expect(await terminal.run(`echo ok # ${'ab '.repeat(words)}`)).toMatchObject({state: 'completed', output: 'ok'});
    const read = `echo; echo behind; read -l ${'x'.repeat(3 * words)}`;
    expect(await terminal.run(read)).toMatchObject({output: expect.stringMatching(/^\nbehind\nread>/)});
    await terminal.call('send_control', {character: 'C'});
  }
});

test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config', 'python3 -q'])(
  'in a nested %s output without a line feed is all there, also behind other such output',
  async nested => {
    const program = nested.split(' ')[0] ?? '';
    needs(program);
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested);
    const print =
      program === 'python3' ? (text: string) => `print("${text}", end="")` : (text: string) => `printf "${text}"`;
    for (const [text, output] of Object.entries({a: 'a', b: 'b', 'x\\n100%%': 'x\n100%%', c: 'c'}))
      expect(await terminal.run(print(text))).toMatchObject({
        output: program === 'python3' ? output : output.replace('%%', '%'),
      });
  },
);

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

test.each(['Z', '\\', 'C'])(
  'Ctrl+%s at a shell that says no marks leaves its line empty, and what runs next alone',
  async character => {
    needs('tcsh');
    await using terminal = await TestTerminal.open('pty', 'tcsh');
    expect(await terminal.outcome('echo one')).toMatchObject({state: 'completed', output: 'one'});
    await terminal.call('send_control', {character});
    const two = await terminal.run('echo two');
    expect(two).toMatchObject({state: 'completed', output: 'two'});
    expect(two).not.toHaveProperty('mixed_output');
  },
);

test('half a line at the prompt of a shell without marks is waited for a moment, and refused when it stays', async () => {
  needs('tcsh');
  await using terminal = await TestTerminal.open('pty', 'tcsh');
  await terminal.run('echo one');
  await terminal.call('send_text', {text: 'xx', paste: false});
  await expect(terminal.run('echo two')).rejects.toMatchObject({code: 'input_held'});
  const waiting = terminal.run('echo two');
  await terminal.call('send_control', {character: 'C'});
  expect(await waiting).toMatchObject({state: 'completed', output: 'two'});
});

test('what somebody types while a line of a nested shell runs may be in its output, which says so', async () => {
  needsLinux();
  await using terminal = await openNested('dash');
  const begun = terminal.call('watch_output', {pattern: '^begun', timeout: 20});
  const run = terminal.run('echo begun; while ! test -e go; do sleep 0.05; done', {timeout: 20});
  await begun;
  await type(terminal, 'true\r');
  terminal.write('go', '');
  expect(await run).toMatchObject({state: 'completed', mixed_output: true});
});

test('a shell without marks that is stopped is said to be', async () => {
  needs('tcsh');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'tcsh');
  await terminal.run('echo one');
  const {pid} = terminal.session.facts;
  process.kill(pid ?? 0, 'SIGSTOP');
  await expect(terminal.run('echo two', {timeout: 2})).rejects.toMatchObject({
    code: 'session_busy',
    message: expect.stringContaining('is stopped'),
  });
  process.kill(pid ?? 0, 'SIGCONT');
  expect(await terminal.run('echo three')).toMatchObject({state: 'completed', output: 'three'});
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

test.each([
  ['fish --no-config', 'read x'],
  ['fish --no-config', "read --prompt-str '' x"],
  ['zsh -f', 'vared -c x'],
  ['bash --norc --noprofile', 'read -e x'],
])('in a %s, nested or in the place of the own shell, no command is the answer to `%s`', async (shell, reads) => {
  needs(shell.split(' ')[0] ?? '');
  for (const line of [shell, `exec ${shell}`]) {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(line);
    expect(await terminal.run('echo before')).toMatchObject({state: 'completed', output: 'before'});
    await terminal.call('send_text', {text: reads, submit: true});
    for (let i = 0; i < 2; i++) await expect(terminal.run('echo no')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo between')).toMatchObject({state: 'completed', output: 'between'});
    expect(await terminal.run(reads)).toMatchObject({state: 'awaiting_input'});
    await expect(terminal.run('echo no')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'answer', submit: true});
    expect(await terminal.run('echo after $x')).toMatchObject({state: 'completed', output: 'after answer'});
  }
});

test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config'])(
  'below the prompt of a %s without marks a background job may have printed: it takes commands all the same',
  async shell => {
    needs(shell.split(' ')[0] ?? '');
    for (const line of [shell, `exec ${shell}`]) {
      await using terminal = await TestTerminal.open('pty', 'bash');
      await terminal.run(line);
      await terminal.run("sh -c 'while ! test -e go; do sleep 0.01; done; echo late' &");
      const last = await terminal.run('echo before');
      terminal.write('go', '');
      // fish says at once that the job is over; the others with their next prompt.
      const pattern = shell.startsWith('fish') ? 'has ended' : '^(.*[^ ] )?late';
      const news = {pattern, cursor: last['cursor'], timeout: 20};
      expect(await terminal.call('watch_output', news)).toMatchObject({matched: true});
      const after = await terminal.run('echo after');
      expect(after).toMatchObject({state: 'completed', output: expect.stringMatching(/^after(\n\[1\].*)?$/)});
    }
  },
);

test.each([
  ['tcsh', 'true'],
  ['bash', 'exec bash --norc --noprofile'],
  ['bash', 'exec dash'],
] as const)('%s, %s: what is typed at a prompt without marks runs as long as it is seen to', async (shell, first) => {
  await using terminal = await TestTerminal.open('pty', shell);
  await terminal.run(first);
  await terminal.run('true');
  const control = (character: string) => terminal.call('send_control', {character});
  const enter = (text: string) => terminal.call('send_text', {text, submit: true});
  expect(await enter('true')).toMatchObject({state: 'ready'});
  await expect(control('D')).rejects.toMatchObject({code: 'denied'});
  expect(await enter('sleep 300')).toMatchObject({state: 'running', via: 'foreground'});
  await expect(control('D')).rejects.toMatchObject({code: 'denied'});
  expect(await control('C')).toMatchObject({state: 'ready'});
  expect(await enter('cat >got')).toMatchObject({state: 'running'});
  expect(await enter('typed')).toMatchObject({state: 'running'});
  expect(await control('D')).toMatchObject({state: 'ready'});
  expect(terminal.read('got')).toBe('typed\n');
  expect(await enter("sh -c 'printf Name?; read x'")).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'prompt', tail: 'Name?'},
  });
  expect(await enter('anna')).toMatchObject({state: 'ready'});
  expect(await terminal.run('echo mine')).toMatchObject({state: 'completed', output: 'mine'});
});

test('Ctrl+U at an empty prompt without marks leaves no half-typed line', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('exec bash --norc --noprofile');
  expect(await terminal.run('echo one')).toMatchObject({state: 'completed', output: 'one'});
  await terminal.call('send_control', {character: 'U'});
  expect(await terminal.run('echo two')).toMatchObject({state: 'completed', output: 'two'});
  await type(terminal, 'half');
  await terminal.call('send_control', {character: 'U'});
  await expect(terminal.run('echo three')).rejects.toMatchObject({code: 'input_held'});
});

test.each([
  ['bash', 'zsh'],
  ['bash', 'fish'],
  ['zsh', 'bash'],
  ['fish', 'bash'],
] as const)(
  'a %s whose file ends in `exec %s` takes its first line whole, and is exact once asked for',
  async (shell, other) => {
    needs(shell, other);
    await using terminal = await TestTerminal.open('pty', shell, {home: {[rcFile(shell)]: `exec ${other}\n`}});
    expect(await terminal.run("echo one; sh -c 'exit 7'")).toMatchObject({
      state: 'completed',
      exit_code: null,
      output: 'one',
      hint: expect.stringContaining('action=integrate'),
    });
    expect(await terminal.call('manage_session', {action: 'integrate'})).toMatchObject({shell_integration: 'full'});
    expect(await terminal.outcome("echo two; sh -c 'exit 7'")).toEqual(completed('two', 7));
  },
);

test.each(['dash', 'bash --norc --noprofile --noediting'])(
  'a nested %s whose echo was switched off reads commands on, and what its `read` takes then is a secret',
  async shell => {
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(shell);
    expect(await terminal.run('stty -echo')).toMatchObject({state: 'completed', via: 'foreground'});
    expect(await terminal.run('echo unseen')).toMatchObject({state: 'completed', output: 'unseen'});
    expect(await terminal.run('printf "Password: "; read word')).toMatchObject({
      state: 'secret_wanted',
      waiting_for: {kind: 'secret', tail: 'Password:'},
    });
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('stty echo')).toMatchObject({state: 'completed', via: 'foreground'});
    expect(await terminal.run('echo seen')).toMatchObject({state: 'completed', output: 'seen'});
  },
);

test.each(['bash --norc --noprofile --noediting', 'zsh -f +Z'])(
  'a shell without line editor in the place of the own one (%s) takes commands, and none while it reads',
  async other => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    needs(other.split(' ')[0] ?? '');
    const graded = {state: 'completed', via: 'foreground', exit_code: null};
    expect(await terminal.run(`exec ${other}`)).toMatchObject(graded);
    expect(await terminal.run('echo one; echo two')).toMatchObject({...graded, output: 'one\ntwo'});
    await terminal.run('read word', {timeout: 2});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'said', submit: true, paste: false});
    expect(await terminal.run('echo $word; test -e mine || echo none')).toMatchObject({
      ...graded,
      output: 'said\nnone',
    });
  },
);
