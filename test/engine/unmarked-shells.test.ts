/** Shells that say no marks: what becomes of a line there is told by who reads, and how; never by the line having been sent. */

import {beforeEach, describe, expect, test} from 'vitest';
import {rcFile} from '../conformance/shell-homes.ts';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';
import {openNested, type} from '../support/nested-shell.ts';

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

test.each([
  ['ksh', false],
  ['ksh', true],
  ['ksh +o multiline', false],
  ['ksh +o multiline', true],
])(
  'of a nested %s a line longer than the row leaves nothing of its echo in the output (integrated: %s)',
  async (nested, isIntegrated) => {
    needs('ksh');
    needsLinux();
    await using terminal = await openNested(nested);
    if (isIntegrated) await terminal.call('manage_session', {action: 'integrate'});
    // The edge of the screen falls onto each place of a word, and onto the blank behind it.
    for (const words of ['ab cd2 efg ', 'xx  ', 'yyyyyyyyyyyyy '])
      for (const length of [72, 73, 74, 75, 76, 77, 78, 100, 160, 240]) {
        const text = `${words.repeat(40).slice(0, length)}z`;
        expect(await terminal.run(`echo '${text}'`)).toMatchObject({state: 'completed', output: text});
        expect(await terminal.run(`: '${text}'`)).toMatchObject({state: 'completed', output: ''});
      }
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
      await goesOn(terminal);
    }
  },
);

test.each(['bash --norc --noprofile', 'zsh -f', 'dash', 'mksh', 'busybox ash'])(
  'a nested %s whose prompt becomes the one of unfinished lines takes lines, and none where one goes on',
  async nested => {
    needs(nested.split(' ')[0] ?? '');
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested);
    for (const [line, output] of Object.entries({"PS1='> '": '', 'echo a': 'a', true: '', 'printf foo': 'foo'}))
      expect(await terminal.run(line)).toMatchObject({state: 'completed', exit_code: null, output});
    await goesOn(terminal);
    expect(await terminal.run('echo b')).toMatchObject({state: 'completed', output: 'b'});
  },
);

test.each(['bash --norc --noprofile', 'zsh -f'])(
  'in a nested %s what stands behind a Ctrl+C is its prompt, whatever it looks like',
  async nested => {
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    // Nobody has seen it before somebody typed there.
    await terminal.call('send_text', {text: nested, submit: true});
    await terminal.run("PS1='> '; x[1]=1", {timeout: 3});
    await terminal.call('send_control', {character: 'C', timeout: 40});
    for (let i = 0; i < 2; i++) expect(await terminal.run('echo a')).toMatchObject({state: 'completed', output: 'a'});
  },
);

test('a `read -e` of a nested bash that asks as its unfinished lines do is given no command', async () => {
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('bash --norc --noprofile');
  await terminal.run("PS1='$ '");
  expect(await terminal.run("read -e -p '> ' x", {timeout: 3})).toMatchObject({state: 'awaiting_input'});
  await expect(terminal.run('echo two', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: 'answer', submit: true});
  expect(await terminal.run('echo $x')).toMatchObject({state: 'completed', output: 'answer'});
});

// As zsh-newuser-install does where there is no .zshrc, and somebody's .bashrc.
test.each([
  ['zsh', {'.zshrc': "read -k key'?--- Type one of the keys in parentheses --- '\n"}, 'Type one of the keys'],
  ['zsh', {'.zshrc': "read -k key'?Key > '\n"}, 'Key >'],
  ['bash', {'in.rc': "read -n1 -p 'Update now [y/n] $ ' key\n"}, 'Update now'],
] as const)(
  'a nested %s that asks for one key before its first prompt is given no command: %j',
  async (nested, home, asked) => {
    needs(nested);
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash', {home});
    expect(await terminal.run(nested === 'bash' ? 'bash --rcfile in.rc' : nested)).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'prompt', tail: expect.stringContaining(asked)},
    });
    const refusal = {code: 'session_busy', message: expect.stringContaining(asked)};
    for (let i = 0; i < 2; i++)
      await expect(terminal.run('echo swallowed', {timeout: 1})).rejects.toMatchObject(refusal);
    await terminal.call('send_keys', {keys: ['q']});
    expect(await terminal.run('echo whole')).toMatchObject({state: 'completed', output: 'whole'});
  },
);

test('what a nested zsh asks for one key at its prompt is given no command', async () => {
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('zsh -f');
  expect(await terminal.run("read -k 'key?Sure? % '")).toMatchObject({state: 'awaiting_input'});
  await expect(terminal.run('echo swallowed', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_keys', {keys: ['y']});
  expect(await terminal.run('echo $key')).toMatchObject({state: 'completed', output: 'y'});
});

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

test.each(["PS1='$ ' dash", "PS1='$ ' bash --norc --noediting", 'ksh', 'python3 -q'])(
  'in a nested %s output that ends in a blank becomes no part of the prompt, and what follows is all there',
  async nested => {
    const isPython = nested.startsWith('python3');
    for (const program of ['dash', 'ksh', 'python3']) if (nested.includes(program)) needs(program);
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(nested);
    const print = (text: string) => (isPython ? `print('${text}', end='')` : `printf '${text}'`);
    for (const text of ['Working ', '42', 'Working ', 'Working ', 'a\\nb', 'x: ', 'not x: ', '', '7'])
      expect(await terminal.run(print(text))).toMatchObject({output: text.replace('\\n', '\n')});
  },
);

test('what a nested shell has got in front of its prompt is in no output, once it has stood behind two lines', async () => {
  needsLinux();
  await using terminal = await openNested("PS1='$ ' dash");
  await terminal.run('PS1="(venv) $PS1"');
  await terminal.run('true');
  for (const [line, output] of Object.entries({
    'echo a': 'a',
    'printf b': 'b',
    true: '',
    'PS1="$ "': '',
    'echo c': 'c',
  }))
    expect(await terminal.run(line)).toMatchObject({output});
});

test.each(['bash --norc --noprofile', 'bash --norc --noprofile -o vi'])(
  'in a nested `%s` a prompt that ends in the one before, and changes with the folder, is in no output',
  async shell => {
    await using terminal = await openNested(shell);
    await terminal.run('mkdir test mytest src');
    for (const line of ["PS1='$ '", String.raw`PS1='\W$ '`, 'cd test', 'cd ../mytest', 'cd ../src', 'true'])
      expect(await terminal.run(line)).toMatchObject({state: 'completed', output: ''});
    for (const [line, output] of Object.entries({
      'printf x': 'x',
      'echo y': 'y',
      "printf 'a\\nb'": 'a\nb',
      "printf '$ '": '$ ',
      'cd ..; printf z': 'z',
    }))
      expect(await terminal.run(line)).toMatchObject({state: 'completed', output});
  },
);

test('in a nested dash a prompt that ends in the one before is in no output, once it has stood behind two lines', async () => {
  needsLinux();
  await using terminal = await openNested("PS1='$ ' dash");
  await terminal.run("PS1='new$ '");
  await terminal.run('true');
  for (const [line, output] of Object.entries({'echo a': 'a', true: '', 'printf b': 'b', 'echo c': 'c'}))
    expect(await terminal.run(line)).toMatchObject({output});
});

test('text that ends in a blank, which two lines have printed in turn, takes nothing of what follows', async () => {
  needsLinux();
  await using terminal = await openNested("PS1='$ ' dash");
  for (const [line, output] of Object.entries({
    "printf 'ok '": 'ok ',
    'printf "ok "': 'ok ',
    'printf 42': '42',
    "printf 'a\\nb'": 'a\nb',
    "printf 'x: '": 'x: ',
    "PS1='other> '": '',
    'echo c': 'c',
  }))
    expect(await terminal.run(line)).toMatchObject({output});
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

test.each([
  ['bash', 'bash5', '--norc --noprofile'],
  ['zsh', 'zsh-5.9', '-f'],
])(
  'a %s that is called %s is one: a command goes on there, and what history would change is not given to it',
  async (shell, name, options) => {
    needs(shell);
    needsLinux();
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(`ln -s "$(command -v ${shell})" ${name}`);
    const begins = await terminal.run(`./${name} ${options}`);
    expect(begins).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell', program: name}});
    await expect(terminal.run('echo "a!b"')).rejects.toMatchObject({code: 'not_supported'});
    expect(await terminal.run("echo 'a")).toMatchObject({waiting_for: {kind: 'continuation'}});
  },
);

/** An open quote is told as one, takes no command, and is dropped by Ctrl+C. */
async function goesOn(terminal: TestTerminal): Promise<void> {
  expect(await terminal.run('echo "abc', {timeout: 3})).toMatchObject({
    state: 'awaiting_input',
    waiting_for: {kind: 'continuation'},
  });
  await expect(terminal.run('echo two', {timeout: 1})).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_control', {character: 'C'});
}
