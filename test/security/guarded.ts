/** A terminal with a guard, for attacks on it: an agent types, and whatever is not decided is asked, and nobody answers. */
import {existsSync} from 'node:fs';
import {defaultPolicy, Policy, type PolicySettings} from '../../src/guard/index.ts';
import {type ShellName, TestTerminal} from '../conformance/test-terminal.ts';

const person = {type: 'person', name: 'somebody'} as const;

export interface Guarded extends AsyncDisposable {
  readonly terminal: TestTerminal;
  keys(...names: string[]): Promise<string>;
  type(text: string, more?: Record<string, unknown>): Promise<string>;
  run(command: string, more?: Record<string, unknown>): Promise<string>;
  /** As a person types, whom nobody judges. */
  personTypes(text: string): Promise<void>;
  /** Something of the agent's has run. */
  hasRun(): boolean;
  atPrompt(): Promise<void>;
}

/** A program that waits for somebody ends the wait for it, as late as it may be there. In seconds. */
export const startsUp = {timeout: 300} as const;

/** `rm` would do nothing here: a function in its place leaves a mark. */
export async function guarded(
  shell: ShellName,
  settings: Partial<PolicySettings> = {},
  env: Record<string, string> = {},
): Promise<Guarded> {
  const policy = new Policy({...defaultPolicy, ...settings});
  const terminal = await TestTerminal.open('pty', shell, {env, guard: {policies: {at: async () => policy}}});
  const state = async (value: Promise<Record<string, unknown>>): Promise<string> => String((await value).state);
  const atPrompt = (): Promise<void> =>
    terminal.until(({tracker}) => tracker.phase === 'prompt' && !tracker.lineTaken && !tracker.current);
  await atPrompt();
  return {
    terminal,
    atPrompt,
    keys: (...names) => state(terminal.call('send_keys', {keys: names})),
    type: (text, more) => state(terminal.call('send_text', {text, ...more})),
    run: (command, more) => state(terminal.run(command, more)),
    personTypes: text => terminal.session.gate.write(person, Buffer.from(text), {kind: 'typed'}),
    hasRun: () => existsSync(terminal.file('ran')),
    [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
  };
}

/** DANGEROUS: a person has to say yes. */
export const EVIL = 'rm -f x; touch ran';
export const ASKED = 'needs_approval';
