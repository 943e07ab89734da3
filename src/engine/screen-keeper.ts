/**
 * The screen of a session, made from its log when somebody looks: a projection that can be thrown away. Fed lazily:
 * output costs nothing here until the screen is read or a program asks where its cursor is.
 */
import type {LogCursor, ScreenSnapshot, TerminalQuery} from '../core/index.ts';
import {logCursor} from '../core/index.ts';
import {cursorReply, replyTo, type Screen, type ScreenCapture, ScreenPool} from '../screen/index.ts';
import {readRange} from './command-output.ts';
import type {CommandRecord} from './command-record.ts';
import {pause} from './input-lease.ts';
import type {Session} from './session.ts';

/** Of a longer backlog only this much is replayed: more than any scrollback kept. */
const REPLAY_BYTES = 2 * 1024 * 1024;
const SLICE_BYTES = 256 * 1024;
const SCROLLBACK = 2000;
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
  #resizes: {readonly at: LogCursor; readonly cols: number; readonly rows: number}[] = [];
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
    options: {lines?: number; scrollback?: boolean; styles?: boolean; joinWrapped?: boolean} = {},
  ): Promise<ScreenReading> {
    return this.#inTurn(async () => {
      const {tracker} = this.#session;
      const screen = await this.#catchUp(tracker.outputEnd);
      const {cols, rows} = tracker;
      // The emulator itself has two columns at least.
      return {...(await screen.snapshot(options)), cols, rows};
    });
  }

  /** What a viewer that comes late must print to stand where the session stands. */
  present(): Promise<{state: string; at: LogCursor}> {
    return this.#inTurn(async () => {
      const at = this.#session.tracker.outputEnd;
      const screen = await this.#catchUp(at);
      return {state: await screen.redraw(), at};
    });
  }

  /** Remembered until the bytes before it have been replayed. */
  resize(cols: number, rows: number, at: LogCursor): void {
    if (this.#screen) this.#resizes.push({at, cols, rows});
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
    if (!asker) return true;
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
    const {tracker} = this.#session;
    if (this.#screen && to - this.#fedTo > REPLAY_BYTES) this.#forget();
    if (!this.#screen) {
      this.#screen = this.#pool().createScreen({cols: tracker.cols, rows: tracker.rows, scrollback: SCROLLBACK});
      this.#resizes = [];
      this.#fedTo = logCursor(Math.max(this.#session.log.oldest, to - REPLAY_BYTES, 0));
      if (this.#fedTo > 0) this.#screen.feed(Buffer.from(tracker.mode('alternateScreen') ? '\x1b[?1049h' : '\x1b[0m'));
    }
    while (this.#fedTo < to) {
      const next = logCursor(Math.min(to, this.#fedTo + SLICE_BYTES, this.#resizes[0]?.at ?? Number.MAX_SAFE_INTEGER));
      if (next > this.#fedTo) await this.#feed(this.#screen, next);
      this.#applyResizes(this.#screen);
    }
    this.#applyResizes(this.#screen);
    return this.#screen;
  }

  async #feed(screen: Screen, to: LogCursor): Promise<void> {
    const {bytes} = await readRange(this.#session, this.#fedTo, to);
    screen.feed(bytes);
    if (bytes.length >= SLICE_BYTES) await screen.flush();
    this.#fedTo = to;
  }

  #applyResizes(screen: Screen): void {
    for (let next = this.#resizes[0]; next && next.at <= this.#fedTo; next = this.#resizes[0]) {
      screen.resize(next.cols, next.rows);
      this.#resizes.shift();
    }
  }
}
