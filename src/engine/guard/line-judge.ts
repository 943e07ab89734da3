/** Judges the lines of agents: the policy decides, a person is asked where it says so, and what was decided is on record first. */
import {homedir} from 'node:os';
import type {Actor, SessionId} from '../../core/index.ts';
import {
  type Approvals,
  type Check,
  type LineContext,
  type Permitted,
  type Policy,
  type Question,
  shapeOf,
} from '../../guard/index.ts';
import {actorName} from '../write/input-lease.ts';
import type {ComposedLine, DecideOptions, WriteJudge} from '../write/judge-write.ts';
import type {LinePlace} from '../write/line-place.ts';
import type {NamedPlace} from './called.ts';
import {CheckedLines, type CheckedLinesOptions, isStricter, shellNames} from './checked-lines.ts';
import type {Decided, DecisionLog, Outcome} from './decision-log.ts';
import {refused} from './line-refused.ts';
import type {Permits} from './permits.ts';
import {mayChange} from './shell-memory.ts';

export interface LineJudgeOptions extends CheckedLinesOptions {
  readonly permits: Permits;
  /** What a session is called; null where it has no name. */
  readonly nameOf: (sessionId: SessionId | null) => string | null;
  readonly approvals: Approvals;
  readonly log: DecisionLog;
}

export class LineJudge implements WriteJudge {
  readonly #options: LineJudgeOptions;
  readonly #checked: CheckedLines;
  /** Questions whose answers let the line through, until it goes. */
  readonly #answered = new WeakMap<ComposedLine, Question>();

  constructor(options: LineJudgeOptions) {
    this.#options = options;
    this.#checked = new CheckedLines(options);
  }

  judges(by: Actor): boolean {
    return by.type === 'agent';
  }

  async admit(by: Actor, place: LinePlace): Promise<void> {
    const tool = by.type === 'agent' ? by.tool : undefined;
    await this.#options.permits.require(by, {
      tool: tool ?? 'attach',
      reads: false,
      place: this.#placeOf(place),
      call: null,
    });
  }

  async decide(composed: ComposedLine, by: Actor, {consent}: DecideOptions): Promise<void> {
    const {permits, log} = this.#options;
    const permitted = await permits.of(by, this.#placeOf(composed.place));
    const {policy} = permitted;
    const {line, check} = this.#worst(permitted, composed);
    const decided = {line, by, check, policyVersion: policy.version, commandId: consent.commandId ?? null};
    if (check.asks === 'person') return this.#askPerson(composed, policy, decided);
    const outcome = outcomeOf(check, consent.confirm);
    await log.decided({...decided, outcome, approval: null});
    if (outcome === 'denied' || outcome === 'needs_confirmation') throw refused(outcome, line, check, null);
    this.#let(line, check);
  }

  /** Of what may stand there, what is judged more strictly. */
  #worst(permitted: Permitted, line: ComposedLine): {readonly line: ComposedLine; readonly check: Check} {
    const check = this.#checked.check(permitted, line);
    if (line.unseen === undefined || line.text === null) return {line, check};
    const whole = {...line, text: line.unseen};
    const other = this.#checked.check(permitted, whole);
    return isStricter(other, check) ? {line: whole, check: other} : {line, check};
  }

  notes(text: string): boolean {
    return mayChange(text);
  }

  clears(text: string, place: LinePlace): boolean {
    return this.#checked.memory.clears(place, text, this.#contextOf(place));
  }

  allRead(sessionId: SessionId): void {
    this.#checked.memory.forgetAhead(sessionId);
  }

  /** A person's line has run: it may give words another meaning. */
  ran(text: string, place: LinePlace, isTyped: boolean): void {
    this.#checked.memory.noteLine(place, text, {context: this.#contextOf(place), isTyped});
  }

  /** The answer counts once, and for what stands there now. */
  spend(line: ComposedLine): boolean {
    const {approvals} = this.#options;
    const question = this.#answered.get(line);
    this.#answered.delete(line);
    return !question || approvals.isKnown(question) || approvals.use(question);
  }

  #placeOf({sessionId, cwd}: LinePlace): NamedPlace {
    return {id: sessionId, name: this.#options.nameOf(sessionId), cwd};
  }

  /** `composed`: whose Enter waits for the answer. */
  async #askPerson(
    composed: ComposedLine,
    policy: Policy,
    decided: Omit<Decided, 'outcome' | 'approval'>,
  ): Promise<void> {
    const {approvals, log} = this.#options;
    const {line, by, check} = decided;
    const question = questionOf(line, by, check, policy);
    const isKnown = approvals.isKnown(question);
    const approval = isKnown ? null : approvals.ask(question);
    const isApproved = isKnown || approval?.state === 'approved';
    const outcome = isApproved ? 'approved' : approval?.state === 'denied' ? 'denied' : 'needs_approval';
    await log.decided({...decided, outcome, approval});
    if (!isApproved) throw refused(outcome === 'denied' ? 'denied' : 'needs_approval', line, check, approval);
    this.#answered.set(composed, question);
    this.#let(line, check);
  }

  #let({place, text}: ComposedLine, check: Check): void {
    this.#checked.memory.note(place, check, {line: text, context: this.#contextOf(place)});
  }

  #contextOf({family, cwd, sessionId}: LinePlace): LineContext {
    return {shell: shellNames[family], cwd, home: this.#options.homeOf(sessionId) ?? homedir()};
  }
}

function outcomeOf({decision}: Check, isConfirmed: boolean): Outcome {
  if (decision === 'allow') return 'allowed';
  if (decision === 'deny') return 'denied';
  return isConfirmed ? 'confirmed' : 'needs_confirmation';
}

function questionOf({text, place, revision}: ComposedLine, by: Actor, check: Check, policy: Policy): Question {
  const {sessionId, cwd, reading, program, pid, family} = place;
  return {
    line: text,
    cwd,
    sessionId,
    agent: actorName(by),
    // Of a line that nobody knows the answer is for what stands there now.
    foreground: `${reading} ${program ?? family} ${pid ?? '-'}${text === null ? ` ${revision}` : ''}`,
    policyVersion: policy.version,
    level: check.level,
    reasons: check.reasons,
    commands: check.commands.map(({argv}) => argv),
    shape: text === null ? null : shapeOf(check),
    asker: 'connection' in by && by.connection !== undefined ? by.connection : '',
  };
}
