import {CottyError} from '../../core/index.ts';
import {GifEncoder, PictureMaker, type ScreenGrid, type ThemeName} from '../../screen/index.ts';
import type {LogFootage} from '../timeline/log-footage.ts';
import {type FilmOptions, filmFrames, largestSize} from './film.ts';

export interface DrawOptions extends Omit<FilmOptions, 'rate'> {
  readonly theme: ThemeName;
  /** 1 to 4; at 1 a cell has 9 by 18 pixels. */
  readonly scale: number;
}

/** `0xrrggbb` each. */
export interface DrawnFrame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
  readonly shownMs: number;
}

/** Viewers of GIF show no more in a second without falling behind. */
const GIF_RATE = 12;
/** A GIF of more is not what anybody wants to open. */
const MOST_GIF_FRAMES = 10_000;

/** A stretch as an animated GIF, in parts. Throws `too_large` for one without an end. */
export async function* toGif(footage: LogFootage, options: DrawOptions): AsyncGenerator<Uint8Array> {
  let encoder: GifEncoder | undefined;
  let count = 0;
  for await (const frame of drawFilm(footage, {...options, rate: GIF_RATE})) {
    if (++count > MOST_GIF_FRAMES)
      throw new CottyError(
        'too_large',
        `The recording has more than ${MOST_GIF_FRAMES} pictures.`,
        'Choose a part with --from and --to, play it faster with --speed, or write --html or --mp4.',
      );
    if (!encoder) {
      encoder = new GifEncoder(frame);
      yield encoder.begin();
    }
    yield encoder.add(frame, frame.shownMs);
  }
  if (encoder) yield encoder.end();
}

/** Every picture as pixels, all of one size: that of the largest terminal in the stretch. */
export async function* drawFilm(
  footage: LogFootage,
  {theme, scale, ...options}: DrawOptions & Pick<FilmOptions, 'rate'>,
): AsyncGenerator<DrawnFrame> {
  await using maker = new PictureMaker();
  const size = await largestSize(footage, options.stretch);
  for await (const {grid, shownMs} of filmFrames(footage, options)) {
    const order = {grid: enlarged(grid, size), format: 'pixels', theme, scale} as const;
    const {bytes, size: drawn} = await maker.make(order, {signal: options.signal});
    const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    yield {width: drawn?.width ?? 0, height: drawn?.height ?? 0, pixels, shownMs};
  }
}

/** A smaller terminal stands at the left, at the top. */
function enlarged(grid: ScreenGrid, size: {readonly cols: number; readonly rows: number}): ScreenGrid {
  const [cols, rows] = [Math.max(size.cols, grid.cols), Math.max(size.rows, grid.rows)];
  if (cols === grid.cols && rows === grid.rows) return grid;
  const texts = new Array<string>(cols * rows).fill('');
  const widths = new Uint8Array(cols * rows).fill(1);
  // The first style is the plain one.
  const styleOf = new Uint16Array(cols * rows);
  for (let row = 0; row < grid.rows; row++) {
    const [from, to] = [row * grid.cols, row * cols];
    for (let col = 0; col < grid.cols; col++) texts[to + col] = grid.texts[from + col] ?? '';
    widths.set(grid.widths.subarray(from, from + grid.cols), to);
    styleOf.set(grid.styleOf.subarray(from, from + grid.cols), to);
  }
  return {...grid, cols, rows, texts, widths, styleOf};
}
