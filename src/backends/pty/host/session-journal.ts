import {
  type Clock,
  type EventOf,
  type EventStamp,
  eventSeq,
  isCottyError,
  type LogCursor,
  logCursor,
  type SessionEvent,
  type TerminalNotice,
} from '../../../core/index.ts';
import {
  type AnswerHit,
  ControlScanner,
  countLineFeeds,
  HitThinner,
  type MarkHit,
  SessionLogWriter,
  type ThinnedHit,
} from '../../../log/index.ts';
import type {LogPosition, NoticeListener, TerminalModes} from './host-api.ts';
import {type LoggedBody, roomForBodies, roomForHits, roomForOutput} from './record-room.ts';

export interface JournalOptions {
  readonly directory: string;
  readonly nonce: string;
  readonly eventKey: string;
  readonly clock: Clock;
  readonly segmentBytes: number | undefined;
  readonly maxBytes: number | undefined;
}

type QueryNotice = Extract<TerminalNotice, {type: 'query'}>;
type LoggedEvent = Exclude<SessionEvent, {type: 'output'}>;

/** The one order of things in a session: first into the log, then to whoever listens. */
export class SessionJournal {
  readonly #writer: SessionLogWriter;
  readonly #scanner: ControlScanner;
  readonly #thinner: HitThinner;
  readonly #clock: Clock;
  readonly #startedAtMs: number;
  readonly #listeners = new Set<NoticeListener>();
  #runsCommand = false;
  #handedOverAt = logCursor(0);
  readonly #answerListeners = new Set<(answer: AnswerHit) => void>();
  /** Notices that arose while others were being told, so that every listener hears the log's order. */
  #queue: TerminalNotice[] = [];
  #telling = false;
  /** Questions are not in the log: the newest, for a listener whose connection broke. */
  readonly #questions: {readonly notice: QueryNotice; readonly atMs: number}[] = [];
  #held: Buffer[] = [];
  #heldHits: ThinnedHit[] = [];
  #heldBytes = 0;
  #holdTimer: NodeJS.Timeout | undefined;
  #settleTimer: NodeJS.Timeout | undefined;
  #isDense = false;
  /** Events that only the live listeners have got, because the disk is full; stored as soon as it takes them. */
  readonly #unstored: {readonly body: LoggedBody; readonly offset: LogCursor}[] = [];

  constructor(options: JournalOptions) {
    const {directory, nonce, eventKey, clock, segmentBytes, maxBytes} = options;
    this.#clock = clock;
    this.#startedAtMs = clock.monotonicMs();
    this.#scanner = new ControlScanner({nonce, eventKey});
    this.#thinner = new HitThinner(clock);
    this.#writer = SessionLogWriter.open(directory, {
      clock,
      segmentBytes,
      maxBytes,
      onOwnEvent: event => {
        if (event.type !== 'output') this.#queue.push({type: 'event', event});
      },
    });
  }

  get position(): LogPosition {
    this.flush();
    const {outputEnd, nextSeq, lines} = this.#writer;
    return {end: outputEnd, nextSeq, lines};
  }

  get modes(): TerminalModes {
    return Object.fromEntries(this.#scanner.modes);
  }

  /** Notices follow from the present position on, until the returned function is called. */
  listen(listener: NoticeListener): () => void {
    this.flush();
    // Its own function, so that one listener may attach twice.
    const own: NoticeListener = notice => listener(notice);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** By the marks of the session's own shell, a command runs. */
  get runsCommand(): boolean {
    return this.#runsCommand;
  }

  /** Where the newest proved mark stands by which a shell gave the terminal to a command, or has it back. */
  get handedOverAt(): LogCursor {
    return this.#handedOverAt;
  }

  /** Hears what asked-for nested shells answer, until the returned function is called. */
  onAnswer(listener: (answer: AnswerHit) => void): () => void {
    this.#answerListeners.add(listener);
    return () => this.#answerListeners.delete(listener);
  }

  /** Questions behind this place in the output whose answer may still be waited for. */
  questionsAfter(offset: LogCursor): readonly QueryNotice[] {
    const sinceMs = this.#clock.monotonicMs() - WAITS_FOR_ANSWER_MS;
    const asked = this.#questions.filter(({notice, atMs}) => notice.offset > offset && atMs > sinceMs);
    return asked.map(({notice}) => notice);
  }

  /** From now on a nested shell's marks are proved by this nonce; returns the number they carry. */
  addNonce(nonce: string): number {
    return this.#scanner.addNonce(nonce);
  }

  /** No mark of this nested shell is proved any more. */
  dropNonce(shell: number): void {
    this.#scanner.dropNonce(shell);
  }

  /** Logs and announces events in order. */
  append(...bodies: readonly LoggedBody[]): void {
    if (bodies.some(isAnswer)) this.flush();
    else this.#settle();
    this.#together(roomForBodies(bodies), () => {
      for (const body of bodies) this.#queue.push({type: 'event', event: this.#store(body)});
    });
    this.#tell();
  }

  /**
   * Logs output and whatever its control sequences mean. `bytes` are the caller's again afterwards. A line editor writes
   * in crumbs; what nobody can be waiting for is held back for a moment, so that one write to the log, one message and one
   * wake-up of the reader serve many of them. Nobody sees a byte that is not in the log.
   */
  appendOutput(bytes: Uint8Array): void {
    const hits = this.#scan(bytes);
    if (this.#thinner.holds) this.#settleLater();
    if (this.#heldBytes === 0 && bytes.length >= HOLD_BELOW_BYTES) {
      this.#storeWithHits(bytes, hits);
      return;
    }
    this.#held.push(Buffer.from(bytes));
    this.#heldHits.push(...hits);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= HOLD_BELOW_BYTES || hits.some(hit => this.#isUrgent(hit))) this.flush();
    else this.#holdTimer ??= setTimeout(() => this.flush(), HOLD_MS);
  }

  #scan(bytes: Uint8Array): readonly ThinnedHit[] {
    return this.#isDense ? this.#scanDense(bytes) : this.#scanPiece(bytes);
  }

  /** Piece by piece: most of what is found is dropped before more is. */
  #scanDense(bytes: Uint8Array): readonly ThinnedHit[] {
    const kept: ThinnedHit[] = [];
    for (let at = 0; at < bytes.length; at += DENSE_BYTES)
      kept.push(...this.#scanPiece(bytes.subarray(at, at + DENSE_BYTES)));
    return kept;
  }

  #scanPiece(bytes: Uint8Array): readonly ThinnedHit[] {
    const hits = this.#scanner.scan(bytes);
    this.#isDense = hits.length > DENSE_HITS;
    return this.#thinner.thin(hits, this.#scanner.offset);
  }

  /** Logs and announces what is held back. */
  flush(): void {
    if (this.#heldBytes === 0) return;
    clearTimeout(this.#holdTimer);
    this.#holdTimer = undefined;
    const [first] = this.#held;
    const bytes = this.#held.length === 1 && first ? first : Buffer.concat(this.#held);
    const hits = this.#heldHits;
    this.#held = [];
    this.#heldHits = [];
    this.#heldBytes = 0;
    this.#storeWithHits(bytes, hits);
  }

  /** Room for another question. One that goes unanswered, though somebody may wait for it, is counted. */
  questionSettled({answered}: {readonly answered: boolean}): void {
    this.#thinner.settleQuestion();
    if (answered) return;
    this.#thinner.omitQuestion(this.#scanner.offset);
    this.#settleLater();
  }

  /** Logs and announces what is held back, also of a flood's events. */
  #settle(): void {
    this.flush();
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    const hits = this.#thinner.settle();
    if (hits.length === 0) return;
    this.#together(roomForHits(hits), () => {
      for (const hit of hits) this.#found(hit, this.#writer.lines);
    });
    this.#tell();
  }

  #settleLater(): void {
    this.#settleTimer ??= setTimeout(() => this.#settle(), SETTLE_MS);
  }

  #storeWithHits(bytes: Uint8Array, hits: readonly ThinnedHit[]): void {
    const offset = this.#writer.outputEnd;
    this.#together(roomForOutput(bytes) + roomForHits(hits), () => {
      let lines = this.#writer.lines;
      const logged = this.#storeOutput(bytes);
      const notice = {type: 'output', offset, length: bytes.length, lines: this.#writer.lines, bytes} as const;
      this.#queue.push(logged ? notice : {...notice, unlogged: true});
      let counted = 0;
      for (const hit of hits) {
        const at = Math.max(counted, hit.start - offset);
        lines += countLineFeeds(bytes.subarray(counted, at));
        counted = at;
        this.#found(hit, lines);
      }
    });
    this.#tell();
  }

  /** Stores in one write what `task` stores; when the disk does not take that, record by record, as far as it goes. */
  #together(bytes: number, task: () => void): void {
    const announced = this.#queue.length;
    try {
      if (this.#unstored.length > 0) task();
      else this.#writer.together(bytes, task);
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      this.#queue.length = announced;
      task();
    }
  }

  /** Lets go of a log whose program never started. */
  abandon(): void {
    clearTimeout(this.#settleTimer);
    this.#writer.close();
  }

  /** The last notice; lets go of the log. */
  end(exit: Pick<EventOf<'exit'>, 'exitStatus' | 'signal'>): void {
    this.#settle();
    const event = this.#store({type: 'exit', ...exit, lines: this.#writer.lines});
    this.#writer.close();
    this.#queue.push({type: 'event', event}, {type: 'closed', exit: event.type === 'exit' ? event : null});
    this.#tell();
    this.#listeners.clear();
  }

  #found({start, hit}: ThinnedHit, lines: number): void {
    const offset = logCursor(start);
    if (hit.type === 'query') {
      const notice = {type: 'query', query: hit.query, offset} as const;
      this.#questions.push({notice, atMs: this.#clock.monotonicMs()});
      if (this.#questions.length > MOST_QUESTIONS) this.#questions.shift();
      this.#queue.push(notice);
      return;
    }
    if (hit.type === 'answer') {
      for (const listener of this.#answerListeners) listener(hit);
      return;
    }
    if (hit.type === 'mark' && hit.proved) {
      if (hit.shell === undefined) this.#runsCommand = hit.kind === 'outputStart';
      if (hit.kind === 'outputStart' || hit.kind === 'commandEnd') this.#handedOverAt = offset;
    }
    this.#queue.push({type: 'event', event: this.#store(hit.type === 'mark' ? toMark(hit, lines) : hit, offset)});
  }

  /** False when the log has no room for them. */
  #storeOutput(bytes: Uint8Array): boolean {
    try {
      this.#storeUnstored();
      this.#writer.appendOutput(bytes);
      return true;
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      this.#writer.skipOutput(bytes.length, countLineFeeds(bytes));
      return false;
    }
  }

  #store(body: LoggedBody, offset = this.#writer.outputEnd): LoggedEvent {
    try {
      this.#storeUnstored();
      return {...body, ...stampOf(this.#writer.append(body, offset))};
    } catch (error) {
      if (!isStorageFailure(error)) throw error;
      const seq = eventSeq(this.#writer.nextSeq + this.#unstored.length);
      if (this.#unstored.length < MOST_UNSTORED) this.#unstored.push({body, offset});
      return {...body, seq, atMs: this.#clock.monotonicMs() - this.#startedAtMs, wallMs: this.#clock.wallMs(), offset};
    }
  }

  #storeUnstored(): void {
    for (let first = this.#unstored[0]; first; first = this.#unstored[0]) {
      this.#writer.append(first.body, first.offset);
      this.#unstored.shift();
    }
  }

  /** What somebody may be waiting for this instant: the end of a command, a prompt, an answer, an event. */
  #isUrgent({hit}: ThinnedHit): boolean {
    switch (hit.type) {
      case 'mark':
        return hit.proved && hit.kind !== 'promptStart' && hit.kind !== 'outputStart';
      case 'query':
      case 'custom':
        return true;
      case 'answer':
        return this.#answerListeners.size > 0;
      case 'mode':
      case 'title':
      case 'omission':
        return false;
      default:
        return hit satisfies never;
    }
  }

  #tell(): void {
    if (this.#telling) return;
    this.#telling = true;
    try {
      for (let queue = this.#queue; queue.length > 0; queue = this.#queue) {
        this.#queue = [];
        for (const notice of queue) for (const listener of this.#listeners) listener(notice);
      }
    } finally {
      this.#telling = false;
    }
  }
}

function toMark(mark: MarkHit, lines: number): LoggedBody {
  return {...mark, lines};
}

/** The emulator answers a program's question: during a flood of them that is no reason to tell of anything else. */
function isAnswer(body: LoggedBody): boolean {
  return body.type === 'input' && body.by.type === 'emulator';
}

/** A person sees no delay of this length; a watch stays far below its promise. */
const HOLD_MS = 1;
/** Scanned at once where more than so many control sequences were found just before. */
const DENSE_BYTES = 4 * 1024;
const DENSE_HITS = 64;
/** During a flood of titles and modes their last values are told this often. */
const SETTLE_MS = 100;
/** A flood is never held back. */
const HOLD_BELOW_BYTES = 16 * 1024;
const MOST_QUESTIONS = 256;
/** A program that got no answer for so long goes on without. */
const WAITS_FOR_ANSWER_MS = 5000;
const MOST_UNSTORED = 10_000;
function stampOf({seq, atMs, wallMs, offset}: EventStamp): EventStamp {
  return {seq, atMs, wallMs, offset};
}

/** The session goes on without its log: whoever listens still gets everything, and the log declares what it missed. */
function isStorageFailure(error: unknown): boolean {
  return isCottyError(error, 'disk_full') || isCottyError(error, 'home_unwritable');
}
