/** What is typed into something else than a shell, or into another shell, changes nothing about what is known of the session's own. */
import {expect, test} from 'vitest';
import {needs, needsLinux} from '../support/needs.ts';
import {ASKED, EVIL, type Guarded, guarded, startsUp} from './guarded.ts';

const programs = ['cat', 'dash', 'bash', 'python3'];
/** As `script`, `docker` or `sudo` with a terminal of its own do. */
const CARRIES = `python3 -c 'import pty; pty.spawn(["bash", "--norc", "--noprofile"])'`;

/** A person's line where no marks tell that it has run: what it was typed into has read it when it is echoed. */
async function personEnters({terminal, personTypes}: Guarded, line: string): Promise<void> {
  const {outputEnd} = terminal.session.tracker;
  await personTypes(line);
  await terminal.until(({tracker}) => tracker.outputEnd > outputEnd);
  const {lines} = terminal.session.tracker;
  await personTypes('\r');
  await terminal.until(({tracker}) => tracker.lines > lines);
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
