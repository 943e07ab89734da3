/**
 * The screen of a session, made from its log when somebody looks: a projection that can be thrown away. Fed lazily:
 * output costs nothing here until the screen is read or a program asks where its cursor is.
 */
import type {LogCursor, ScreenSnapshot, TerminalQuery} from '../../core/index.ts';
import {logCursor} from '../../core/index.ts';
import {cursorReply, replyTo, type Screen, type ScreenCapture, ScreenPool} from '../../screen/index.ts';
import {readRange} from '../output/command-output.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from '../session/session.ts';
import {pause} from '../write/input-lease.ts';
import {planReplay, type ReplayPlan} from './plan-replay.ts';
import type {SizeChange} from './screen-history.ts';

/** A longer backlog is not caught up with: the screen is made anew. */
const REPLAY_BYTES = 2 * 1024 * 1024;
const SLICE_BYTES = 256 * 1024;
const SCROLLBACK = 2000;
/** Nobody is kept waiting longer than this for an answer to something else; the first one takes the start of a thread. */
const ANSWERED_MS = 500;
/** A shell says the end of a command within this time of taking the tty back. */
const END_MARK_MS = 20;

export interface ScreenReading extends ScreenSnapshot {
  readonly totalLines: number;
  readonly styles?: ScreenCapture['styles'];
}

/** Makes the keepers of one engine; holds the worker threads. */
export class ScreenKeepers implements AsyncDisposable {
  readonly #version: string;
  #pool: ScreenPool | null = null;

  /** `version` is what programs are told that ask for it (XTVERSION). */
  constructor(version: string) {
    this.#version = version;
  }

  keeper(session: Session): ScreenKeeper {
    const pool = (): ScreenPool => {
      this.#pool ??= new ScreenPool();
      return this.#pool;
    };
    return new ScreenKeeper(session, pool, this.#version);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool?.[Symbol.asyncDispose]();
  }
}

export class ScreenKeeper implements AsyncDisposable {
  readonly #session: Session;
  readonly #pool: () => ScreenPool;
  readonly #version: string;
  #screen: Screen | null = null;
  #fedTo: LogCursor = logCursor(0);
  /** The size the screen has now. */
  #size: SizeChange | null = null;
  /** What is left out of the present replay. */
  #skips: ReplayPlan['skips'][number][] = [];
  /** The replay has begun somewhere in a line: that one is left out. */
  #beginsInLine = false;
  #busy: Promise<unknown> = Promise.resolve();
  #answers: Promise<void> = Promise.resolve();
  #unanswered = 0;

  constructor(session: Session, pool: () => ScreenPool, version: string) {
    this.#session = session;
    this.#pool = pool;
    this.#version = version;
  }

  /** The screen as of everything logged so far. */
  read(
    options: {lines?: number; scrollback?: boolean; styles?: boolean; joinWrapped?: boolean; markCursor?: boolean} = {},
  ): Promise<ScreenReading> {
    return this.#inTurn(async () => {
      const {tracker} = this.#session;
      const screen = await this.#catchUp(tracker.outputEnd);
      const {cols, rows} = tracker;
      // The emulator itself has two columns at least.
      return {...(await screen.snapshot(options)), cols, rows};
    });
  }

  /** What a viewer that comes late must print to stand where the session stands; without `scrollback`, only what is in view. */
  present({scrollback}: {readonly scrollback: boolean}): Promise<{state: string; at: LogCursor}> {
    return this.#inTurn(async () => {
      const at = this.#session.tracker.outputEnd;
      const screen = await this.#catchUp(at);
      return {state: await screen.redraw(scrollback ? {} : {scrollback: 0}), at};
    });
  }

  /** Answers a program's question about its terminal, once, and in the order of the questions: programs wait for the last. */
  answer(query: TerminalQuery, offset: LogCursor): void {
    const asker = this.#session.tracker.current;
    this.#unanswered++;
    this.#answers = this.#answers
      .then(() => this.#answer(query, offset, asker))
      .catch(() => undefined)
      .finally(() => void this.#unanswered--);
  }

  /** A program waits for us, not for a person. */
  get isAnswering(): boolean {
    return this.#unanswered > 0;
  }

  /** Resolves when nothing is left to answer, or after a moment: what is typed now comes behind the answers. */
  async answered(): Promise<void> {
    if (this.#unanswered > 0) await Promise.race([this.#answers, pause(ANSWERED_MS)]);
  }

  async #answer(query: TerminalQuery, offset: LogCursor, asker: CommandRecord | null): Promise<void> {
    const {tracker} = this.#session;
    const reply = replyTo(query, {
      cols: tracker.cols,
      rows: tracker.rows,
      version: this.#version,
      modes: Object.fromEntries(tracker.modes),
    });
    const bytes = reply === 'needs-emulator' ? await this.#fromEmulator(query, offset) : reply;
    if (bytes.length === 0 || this.#session.isClosed || !(await this.#isAwaited(asker))) return;
    await this.#session.link.write({by: {type: 'emulator'}, kind: 'reply', bytes});
    this.#session.lastInputMs = this.#session.clock.monotonicMs();
  }

  /**
   * False when the answer would be typed into something that did not ask: a program that wants one switches echo or line
   * collection off first, and is still there.
   */
  async #isAwaited(asker: CommandRecord | null): Promise<boolean> {
    const {mode, shellInForeground} = await this.#session.link.probe();
    if (mode.canonical && mode.echo) return false;
    // Asked at a prompt, it is for the line editor, not for what has been started there meanwhile.
    if (!asker) return this.#session.tracker.current === null;
    // The shell's line editor may be back already, and its end mark still on the way.
    if (shellInForeground) await pause(END_MARK_MS);
    return asker.phase !== 'ended';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answers;
    await this.#busy.catch(() => undefined);
    this.#screen?.dispose();
    this.#screen = null;
  }

  async #fromEmulator(query: TerminalQuery, offset: LogCursor): Promise<Uint8Array> {
    if (query.type !== 'cursorPosition') return new Uint8Array(0);
    const cursor = await this.#inTurn(async () => (await this.#catchUp(offset)).cursor());
    return cursorReply(cursor.row, cursor.col, query.dec);
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#busy.then(task, task);
    this.#busy = turn.catch(() => this.#forget());
    return turn;
  }

  /** After a failure the screen is rebuilt from the log next time. */
  #forget(): void {
    this.#screen?.dispose();
    this.#screen = null;
  }

  async #catchUp(to: LogCursor): Promise<Screen> {
    if (this.#screen && !this.#isNear(to)) this.#forget();
    const screen = this.#screen ?? this.#begin(to);
    while (this.#fedTo < to) {
      this.#applySizes(screen);
      const [skip] = this.#skips;
      if (skip && skip.from <= this.#fedTo) {
        screen.feed(ALTERNATE_ON);
        this.#fedTo = skip.to;
        this.#skips.shift();
      } else {
        const limits = [to, this.#fedTo + SLICE_BYTES, skip?.from ?? to, this.#nextSize()?.at ?? to];
        await this.#feed(screen, logCursor(Math.min(...limits)));
      }
    }
    this.#applySizes(screen);
    return screen;
  }

  /** Drawing on costs less than drawing anew, or the program on the alternate screen cannot be drawn anew. */
  #isNear(to: LogCursor): boolean {
    const isAlternate = this.#session.tracker.mode('alternateScreen') > 0;
    return to - this.#fedTo <= (isAlternate ? 16 * REPLAY_BYTES : REPLAY_BYTES);
  }

  #begin(to: LogCursor): Screen {
    const {tracker, log} = this.#session;
    const {sizes, stretches} = tracker.screen;
    const plan = planReplay(stretches, {oldest: log.oldest, to});
    const size = sizes.findLast(change => change.at <= plan.from) ?? sizes[0] ?? null;
    const {cols, rows} = size ?? tracker;
    const screen = this.#pool().createScreen({cols, rows, scrollback: SCROLLBACK});
    this.#screen = screen;
    this.#size = size;
    this.#fedTo = plan.from;
    this.#skips = [...plan.skips];
    this.#beginsInLine = plan.from > 0 && !plan.beginsAlternate;
    if (plan.beginsAlternate) screen.feed(ALTERNATE_ON);
    return screen;
  }

  async #feed(screen: Screen, to: LogCursor): Promise<void> {
    const {bytes} = await readRange(this.#session, this.#fedTo, to);
    screen.feed(this.#beginsInLine ? bytes.subarray(bytes.indexOf(LF) + 1) : bytes);
    this.#beginsInLine = false;
    if (bytes.length >= SLICE_BYTES) await screen.flush();
    this.#fedTo = to;
  }

  /** The size that comes after the one the screen has. */
  #nextSize(): SizeChange | undefined {
    const {sizes} = this.#session.tracker.screen;
    return this.#size ? sizes[sizes.indexOf(this.#size) + 1] : sizes[0];
  }

  #applySizes(screen: Screen): void {
    for (let next = this.#nextSize(); next && next.at <= this.#fedTo; next = this.#nextSize()) {
      if (next.cols !== this.#size?.cols || next.rows !== this.#size.rows) screen.resize(next.cols, next.rows);
      this.#size = next;
    }
  }
}

const ALTERNATE_ON = Buffer.from('\x1b[?1049h');
const LF = 10;
