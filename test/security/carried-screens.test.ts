/** A shell may stand in the full screen of a program that carries one: lines for it are judged as commands. */
import {chmodSync, existsSync, writeFileSync} from 'node:fs';
import {beforeEach, describe, expect, test} from 'vitest';
import {needs, needsLinux} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded} from './guarded.ts';

const SHELL = ['bash', '--norc', '--noprofile'];
/** As a multiplexer on the far side does. */
const TAKES_SCREEN = 'os.write(1, b"\\x1b[?1049h")';

/** Carries a shell as `lxc` does, whose daemon has the terminal: what reads the tty speaks to a socket. */
const LXC = `#!/usr/bin/python3
import os, pty, select, socket, tty

def relay(pairs):
    while True:
        for source in select.select(list(pairs), [], [])[0]:
            data = os.read(source, 1024)
            if not data: os._exit(0)
            os.write(pairs[source], data)

near, far = socket.socketpair()
if os.fork() == 0:
    near.close()
    os.setsid()
    shell, terminal = pty.fork()
    if shell == 0: os.execvp("bash", ${JSON.stringify(SHELL)})
    relay({far.fileno(): terminal, terminal: far.fileno()})
far.close()
tty.setraw(0)
${TAKES_SCREEN}
relay({0: near.fileno(), near.fileno(): 1})
`;

describe('in the full screen of what carries a shell, a line is judged as a command', () => {
  beforeEach(() => {
    needs('python3');
    needsLinux();
  });

  async function carried(command: string, prepare: (agent: Guarded) => void = () => undefined): Promise<Guarded> {
    const agent = await guarded('bash', {safe_commands: ['python3', './lxc']});
    prepare(agent);
    expect(await agent.run(command, {confirm: true})).toBe('tui');
    return agent;
  }

  test('by its name, though nobody sees the terminal that it carries', async () => {
    await using agent = await carried('./lxc', ({terminal}) => {
      writeFileSync(terminal.file('lxc'), LXC);
      chmodSync(terminal.file('lxc'), 0o755);
    });
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });

  test('by the terminal that it holds, whatever it is called', async () => {
    const spawns = `import os, pty; ${TAKES_SCREEN}; pty.spawn(${JSON.stringify(SHELL)})`;
    await using agent = await carried(`python3 -c '${spawns}'`);
    expect(await agent.type(EVIL, {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});

test.each([
  ['bash --norc --noprofile', EVIL],
  ['dash', EVIL],
  ['python3 -q', 'import os; os.system("touch ran")'],
])('a prompt of %s on the alternate screen is one all the same', async (command, line) => {
  needs(command.split(' ')[0] ?? '');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: [command.split(' ')[0] ?? '']});
  expect(await agent.run(`printf '\\033[?1049h'; ${command}`, {confirm: true})).toBe('tui');
  expect(await agent.type(line, {submit: true})).toBe(ASKED);
  expect(agent.hasRun()).toBe(false);
});

test('a REPL that has not come to its prompt there will take what is typed as a statement', async () => {
  needs('python3');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: ['python3', 'mkfifo']});
  await agent.run('mkfifo gate', {confirm: true});
  writeFileSync(agent.terminal.file('start.py'), 'open("begun", "w").close()\nopen("gate").read()\n');
  await agent.personTypes("printf '\\033[?1049h'; PYTHONSTARTUP=start.py python3 -q\r");
  await expect.poll(() => existsSync(agent.terminal.file('begun')), {timeout: 25_000}).toBe(true);
  expect(await agent.type('import os; os.system("touch ran")', {submit: true})).toBe(ASKED);
  writeFileSync(agent.terminal.file('gate'), '');
  await agent.terminal.until(({claim}) => claim?.type === 'tui' && claim.kind === 'repl');
  expect(agent.hasRun()).toBe(false);
});

const MOUSE = '\\x1b[?1000h';
const KEYPAD = '\\x1b=';
const SCREEN = '\\x1b[?1049h';
const NO_CURSOR = '\\x1b[?25l';
const rm = 'import os; os.system("touch ran")';

describe('what a REPL has printed makes it no full-screen program: what is typed there is judged as a statement', () => {
  test.each([
    ['python3 -q', `print("${MOUSE}")`, rm],
    ['python3 -q', `print("${KEYPAD}")`, rm],
    ['python3 -q', `print("${NO_CURSOR}")`, rm],
    ['python3 -q -i empty', `print("${MOUSE}")`, rm],
    ['python3 -q -i empty', `print("${SCREEN}")`, rm],
    ['python3 -i empty', `print("${NO_CURSOR}")`, rm],
    ['python3 -iq empty', `print("${MOUSE}")`, rm],
    ['python3 -X utf8 -q', `print("${MOUSE}")`, rm],
    ['python3 -m code', `print("${SCREEN}")`, rm],
    ['perl -de 1', `print "${MOUSE.replace('x1b', 'e')}\\n"`, 'system "touch ran"'],
    ['node -r fs', `console.log("${MOUSE}")`, 'require("child_process").execSync("touch ran")'],
    ['sqlite3 x.db', "select char(27)||'[?25l';", '.shell touch ran'],
    ['sqlite3 x.db', "select char(27)||'[?1000h';", '.shell touch ran'],
    ['sqlite3 x.db', "select char(27)||'[?1049h';", '.shell touch ran'],
  ])('%s: %s', async (program, prints, statement) => {
    needs(program.split(' ')[0] ?? '');
    needsLinux();
    await using agent = await guarded('bash', {safe_commands: [program.split(' ')[0] ?? '']});
    agent.terminal.write('empty', '');
    await agent.run(program, {confirm: true, until: '>+ $'});
    const before = agent.terminal.session.tracker.outputEnd;
    await agent.personTypes(`${prints}\r`);
    // Its next prompt stands behind what it has printed.
    const shown = async () => String((await agent.terminal.call('read_screen', {})).text);
    await agent.terminal.until(({tracker}) => tracker.outputEnd > before + prints.length + 2);
    await expect.poll(shown, {timeout: 25_000}).toMatch(/>+\s*$/);
    expect(await agent.type(statement, {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  });
});

test.each([
  ["python3 -c 'import code; code.interact()'", MOUSE],
  ['python3 console.py', SCREEN],
])(
  'a program that has shown a prompt in Python’s words is a REPL there, whatever was printed since: %s',
  async (program, mode) => {
    needs('python3');
    needsLinux();
    await using agent = await guarded('bash', {safe_commands: ['python3']});
    agent.terminal.write('console.py', 'import code\ncode.interact()\n');
    await agent.run(program, {confirm: true});
    await agent.run(`print("${mode}")`, {confirm: true});
    expect(await agent.type(rm, {submit: true})).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  },
);

test('a statement that is typed in pieces there is judged as a whole', async () => {
  needs('python3');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: ['python3']});
  await agent.run('python3 -q', {confirm: true});
  await agent.run(`print("${MOUSE}")`, {confirm: true});
  await agent.type('import os; os.sys');
  expect(await agent.type('tem("touch ran")', {submit: true})).toBe(ASKED);
  expect(await agent.keys('Enter')).toBe(ASKED);
  expect(agent.hasRun()).toBe(false);
});

test('what a shell’s own command reads on the alternate screen is no command', async () => {
  await using agent = await guarded('bash');
  const reads = `printf '\\033[?1049h'; read -r x; printf '\\033[?1049l'; echo "got $x"`;
  expect(await agent.run(reads, {confirm: true})).toBe('tui');
  expect(await agent.type(EVIL, {submit: true})).toBe('completed');
});
