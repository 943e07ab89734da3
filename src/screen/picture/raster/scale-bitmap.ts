import type {Bitmap} from './decode-png.ts';

/** Makes a picture smaller by averaging what falls into each pixel; transparent parts lend it no colour. */
export function scaleBitmap({width, height, rgba}: Bitmap, toWidth: number, toHeight: number): Bitmap {
  const scaled = new Uint8Array(toWidth * toHeight * 4);
  for (let row = 0; row < toHeight; row++) {
    const [top, bottom] = span(row, toHeight, height);
    for (let col = 0; col < toWidth; col++) {
      const [left, right] = span(col, toWidth, width);
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const at = (y * width + x) * 4;
          const weight = rgba[at + 3] ?? 0;
          red += (rgba[at] ?? 0) * weight;
          green += (rgba[at + 1] ?? 0) * weight;
          blue += (rgba[at + 2] ?? 0) * weight;
          alpha += weight;
        }
      }
      const share = Math.max(1, alpha);
      const count = (bottom - top) * (right - left);
      scaled.set([red / share, green / share, blue / share, alpha / count], (row * toWidth + col) * 4);
    }
  }
  return {width: toWidth, height: toHeight, rgba: scaled};
}

/** Pixels of the large side that belong to one of the small side: at least one. */
function span(place: number, of: number, length: number): [number, number] {
  const from = Math.min(length - 1, Math.floor((place * length) / of));
  return [from, Math.max(from + 1, Math.floor(((place + 1) * length) / of))];
}
