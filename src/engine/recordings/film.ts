/** A stretch of a session as pictures that follow one another. */
import {type Screen, type ScreenGrid, ScreenPool} from '../../screen/index.ts';
import {type Place, shownPauseMs} from '../../timeline/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import type {Stretch} from './stretch.ts';

export interface FilmOptions {
  readonly stretch: Stretch;
  /** Longer pauses are shown as this one; null shows them as they were. */
  readonly idleLimitMs: number | null;
  /** How many times as fast as it was. */
  readonly speed: number;
  /** No more pictures in a second. */
  readonly rate: number;
  readonly signal?: AbortSignal | undefined;
}

export interface FilmFrame {
  readonly grid: ScreenGrid;
  readonly shownMs: number;
}

/** The last picture stands still for so long. */
const LAST_MS = 2000;

/** Every picture of the film. What is printed between two of them is in the second one. */
export async function* filmFrames(footage: LogFootage, options: FilmOptions): AsyncGenerator<FilmFrame> {
  const {stretch, idleLimitMs, speed, rate, signal} = options;
  await using pool = new ScreenPool();
  const first = await footage.look(stretch.from);
  using screen = pool.createScreen({cols: first.cols, rows: first.rows});
  screen.feed(Buffer.from(first.state));
  const leastMs = 1000 / rate;
  let lastMs = stretch.fromMs;
  let shownMs = 0;
  for await (const piece of piecesOf(footage, stretch, signal)) {
    shownMs += shownPauseMs(Math.max(0, piece.atMs - lastMs), idleLimitMs) / speed;
    lastMs = Math.max(lastMs, piece.atMs);
    if (shownMs >= leastMs) {
      yield {grid: await screen.grid({signal}), shownMs};
      shownMs = 0;
    }
    if (piece.type === 'size') screen.resize(piece.cols, piece.rows);
    else await feed(screen, piece.bytes);
  }
  const restMs = shownPauseMs(Math.max(0, stretch.toMs - lastMs), idleLimitMs) / speed;
  yield {grid: await screen.grid({signal}), shownMs: shownMs + restMs + LAST_MS};
}

/** What happens in a stretch, the last piece cut where that ends. */
export async function* piecesOf(footage: LogFootage, {from, to, fromMs}: Stretch, signal?: AbortSignal) {
  let place: Place = {at: from, atMs: from === footage.facts.oldest ? -1 : fromMs};
  for (;;) {
    const pieces = await footage.pieces(place, signal);
    for (const piece of pieces) {
      const tooMuch = piece.at - to;
      if (tooMuch <= 0) yield piece;
      else if (piece.type === 'output' && tooMuch < piece.bytes.length)
        yield {...piece, at: to, bytes: piece.bytes.subarray(0, piece.bytes.length - tooMuch)};
      place = piece;
    }
    if (pieces.length === 0 || place.at > to) return;
  }
}

/** The largest terminal of the stretch, in columns and in rows: all pictures of a film have one size. */
export async function largestSize(footage: LogFootage, stretch: Stretch): Promise<{cols: number; rows: number}> {
  let {cols, rows} = await footage.look(stretch.from);
  for (const {at, ...size} of footage.sizes) {
    if (at < stretch.from || at > stretch.to) continue;
    cols = Math.max(cols, size.cols);
    rows = Math.max(rows, size.rows);
  }
  return {cols, rows};
}

const FLUSHED_BYTES = 64 * 1024;

async function feed(screen: Screen, bytes: Uint8Array): Promise<void> {
  screen.feed(bytes, {hasMore: true});
  if (bytes.length >= FLUSHED_BYTES) await screen.flush();
}
