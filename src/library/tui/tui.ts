/** A full-screen program on test, in a terminal of its own inside this process. */
import type {Locator} from './locator.ts';
import type {Patience} from './patience.ts';

export interface LaunchOptions {
  /** Default 80. */
  readonly cols?: number | undefined;
  /** Default 24. */
  readonly rows?: number | undefined;
  readonly cwd?: string | undefined;
  /** Added to the environment of this process; an undefined value removes the name. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** How long waits and assertions last at most, in milliseconds. Default 5000. */
  readonly timeoutMs?: number | undefined;
}

/** Zero-based, its last row and column included. */
export interface Region {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface StableOptions extends Patience {
  /** So long nothing may change. Default 500. */
  readonly quietMs?: number | undefined;
  /** Where a spinner turns, or a clock goes. */
  readonly ignore?: readonly Region[] | undefined;
}

export interface PictureOptions {
  readonly format?: 'png' | 'svg' | 'html' | 'ansi' | 'text' | undefined;
  readonly theme?: 'dark' | 'light' | 'solarized-dark' | 'high-contrast' | undefined;
  /** 1 to 4; at 1, the default, a cell has 9 by 18 pixels. */
  readonly scale?: number | undefined;
}

/** How a program ended: by its own exit status, or by a signal. */
export interface ProgramEnd {
  readonly exitStatus: number | null;
  readonly signal: string | null;
}

/** Closing ends the program and leaves nothing behind; so does disposing. */
export interface Tui extends AsyncDisposable {
  readonly timeoutMs: number;
  /** What stands on the screen: rows without blanks at their ends, joined by line feeds. */
  screen(): Promise<string>;
  /** Zero-based. */
  cursor(): Promise<{readonly row: number; readonly col: number; readonly visible: boolean}>;
  /** Zero-based. Throws when it is not there in time. */
  waitForCursor(row: number, col: number, options?: Patience): Promise<void>;
  /** A text as it stands in a row, or a pattern that is looked for in each row. Nothing is looked for yet. */
  getByText(text: string | RegExp): Locator;
  /** Keys by name: `Enter`, `C-c`, `M-x`, `F5`, `S-Tab`, `text:…`, `click:ROW,COL` (from one). */
  press(...keys: readonly string[]): Promise<void>;
  /** Types text as keys, without Enter. */
  type(text: string): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  /** Throws when it is not still in time. */
  waitUntilStable(options?: StableOptions): Promise<void>;
  /** A picture of the screen: the bytes of the file. */
  screenshot(options?: PictureOptions): Promise<Uint8Array>;
  /** Resolves when the program has ended. Throws when it has not in time. */
  waitUntilEnd(options?: Patience): Promise<ProgramEnd>;
  close(): Promise<void>;
}
