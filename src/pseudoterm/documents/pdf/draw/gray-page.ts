import {apply, type Matrix} from './matrix.ts';

/** Device pixels; right and bottom are outside. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A page of grey pixels, row by row from the top: 0 is black. It begins white. */
export class GrayPage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height).fill(255);
  }

  get box(): Box {
    return {left: 0, top: 0, right: this.width, bottom: this.height};
  }

  get isBlank(): boolean {
    return this.pixels.every(pixel => pixel === 255);
  }

  /** Puts `gray` over a pixel; `share` of it is covered. */
  cover(at: number, gray: number, share: number): void {
    const under = this.pixels[at] ?? 255;
    this.pixels[at] = under + (gray - under) * share;
  }

  /** As a PGM file, which the recogniser reads. */
  toPgm(): Uint8Array {
    const header = new TextEncoder().encode(`P5\n${this.width} ${this.height}\n255\n`);
    const file = new Uint8Array(header.byteLength + this.pixels.byteLength);
    file.set(header);
    file.set(this.pixels, header.byteLength);
    return file;
  }
}

/** The pixels that a rectangle touches once it is transformed. */
export function boxAround(matrix: Matrix, [x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  const corners = [apply(matrix, x0, y0), apply(matrix, x1, y0), apply(matrix, x0, y1), apply(matrix, x1, y1)];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.floor(Math.min(...xs)),
    top: Math.floor(Math.min(...ys)),
    right: Math.ceil(Math.max(...xs)),
    bottom: Math.ceil(Math.max(...ys)),
  };
}

export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}
