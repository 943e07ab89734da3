import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {eventSeq} from '../../src/core/index.ts';
import {has, needs, skipUnless} from '../support/needs.ts';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {MessagePipe} from './message-pipe.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {rawOutput} from './session-log.ts';
import {SshServer} from './ssh-server.ts';
import {
  completed,
  fullShells,
  type ShellName,
  stillHere,
  TestTerminal,
  terminals,
  type Value,
} from './test-terminal.ts';
import {tmuxServer} from './tmux-server.ts';

/** A result inside a shell or program without marks: the end is seen, the exit code is not guessed. */
function graded(output: string): Value {
  return {output, exit_code: null, state: 'completed', via: 'foreground'};
}

/** What a line gets that ended the shell or program it was typed into: the exit code is that one's, not the line's. */
const left: Value = {state: 'shell_exited', exit_code: null, via: 'exit'};

describe.each(terminals([...fullShells, 'dash']))('$backend, $shell: exec', ({backend, shell}) => {
  const code = (exitCode: number) => (isPartLeftOut(backend, 'D29', 'how the shell has ended') ? null : exitCode);

  hardCase(
    'D29',
    'what reads in the place of the shell gets no command, and its end is that of the session',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('true');
      const open = await terminal.run(`exec sh -c 'while read x; do echo "$x" >>got; done; exit 5'`, {timeout: 1});
      expect(open).toMatchObject({state: 'running', exit_code: null});
      await expect(terminal.run('echo command')).rejects.toMatchObject({
        code: 'session_busy',
        message: expect.stringContaining('reads its input, and is no shell'),
      });
      expect(await terminal.call('send_text', {text: 'typed', submit: true})).toMatchObject({state: 'running'});
      const over = {state: 'shell_exited', exit_code: code(5)};
      expect(await terminal.call('send_control', {character: 'D', timeout: 40})).toMatchObject(over);
      expect(await ending(terminal, open)).toMatchObject(over);
      expect(terminal.read('got')).toBe('typed\n');
    },
  );

  hardCase('D29', 'a program of another name in the place of the shell gets no command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    expect(await terminal.run('exec cat >got', {timeout: 1})).toMatchObject({state: 'running', exit_code: null});
    await expect(terminal.run('echo command')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'typed', submit: true});
    expect(await terminal.call('send_control', {character: 'D', timeout: 40})).toMatchObject({state: 'shell_exited'});
    expect(terminal.read('got')).toBe('typed\n');
  });

  hardCase('D29', 'a REPL in the place of the shell is one', async () => {
    needs('python3');
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('true');
    const open = await terminal.run('exec python3 -q');
    expect(open).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl', program: 'python3'}});
    expect(await terminal.run('1+1')).toMatchObject({state: 'awaiting_input', output: expect.stringMatching(/^2\b/)});
    const over = {state: 'shell_exited', exit_code: code(6)};
    await terminal.call('send_text', {text: 'raise SystemExit(6)', submit: true, timeout: 40});
    expect(await ending(terminal, open)).toMatchObject(over);
  });
});

describe.each(terminals(fullShells))('$backend, $shell: nested shells', ({backend, shell}) => {
  hardCase.for(['bash --norc --noprofile', 'zsh -f', 'zsh -f -o nozle', 'fish --no-config', 'dash'])(
    'D28',
    'inside %s results are graded, and its exit code is the outer one',
    async inner => {
      await using terminal = await TestTerminal.open(backend, shell);
      const outer = await terminal.run(inner);
      expect(outer).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
      expect(await terminal.outcome("echo inner; sh -c 'exit 3'")).toEqual(graded('inner'));
      expect(await terminal.outcome('printf "a\\nb"; echo')).toEqual(graded('a\nb'));
      expect(await terminal.run('exit 5')).toMatchObject(left);
      const ended = await ending(terminal, outer);
      expect(ended).toMatchObject({state: 'completed', exit_code: 5});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  const unfinished = ['echo "un', 'cat <<E', 'if true'] as const;
  hardCase.for([
    ['a nested bash', 'bash --rcfile two-lines', unfinished],
    ['a nested zsh', 'ZDOTDIR=~/zsh zsh', unfinished],
    ['the shell that has taken the place of the session’s own', 'exec bash --rcfile two-lines', unfinished],
  ] as const)(
    'D20',
    'behind a line that goes on at a prompt like any other no line is given to %s',
    async ([, start, lines]) => {
      await using terminal = await TestTerminal.open(backend, shell, {
        home: {'two-lines': "PS1='\\w\\n> '\n", 'zsh/.zshrc': "PS1=$'%~\\n> ' PS2='> '\n"},
      });
      await terminal.run(start);
      const waits = {state: 'awaiting_input', waiting_for: {kind: 'continuation', unsure: true}};
      const refusal = {code: 'session_busy', message: expect.stringContaining('rest of an unfinished one')};
      for (const line of lines) {
        expect(await terminal.run(line)).toMatchObject(waits);
        await expect(terminal.run('echo swallowed')).rejects.toMatchObject(refusal);
        await terminal.call('send_control', {character: 'C'});
        expect(await terminal.outcome('echo "a\nb"')).toMatchObject({state: 'completed', via: 'foreground'});
      }
      expect(await terminal.run('echo "un')).toMatchObject(waits);
      await terminal.call('send_text', {text: 'finished"', submit: true});
      expect(await terminal.run('echo after')).toMatchObject({
        state: 'completed',
        output: expect.stringContaining('after'),
      });
    },
  );

  hardCase('D28', 'a prompt that is set anew to a word is none where a line goes on', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('bash --norc');
    expect(await terminal.run("PS1='prod> '")).toMatchObject({state: 'completed', via: 'foreground'});
    expect(await terminal.outcome('echo in it')).toEqual(graded('in it'));
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.outcome('echo in it')).toEqual(graded('in it'));
  });

  hardCase('D33', 'of a line that the line editor of a nested busybox would cut nothing runs', async () => {
    needs('busybox');
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('busybox sh');
    const long = `echo cut >ran; : ${'w'.repeat(1100)}`;
    await expect(terminal.run(long)).rejects.toMatchObject({code: 'too_large'});
    expect(existsSync(terminal.file('ran'))).toBe(false);
    expect(await terminal.outcome('echo whole')).toEqual(graded('whole'));
  });

  hardCase('D29', 'a shell that replaces itself goes on in the same session, graded down', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome('echo before')).toEqual(completed('before'));
    const replaced = await terminal.run(`exec ${shell}`);
    expect(replaced).toMatchObject({state: 'completed', exit_code: null, via: 'foreground'});
    expect(await terminal.outcome('echo after')).toEqual(graded('after'));
    expect(await terminal.outcome('false; echo again')).toEqual(graded('again'));
    expect(terminal.session.state).toBe('ready');
  });

  hardCase.for(exits(shell))('D30', '%s ends the shell with its code', async ([command, code]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const result = await terminal.run(`echo last words; ${command}`);
    expect(result).toMatchObject({
      state: 'shell_exited',
      exit_code: isPartLeftOut(backend, 'D30', 'how the shell has ended') ? null : code,
      via: 'exit',
      timed_out: false,
      output: expect.stringMatching(
        isPartLeftOut(backend, 'D30', 'the last output') ? /^(?:last words|$)/ : /^last words/,
      ),
    });
    expect(terminal.session.state).toBe('closed');
    const again = await terminal.call('read_output', {command_id: result['command_id']});
    expect(again).toMatchObject({state: 'shell_exited', exit_code: result['exit_code']});
    await expect(terminal.run('echo more')).rejects.toMatchObject({code: 'session_closed'});
  });

  hardCase('D31', 'the shell’s end is told at once, though a background child keeps the terminal open', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    using pid = new MessagePipe(terminal, 'pid');
    const keeper = `setsid sh -c 'echo $$ >pid; ${gate.wait}; :'`;
    const background =
      shell === 'zsh' ? `${keeper} &!` : shell === 'fish' ? `${keeper} &; disown` : `${keeper} & disown`;
    await terminal.run(background);
    const child = terminal.driver.processOf(await pid.line());
    const result = await terminal.run('exit 4');
    const exitCode = isPartLeftOut(backend, 'D31', 'how the shell has ended') ? null : 4;
    expect(result).toMatchObject({state: 'shell_exited', exit_code: exitCode, via: 'exit', timed_out: false});
    expect(child.isAlive).toBe(true);
    gate.open();
    await child.ended();
  });

  hardCase('D33', 'a virtual environment is the same shell, and stays exact', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome('python3 -m venv --without-pip env')).toEqual(completed(''));
    const activate = shell === 'fish' ? 'source env/bin/activate.fish' : '. env/bin/activate';
    expect(await terminal.outcome(activate)).toEqual(completed(''));
    expect(await terminal.outcome('basename $VIRTUAL_ENV; false')).toEqual(completed('env', 1));
    expect(await terminal.outcome('deactivate')).toEqual(completed(''));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(carriers)(
    'D33',
    '$name: inside it results are graded, and its end is the outer one',
    async ({command, isPossible, reason}) => {
      skipUnless(isPossible(), reason);
      await using terminal = await TestTerminal.open(backend, shell);
      const outer = await terminal.run(command);
      expect(outer).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
      expect(await terminal.outcome('echo inside')).toEqual(graded('inside'));
      const still = await terminal.call('read_output', {command_id: outer['command_id'], wait_ms: 1});
      expect(still).toMatchObject({exit_code: null});
      expect(still['state']).not.toBe('completed');
      expect(await terminal.run('exit 6')).toMatchObject(left);
      expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: 6});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase(
    'D35',
    'inside tmux: its screen is driven by keys, its prefix once, and leaving it gives the code',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using _server = tmuxServer(terminal);
      const outer = await terminal.run("tmux -S ./tmux -f /dev/null new 'PS1=inner: exec sh'");
      expect(outer).toMatchObject({
        state: 'tui',
        exit_code: null,
        waiting_for: {program: expect.stringContaining('tmux')},
      });
      await expect(terminal.run('echo lost')).rejects.toMatchObject({code: 'session_busy'});
      const typed = await terminal.call('send_keys', {keys: ['text:echo in"si"de', 'Enter'], wait_for: '(?m)^inside'});
      expect(typed).toMatchObject({matched: true});
      await terminal.call('send_keys', {keys: ['C-b', 'text:d']});
      const detached = await ending(terminal, outer);
      expect(detached).toMatchObject({state: 'completed', exit_code: 0, text: expect.stringContaining('[detached')});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );
});

describe.each(terminals(fullShells))('$backend, $shell: ssh', ({backend, shell}) => {
  hardCase(
    'D32',
    'an unknown host key is a question; inside, results are graded; the code is the remote one',
    async () => {
      await using server = await SshServer.start();
      await using terminal = await TestTerminal.open(backend, shell);
      const asked = await terminal.run(server.login('plain', ['StrictHostKeyChecking=ask']));
      expect(asked).toMatchObject({
        state: 'awaiting_input',
        exit_code: null,
        waiting_for: {kind: 'prompt', program: 'ssh', tail: expect.stringContaining('(yes/no')},
      });
      await terminal.call('send_text', {text: 'yes', submit: true});
      await terminal.until(session => session.lastLine() === 'remote$');
      const inside = await terminal.call('read_output', {command_id: asked['command_id'], wait_ms: 40_000});
      expect(inside).toMatchObject({state: 'awaiting_input', exit_code: null});
      expect(await terminal.outcome("echo remote $SSH_CONNECTION | cut -c1-16; sh -c 'exit 3'")).toEqual(
        graded('remote 127.0.0.1'),
      );
      expect(await terminal.run('exit 7')).toMatchObject(left);
      expect(await ending(terminal, asked)).toMatchObject({state: 'completed', exit_code: 7});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D32', 'answering no to the host key ends ssh with 255', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, shell);
    const options = ['StrictHostKeyChecking=ask', 'UserKnownHostsFile=/dev/null'];
    const asked = await terminal.run(server.login('plain', options));
    expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt'}});
    await terminal.call('send_text', {text: 'no', submit: true});
    const ended = await ending(terminal, asked);
    expect(ended).toMatchObject({state: 'completed', exit_code: 255});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D32', 'with strict checking an unknown host is refused without a question', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, shell);
    const options = ['StrictHostKeyChecking=yes', 'UserKnownHostsFile=/dev/null'];
    const refused = await terminal.run(server.login('plain', options));
    expect(refused).toMatchObject({state: 'completed', exit_code: 255, via: 'mark'});
    expect(String(refused['output'])).toContain('Host key verification failed');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D32',
    'a passphrase is a secret that reaches neither screen nor log; ~. drops the link with 255',
    async () => {
      await using server = await SshServer.start();
      await using terminal = await TestTerminal.open(backend, shell);
      const asked = await terminal.run(server.login('locked', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
      expect(asked).toMatchObject({state: 'secret_wanted', exit_code: null, waiting_for: {kind: 'secret'}});
      await terminal.call('send_text', {text: 'opensesame', submit: true});
      await terminal.until(session => session.lastLine() === 'remote$');
      const inside = await terminal.call('read_output', {command_id: asked['command_id'], wait_ms: 40_000});
      expect(inside).toMatchObject({state: 'awaiting_input', exit_code: null});
      expect(await terminal.outcome('echo unlocked')).toEqual(graded('unlocked'));
      expect((await rawOutput(terminal)).toString()).not.toContain('opensesame');
      for await (const event of terminal.session.log.events(eventSeq(0), {output: false}))
        if (event.type === 'input') expect(Buffer.from(event.bytes ?? []).toString()).not.toContain('opensesame');
      await terminal.call('send_keys', {keys: ['Enter', 'text:~.']});
      const dropped = await ending(terminal, asked);
      expect(dropped).toMatchObject({state: 'completed', exit_code: 255});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D32', 'a link that drops ends with 255, and what ran on the far side is lost', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, shell);
    const login = await terminal.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    expect(login).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
    const inner = await terminal.run('echo go; sleep 300', {until: '^go$'});
    server.dropLinks();
    expect(await ending(terminal, inner)).toMatchObject({state: 'lost', exit_code: null});
    expect(await ending(terminal, login)).toMatchObject({state: 'completed', exit_code: 255});
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(fullShells))('$backend, $shell: programs that read lines', ({backend, shell}) => {
  hardCase.for(repls)('D34', '$command: waits for input after each entry, and its end gives the code', async repl => {
    needs(repl.command.split(' ')[0] ?? '');
    await using terminal = await TestTerminal.open(backend, shell);
    const started = await terminal.run(repl.command);
    expect(started).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'repl'}});
    for (const [entry, output] of repl.entries)
      expect(await terminal.run(entry)).toMatchObject({...graded(output), ...again});
    expect(await terminal.run(repl.quit)).toMatchObject(left);
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: repl.code});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D34', 'a debugger without a line editor of its own takes commands too', async () => {
    needs('perl');
    await using terminal = await TestTerminal.open(backend, shell);
    const started = await terminal.run('PERL_RL=Stub perl -de 0');
    expect(started).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await terminal.run('print 6 * 7')).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await terminal.run('print 6 * 8')).toMatchObject({...graded('48'), state: 'awaiting_input'});
    expect(await terminal.run('q')).toMatchObject(left);
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase('D34', 'gdb: each of several lines is a command, or belongs to the one that is defined', async () => {
    needs('gdb');
    await using terminal = await TestTerminal.open(backend, shell);
    const started = await terminal.run('gdb -q -nx');
    const defined = await terminal.run('define answer\nprint 6 * 7\nend');
    expect(defined).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl', program: 'gdb'}});
    expect(String(defined['output'])).not.toContain('Undefined');
    expect(await terminal.run('answer')).toMatchObject({...graded('$1 = 42'), ...again});
    const two = await terminal.run('print 1\nprint 2');
    expect(String(two['output'])).toMatch(/\$2 = 1\n(?:.*\n)?\$3 = 2$/);
    expect(await terminal.run('quit 3')).toMatchObject(left);
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 3});
  });

  hardCase('D34', 'sqlite3: a line that begins with a dot ends where it ends', async () => {
    needs('sqlite3');
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('sqlite3');
    const both = await terminal.run('.mode line\nselect 41 + 1 as answer;');
    expect(both).toMatchObject({...graded('answer = 42'), ...again});
    expect(await terminal.run('select 6 *\n7 as answer;')).toMatchObject({...graded('answer = 42'), ...again});
    expect(await terminal.run('.exit 3')).toMatchObject(left);
  });

  hardCase('D34', 'python3: a definition on several lines is finished by an empty line', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const started = await terminal.run('python3 -q');
    const defining = await terminal.run('def answer():\n  return 6 * 7\n');
    expect(defining).toMatchObject({...graded(''), ...again});
    const finished = await terminal.call('send_keys', {keys: ['Enter'], wait_for: '(?m)^>>>\\s*$'});
    expect(finished).toMatchObject({matched: true});
    expect(await terminal.run('answer()')).toMatchObject({...graded('42'), ...again});
    expect(await terminal.run('exit(3)')).toMatchObject(left);
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 3});
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** A program that reads commands wants the next one. */
const again: Value = {state: 'awaiting_input', waiting_for: expect.objectContaining({kind: 'repl'})};

const repls: readonly {
  command: string;
  entries: readonly (readonly [string, string])[];
  quit: string;
  code: number;
}[] = [
  {
    command: 'python3 -q',
    entries: [
      ['6 * 7', '42'],
      ['print("two\\nlines")', 'two\nlines'],
      ['x = 1', ''],
    ],
    quit: 'exit(3)',
    code: 3,
  },
  {
    command: 'node',
    entries: [
      ['6 * 7', '42'],
      ['console.log("two\\nlines")', 'two\nlines\nundefined'],
    ],
    quit: 'process.exit(3)',
    code: 3,
  },
  {
    command: 'tclsh',
    entries: [
      ['expr 6 * 7', '42'],
      ['puts "two\\nlines"', 'two\nlines'],
    ],
    quit: 'exit 3',
    code: 3,
  },
  {command: 'sqlite3', entries: [['select 6 * 7;', '42']], quit: '.exit 3', code: 3},
  {
    command: 'gdb -q -nx',
    entries: [
      ['print 6 * 7', '$1 = 42'],
      ['echo two\\nlines\\n', 'two\nlines'],
    ],
    quit: 'quit 3',
    code: 3,
  },
];

const isRoot = process.getuid?.() === 0;
/** Everybody else is root in a namespace of their own, where the kernel lets them have one. */
const unshare = isRoot ? 'unshare --mount --uts' : 'unshare --map-root-user --mount --uts';

/** Programs that carry a shell elsewhere, and why one cannot be started here. */
const carriers: readonly {name: string; command: string; isPossible: () => boolean; reason: string}[] = [
  {
    name: 'busybox ash',
    command: 'busybox ash',
    isPossible: () => has('busybox'),
    reason: 'not installed: busybox',
  },
  {
    name: 'su to another user',
    command: 'su - nobody -s /bin/sh',
    isPossible: () => isRoot,
    reason: 'needs root: su asks everybody else for a password',
  },
  {
    name: 'a shell in namespaces of its own',
    command: `${unshare} sh`,
    isPossible: () => spawnSync('sh', ['-c', `${unshare} true`]).status === 0,
    reason: 'the kernel gives us no namespaces here',
  },
];

/** fish has no errexit. */
function exits(shell: ShellName): [string, number][] {
  const plain: [string, number] = ['exit 3', 3];
  return shell === 'fish' ? [plain] : [plain, ['set -e; false', 1]];
}
