import {OutputStripper} from '../../log/index.ts';
import {type Frame, type Piece, type PlainPiece, plainPiece, type RecordingFile} from '../../timeline/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import {piecesOf} from './film.ts';
import type {Stretch} from './stretch.ts';

/** A jump into what is in a file prints so much at most. */
const FRAME_EVERY_BYTES = 256 * 1024;

/** A stretch with all that a player needs; its time begins where the stretch does. What is ours alone is taken out of its output. */
export async function makeRecording(
  footage: LogFootage,
  stretch: Stretch,
  signal?: AbortSignal,
): Promise<RecordingFile> {
  const {facts} = footage;
  const rebased = (ms: number): number => Math.max(0, Math.round((ms - stretch.fromMs) * 1000) / 1000);
  const frameAt = async (at: number, ms: number): Promise<Frame> => ({
    ...{atMs: rebased(ms), at},
    ...(await footage.look(at)),
  });
  const begins = facts.chapters.map(({from}) => from);
  const stripper = new OutputStripper();
  const frames = [await frameAt(stretch.from, stretch.fromMs)];
  const pieces: PlainPiece[] = [];
  let sinceFrame = 0;
  const add = (piece: Piece): void => {
    pieces.push(plainPiece({...piece, atMs: rebased(piece.atMs)}));
  };
  for await (const piece of piecesOf(footage, stretch, signal)) {
    if (piece.type === 'size') add(piece);
    else {
      for (const part of splitAt(piece, begins)) {
        const bytes = stripper.push(part.bytes);
        if (bytes.length > 0) add({...part, bytes});
      }
      sinceFrame += piece.bytes.length;
    }
    // What was printed for another size cannot be printed again in this one.
    if (piece.type === 'output' && sinceFrame < FRAME_EVERY_BYTES) continue;
    frames.push(await frameAt(piece.at, piece.atMs));
    sinceFrame = 0;
  }
  const isInside = (fromMs: number, toMs: number): boolean => toMs >= stretch.fromMs && fromMs <= stretch.toMs;
  return {
    version: 1,
    facts: {
      ...facts,
      began_at_ms: Math.round(facts.began_at_ms + stretch.fromMs),
      oldest_ms: 0,
      length_ms: rebased(stretch.toMs),
      oldest: stretch.from,
      end: stretch.to,
      chapters: facts.chapters
        .filter(({start_ms, end_ms}) => isInside(start_ms, end_ms ?? stretch.toMs))
        .map(chapter => ({
          ...chapter,
          start_ms: rebased(chapter.start_ms),
          end_ms: chapter.end_ms === null || chapter.end_ms > stretch.toMs ? null : rebased(chapter.end_ms),
        })),
      active: facts.active
        .filter(([from, to]) => isInside(from, to))
        .map(([from, to]) => [rebased(from), rebased(Math.min(to, stretch.toMs))] as const),
    },
    frames,
    pieces,
  };
}

type OutputPiece = Extract<Piece, {type: 'output'}>;

/** A player in a file comes to the beginning of a command only between two pieces. */
function splitAt(piece: OutputPiece, places: readonly number[]): readonly OutputPiece[] {
  const start = piece.at - piece.bytes.length;
  const cuts = places.filter(place => place > start && place < piece.at).toSorted((a, b) => a - b);
  const ends = [...new Set(cuts), piece.at];
  return ends.map((end, index) => ({
    ...piece,
    at: end,
    bytes: piece.bytes.subarray((ends[index - 1] ?? start) - start, end - start),
  }));
}
