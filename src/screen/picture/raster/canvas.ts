import type {Bitmap} from './decode-png.ts';
import type {Mask} from './fill-path.ts';

/** Pixels as `0xrrggbb`. What falls beyond the edges is not drawn. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;

  constructor(width: number, height: number, background: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint32Array(width * height).fill(background);
  }

  fillRectangle(left: number, top: number, right: number, bottom: number, colour: number): void {
    const [from, to] = [Math.max(0, left), Math.min(this.width, right)];
    if (to <= from) return;
    for (let row = Math.max(0, top); row < Math.min(this.height, bottom); row++) {
      this.pixels.fill(colour, row * this.width + from, row * this.width + to);
    }
  }

  /** Lays a colour over what is there, as far as the mask covers it. */
  fillMask(mask: Mask, x: number, y: number, colour: number, opacity = 1): void {
    const {pixels, width} = this;
    const [left, top] = [mask.left + x, mask.top + y];
    const [red, green, blue] = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
    const whole = Math.round(256 * opacity);
    const firstCol = Math.max(0, -left);
    const lastCol = Math.min(mask.width, width - left);
    for (let row = Math.max(0, -top); row < Math.min(mask.height, this.height - top); row++) {
      let at = (top + row) * width + left + firstCol;
      let from = row * mask.width + firstCol;
      for (let col = firstCol; col < lastCol; col++, at++, from++) {
        const coverage = mask.coverage[from] ?? 0;
        if (coverage === 0) continue;
        const share = ((coverage + (coverage >> 7)) * whole) >> 8;
        if (share === 256) {
          pixels[at] = colour;
          continue;
        }
        const below = pixels[at] ?? 0;
        const r = (below >> 16) & 255;
        const g = (below >> 8) & 255;
        const b = below & 255;
        pixels[at] =
          ((r + (((red - r) * share) >> 8)) << 16) |
          ((g + (((green - g) * share) >> 8)) << 8) |
          (b + (((blue - b) * share) >> 8));
      }
    }
  }

  drawBitmap({width, height, rgba}: Bitmap, left: number, top: number): void {
    for (let row = Math.max(0, -top); row < Math.min(height, this.height - top); row++) {
      for (let col = Math.max(0, -left); col < Math.min(width, this.width - left); col++) {
        const from = (row * width + col) * 4;
        const at = (top + row) * this.width + left + col;
        const share = (rgba[from + 3] ?? 0) / 255;
        const below = this.pixels[at] ?? 0;
        const channel = (shift: number, value: number): number => {
          const under = (below >> shift) & 255;
          return Math.round(under + (value - under) * share) << shift;
        };
        this.pixels[at] =
          channel(16, rgba[from] ?? 0) | channel(8, rgba[from + 1] ?? 0) | channel(0, rgba[from + 2] ?? 0);
      }
    }
  }
}
