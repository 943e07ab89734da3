import {composeEngine, currentFolder, defaultConfig} from '../../app/index.ts';
import {awaitStableScreen, type Engine, type Session, sendKeys} from '../../engine/index.ts';
import type {Locator} from './locator.ts';
import type {Patience} from './patience.ts';
import {ScreenAssertionError} from './screen-assertion-error.ts';
import {until} from './screen-watch.ts';
import {TextLocator} from './text-locator.ts';
import type {LaunchOptions, PictureOptions, ProgramEnd, StableOptions, Tui} from './tui.ts';

/**
 * Starts a program on a terminal of its own. A list is a program and its arguments; a text is a line for `/bin/sh`. Throws `spawn_failed` when
 * it cannot be started.
 *
 *     await using app = await launch(['node', 'menu.js'], {cols: 60, rows: 20});
 *     await app.getByText('Save').click();
 *     await expect(app.getByText('Saved')).toBeVisible();
 */
export async function launch(command: string | readonly string[], options: LaunchOptions = {}): Promise<Tui> {
  const {cols = 80, rows = 24, cwd = currentFolder(), env, timeoutMs = 5000} = options;
  const composed = await composeEngine({config: defaultConfig(), host: {type: 'ephemeral'}});
  try {
    const argv = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
    const session = await composed.engine.open({argv, cols, rows, cwd, env});
    return new LaunchedTui(composed.engine, session, {
      timeoutMs,
      end: async () => await composed[Symbol.asyncDispose](),
    });
  } catch (error) {
    await composed[Symbol.asyncDispose]();
    throw error;
  }
}

const by = {type: 'agent', name: 'test'} as const;

class LaunchedTui implements Tui {
  readonly timeoutMs: number;
  readonly #engine: Engine;
  readonly #session: Session;
  readonly #end: () => Promise<void>;
  #disposed: Promise<void> | undefined;

  constructor(engine: Engine, session: Session, {timeoutMs, end}: {timeoutMs: number; end: () => Promise<void>}) {
    this.timeoutMs = timeoutMs;
    this.#engine = engine;
    this.#session = session;
    this.#end = end;
  }

  async screen(): Promise<string> {
    return (await this.#session.screen.read()).text;
  }

  async cursor(): Promise<{row: number; col: number; visible: boolean}> {
    return (await this.#session.screen.read()).cursor;
  }

  async waitForCursor(row: number, col: number, {timeoutMs = this.timeoutMs}: Patience = {}): Promise<void> {
    let last = '';
    const look = async (): Promise<true | undefined> => {
      const cursor = await this.cursor();
      last = `${cursor.row},${cursor.col}`;
      return (cursor.row === row && cursor.col === col) || undefined;
    };
    await until(this.#session, look, {timeoutMs, complaint: () => `The cursor was at ${last}, not at ${row},${col}`});
  }

  getByText(text: string | RegExp): Locator {
    return new TextLocator({session: this.#session, text, timeoutMs: this.timeoutMs});
  }

  async press(...keys: readonly string[]): Promise<void> {
    await sendKeys(this.#session, keys, {by, signal: AbortSignal.timeout(this.timeoutMs)});
  }

  async type(text: string): Promise<void> {
    await this.press(`text:${text}`);
  }

  async resize(cols: number, rows: number): Promise<void> {
    const {link, tracker, waiters} = this.#session;
    await link.resize(cols, rows);
    const isReached = (): true | undefined => (tracker.cols === cols && tracker.rows === rows) || undefined;
    await waiters.until(isReached, AbortSignal.timeout(this.timeoutMs));
  }

  async waitUntilStable({timeoutMs = this.timeoutMs, quietMs = 500, ignore}: StableOptions = {}): Promise<void> {
    const signal = new AbortController().signal;
    if (await awaitStableScreen(this.#session, {quietMs, timeoutMs, ignore, signal})) return;
    throw new ScreenAssertionError(
      `The screen was not still for ${quietMs} ms within ${timeoutMs} ms:\n${await this.screen()}`,
    );
  }

  async screenshot({format = 'png', theme = 'dark', scale = 1}: PictureOptions = {}): Promise<Uint8Array> {
    const {grid} = await this.#session.screen.grid();
    return (await this.#engine.pictures.make({grid, format, theme, scale})).bytes;
  }

  waitUntilEnd({timeoutMs = this.timeoutMs}: Patience = {}): Promise<ProgramEnd> {
    const look = async (): Promise<ProgramEnd | undefined> => {
      if (!this.#session.isClosed) return undefined;
      const {exit} = this.#session.tracker;
      return {exitStatus: exit?.exitStatus ?? null, signal: exit?.signal ?? null};
    };
    return until(this.#session, look, {timeoutMs, complaint: () => 'The program had not ended'});
  }

  close(): Promise<void> {
    this.#disposed ??= this.#session
      .close()
      .catch(() => undefined)
      .then(this.#end);
    return this.#disposed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
