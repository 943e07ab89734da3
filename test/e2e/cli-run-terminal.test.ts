/** `cotty run` by a person on a terminal: the command behaves as if it had been typed right there. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {open, type TerminalSession} from '../../src/library/index.ts';
import {finish, TestHome} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

const binary = join(import.meta.dirname, '../../bin/cotty');
let home: TestHome;

beforeAll(async () => {
  // Shorter than what the tests run: whoever waits for it gives up.
  home = await TestHome.make({COTTY_SESSION_DEFAULT_TIMEOUT: '1'});
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test('waits without a limit on a terminal, and as long as the configuration says in a pipe', async () => {
  await using person = await atTerminal();
  const command = person.cottyRun('sleep 1.5; echo kept; exit_ () { return 4; }; exit_');
  expect(await person.terminal.run(command)).toMatchObject({exit_code: 4, output: 'kept'});
  expect(await person.terminal.run(`${command} | cat`)).toMatchObject({output: 'kept'});
  expect(await person.terminal.run(`${person.cottyRun('sleep 600')} < /dev/null 2>&1 | cat`)).toMatchObject({
    output: expect.stringMatching(/still runs/),
  });
});

test('keeps colours on a terminal, and leaves them out in a pipe', async () => {
  await using outside = await TestHome.make({COTTY_HOME: home.path});
  const red = "printf '\\033[31mred\\033[m plain\\n'";
  const command = quoted([binary, 'run', '--', red]);
  await outside.run('new', 'person', '--shell', 'bash', '--env', 'COTTY_SESSION=');
  await outside.run('run', '-s', 'person', '--', command);
  const {text, styles} = await outside.json('read-screen', '--session-id', 'person', '--styles');
  const row = String(text).split('\n').indexOf('red plain');
  expect(styles).toEqual([{row, col: 0, length: 3, style: 'fg=red'}]);
  expect((await home.run('run', '--', red)).stdout).toBe('red plain\n');
});

test('the program has the size of the terminal, from the first and when that changes', async () => {
  await using person = await atTerminal({cols: 101, rows: 33});
  await person.types('stty size; while [ "$(stty size)" = "33 101" ]; do sleep 0.1; done; stty size');
  await person.shows(/^33 101$/m);
  await person.terminal.resize(90, 30);
  await person.shows(/^30 90$/m);
});

test('a question is handed to the person, and the terminal comes back', async () => {
  await using person = await atTerminal();
  await person.types('read -p "sure? " answer; echo "got $answer"; exit_ () { return 3; }; exit_');
  await person.shows(/^sure\?/m);
  await person.terminal.type('certainly', {submit: true});
  await person.shows(/^got certainly$/m);
  await person.isBack(3);
  expect(await person.terminal.run('stty -a | grep -c " icanon"')).toMatchObject({output: '1'});
});

test('a program that reads without asking gets what is typed, also what was typed before it read', async () => {
  await using person = await atTerminal();
  await person.types('echo begun; sleep 0.5; cat > taken; cat taken');
  await person.shows(/^begun$/m);
  await person.terminal.press('text:typed ahead', 'Enter', 'text:and after', 'Enter', 'C-d');
  await person.shows(/^typed ahead\nand after\n[\s\S]*^typed ahead\nand after$/m);
  await person.isBack(0);
});

test('a secret is typed without being seen', async () => {
  await using person = await atTerminal();
  await person.types('read -s -p "secret: " word; echo; printf %s "$word" | wc -c');
  await person.shows(/^secret:/m);
  await person.hasKeyboardHandedOver();
  await person.terminal.press('text:hush', 'Enter');
  await person.shows(/^4$/m);
  expect(await person.terminal.screen()).not.toMatch(/hush/);
});

test('a full-screen program is handed to the person, and what stood on the screen is there again', async () => {
  needs('less');
  await using person = await atTerminal();
  await person.terminal.run('echo before');
  await person.types('seq 1 200 | less; echo after');
  await person.shows(/^1\n2\n3\n/);
  await person.terminal.press('text:100g');
  await person.shows(/^100\n101\n/);
  await person.terminal.press('q');
  await person.shows(/^before[\s\S]*^after$/m);
  await person.isBack(0);
});

test('Ctrl-C reaches the program, before it asks and after', async () => {
  await using person = await atTerminal();
  await person.types('echo begun; sleep 60');
  await person.shows(/^begun$/m);
  await person.terminal.press('C-c');
  await person.isBack(130);
  await person.types('read -p "name? " name; echo going on; sleep 60');
  await person.shows(/^name\?/m);
  await person.terminal.press('x', 'Enter');
  await person.shows(/^going on$/m);
  await person.terminal.press('C-c');
  await person.isBack(130);
});

test('Ctrl-] d leaves a command that asks; it goes on', async () => {
  await using person = await atTerminal();
  await person.types('read -p "still there? " x; echo heard $x');
  await person.shows(/^still there\?/m);
  await person.terminal.press('C-]', 'd');
  await person.shows(/the command goes on[\s\S]*cotty attach pty:/);
  await person.isBack(130);
  expect(await person.terminal.run('stty -a | grep -c " icanon"')).toMatchObject({output: '1'});
  await home.run('send-text', '--session-id', person.session, '--text', 'me', '--submit');
  const heard = async () => (await home.run('read', person.session, '--grep', '^heard me')).stdout;
  await expect.poll(heard).toBe('heard me\n');
});

test('Ctrl-] d that was pressed before anything was asked leaves at the question, and answers nothing', async () => {
  await using person = await atTerminal();
  const gate = join(home.path, 'asks-now');
  await person.types(`mkfifo '${gate}' && echo begun; read w <'${gate}'; read -p "now? " x; echo heard $x`);
  await person.shows(/^begun$/m);
  await person.terminal.press('C-]', 'd');
  // The terminal shows it, and has it therefore.
  await person.shows(/\^\]d/);
  await writeFile(gate, '\n');
  await person.shows(/the command goes on[\s\S]*cotty attach pty:/);
  await person.isBack(130);
  expect((await home.run('read', person.session)).stdout).not.toMatch(/^heard/m);
});

test.for(['bash', 'fish'])('a command that Ctrl-Z stops in %s is told to be in its session', async shell => {
  needs(shell);
  await using person = await atTerminal({shell});
  await person.types(`sh -c 'printf "go? "; read x; echo heard $x'`);
  await person.shows(/^go\?/m);
  await person.terminal.press('C-z');
  await person.shows(/the command is stopped, in (pty:\w+)\s+Let it go on with: cotty run -s \1 -- fg/);
  await person.isBack(148);
});

test('a question outlives the server', async () => {
  await using person = await atTerminal();
  await person.types('echo here; read -p "who? " who; echo "it is $who"');
  await person.shows(/^who\?/m);
  const {pid} = await home.killServer();
  // Whoever waits for the command starts the next one.
  await expect.poll(() => home.serverPid()).not.toBe(pid);
  await person.terminal.press('text:anna', 'Enter');
  await person.shows(/^it is anna$/m);
  expect((await person.terminal.screen()).match(/^here$/gm)).toHaveLength(1);
  await person.isBack(0);
});

test('in a shell without marks a question is shown and handed over as well', async () => {
  await using person = await atTerminal({shell: 'sh'});
  await person.types('printf "colour? "; read colour; echo "chose $colour"');
  await person.shows(/^colour\?/m);
  await person.terminal.press('text:green', 'Enter');
  await person.shows(/^chose green$/m);
  await person.isBack(0);
});

test('modes that a killed program leaves on are switched off, and an unfinished line is ended', async () => {
  await using person = await atTerminal();
  await person.types("printf 'half\\033[?25l\\033[?1049hall'; exec sh -c 'kill -9 $$'");
  await person.shows(/half\n[\s\S]*the shell ended by SIGKILL/);
  await person.isBack(125);
});

test('without a person a question ends the wait with an exit code of its own', async () => {
  const asking = home.start('run', '--', 'read -p "sure? " answer');
  asking.stdin.end();
  expect(await finish(asking)).toMatchObject({
    exitCode: 123,
    stderr: expect.stringMatching(/waits for input[\s\S]*cotty attach/),
  });
});

/** Somebody at a terminal of their own, whose `cotty run` runs in a session of its own. */
class Person implements AsyncDisposable {
  readonly terminal: TerminalSession;
  readonly session: string;

  constructor(terminal: TerminalSession, session: string) {
    this.terminal = terminal;
    this.session = session;
  }

  cottyRun(commandLine: string): string {
    return quoted([binary, 'run', '-s', this.session, '--', commandLine]);
  }

  async types(commandLine: string): Promise<void> {
    await this.terminal.type(this.cottyRun(commandLine), {submit: true});
  }

  async shows(pattern: RegExp): Promise<void> {
    await expect.poll(() => this.terminal.screen()).toMatch(pattern);
  }

  /** The terminal's own shell takes commands again, and the last one had that exit code. */
  async isBack(exitCode: number): Promise<void> {
    // Its prompt stands there.
    await this.shows(/[#$]\s*$/);
    await this.terminal.type('echo "exit code [$?]"', {submit: true});
    await this.shows(new RegExp(`^exit code \\[${exitCode}\\]$`, 'm'));
  }

  /** Beside the connection that waits for the command, and the one that asks, there is one that carries what is typed. */
  async hasKeyboardHandedOver(): Promise<void> {
    const connections = async () => (await home.json('server', 'status')).connections;
    await expect.poll(connections).toBe(3);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
  }
}

async function atTerminal({shell = 'bash', ...size}: {shell?: string; cols?: number; rows?: number} = {}) {
  const {COTTY_HOME, COTTY_SESSION_DEFAULT_TIMEOUT, COTTY_SECURITY_MODE} = home.env;
  const {session_id} = await home.value('new', '--shell', shell);
  const env = {COTTY_HOME, COTTY_SESSION_DEFAULT_TIMEOUT, COTTY_SECURITY_MODE, COTTY_SESSION: undefined};
  return new Person(await open({shell: 'bash', cwd: home.path, env, ...size}), String(session_id));
}

/** In quotes that bash takes away again. */
function quoted(words: readonly string[]): string {
  return words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
