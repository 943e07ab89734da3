import {type Box, boxAround, type GrayPage, intersect} from './gray-page.ts';
import {invert, type Matrix} from './matrix.ts';

/** What pdf.js gives of a picture. */
export interface PdfImage {
  readonly width: number;
  readonly height: number;
  /** `ImageKind`: 1 bit, RGB, RGBA; absent for a mask, which is of bits. */
  readonly kind?: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly gray: Uint8Array;
  /** 255 hides what is below. */
  readonly alpha: Uint8Array | undefined;
}

export interface ImagePlace {
  /** Takes the unit square to device pixels. */
  readonly matrix: Matrix;
  readonly clip: Box;
  /** 0 to 1. */
  readonly alpha: number;
}

/** A picture as it is. */
export function paintImage(page: GrayPage, image: PdfImage, place: ImagePlace): void {
  paint(page, toGray(image), place);
}

/** The bits of a picture that are 0, in one colour (ISO 32000-2, 8.9.6.2). */
export function paintMask(page: GrayPage, mask: PdfImage, gray: number, place: ImagePlace): void {
  const {width, height} = mask;
  const alpha = bits(mask).map(bit => 255 - bit);
  paint(page, {width, height, gray: new Uint8Array(width * height).fill(gray), alpha}, place);
}

function toGray(image: PdfImage): GrayImage {
  const {width, height, kind, data} = image;
  if (kind === undefined || kind === 1) return {width, height, gray: bits(image), alpha: undefined};
  const channels = kind === 2 ? 3 : 4;
  const gray = new Uint8Array(width * height);
  const alpha = channels === 4 ? new Uint8Array(width * height) : undefined;
  for (let at = 0, from = 0; at < gray.length; at++, from += channels) {
    gray[at] = luminance(data[from] ?? 255, data[from + 1] ?? 255, data[from + 2] ?? 255);
    if (alpha) alpha[at] = data[from + 3] ?? 255;
  }
  return {width, height, gray, alpha};
}

/** 0 or 255 for each bit; rows begin at whole bytes. */
function bits({width, height, data}: PdfImage): Uint8Array {
  const rowBytes = (width + 7) >> 3;
  const values = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const byte = data[y * rowBytes + (x >> 3)] ?? 255;
      values[at] = byte & (0x80 >> (x & 7)) ? 255 : 0;
    }
  return values;
}

/** Rec. 601, as scanners do. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** For every pixel of the page that the picture covers, the mean of what it shows there. */
function paint(page: GrayPage, image: GrayImage, {matrix, clip, alpha}: ImagePlace): void {
  const back = invert(matrix);
  if (!back) return;
  const {left, top, right, bottom} = intersect(intersect(clip, page.box), boxAround(matrix, [0, 0, 1, 1]));
  const {width, height} = image;
  // In the picture rows go down; in the unit square they go up.
  const [ux, uy] = [back[0] * width, back[2] * width];
  const [vx, vy] = [-back[1] * height, -back[3] * height];
  const steps = Math.max(Math.hypot(ux, vx), Math.hypot(uy, vy));
  const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.round(steps)));
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      let gray = 0;
      let covered = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        const px = x + ((sample % samples) + 0.5) / samples;
        const py = y + (Math.floor(sample / samples) + 0.5) / samples;
        const u = Math.floor(px * ux + py * uy + back[4] * width);
        const v = Math.floor(px * vx + py * vy + (1 - back[5]) * height);
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        const at = v * width + u;
        const share = (image.alpha?.[at] ?? 255) / 255;
        gray += (image.gray[at] ?? 255) * share;
        covered += share;
      }
      if (covered > 0) page.cover(y * page.width + x, gray / covered, (covered / samples ** 2) * alpha);
    }
}

/** In each direction; pictures of more than four times the page's resolution are rare. */
const MOST_SAMPLES = 4;
