/**
 * The screen of a session, made from its log when somebody looks: a projection that can be thrown away. Fed lazily:
 * output costs nothing here until the screen is read or a program asks where its cursor is.
 */
import {type LogCursor, pause, type TerminalNotice, type TerminalQuery} from '../../core/index.ts';
import {
  type CaptureOptions,
  cursorReply,
  type LinesWanted,
  type PaintedRows,
  replyTo,
  revealHidden,
  type Screen,
  type ScreenGrid,
  type ScreenLines,
  ScreenPool,
  type ScreenPoolOptions,
} from '../../screen/index.ts';
import {type CommandRecord, isUntaken} from '../projection/command-record.ts';
import {AnswerPace} from './answer-pace.ts';
import {DrawnScreen, type Pool} from './drawn-screen.ts';
import {awaitsStill, isOfLineEditor} from './late-question.ts';
import {maskedCapture} from './masked-capture.ts';
import {maskedGrid} from './masked-grid.ts';
import {PastScreen, type PastScreenOptions} from './past-screen.ts';
import type {ScreenReading} from './screen-reading.ts';
import type {DrawnSource, ScreenSource} from './screen-source.ts';
import {typedLine} from './typed-line.ts';

/** Nobody is kept waiting longer than this for an answer to something else; the first one takes the start of a thread. */
const ANSWERED_MS = 500;
/** Twice what the terminal's owner announces before it gets an answer. */
const MOST_UNANSWERED = 512;
/** A shell says the end of a command within this time of taking the tty back. */
const END_MARK_MS = 20;
/** Who asks before it has switched the echo off, as a prompt of zsh does, is looked at so often, END_MARK_MS apart. */
const LOOKS_AT_MODE = 10;

const NOTHING = new Uint8Array(0);

/** A program's question to its terminal. */
type Question = Pick<Extract<TerminalNotice, {type: 'query'}>, 'query' | 'offset' | 'isLate'>;

/** For a reader: what a person who looks at the screen does not see is told apart in `text`. */
export interface ShownScreen extends ScreenReading {
  /** Characters of `text` that a person does not see. */
  readonly hidden: number;
}

/** A screen to be drawn, and how far the output had come. */
export interface GridReading {
  readonly grid: ScreenGrid;
  readonly at: LogCursor;
}

type ReadingOptions = Pick<
  CaptureOptions,
  'lines' | 'scrollback' | 'styles' | 'joinWrapped' | 'markCursor' | 'marksConcealed'
>;

/** Makes the keepers of one engine; holds the worker threads. */
export class ScreenKeepers implements AsyncDisposable {
  readonly #version: string;
  readonly #screens: ScreenPoolOptions | ScreenPool;
  #own: ScreenPool | null = null;

  /** `version` is what programs are told that ask for it (XTVERSION). A pool that is given is its owner's to end. */
  constructor(version: string, screens: ScreenPoolOptions | ScreenPool = {}) {
    this.#version = version;
    this.#screens = screens;
  }

  keeper(session: ScreenSource): ScreenKeeper {
    return new ScreenKeeper(session, () => this.#threads(), this.#version);
  }

  /** For a session that has ended: there is no present screen. */
  past(session: DrawnSource): PastScreen {
    return new PastScreen(session, () => this.#threads(), null);
  }

  #threads(): ScreenPool {
    if (this.#screens instanceof ScreenPool) return this.#screens;
    this.#own ??= new ScreenPool(this.#screens);
    return this.#own;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#own?.[Symbol.asyncDispose]();
  }
}

export class ScreenKeeper implements AsyncDisposable {
  readonly #session: ScreenSource;
  /** The present: it only goes on. */
  readonly #drawn: DrawnScreen;
  readonly #past: PastScreen;
  readonly #version: string;
  readonly #pool: Pool;
  /** What was drawn of lines that no shell tells. */
  readonly #typedLines = new WeakMap<CommandRecord, Promise<string | null>>();
  #busy: Promise<unknown> = Promise.resolve();
  readonly #pace: AnswerPace;
  #answers: Promise<void> = Promise.resolve();
  #unanswered = 0;
  #isDisposed = false;

  constructor(session: ScreenSource, pool: Pool, version: string) {
    this.#session = session;
    this.#drawn = new DrawnScreen(session, pool);
    this.#past = new PastScreen(session, pool, this.#drawn);
    this.#version = version;
    this.#pool = pool;
    this.#pace = new AnswerPace(session.clock);
  }

  /** The screen for a reader, without secrets: {@link masked}. */
  async shown(options: Omit<ReadingOptions, 'marksConcealed' | 'joinWrapped'> = {}): Promise<ShownScreen> {
    const screen = await this.masked({...options, marksConcealed: true});
    return {...screen, ...revealHidden(screen.text)};
  }

  /**
   * The screen without secrets, in its text and in its hash, so that who searches it or waits for a change feels none out. Columns,
   * cursor and styles are those of the screen as it is.
   */
  masked(options: ReadingOptions = {}): Promise<ScreenReading> {
    return this.#look((screen, signal) => this.#reading(screen, options, signal));
  }

  /** The same with the screen cell by cell, without secrets too: both of one moment. */
  maskedWithGrid(options: ReadingOptions = {}): Promise<{readonly reading: ScreenReading; readonly grid: ScreenGrid}> {
    return this.#look(async (screen, signal) => {
      const reading = await this.#reading(screen, options, signal);
      return {reading, grid: maskedGrid(await screen.grid({signal}), this.#session.secrets ?? null)};
    });
  }

  async #reading(screen: Screen, options: ReadingOptions, signal: AbortSignal): Promise<ScreenReading> {
    const {secrets, tracker} = this.#session;
    const capture = secrets
      ? await maskedCapture(screen, {options, secrets, signal})
      : await screen.snapshot(options, {signal});
    // The emulator itself has two columns at least.
    return {...capture, cols: tracker.cols, rows: tracker.rows};
  }

  /**
   * The screen of any moment whose output is kept: as it was when the stream had come to `at`. Errors: `invalid_argument` for no
   * such moment.
   */
  screenAt(at: LogCursor, options: PastScreenOptions = {}): Promise<ScreenReading> {
    return this.#past.read(at, options);
  }

  /** The screen as of everything logged so far. */
  read(options: ReadingOptions = {}): Promise<ScreenReading> {
    return this.#look(async (screen, signal) => {
      const {cols, rows} = this.#session.tracker;
      // The emulator itself has two columns at least.
      return {...(await screen.snapshot(options, {signal})), cols, rows};
    });
  }

  /** The screen cell by cell, as of everything logged so far or of a moment. Errors: `invalid_argument` for no such moment. */
  async grid(moment?: LogCursor): Promise<GridReading> {
    if (moment !== undefined) return {grid: await this.#past.grid(moment), at: moment};
    return this.#look(async (screen, signal, at) => ({grid: await screen.grid({signal}), at}));
  }

  /**
   * Rows of the screen and above it, as of everything logged so far or of a moment. Their numbers count from the first row the emulator
   * drew, and stay what they are while output scrolls; another width makes other rows.
   */
  lines(wanted: LinesWanted, moment?: LogCursor): Promise<ScreenLines> {
    return this.#look((screen, signal) => screen.lines(wanted, {signal}), moment);
  }

  /** What a viewer that comes late must print to stand where the session stands; without `scrollback`, only what is in view. */
  present({scrollback}: {readonly scrollback: boolean}): Promise<{state: string; at: LogCursor}> {
    const rows = scrollback ? {} : {scrollback: 0};
    return this.#look(async (screen, signal, at) => ({state: await screen.redraw({...rows, signal}), at}));
  }

  /** The same for one moment, in the size that the terminal had there; without a moment the present one. */
  async presentAt(
    moment?: LogCursor,
    {scrollback = false}: {readonly scrollback?: boolean} = {},
  ): Promise<{state: string; at: LogCursor; cols: number; rows: number}> {
    if (moment === undefined) {
      const {cols, rows} = this.#session.tracker;
      return {...(await this.present({scrollback})), cols, rows};
    }
    const see = async (screen: Screen, signal: AbortSignal, {cols, rows}: {cols: number; rows: number}) => ({
      state: await screen.redraw({...(scrollback ? {} : {scrollback: 0}), signal}),
      ...{at: moment, cols, rows},
    });
    return this.#past.look(moment, see);
  }

  /** The present screen for a terminal of another size. */
  paint(size: {readonly cols: number; readonly rows: number}): Promise<PaintedRows & {readonly at: LogCursor}> {
    return this.#look(async (screen, signal, at) => ({...(await screen.paint(size, {signal})), at}));
  }

  /** What runs in the foreground was typed so: by a shell that says it, by us, or as it stood on the screen; null when nobody knows. */
  async runningLine(): Promise<string | null> {
    const {current} = this.#session.tracker;
    if (!current || current.commandLine !== null) return current?.commandLine ?? null;
    const line = this.#typedLines.get(current) ?? typedLine(this.#session, current, this.#pool).catch(() => null);
    if (current.outputStart !== null) this.#typedLines.set(current, line);
    return await line;
  }

  /**
   * Answers a program's question about its terminal, once, and in the order of the questions: programs wait for the last. The
   * terminal's owner announces a bounded number of them; what one of before does beyond that goes unanswered.
   */
  answer(question: Question): void {
    if (this.#unanswered >= MOST_UNANSWERED) return;
    const asker = this.#session.tracker.current;
    this.#unanswered++;
    this.#answers = this.#answers
      .then(() => this.#answer(question, asker))
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

  async #answer({query, offset, isLate}: Question, asker: CommandRecord | null): Promise<void> {
    const pauseMs = this.#pace.pauseMs(this.#unanswered);
    if (pauseMs > 0) await pause(pauseMs);
    // The next server may answer.
    if (this.#isDisposed || this.#session.isClosed) return;
    const ofEditor = this.#isEditing && (await isOfLineEditor(this.#session, offset));
    const isGone = isOver(asker, offset) && !ofEditor;
    const upTo = isLate && !isGone ? await this.#stillAwaited(ofEditor, asker, offset) : undefined;
    const bytes = isGone || upTo === null ? NOTHING : await this.#reply(query, offset);
    if (this.#session.isClosed) return;
    const isAwaited = bytes.length > 0 && (upTo !== undefined || (await this.#isAwaited(asker, offset, ofEditor)));
    await this.#session.gate.reply(isAwaited ? bytes : NOTHING, offset, upTo ?? undefined);
  }

  /** How far the output had come when who has asked was seen to wait; null when it is not. */
  async #stillAwaited(ofEditor: boolean, asker: CommandRecord | null, offset: LogCursor): Promise<LogCursor | null> {
    if (!ofEditor) return awaitsStill(this.#session, asker, offset);
    const {tracker} = this.#session;
    const end = tracker.outputEnd;
    const {claim, probe} = await this.#session.look();
    const isThere = claim.type === 'shellReads' && probe.mode?.canonical === false && tracker.phase === 'prompt';
    return isThere && this.#isEditing && tracker.outputEnd === end ? end : null;
  }

  async #reply(query: TerminalQuery, offset: LogCursor): Promise<Uint8Array> {
    const {tracker} = this.#session;
    const reply = replyTo(query, {
      cols: tracker.cols,
      rows: tracker.rows,
      version: this.#version,
      modes: Object.fromEntries(tracker.modes),
    });
    return reply === 'needs-emulator' ? this.#fromEmulator(query, offset) : reply;
  }

  /**
   * False when the answer would be typed into something that did not ask: a program that wants one switches echo or line
   * collection off first, and is still there.
   */
  async #isAwaited(asker: CommandRecord | null, offset: LogCursor, ofEditor: boolean): Promise<boolean> {
    let {mode = null, shellInForeground = null} = (await this.#session.link.probe()) ?? {};
    // Some ask first and switch both off right behind that.
    const isLeft = () => this.#session.isClosed || (isOver(asker, offset) && !ofEditor);
    for (let look = 0; look < LOOKS_AT_MODE && mode?.canonical && mode.echo && !isLeft(); look++) {
      await pause(END_MARK_MS);
      ({mode = null, shellInForeground = null} = (await this.#session.link.probe()) ?? {});
    }
    // Where nobody can tell, the terminal that shows it to a person answers.
    if (mode === null || (mode.canonical && mode.echo)) return false;
    // Asked at a prompt, it is for the line editor, not for what has been started there meanwhile.
    if (!asker) return this.#isEditing;
    // The shell's line editor may be back already, and its end mark still on the way.
    if (shellInForeground !== false) await pause(END_MARK_MS);
    return asker.phase === 'ended' ? (ofEditor || isBehind(asker, offset)) && this.#isEditing : true;
  }

  /** No line was taken since: fish 4 takes none before it has the answer, nor any key. */
  get #isEditing(): boolean {
    const {current} = this.#session.tracker;
    return current === null || isUntaken(current);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.answered();
    this.#drawn[Symbol.dispose]();
    this.#past[Symbol.dispose]();
    await this.#answers;
    await this.#busy.catch(() => undefined);
  }

  async #fromEmulator(query: TerminalQuery, offset: LogCursor): Promise<Uint8Array> {
    if (query.type !== 'cursorPosition') return NOTHING;
    const cursor = await this.#look((screen, signal) => screen.cursor({signal}), offset);
    return cursorReply(cursor.row, cursor.col, query.dec);
  }

  /** Looks at the screen as of a place, by default of everything logged when its turn comes. */
  #look<T>(see: (screen: Screen, signal: AbortSignal, at: LogCursor) => Promise<T>, place?: LogCursor): Promise<T> {
    let isPast = false;
    const look = (): Promise<T> => {
      const at = place ?? this.#session.tracker.outputEnd;
      // Somebody may have looked at what came after it.
      isPast = at < this.#drawn.fedTo;
      return (isPast ? this.#past : this.#drawn).look(at, (screen, signal) => see(screen, signal, at));
    };
    const turn = this.#busy.then(look, look);
    this.#busy = turn.then(
      () => this.#drawn.keepCheckpoint().catch(() => undefined),
      () => isPast || this.#drawn.forget(),
    );
    return turn;
  }
}

/** Who has asked is gone, and nobody waits for the answer. */
function isOver(asker: CommandRecord | null, offset: LogCursor): boolean {
  return asker?.phase === 'ended' && !isBehind(asker, offset);
}

/**
 * The end of a command is believed a little later than it is printed: what stands behind it was asked by the prompt. So was what came
 * before the word that a line has run nothing.
 */
function isBehind({named, startedAtMs, outputEnd}: CommandRecord, offset: LogCursor): boolean {
  return (named && startedAtMs === null) || (outputEnd !== null && offset >= outputEnd);
}
