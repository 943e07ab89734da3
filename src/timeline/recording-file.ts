/** Footage as one text, for a file that brings its own player, and for the wire. */
import {LineFinder} from './find-lines.ts';
import type {Footage, FootageFacts, Found, Frame, Piece, Place} from './footage.ts';

/** As JSON: time, stream offset behind it, then base64 of the output, or columns and rows. */
export type PlainPiece =
  | readonly [atMs: number, at: number, bytes: string]
  | readonly [atMs: number, at: number, cols: number, rows: number];

/** All of a recording. */
export interface RecordingFile {
  readonly version: 1;
  readonly facts: FootageFacts;
  /** The first one stands at the beginning; the others are for quick jumps. In their order. */
  readonly frames: readonly Frame[];
  readonly pieces: readonly PlainPiece[];
}

export function plainPiece(piece: Piece): PlainPiece {
  if (piece.type === 'size') return [piece.atMs, piece.at, piece.cols, piece.rows];
  // In parts: a function takes only so many arguments.
  let text = '';
  for (let from = 0; from < piece.bytes.length; from += 8192)
    text += String.fromCharCode(...piece.bytes.subarray(from, from + 8192));
  return [piece.atMs, piece.at, btoa(text)];
}

export function pieceOf(plain: PlainPiece): Piece {
  const [atMs, at, first, rows] = plain;
  if (typeof first === 'number') return {type: 'size', atMs, at, cols: first, rows: rows ?? 24};
  return {type: 'output', atMs, at, bytes: Uint8Array.from(atob(first), character => character.charCodeAt(0))};
}

/** Footage that is all there. */
export class FileFootage implements Footage {
  readonly facts: FootageFacts;
  readonly #frames: readonly Frame[];
  readonly #pieces: readonly Piece[];

  constructor({facts, frames, pieces}: RecordingFile) {
    this.facts = facts;
    this.#frames = frames;
    this.#pieces = pieces.map(pieceOf);
  }

  /** From the frame before on: its state followed by what was printed until then. */
  async frame(
    atMs: number,
    {at: last = Number.POSITIVE_INFINITY}: {readonly at?: number | undefined} = {},
  ): Promise<Frame> {
    const start = this.#frames.findLast(frame => frame.atMs <= atMs && frame.at <= last) ?? this.#frames[0];
    if (!start) throw new RangeError('The recording has no screen.');
    const decoder = new TextDecoder();
    let {at, cols, rows} = start;
    let state = start.state;
    for (let index = this.#indexAfter(start); index < this.#pieces.length; index++) {
      const piece = this.#pieces[index];
      if (!piece || piece.atMs > atMs || piece.at > last) break;
      at = piece.at;
      if (piece.type === 'output') state += decoder.decode(piece.bytes, {stream: true});
      else ({cols, rows} = piece);
    }
    return {atMs, at, cols, rows, state};
  }

  async pieces(after: Place): Promise<readonly Piece[]> {
    const index = this.#indexAfter(after);
    return this.#pieces.slice(index, index + 1000);
  }

  async search(words: string): Promise<Found> {
    const finder = new LineFinder(words);
    for (const piece of this.#pieces) finder.push(piece);
    return finder.end();
  }

  /** The first piece behind the place. */
  #indexAfter(place: Place): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.#pieces[middle];
      if (piece && !isBehind(piece, place)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A change of size stands between two pieces of output, where only time tells. */
export function isBehind(piece: Pick<Piece, 'type' | 'at' | 'atMs'>, {at, atMs}: Place): boolean {
  return piece.type === 'output' ? piece.at > at : piece.at > at || (piece.at === at && piece.atMs > atMs);
}
