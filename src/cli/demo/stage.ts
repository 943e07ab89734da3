import {CottyError} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {wrapWords} from '../argv/wrap-words.ts';
import type {ScriptedAgent, ToolReply} from './scripted-agent.ts';
import {ScriptedPerson} from './scripted-person.ts';

/** What a step of the demo can do and show. Everything shown stands there long enough to be read. */
export interface Stage {
  readonly agent: ScriptedAgent;
  readonly home: string;
  /** Shows the call and the beginning of the reply. */
  call(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolReply>;
  /** Somebody attaches to a session. */
  person(session: string): Promise<ScriptedPerson>;
  /** Shows the end of what somebody has on their screen. */
  look(person: ScriptedPerson, lines: number): Promise<void>;
  note(text: string): Promise<void>;
  /** Ends the step: what it shows cannot be shown here. */
  skip(reason: string): never;
  /** Throws when the claim is false. */
  expect(claim: string, holds: boolean): Promise<void>;
}

export interface CallOptions {
  /** Of the reply's text, at most; default 6. */
  readonly lines?: number;
  /** The reply gives way to the next call at once. */
  readonly isBrief?: boolean;
  /** Done while the agent waits; it can ask whether the agent has its answer. */
  readonly meanwhile?: (isAnswered: () => boolean) => Promise<void>;
}

export interface StageOptions {
  readonly agent: ScriptedAgent;
  readonly home: string;
  readonly output: Output;
  /** Characters in a line. */
  readonly columns: number;
  /** Shows all of it at once. */
  readonly isFast: boolean;
}

export class Skipped extends Error {}

const SHOWN_LINES = 6;
/** Reading takes so long: for each word, and to find the line. */
const WORD_MS = 75;
const LINE_MS = 150;
/** Somebody types a key in this time. */
const KEY_MS = 40;
/** Of what a reply says about itself, what a spectator wants to know. */
const TOLD_FACTS = /^(?:state|exit|via|session_id|name|sent|matched|timed_out|omitted_lines|waiting_for)=/;

export function createStage({agent, home, output, columns, isFast}: StageOptions): Stage {
  const print = (lines: readonly string[], style = (line: string) => line): void =>
    output.print(lines.map(style).join('\n'));
  const show = async (lines: readonly string[], style?: (line: string) => string): Promise<void> => {
    print(lines, style);
    if (isFast) return;
    const words = lines.reduce((sum, line) => sum + line.trim().split(/\s+/).length, 0);
    await new Promise(resolve => setTimeout(resolve, LINE_MS + words * WORD_MS));
  };
  return {
    agent,
    home,
    async call(name, args, options = {}) {
      await show(wrapWords(`   agent → ${name} ${JSON.stringify(args)}`, columns, 11), output.dim);
      let isAnswered = false;
      const answer = agent.call(name, args).finally(() => {
        isAnswered = true;
      });
      await options.meanwhile?.(() => isAnswered);
      const reply = await answer;
      const told = replyLines(reply, options.lines ?? SHOWN_LINES, columns);
      if (options.isBrief) print(told);
      else await show(told);
      return reply;
    },
    async person(session) {
      await show([`   person → cotty attach ${session}`]);
      return await ScriptedPerson.attach(home, session, isFast ? 0 : KEY_MS);
    },
    async look(person, lines) {
      const seen = (await person.lines(lines)).map(line => `   person │ ${line}`.slice(0, columns));
      await show(seen);
    },
    note: text => show(wrapWords(`   ${text}`, columns)),
    skip(reason) {
      throw new Skipped(reason);
    },
    async expect(claim, holds) {
      if (!holds) throw new CottyError('internal', `Not so: ${claim}.`, 'Run `cotty doctor`, and please report this.');
      await show(wrapWords(`   ✓ ${claim}`, columns, 5));
    },
  };
}

function replyLines(reply: ToolReply, lines: number, columns: number): readonly string[] {
  const [header = '', ...body] = reply.text.split('\n');
  const facts = header.split(' ').filter(fact => TOLD_FACTS.test(fact));
  const text = body.filter(line => line.trim() !== '');
  const shown = text.slice(0, lines);
  return [
    ...wrapWords(`   agent ← ${facts.join(' ')}`, columns, 11),
    ...[...shown, ...(text.length > shown.length && lines > 0 ? ['…'] : [])].map(line =>
      `           ${line}`.slice(0, columns),
    ),
  ];
}
