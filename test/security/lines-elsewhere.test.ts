/** What is typed into something else than a shell, or into another shell, changes nothing about what is known of the session's own. */
import {expect, test} from 'vitest';
import {needs, needsLinux} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded, startsUp} from './guarded.ts';

const programs = ['cat', 'dash', 'bash', 'python3'];
/** As `script`, `docker` or `sudo` with a terminal of its own do. */
const CARRIES = `python3 -c 'import pty; pty.spawn(["bash", "--norc", "--noprofile"])'`;

/** A person's line where no marks tell that it has run: what it was typed into has read it when it is echoed. */
async function personEnters({terminal, personTypes}: Guarded, line: string, isAhead = false): Promise<void> {
  const {outputEnd} = terminal.session.tracker;
  await personTypes(line);
  await terminal.until(({tracker}) => tracker.outputEnd > outputEnd);
  const {lines} = terminal.session.tracker;
  // It has taken what was typed, and reads on.
  while (!isAhead && (await terminal.session.look()).claim.type === 'busy');
  await personTypes('\r');
  await terminal.until(({tracker}) => tracker.lines > lines);
}

/** A program runs that reads nothing of the terminal, until something is written to `f`. */
async function holds(agent: Guarded): Promise<void> {
  await agent.run('mkfifo f; echo begun; head -c1 f', {...startsUp, confirm: true, until: '^begun$'});
}

/** In a session where a person has given a word a meaning that is asked about. */
async function evilWord(): Promise<Guarded> {
  const agent = await guarded('bash', {safe_commands: programs});
  await agent.personTypes(`alias ls='${EVIL}'\r`);
  await agent.atPrompt();
  expect(await agent.run('ls')).toBe(ASKED);
  return agent;
}

test.each([
  [`bash -c "read -p '? ' x"`, ''],
  ['dash', 'exit\r'],
  ['bash --norc --noprofile', 'exit\r'],
  [CARRIES, 'exit\r'],
  ['python3 -q', 'exit()\r'],
])('a person’s line in %s changes no word of the shell around it', async (command, end) => {
  needs(command.split(' ')[0] ?? '');
  needsLinux();
  await using agent = await evilWord();
  await agent.run(command, {...startsUp, confirm: true});
  await personEnters(agent, 'alias ls=ls');
  await agent.personTypes(end);
  await agent.atPrompt();
  expect(await agent.run('ls')).toBe(ASKED);
});

test.each(['dash', 'bash --norc --noprofile'])(
  'a variable that a person sets in %s leaves that of the shell around it as it was',
  async command => {
    needs(command.split(' ')[0] ?? '');
    needsLinux();
    await using agent = await guarded('bash', {safe_commands: programs});
    await agent.personTypes('export PAGER=/tmp/no-such-pager\r');
    await agent.atPrompt();
    expect(await agent.run('git log')).toBe(ASKED);
    await agent.run(command, {...startsUp, confirm: true});
    await personEnters(agent, 'PAGER=cat');
    await agent.personTypes('exit\r');
    await agent.atPrompt();
    expect(await agent.run('git log')).toBe(ASKED);
  },
);

test('an agent’s line on a terminal that a program holds changes no word of the shell around it', async () => {
  needs('python3');
  needsLinux();
  await using agent = await evilWord();
  await agent.run(CARRIES, {...startsUp, confirm: true});
  expect(await agent.run('alias ls=ls', {...startsUp, confirm: true})).not.toBe(ASKED);
  await agent.personTypes('exit\r');
  await agent.atPrompt();
  expect(await agent.run('ls')).toBe(ASKED);
});

test.each(['false && PAGER=cat', 'sleep 0; PAGER=cat', 'unset -f PAGER', 'if false; then unset PAGER; fi'])(
  'a line that need not come to its end takes no suspicion from a variable: %s',
  async line => {
    await using agent = await guarded('bash');
    await agent.personTypes('export PAGER=/tmp/no-such-pager\r');
    await agent.atPrompt();
    await agent.run(line, {confirm: true});
    expect(await agent.run('git log')).toBe(ASKED);
    await agent.run('PAGER=cat', {confirm: true});
    expect(await agent.run('git --version')).toBe('completed');
    expect(await agent.run('git log -1', {confirm: true})).not.toBe(ASKED);
  },
);

test('a word that is given another meaning by a line that does not come to that keeps the one it has', async () => {
  await using agent = await evilWord();
  await agent.run('false && alias ls=ls', {confirm: true});
  expect(await agent.run('alias ls=ls; ls', {confirm: true})).toBe(ASKED);
  expect(await agent.run('ls')).toBe(ASKED);
  await agent.run('alias ls=ls', {confirm: true});
  expect(await agent.run('ls')).toBe('completed');
  expect(agent.hasRun()).toBe(false);
});

test('what a person’s here-document says takes no suspicion from anything', async () => {
  await using agent = await guarded('bash');
  await agent.personTypes('export PAGER=/tmp/no-such-pager\r');
  await agent.atPrompt();
  await agent.personTypes('cat <<E\r');
  await agent.terminal.until(({tracker}) => tracker.phase === 'continuation');
  await agent.personTypes('PAGER=cat\r');
  await agent.personTypes('E\r');
  await agent.atPrompt();
  expect(await agent.run('git log')).toBe(ASKED);
});

test('in a shell without marks what a person says to its `read` takes no suspicion from a word', async () => {
  needs('dash');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await agent.run('dash', {...startsUp, confirm: true});
  await personEnters(agent, `alias ls='${EVIL}'`);
  await personEnters(agent, 'read x');
  await personEnters(agent, 'alias ls=ls');
  expect(await agent.run('ls', startsUp)).toBe(ASKED);
});

test.each(['dash', 'bash --norc --noprofile'])(
  'what a person types ahead in %s while a program runs is suspected there, and in the shell around it',
  async command => {
    needs(command.split(' ')[0] ?? '');
    needsLinux();
    await using agent = await guarded('bash', {safe_commands: programs});
    await agent.run(command, {...startsUp, confirm: true});
    await holds(agent);
    await personEnters(agent, `alias ls='${EVIL}'`, true);
    agent.terminal.write('f', 'x');
    expect(await agent.run('ls', startsUp)).toBe(ASKED);
    await agent.personTypes('exit\r');
    await agent.atPrompt();
    expect(await agent.run('ls')).toBe(ASKED);
    expect(agent.hasRun()).toBe(false);
  },
);

test('what a person types ahead while a program runs takes no suspicion from a variable', async () => {
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await agent.personTypes('export PAGER=/tmp/no-such-pager\r');
  await agent.atPrompt();
  await agent.run('dash', {...startsUp, confirm: true});
  await holds(agent);
  await personEnters(agent, 'PAGER=cat', true);
  agent.terminal.write('f', 'x');
  await agent.personTypes('exit\r');
  await agent.atPrompt();
  expect(await agent.run('git log')).toBe(ASKED);
});

test('a shell that is left on the alternate screen is the same shell', async () => {
  needs('dash');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await agent.run('bash --norc --noprofile', {...startsUp, confirm: true});
  await personEnters(agent, `alias ls='${EVIL}'`);
  await personEnters(agent, 'tput smcup');
  await agent.terminal.until(({tracker}) => tracker.mode('alternateScreen') > 0);
  expect(await agent.type('ls', {submit: true})).toBe(ASKED);
});

test('a word of a shell within what carries it keeps its meaning through the shells within that', async () => {
  needs('python3');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await agent.run(CARRIES, {...startsUp, confirm: true});
  await personEnters(agent, `alias ls='${EVIL}'`);
  await personEnters(agent, 'dash');
  await personEnters(agent, 'alias ls=ls');
  await personEnters(agent, 'exit');
  expect(await agent.run('ls', startsUp)).toBe(ASKED);
});

const shells = ['dash', 'bash --norc --noprofile', CARRIES];

test.each(shells)('what a person makes of a word in %s holds there, and there alone', async command => {
  needs(command.split(' ')[0] ?? '');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await agent.run(command, {...startsUp, confirm: true});
  await personEnters(agent, `alias ls='${EVIL}'`);
  expect(await agent.run('ls', startsUp)).toBe(ASKED);
  await agent.personTypes('exit\r');
  await agent.atPrompt();
  expect(await agent.run('ls')).toBe('completed');
  expect(agent.hasRun()).toBe(false);
});

test.each(shells)('what a word means in the session’s own shell it does not mean in %s', async command => {
  needs(command.split(' ')[0] ?? '');
  needsLinux();
  await using agent = await evilWord();
  await agent.run(command, {...startsUp, confirm: true});
  expect(await agent.run('ls', startsUp)).not.toBe(ASKED);
  expect(agent.hasRun()).toBe(false);
});

/** A person's line at a prompt of bash, and the prompt behind it. */
async function personRuns({terminal, personTypes}: Guarded, ...pieces: string[]): Promise<void> {
  const before = terminal.session.tracker.recentCommands(1)[0]?.commandId;
  for (const piece of pieces) await personTypes(piece);
  await personTypes('\r');
  await terminal.until(({tracker}) => {
    const [newest] = tracker.recentCommands(1);
    return newest?.commandId !== before && newest?.phase === 'ended' && tracker.phase === 'prompt';
  });
}

test.each([[['PAGER=cat']], [[...'PAGER=cat']], [['PAGER=catx', '\u007f']], [['unset PAGER']]])(
  'bash, which does not tell what it runs, is asked for the line by which a person takes a suspicion away: %j',
  async pieces => {
    await using agent = await guarded('bash');
    await personRuns(agent, 'export PAGER=/tmp/no-such-pager');
    expect(await agent.run('git log')).toBe(ASKED);
    await personRuns(agent, ...pieces);
    const isEdited = pieces.includes('\u007f');
    expect((await agent.run('git log -1', {confirm: true})) === ASKED).toBe(isEdited);
  },
);

test('a person’s line that stood behind half another takes no suspicion', async () => {
  await using agent = await guarded('bash');
  await personRuns(agent, 'export PAGER=/tmp/no-such-pager');
  await personRuns(agent, 'echo ', 'PAGER=cat');
  expect(await agent.run('git log')).toBe(ASKED);
});

test.each(['readonly PAGER', 'declare -r PAGER', 'typeset -rx PAGER', 'x=1; readonly x PAGER'])(
  'a variable that cannot be set any more is not what a later line makes of it: %s',
  async line => {
    await using agent = await guarded('bash');
    await personRuns(agent, 'export PAGER=/tmp/no-such-pager');
    await personRuns(agent, line);
    await personRuns(agent, 'PAGER=cat');
    expect(await agent.run('git log')).toBe(ASKED);
    await agent.run('unset PAGER', {confirm: true});
    expect(await agent.run('git log')).toBe(ASKED);
  },
);

test('what was typed ahead is suspected in no shell that starts when all of it has been read', async () => {
  needs('dash');
  needsLinux();
  await using agent = await guarded('bash', {safe_commands: programs});
  await holds(agent);
  await personEnters(agent, `alias ls='${EVIL}'`, true);
  agent.terminal.write('f', 'x');
  await agent.atPrompt();
  expect(await agent.run('ls')).toBe(ASKED);
  expect(await agent.run('echo fine')).toBe('completed');
  await agent.run('dash', {...startsUp, confirm: true});
  expect(await agent.run('ls', startsUp)).not.toBe(ASKED);
  expect(agent.hasRun()).toBe(false);
});
