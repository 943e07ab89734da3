/** Pixels as places in a palette of at most 256 colours, as GIF wants them. */
const MOST_COLOURS = 256;

export interface Indexed {
  readonly indices: Uint8Array;
  readonly palette: readonly number[];
  /** The palette has two to the power of this many places; from 1 to 8. */
  readonly bits: number;
  /** The place that leaves what is there; null where there is none. */
  readonly transparent: number | null;
}

interface IndexOptions {
  readonly area: {readonly left: number; readonly top: number; readonly width: number; readonly height: number};
  /** What is the same there is left as it is. */
  readonly before: Uint32Array | null;
  /** Pixels in a row of the whole picture. */
  readonly stride: number;
}

/** Exactly, where there are few enough colours; else the most frequent ones, and for each other one the nearest of them. */
export function toIndexed(pixels: Uint32Array, {area, before, stride}: IndexOptions): Indexed {
  const counts = new Map<number, number>();
  eachPixel(area, stride, at => {
    const colour = pixels[at] ?? 0;
    if (before?.[at] !== colour) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  });
  const room = before ? MOST_COLOURS - 1 : MOST_COLOURS;
  const palette = counts.size <= room ? [...counts.keys()] : mostFrequent(counts, room);
  const transparent = before ? palette.length : null;
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const indices = new Uint8Array(area.width * area.height);
  let to = 0;
  eachPixel(area, stride, at => {
    const colour = pixels[at] ?? 0;
    if (transparent !== null && before?.[at] === colour) indices[to++] = transparent;
    else indices[to++] = places.get(colour) ?? learn(places, palette, colour);
  });
  const size = palette.length + (transparent === null ? 0 : 1);
  return {indices, palette, bits: Math.max(1, Math.ceil(Math.log2(size))), transparent};
}

function eachPixel({left, top, width, height}: IndexOptions['area'], stride: number, see: (at: number) => void): void {
  for (let row = top; row < top + height; row++)
    for (let at = row * stride + left; at < row * stride + left + width; at++) see(at);
}

/** Of colours that are nearly the same the first one stands for all. */
function mostFrequent(counts: ReadonlyMap<number, number>, room: number): number[] {
  const groups = new Map<number, {colour: number; most: number; count: number}>();
  for (const [colour, count] of counts) {
    const group = groups.get(colour & 0xf8f8f8) ?? {colour, most: 0, count: 0};
    group.count += count;
    if (count > group.most) [group.colour, group.most] = [colour, count];
    groups.set(colour & 0xf8f8f8, group);
  }
  const sorted = [...groups.values()].toSorted((a, b) => b.count - a.count);
  return sorted.slice(0, room).map(({colour}) => colour);
}

function learn(places: Map<number, number>, palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [place, candidate] of palette.entries()) {
    const distance =
      squared(candidate, colour, 16) * 2 + squared(candidate, colour, 8) * 4 + squared(candidate, colour, 0) * 3;
    if (distance < least) [best, least] = [place, distance];
  }
  places.set(colour, best);
  return best;
}

function squared(one: number, other: number, shift: number): number {
  return (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2;
}
