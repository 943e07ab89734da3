/**
 * Bounds what the control sequences of a flood cost whoever keeps and hears of them. A title or a mode matters as it is, not each
 * time it was: beyond an allowance only their last values are told, now and then. Unproved marks, custom events and questions
 * beyond theirs are counted. Proved marks are always kept, and what was held back stands before them.
 */
import {type Clock, logCursor, type OmissionEvent, type TrackedMode} from '../../core/index.ts';
import {Allowance} from './allowance.ts';
import type {ControlHit, ScanHit} from './hit.ts';

/** A hit that is kept, or what is said of those that are not. */
export interface ThinnedHit {
  /** Stream offset where it stands. */
  readonly start: number;
  readonly hit: ControlHit | OmissionEvent;
}

type TitleHit = Extract<ControlHit, {type: 'title'}>;
type ModeHit = Extract<ControlHit, {type: 'mode'}>;
type Counts = {-readonly [K in 'titles' | 'modes' | 'marks' | 'customs' | 'queries']: number};

export class HitThinner {
  readonly #clock: Clock;
  /** In bytes of what is stored for them: titles, modes and unproved marks. */
  readonly #events: Allowance;
  readonly #customs: Allowance;
  /** In questions: as many may be open at once, and each answer makes room for the next. */
  readonly #questions: Allowance;
  #title: {readonly start: number; readonly hit: TitleHit} | null = null;
  readonly #modes = new Map<TrackedMode, {readonly since: number; readonly start: number; readonly hit: ModeHit}>();
  #counts: Counts = noCounts();
  #kept: ThinnedHit[] = [];
  /** Time of the first hit that was taken since the last {@link takeKept}, as if all came together. */
  #nowMs: number | null = null;
  /** Where the first and the last thing stand that are held back or counted; null while there is nothing. */
  #from: number | null = null;
  #to: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    const nowMs = clock.monotonicMs();
    this.#events = new Allowance(EVENT_BYTES, EVENT_BYTES_PER_SECOND, nowMs);
    this.#customs = new Allowance(CUSTOM_BYTES, CUSTOM_BYTES_PER_SECOND, nowMs);
    this.#questions = new Allowance(MOST_QUESTIONS, QUESTIONS_PER_SECOND, nowMs);
  }

  /** Something is held back or counted that {@link settle} would tell. */
  get holds(): boolean {
    return this.#from !== null;
  }

  /** Takes the next hit of the stream. */
  take(found: ScanHit): void {
    this.#nowMs ??= this.#clock.monotonicMs();
    this.#take(found, this.#nowMs, this.#kept);
  }

  /** What is kept of all that was taken since the last call, in order; the stream is read up to `end`. */
  takeKept(end: number): readonly ThinnedHit[] {
    this.#nowMs = null;
    if (this.#from !== null && end - this.#from >= SETTLE_BYTES) this.#kept.push(...this.settle());
    if (this.#kept.length === 0) return NOTHING;
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  /** What was held back: last values, then the counts. Nothing is held back afterwards. */
  settle(): readonly ThinnedHit[] {
    const [from, to] = [this.#from, this.#to];
    if (from === null || to === null) return NOTHING;
    const modes = [...this.#modes.values()].map(({since, start, hit}) => ({
      start,
      hit: since < start ? {...hit, since: logCursor(since)} : hit,
    }));
    const values: ThinnedHit[] = [...modes, ...(this.#title ? [this.#title] : [])];
    values.sort((a, b) => a.start - b.start);
    // The last of each is told.
    const {titles, modes: changes, ...counts} = this.#counts;
    const omitted = {titles: titles - (this.#title ? 1 : 0), modes: changes - modes.length, ...counts};
    this.#from = this.#to = this.#title = null;
    this.#modes.clear();
    this.#counts = noCounts();
    if (!Object.values(omitted).some(count => count > 0)) return values;
    return [...values, {start: to, hit: {type: 'omission', from: logCursor(from), ...omitted}}];
  }

  /** A question that was kept is answered, or nobody waits for it any more: another may be asked. */
  settleQuestion(): void {
    this.#questions.give(1);
  }

  /** A question that was kept goes unanswered. */
  omitQuestion(at: number): void {
    this.#omit(at, 'queries');
  }

  #take(found: ScanHit, nowMs: number, kept: ThinnedHit[]): void {
    const {start, hit} = found;
    switch (hit.type) {
      case 'title':
        if (this.#mayKeep(hit.title.length, nowMs)) break;
        this.#omit(start, 'titles');
        this.#title = {start, hit};
        return;
      case 'mode':
        if (this.#mayKeep(0, nowMs)) break;
        this.#omit(start, 'modes');
        this.#modes.set(hit.mode, {since: this.#modes.get(hit.mode)?.since ?? start, start, hit});
        return;
      case 'mark':
        if (hit.proved) {
          if (this.#from !== null) kept.push(...this.settle());
          // A shell has the terminal again, or lets go of it: whoever asks now is not who has asked so much.
          this.#questions.give();
          // Its line editor sets modes for each line, which are no flood however fast lines are run.
          this.#events.give(MODES_PER_MARK * RECORD_BYTES);
        } else if (!this.#mayKeep(textLength(hit.commandLine) + textLength(hit.cwd), nowMs)) {
          this.#omit(start, 'marks');
          return;
        }
        break;
      case 'custom':
        if (this.#customs.take(RECORD_BYTES + hit.event.length + hit.data.length, nowMs)) break;
        this.#omit(start, 'customs');
        return;
      case 'query':
        if (this.#questions.take(1, nowMs)) break;
        this.#omit(start, 'queries');
        return;
      case 'answer':
        break;
      default:
        hit satisfies never;
    }
    kept.push(found);
  }

  /** While a value is held back a newer one must not stand before it. */
  #mayKeep(textLength: number, nowMs: number): boolean {
    if (this.#title !== null || this.#modes.size > 0) return false;
    return this.#events.take(RECORD_BYTES + textLength, nowMs);
  }

  #omit(start: number, kind: keyof Counts): void {
    this.#from ??= start;
    this.#to = start;
    this.#counts[kind]++;
  }
}

const NOTHING: readonly ThinnedHit[] = [];
const noCounts = (): Counts => ({titles: 0, modes: 0, marks: 0, customs: 0, queries: 0});

/** About what the record of an event takes in the log, its text not counted. */
const RECORD_BYTES = 64;
/** A shell says at least three marks for a line, and sets up to half a dozen modes. */
const MODES_PER_MARK = 2;
/** Some five hundred events at once, more than a full-screen program sets while it starts; then a hundred and more each second. */
const EVENT_BYTES = 32 * 1024;
const EVENT_BYTES_PER_SECOND = 8 * 1024;
/** Some twelve thousand small events at once, more than the server keeps for whoever waits, or a dozen of the largest. */
const CUSTOM_BYTES = 896 * 1024;
const CUSTOM_BYTES_PER_SECOND = 16 * 1024;
/** More than any program asks before it reads the first answer. */
const MOST_QUESTIONS = 256;
/** Not every question is answered; those are forgotten after a while. */
const QUESTIONS_PER_SECOND = 256;
/** So many bytes of a flood make its last values known, even if no time passes. */
const SETTLE_BYTES = 256 * 1024;

function textLength(text: string | null): number {
  return text?.length ?? 0;
}
