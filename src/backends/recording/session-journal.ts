import {
  type Actor,
  type Clock,
  type EventOf,
  type LogCursor,
  logCursor,
  type TerminalNotice,
} from '../../core/index.ts';
import {type AnswerHit, countLineFeeds, type MarkHit} from '../../log/index.ts';
import {AskedQuestions} from './asked-questions.ts';
import {HeldOutput} from './held-output.ts';
import {isUrgent} from './is-urgent.ts';
import {JournalLog, type LoggedEvent} from './journal-log.ts';
import type {LogPosition, NoticeListener, TerminalModes} from './journal-position.ts';
import type {JudgedProcess, JudgedTerminal} from './judged-shell.ts';
import {type Found, OutputReading, type ReadPiece, unproved} from './output-reading.ts';
import {type LoggedBody, roomForBodies, roomForHits, roomForOutput} from './record-room.ts';

export interface JournalOptions {
  readonly directory: string;
  readonly nonce: string;
  readonly eventKey: string;
  readonly clock: Clock;
  readonly segmentBytes: number | undefined;
  readonly maxBytes: number | undefined;
}

/**
 * The one order of things in a session, whatever terminal it is on: first into the log, then to whoever listens. Its owner hands in
 * what the terminal prints and what is typed; marks are proved and judged here, and nobody sees a nonce behind it.
 */
export class SessionJournal {
  readonly #log: JournalLog;
  readonly #reading: OutputReading;
  readonly #listeners = new Set<NoticeListener>();
  #commands = 0;
  #runsCommand = false;
  #readsLine = false;
  #isAtPrompt = false;
  #handedOverAt = logCursor(0);
  readonly #answerListeners = new Set<(answer: AnswerHit) => void>();
  readonly #redrawListeners = new Set<(shell: number) => void>();
  /** Notices that arose while others were being told, so that every listener hears the log's order. */
  #queue: TerminalNotice[] = [];
  #telling = false;
  readonly #questions: AskedQuestions;
  readonly #clock: Clock;
  readonly #held = new HeldOutput();
  #heldFound: Found[] = [];
  /** Nothing goes into the log any more; a mark that is decided about later is nobody's. */
  #isOver = false;
  /** Somebody who sees this terminal has pressed a key, and looks for what comes of it. */
  #isEchoDue = false;
  #holdTimer: NodeJS.Timeout | undefined;
  #letGoTimer: NodeJS.Timeout | undefined;
  #settleTimer: NodeJS.Timeout | undefined;

  constructor(options: JournalOptions) {
    const {directory, nonce, eventKey, clock, segmentBytes, maxBytes} = options;
    this.#clock = clock;
    this.#questions = new AskedQuestions(clock);
    const onOwnEvent = (event: LoggedEvent) => void this.#queue.push({type: 'event', event});
    this.#log = new JournalLog({directory, clock, segmentBytes, maxBytes, onOwnEvent});
    this.#reading = new OutputReading({nonce, eventKey, clock, offset: this.#log.outputEnd});
  }

  get position(): LogPosition {
    this.settle();
    return this.#log.position;
  }

  get modes(): TerminalModes {
    return this.#reading.modes;
  }

  /** Notices follow from the present position on, until the returned function is called. */
  listen(listener: NoticeListener): () => void {
    this.flush();
    // Its own function, so that one listener may attach twice.
    const own: NoticeListener = notice => listener(notice);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** How many commands were given to the terminal. */
  get commands(): number {
    return this.#commands;
  }

  /** By the marks of the session's own shell, a command runs. */
  get runsCommand(): boolean {
    return this.#runsCommand;
  }

  /** By them it reads its next line, or the rest of one: its files and the hooks of its prompt are through. */
  get readsLine(): boolean {
    return this.#readsLine;
  }

  /** A shell that says marks reads its next line: the session's own, or a nested one. */
  get isAtPrompt(): boolean {
    return this.#isAtPrompt;
  }

  /** The newest output, roughly as it stands on the screen. */
  get visibleTail(): string {
    return this.#reading.visibleTail;
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

  /** Hears when a shell, by its number, has drawn the prompt again that stands already, until the returned function is called. */
  onRedraw(listener: (shell: number) => void): () => void {
    this.#redrawListeners.add(listener);
    return () => this.#redrawListeners.delete(listener);
  }

  /** From now on marks of the session's own shell are believed only where the terminal's foreground does not speak against it. */
  judgeBy(terminal: JudgedTerminal, shell: JudgedProcess): void {
    this.#reading.judgeBy(terminal, shell, () => queueMicrotask(() => this.flush()));
  }

  /** Questions behind this place in the output whose answer may still be waited for. */
  questionsAfter(offset: LogCursor): ReturnType<AskedQuestions['after']> {
    return this.#questions.after(offset);
  }

  /** What programs asked, and nobody has answered. */
  get questions(): Pick<AskedQuestions, 'settled' | 'isOpen' | 'open'> {
    return this.#questions;
  }

  /** From now on a nested shell's marks are proved by this nonce; returns the number they carry. */
  addNonce(nonce: string, shell: JudgedProcess | undefined): number {
    return this.#reading.addNonce(nonce, shell);
  }

  /** No mark of this nested shell is proved any more. */
  dropNonce(shell: number): void {
    this.#reading.dropNonce(shell);
  }

  /** Logs the line that is about to be delivered, to a shell that says marks (`toShell`) or to a program. */
  appendCommand(command: LoggedBody & {type: 'command'}, input: LoggedBody & {type: 'input'}, toShell: boolean): void {
    this.#commands++;
    this.#reading.submitted(command.commandLine, toShell);
    this.append(
      {...command, commandLine: this.#reading.blankText(command.commandLine)},
      {...input, bytes: input.bytes && this.#reading.blankBytes(input.bytes)},
    );
  }

  /** Logs input that is about to be written; `event` may hold its length alone. */
  appendInput(event: LoggedBody & {type: 'input'}, bytes: Uint8Array): void {
    if (event.by.type !== 'emulator') this.#reading.typed(bytes);
    this.#isEchoDue ||= event.kind === 'typed' && !isScript(event.by);
    this.append({...event, bytes: event.bytes && this.#reading.blankBytes(event.bytes)});
  }

  /** Logs and announces events in order. */
  append(...bodies: readonly LoggedBody[]): void {
    if (bodies.some(isAnswer)) this.flush();
    else this.#tellHeldBack();
    this.#together(roomForBodies(bodies), () => {
      for (const body of bodies) this.#queue.push({type: 'event', event: this.#log.store(body)});
    });
    this.#tell();
  }

  /** The same for one event that stands further back in the output, as the end of a command does that is heard of behind the next prompt. */
  appendAt(offset: LogCursor, body: LoggedBody): void {
    this.flush();
    this.#queue.push({type: 'event', event: this.#log.store(body, offset)});
    this.#tell();
  }

  /**
   * Logs output and whatever its control sequences mean. `bytes` are the caller's again afterwards. A line editor writes
   * in crumbs; what nobody can be waiting for is held back for a moment, so that one write to the log, one message and one
   * wake-up of the reader serve many of them. Nobody sees a byte that is not in the log.
   */
  appendOutput(bytes: Uint8Array): void {
    this.#take(this.#reading.push(bytes));
    if (this.#reading.holdsBack) this.#tellLater();
    if (this.#reading.isHolding) this.#letGoTimer ??= setTimeout(() => this.settle(), HOLD_MS);
  }

  /**
   * Nobody has written for a time: the terminal was not connected, or its recorder began anew. Declares the gap, `missed` where it can be
   * told how much was printed meanwhile. Marks, modes and sequences are read anew behind it; modes that are set now are the caller's to
   * append.
   */
  goOnBehindGap(missed: {readonly bytes: number; readonly lines: number} | null): void {
    this.settle();
    this.#tellHeldBack();
    const {bytes, lines} = missed ?? {bytes: 0, lines: 0};
    this.#reading.skip(bytes);
    this.#isAtPrompt = false;
    this.#runsCommand = false;
    this.#readsLine = false;
    this.#log.declareMissing(bytes, lines);
    this.#tell();
  }

  /** Logs and announces all that was printed so far, also what might be the beginning of something secret. */
  settle(): void {
    clearTimeout(this.#letGoTimer);
    this.#letGoTimer = undefined;
    if (this.#reading.isHolding) this.#take(this.#reading.letGo());
    this.flush();
  }

  /** Logs and announces what is held back. */
  flush(): void {
    if (this.#isOver) return;
    const late = this.#reading.takeLate();
    if (this.#held.length === 0 && late.length === 0) return;
    clearTimeout(this.#holdTimer);
    this.#holdTimer = undefined;
    const found = this.#heldFound;
    this.#heldFound = [];
    this.#held.drain(bytes => {
      this.#storeWithFound(bytes, found, late);
      // Whoever tells already tells of it later.
      return {isKept: this.#telling};
    });
  }

  #take({bytes, found}: ReadPiece): void {
    if (bytes.length === 0) return;
    const isUndecided = found.some(({fate}) => fate === 'held');
    if (this.#held.length === 0 && bytes.length >= HOLD_BELOW_BYTES && !isUndecided) {
      this.#storeWithFound(bytes, found, []);
      return;
    }
    this.#held.add(bytes);
    this.#heldFound.push(...found);
    if (isUndecided) this.#reading.settle();
    const isDue = this.#reading.takeEndTold() || this.#isEchoDue;
    const isUrgentNow = isDue || found.some(one => isUrgent(one, this.#answerListeners.size > 0));
    this.#isEchoDue = false;
    if (isUrgentNow || this.#held.length >= HOLD_BELOW_BYTES) this.flush();
    else this.#holdTimer ??= setTimeout(() => this.flush(), this.#runsCommand ? HOLD_RUNNING_MS : HOLD_MS);
  }

  /** Room for another question. One that goes unanswered, though somebody may wait for it, is counted. */
  questionSettled(settled: {readonly answered: boolean}): void {
    this.#reading.questionSettled(settled);
    if (this.#reading.holdsBack) this.#tellLater();
  }

  /** Logs and announces what is held back, also of a flood's events. */
  #tellHeldBack(): void {
    this.flush();
    clearTimeout(this.#settleTimer);
    this.#settleTimer = undefined;
    const found = this.#reading.takeHeldBack();
    if (found.length === 0) return;
    this.#together(roomForHits(found), () => {
      for (const one of found) this.#found(one);
    });
    this.#tell();
  }

  #tellLater(): void {
    this.#settleTimer ??= setTimeout(() => this.#tellHeldBack(), SETTLE_MS);
  }

  #storeWithFound(bytes: Uint8Array, found: readonly Found[], late: readonly Found[]): void {
    const offset = this.#log.outputEnd;
    const marks = [...late, ...found].filter(isProvedMark).map(({start}) => logCursor(start));
    this.#together(roomForOutput(bytes) + roomForHits(late) + roomForHits(found), () => {
      for (const one of late) this.#found(one);
      let lines = this.#log.lines;
      if (bytes.length > 0) {
        const logged = this.#log.storeOutput(bytes);
        const notice = {type: 'output', offset, length: bytes.length, lines: this.#log.lines, bytes} as const;
        this.#queue.push({...notice, ...(marks.length > 0 && {marks}), ...(!logged && {unlogged: true})});
      }
      let counted = 0;
      for (const one of found) {
        const at = Math.max(counted, one.start - offset);
        lines += countLineFeeds(bytes.subarray(counted, at));
        counted = at;
        one.lines = lines;
        if (one.fate === 'held') one.heldSinceMs = this.#clock.monotonicMs();
        else this.#found(one);
      }
    });
    this.#tell();
  }

  /** In one write; when the disk does not take that, record by record, as far as it goes. */
  #together(bytes: number, task: () => void): void {
    const announced = this.#queue.length;
    if (this.#log.together(bytes, task)) return;
    this.#queue.length = announced;
    task();
  }

  /** Lets go of the log, of a program that never started, or that goes on without us. */
  abandon(): void {
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#letGoTimer);
    // What was heard by now is kept: nobody else has it.
    this.flush();
    this.#isOver = true;
    this.#log.close();
  }

  /** The last notice; lets go of the log. */
  end(exit: Pick<EventOf<'exit'>, 'exitStatus' | 'signal'>): void {
    this.settle();
    this.#tellHeldBack();
    this.#reading.end();
    this.flush();
    const event = this.#log.store({type: 'exit', ...exit, lines: this.#log.lines});
    this.#log.close();
    this.#queue.push({type: 'event', event}, {type: 'closed', exit: event.type === 'exit' ? event : null});
    this.#tell();
    this.#listeners.clear();
  }

  /** The last notice of a terminal of which nobody knows how it ended, nor when; lets go of the log. */
  lose(): void {
    this.settle();
    this.#tellHeldBack();
    this.#reading.end();
    this.flush();
    this.#log.close();
    this.#queue.push({type: 'closed', exit: null});
    this.#tell();
    this.#listeners.clear();
  }

  #found({start, hit, lines, fate, isRedraw, heldSinceMs}: Found): void {
    if (isRedraw) {
      if (hit.type === 'mark' && hit.kind === 'inputStart')
        for (const listener of this.#redrawListeners) listener(hit.shell ?? 0);
      return;
    }
    const offset = logCursor(start);
    if (hit.type === 'query') {
      const notice = {type: 'query', query: hit.query, offset} as const;
      this.#questions.add(notice);
      this.#queue.push(notice);
      return;
    }
    if (hit.type === 'answer') {
      for (const listener of this.#answerListeners) listener(hit);
      return;
    }
    if (hit.type !== 'mark') {
      this.#queue.push({type: 'event', event: this.#log.store(hit, offset)});
      return;
    }
    const mark = fate === 'believed' ? this.#believed(hit, heldSinceMs) : unproved(hit);
    if (mark.proved) this.#followMark(mark, offset);
    this.#queue.push({type: 'event', event: this.#log.store({...mark, lines: lines ?? this.#log.lines}, offset)});
  }

  #believed(hit: MarkHit, heldSinceMs: number | undefined): MarkHit & Pick<EventOf<'mark'>, 'heldMs'> {
    // Times in the log are of whole microseconds.
    const heldMs = heldSinceMs === undefined ? 0 : Math.round((this.#clock.monotonicMs() - heldSinceMs) * 1000) / 1000;
    return heldMs > 0 ? {...hit, heldMs} : hit;
  }

  #followMark({kind, shell}: MarkHit, offset: LogCursor): void {
    this.#isAtPrompt = kind !== 'outputStart';
    if (shell === undefined) {
      this.#runsCommand = kind === 'outputStart';
      this.#readsLine = kind === 'inputStart' || kind === 'continuationStart';
    }
    if (kind !== 'outputStart' && kind !== 'commandEnd') return;
    this.#handedOverAt = offset;
    // Whoever has asked before is gone.
    this.#questions.settled(offset);
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

function isProvedMark({hit, fate}: Found): boolean {
  return hit.type === 'mark' && hit.proved && fate === 'believed';
}

/** The emulator answers a program's question: during a flood of them that is no reason to tell of anything else. */
function isAnswer(body: LoggedBody): boolean {
  return body.type === 'input' && body.by.type === 'emulator';
}

/** A script of iTerm2's API types as a person does, and looks at no screen. */
function isScript(by: Actor): boolean {
  return 'via' in by && by.via === 'iterm2';
}

/** A person sees no delay of this length. */
const HOLD_MS = 2;
/** What a program prints may be watched for, and comes in fewer crumbs than what a line editor draws. */
const HOLD_RUNNING_MS = 1;
/** During a flood of titles and modes their last values are told this often. */
const SETTLE_MS = 100;
/** A flood is never held back. */
const HOLD_BELOW_BYTES = 16 * 1024;
