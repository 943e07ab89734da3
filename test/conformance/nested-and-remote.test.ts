import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {eventSeq} from '../../src/core/index.ts';
import {has} from '../support/needs.ts';
import {completed, fullShells, type ShellName, Stand, stillHere, type Value} from './bench.ts';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {ended, fileAppears, isAlive} from './programs.ts';
import {rawOutput} from './session-log.ts';
import {noSshServer, SshServer} from './ssh-server.ts';
import {tmuxServer} from './tmux-server.ts';

/** A result inside a shell or program without marks: the end is seen, the exit code is not guessed. */
function graded(output: string): Value {
  return {output, exit_code: null, state: 'completed', via: 'foreground'};
}

/** What a line gets that ended the shell or program it was typed into: the exit code is that one's, not the line's. */
const left: Value = {state: 'shell_exited', exit_code: null, via: 'exit'};

describe.each(fullShells)('%s: nested shells', shell => {
  test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config', 'dash'])(
    'D28 inside %s results are graded, and its exit code is the outer one',
    async inner => {
      await using stand = await Stand.open({shell});
      const outer = await stand.run(inner);
      expect(outer).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
      expect(await stand.outcome("echo inner; sh -c 'exit 3'")).toEqual(graded('inner'));
      expect(await stand.outcome('printf "a\\nb"; echo')).toEqual(graded('a\nb'));
      expect(await stand.run('exit 5')).toMatchObject(left);
      const ended = await ending(stand, outer);
      expect(ended).toMatchObject({state: 'completed', exit_code: 5});
      expect(await stand.proof()).toEqual(stillHere);
    },
  );

  test('D29 a shell that replaces itself goes on in the same session, graded down', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.outcome('echo before')).toEqual(completed('before'));
    const replaced = await stand.run(`exec ${shell}`);
    expect(replaced).toMatchObject({state: 'completed', exit_code: null, via: 'foreground'});
    expect(await stand.outcome('echo after')).toEqual(graded('after'));
    expect(await stand.outcome('false; echo again')).toEqual(graded('again'));
    expect(stand.session.state).toBe('ready');
  });

  test.each(exits(shell))('D30 %s ends the shell with its code', async (command, code) => {
    await using stand = await Stand.open({shell});
    const result = await stand.run(`echo last words; ${command}`);
    expect(result).toMatchObject({
      state: 'shell_exited',
      exit_code: code,
      via: 'exit',
      timed_out: false,
      output: expect.stringMatching(/^last words/),
    });
    expect(stand.session.state).toBe('closed');
    const again = await stand.call('read_output', {command_id: result['command_id']});
    expect(again).toMatchObject({state: 'shell_exited', exit_code: code});
    await expect(stand.run('echo more')).rejects.toMatchObject({code: 'session_closed'});
  });

  test('D31 the shell’s end is told at once, though a background child keeps the terminal open', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const keeper = `setsid sh -c 'echo $$ >keeper; ${gate.wait}; :'`;
    const background =
      shell === 'zsh' ? `${keeper} &!` : shell === 'fish' ? `${keeper} &; disown` : `${keeper} & disown`;
    await stand.run(background);
    const pid = Number(await fileAppears(stand, 'keeper'));
    const result = await stand.run('exit 4');
    expect(result).toMatchObject({state: 'shell_exited', exit_code: 4, via: 'exit', timed_out: false});
    expect(isAlive(pid)).toBe(true);
    gate.open();
    await ended(pid);
  });

  test('D33 a virtual environment is the same shell, and stays exact', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.outcome('python3 -m venv --without-pip env')).toEqual(completed(''));
    const activate = shell === 'fish' ? 'source env/bin/activate.fish' : '. env/bin/activate';
    expect(await stand.outcome(activate)).toEqual(completed(''));
    expect(await stand.outcome('basename $VIRTUAL_ENV; false')).toEqual(completed('env', 1));
    expect(await stand.outcome('deactivate')).toEqual(completed(''));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.for(carriers)(
    'D33 $name: inside it results are graded, and its end is the outer one',
    async ({command, missing}, {skip}) => {
      skip(missing !== null, missing ?? '');
      await using stand = await Stand.open({shell});
      const outer = await stand.run(command);
      expect(outer).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
      expect(await stand.outcome('echo inside')).toEqual(graded('inside'));
      const still = await stand.call('read_output', {command_id: outer['command_id'], wait_ms: 1});
      expect(still).toMatchObject({exit_code: null});
      expect(still['state']).not.toBe('completed');
      expect(await stand.run('exit 6')).toMatchObject(left);
      expect(await ending(stand, outer)).toMatchObject({state: 'completed', exit_code: 6});
      expect(await stand.proof()).toEqual(stillHere);
    },
  );

  test('D35 inside tmux: its screen is driven by keys, its prefix once, and leaving it gives the code', async () => {
    await using stand = await Stand.open({shell});
    using _server = tmuxServer(stand);
    const outer = await stand.run("tmux -S ./tmux -f /dev/null new 'PS1=inner: exec sh'");
    expect(outer).toMatchObject({
      state: 'tui',
      exit_code: null,
      waiting_for: {program: expect.stringContaining('tmux')},
    });
    await expect(stand.run('echo lost')).rejects.toMatchObject({code: 'session_busy'});
    const typed = await stand.call('send_keys', {keys: ['text:echo in"si"de', 'Enter'], wait_for: '(?m)^inside'});
    expect(typed).toMatchObject({matched: true});
    await stand.call('send_keys', {keys: ['C-b', 'text:d']});
    const detached = await ending(stand, outer);
    expect(detached).toMatchObject({state: 'completed', exit_code: 0, text: expect.stringContaining('[detached')});
    expect(await stand.proof()).toEqual(stillHere);
  });
});

const lacking = noSshServer === null ? '' : ` (skipped: ${noSshServer})`;

describe.skipIf(lacking !== '').each(fullShells)(`%s: ssh${lacking}`, shell => {
  let folder: string;
  let server: SshServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-ssh-'));
    server = await SshServer.start(join(folder, 'ssh'));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, {recursive: true, force: true});
  });

  test('D32 an unknown host key is a question; inside, results are graded; the code is the remote one', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(server.login('plain', ['StrictHostKeyChecking=ask']));
    expect(asked).toMatchObject({
      state: 'awaiting_input',
      exit_code: null,
      waiting_for: {kind: 'prompt', program: 'ssh', tail: expect.stringContaining('(yes/no')},
    });
    await stand.call('send_text', {text: 'yes', submit: true});
    await stand.until(session => session.lastLine() === 'remote$');
    const inside = await stand.call('read_output', {command_id: asked['command_id'], wait_ms: 10_000});
    expect(inside).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await stand.outcome("echo remote $SSH_CONNECTION | cut -c1-16; sh -c 'exit 3'")).toEqual(
      graded('remote 127.0.0.1'),
    );
    expect(await stand.run('exit 7')).toMatchObject(left);
    expect(await ending(stand, asked)).toMatchObject({state: 'completed', exit_code: 7});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D32 answering no to the host key ends ssh with 255', async () => {
    await using stand = await Stand.open({shell});
    const options = ['StrictHostKeyChecking=ask', 'UserKnownHostsFile=/dev/null'];
    const asked = await stand.run(server.login('plain', options));
    expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt'}});
    await stand.call('send_text', {text: 'no', submit: true});
    const ended = await ending(stand, asked);
    expect(ended).toMatchObject({state: 'completed', exit_code: 255});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D32 with strict checking an unknown host is refused without a question', async () => {
    await using stand = await Stand.open({shell});
    const options = ['StrictHostKeyChecking=yes', 'UserKnownHostsFile=/dev/null'];
    const refused = await stand.run(server.login('plain', options));
    expect(refused).toMatchObject({state: 'completed', exit_code: 255, via: 'mark'});
    expect(String(refused['output'])).toContain('Host key verification failed');
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D32 a passphrase is a secret that reaches neither screen nor log; ~. drops the link with 255', async () => {
    await using stand = await Stand.open({shell});
    const asked = await stand.run(server.login('locked', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    expect(asked).toMatchObject({state: 'secret_wanted', exit_code: null, waiting_for: {kind: 'secret'}});
    await stand.call('send_text', {text: 'opensesame', submit: true});
    await stand.until(session => session.lastLine() === 'remote$');
    const inside = await stand.call('read_output', {command_id: asked['command_id'], wait_ms: 10_000});
    expect(inside).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await stand.outcome('echo unlocked')).toEqual(graded('unlocked'));
    expect((await rawOutput(stand)).toString()).not.toContain('opensesame');
    for await (const event of stand.session.log.events(eventSeq(0), {output: false}))
      if (event.type === 'input') expect(Buffer.from(event.bytes ?? []).toString()).not.toContain('opensesame');
    await stand.call('send_keys', {keys: ['Enter', 'text:~.']});
    const dropped = await ending(stand, asked);
    expect(dropped).toMatchObject({state: 'completed', exit_code: 255});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D32 a link that drops ends with 255, and what ran on the far side is lost', async () => {
    await using stand = await Stand.open({shell});
    const login = await stand.run(server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']));
    expect(login).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'shell'}});
    const dropped = await stand.run('kill -9 $PPID');
    expect(dropped).toMatchObject({state: 'lost', exit_code: null});
    expect(await ending(stand, login)).toMatchObject({state: 'completed', exit_code: 255});
    expect(await stand.proof()).toEqual(stillHere);
  });
});

describe.each(fullShells)('%s: programs that read lines', shell => {
  test.for(repls)(
    'D34 $command: waits for input after each entry, and its end gives the code',
    async (repl, {skip}) => {
      const [name = ''] = repl.command.split(' ');
      skip(!has(name), `${name} is not installed`);
      await using stand = await Stand.open({shell});
      const started = await stand.run(repl.command);
      expect(started).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'repl'}});
      for (const [entry, output] of repl.entries)
        expect(await stand.run(entry)).toMatchObject({...graded(output), ...again});
      expect(await stand.run(repl.quit)).toMatchObject(left);
      expect(await ending(stand, started)).toMatchObject({state: 'completed', exit_code: repl.code});
      expect(await stand.proof()).toEqual(stillHere);
    },
  );

  test('D34 python3: a definition on several lines is finished by an empty line', async () => {
    await using stand = await Stand.open({shell});
    const started = await stand.run('python3 -q');
    const defining = await stand.run('def answer():\n  return 6 * 7\n');
    expect(defining).toMatchObject({...graded(''), ...again});
    const finished = await stand.call('send_keys', {keys: ['Enter'], wait_for: '(?m)^>>>\\s*$'});
    expect(finished).toMatchObject({matched: true});
    expect(await stand.run('answer()')).toMatchObject({...graded('42'), ...again});
    expect(await stand.run('exit(3)')).toMatchObject(left);
    expect(await ending(stand, started)).toMatchObject({state: 'completed', exit_code: 3});
    expect(await stand.proof()).toEqual(stillHere);
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

/** Containers often withhold them, from root as well. */
function noNamespaces(): string | null {
  return spawnSync('unshare', ['--mount', '--uts', 'true']).status === 0 ? null : 'no namespaces for us here';
}

const rootOnly = process.getuid?.() === 0 ? null : 'only root can start it without a password';

/** Programs that carry a shell elsewhere, and why one cannot be started here. */
const carriers: readonly {name: string; command: string; missing: string | null}[] = [
  {name: 'busybox ash', command: 'busybox ash', missing: has('busybox') ? null : 'busybox is not installed'},
  {name: 'su to another user', command: 'su - nobody -s /bin/sh', missing: rootOnly},
  {name: 'a shell in namespaces of its own', command: 'unshare --mount --uts sh', missing: noNamespaces()},
];

/** fish has no errexit. */
function exits(shell: ShellName): [string, number][] {
  const plain: [string, number] = ['exit 3', 3];
  return shell === 'fish' ? [plain] : [plain, ['set -e; false', 1]];
}
