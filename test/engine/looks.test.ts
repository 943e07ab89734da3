/** Looks at one terminal that meet: what somebody finds out is told of what they have seen themselves. */
import {expect, test} from 'vitest';
import type {TtyProbe} from '../../src/core/index.ts';
import {typeRaw} from '../../src/engine/index.ts';
import type {Look} from '../../src/engine/session/foreground-look.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needsLinux} from '../support/needs.ts';

test('the first prompt of a REPL is that of the process which was seen at it, whatever others find at the same moment', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const {foreground, link} = terminal.session;
  const probe = link.probe.bind(link);
  let others: Promise<TtyProbe> | null = null;
  link.probe = async () => {
    if (others) return others;
    const found = await probe();
    for (let steps = 0; found && steps < 20; steps++) {
      others = after(steps, inAnother(found));
      void terminal.session.look();
    }
    others = null;
    return found;
  };
  expect(await terminal.run('python3 -q')).toMatchObject({state: 'awaiting_input'});
  link.probe = probe;
  const [python] = (await terminal.session.look()).probe.foreground ?? [];
  const promptsOf = (pid = 0) => foreground.promptsOf({pid, carried: false});
  expect(promptsOf(python?.pid)).toEqual(['>>>']);
  expect(promptsOf((python?.pid ?? 0) + OTHER)).toEqual([]);
});

test('what a look has found does not hold once somebody has typed, also while it was on its way', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await begunToRead(terminal, 'read -r answer; while :; do :; done');
  await using late = await LateLook.at(terminal);
  await typeRaw(terminal.session, Buffer.from('yes\r'), {by: terminal.caller.actor, signal: NEVER});
  await late.arrives();
  expect(late.found?.claim).toMatchObject({type: 'blockedOnRead'});
  expect(await terminal.state()).toBe('busy');
});

test('a look that comes late tells nothing beside a newer one', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {home: {'ask.py': READS_UNTIL_TOLD}});
  await begunToRead(terminal, 'python3 ask.py');
  await using late = await LateLook.at(terminal);
  terminal.processIn('pid').signal('SIGUSR1');
  await expect.poll(async () => (await terminal.session.look()).claim.type).toBe('busy');
  await late.arrives();
  expect(late.found?.claim).toMatchObject({type: 'blockedOnRead'});
  expect(await terminal.state()).toBe('busy');
});

test('where a REPL waits at its prompt no look tells that began before the prompt was there', async () => {
  const home = {'startup.py': "input('name? ')"};
  await using terminal = await TestTerminal.open('pty', 'bash', {home, env: {PYTHONSTARTUP: 'startup.py'}});
  await terminal.run('python3 -q');
  await using late = await LateLook.at(terminal);
  await typeRaw(terminal.session, Buffer.from('ada\r'), {by: terminal.caller.actor, signal: NEVER});
  await terminal.until(session => session.lastLine().endsWith('>>>'));
  await late.arrives();
  const {claim, probe} = await terminal.session.look();
  const pid = 'pid' in claim ? claim.pid : 0;
  expect(terminal.session.foreground.waitsOf(pid, probe)).toEqual({atPrompt: true, prompts: ['>>>']});
});

async function begunToRead(terminal: TestTerminal, command: string): Promise<void> {
  await terminal.run(command, {wait_for_completion: false});
  await expect.poll(async () => (await terminal.session.look()).claim.type).toBe('blockedOnRead');
}

/** A look at a terminal whose findings are on their way until they are let come. */
class LateLook implements AsyncDisposable {
  found: Look | null = null;
  readonly #look: Promise<Look>;
  readonly #letCome: () => void;

  private constructor(look: Promise<Look>, letCome: () => void) {
    this.#look = look;
    this.#letCome = letCome;
  }

  /** Resolves once it has seen what is there now. */
  static async at({session}: TestTerminal): Promise<LateLook> {
    const {link} = session;
    const probe = link.probe;
    const seen = Promise.withResolvers<void>();
    const come = Promise.withResolvers<void>();
    link.probe = async () => {
      link.probe = probe;
      const found = await link.probe();
      seen.resolve();
      await come.promise;
      return found;
    };
    const look = session.look();
    await seen.promise;
    return new LateLook(look, come.resolve);
  }

  async arrives(): Promise<void> {
    this.#letCome();
    this.found = await this.#look;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.arrives();
  }
}

const NEVER = new AbortController().signal;

/** Of no key and no output is the signal that has it be at work. */
const READS_UNTIL_TOLD = `
import os, signal, sys
def work(*_):
    while True: pass
signal.signal(signal.SIGUSR1, work)
open('pid', 'w').write(str(os.getpid()))
sys.stdin.readline()
`;

test('the first prompt of a shell is forgotten when its process becomes a REPL, which has one of its own', async () => {
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash', {env: {PS1: 'mine$ '}});
  await terminal.run('PS1="mine$ " bash --norc');
  const {foreground} = terminal.session;
  const {claim} = await terminal.session.look();
  const reader = {pid: 'pid' in claim ? claim.pid : null, carried: false};
  expect(foreground.promptsOf(reader)).toEqual(['mine$']);
  await typeRaw(terminal.session, Buffer.from('exec python3 -q\r'), {by: terminal.caller.actor, signal: NEVER});
  await terminal.until(session => session.lastLine().endsWith('>>>'));
  await expect.poll(async () => (await terminal.session.look()).claim).toMatchObject({kind: 'repl', pid: reader.pid});
  expect(foreground.promptsOf(reader)).not.toContain('mine$');
});

/** Nothing but what is ready by then comes before it. */
async function after<T>(steps: number, value: T): Promise<T> {
  for (let step = 0; step < steps; step++) await null;
  return value;
}

/** As if another process had the terminal. */
function inAnother(probe: TtyProbe): TtyProbe {
  const foreground = probe.foreground?.map(process => ({...process, pid: process.pid + OTHER})) ?? null;
  return {...probe, foreground};
}

const OTHER = 1_000_000;
