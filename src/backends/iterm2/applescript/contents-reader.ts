import {asCottyError} from '../../../core/index.ts';
import type {AppleScriptApp} from '../../../iterm2-api/index.ts';
import {changeOf} from './contents-change.ts';

export interface ContentsReaderOptions {
  /** Of the screen. */
  readonly rows: () => number;
  readonly knowsNothing: boolean;
  readonly listener: ContentsListener;
}

export interface ContentsListener {
  /** What the session seems to have printed. */
  onOutput(bytes: Uint8Array): void;
  /** The session cannot be read any more. */
  onEnd(): void;
}

/** Of a long scrollback nothing is looked at but its end. */
const MOST_CHARACTERS = 200_000;
/** Between looks while something happens, and while nothing does: each starts a process. */
const BUSY_MS = 300;
const IDLE_MS = 3000;
/** As long after something was seen it counts as busy. */
const BUSY_FOR_MS = 10_000;
/** So long may every look fail, as while iTerm2 shows a dialog. */
const FAILS_FOR_MS = 10_000;

/** Text of that length was cut, and its first line with it. */
function wholeLines(text: string): string {
  return text.length < MOST_CHARACTERS ? text : text.slice(text.search(/[\r\n]/) + 1);
}

/** Where AppleScript alone tells what a session prints: its text is read again and again, and what was added to it is the output. */
export class ContentsReader implements Disposable {
  readonly #app: AppleScriptApp;
  readonly #session: string;
  readonly #rows: () => number;
  readonly #listener: ContentsListener;
  #before: string | null;
  #newestMs = performance.now();
  /** When the looks began to fail; null while they do not. */
  #failingSinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isDisposed = false;

  /** `knowsNothing`: nothing of the session was printed for its log yet; else its screen is drawn anew first. */
  constructor(app: AppleScriptApp, session: string, {rows, knowsNothing, listener}: ContentsReaderOptions) {
    this.#before = knowsNothing ? '' : null;
    this.#app = app;
    this.#session = session;
    this.#rows = rows;
    this.#listener = listener;
  }

  /** When something new was seen last, in milliseconds of `performance.now`. */
  get newestMs(): number {
    return this.#newestMs;
  }

  /** Something is about to happen: it is looked at often for a while. */
  stir(): void {
    this.#newestMs = performance.now();
    this.#later();
  }

  /** Looks at all that stands there by now. */
  async caughtUp(): Promise<void> {
    // A look that is under way may have begun before.
    await this.#looking;
    await this.#lookOnce();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
      this.#later();
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const after = wholeLines(await this.#app.contents(this.#session, MOST_CHARACTERS));
      this.#failingSinceMs = null;
      if (this.#isDisposed) return;
      const printed = changeOf(this.#before, after, this.#rows());
      this.#before = after;
      if (printed === '') return;
      this.#newestMs = performance.now();
      this.#listener.onOutput(Buffer.from(printed));
    } catch (error) {
      const {code} = asCottyError(error);
      this.#failingSinceMs ??= performance.now();
      const isGone = code === 'unknown_session' || code === 'server_unavailable';
      if (this.#isDisposed || (!isGone && performance.now() - this.#failingSinceMs < FAILS_FOR_MS)) return;
      this[Symbol.dispose]();
      this.#listener.onEnd();
    }
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (this.#isDisposed) return;
    const isBusy = performance.now() - this.#newestMs < BUSY_FOR_MS;
    this.#timer = setTimeout(() => void this.#lookOnce(), isBusy ? BUSY_MS : IDLE_MS).unref();
  }
}
