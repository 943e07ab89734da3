import {type Screen, ScreenPool} from '../../../screen/index.ts';
import type {Frame, Piece, Stage} from '../../../timeline/index.ts';

/** Fewer bytes need not be waited for. */
const FLUSHED_BYTES = 64 * 1024;

/** A terminal of the recorded size that nobody sees: what it shows is painted for a terminal of any size. */
export class ScreenStage implements Stage, AsyncDisposable {
  readonly #pool = new ScreenPool();
  #screen: Screen | null = null;
  #painting: Promise<unknown> = Promise.resolve();

  async show({cols, rows, state}: Frame): Promise<void> {
    // Of a screen that is gone nobody hears any more.
    await this.#painting;
    this.#screen?.dispose();
    this.#screen = this.#pool.createScreen({cols, rows, scrollback: 0});
    this.#screen.feed(Buffer.from(state));
  }

  async add(piece: Piece): Promise<void> {
    if (piece.type === 'size') return this.#screen?.resize(piece.cols, piece.rows);
    this.#screen?.feed(piece.bytes, {hasMore: true});
    if (piece.bytes.length >= FLUSHED_BYTES) await this.#screen?.flush();
  }

  /** Rows for a terminal of that size. */
  async paint(size: {readonly cols: number; readonly rows: number}): Promise<readonly string[]> {
    const screen = this.#screen;
    if (!screen || size.rows < 1) return [];
    const painting = screen.paint(size);
    this.#painting = painting.catch(() => undefined);
    const {rows, cursor} = await painting;
    return rows.map((row, at) => (cursor.visible && at === cursor.row ? `${row}\x1b[${cursor.col + 1}G\x1b[7m ` : row));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#screen?.dispose();
    await this.#pool[Symbol.asyncDispose]();
  }
}
