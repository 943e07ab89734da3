/** The arguments of operators of pdf.js, which come without types. What is not as expected counts as nothing. */

import {luminance, type PdfImage} from './paint-image.ts';
import type {Glyph} from './place-glyphs.ts';

export type Operands = readonly unknown[];

export function toOperands(given: unknown): Operands {
  return Array.isArray(given) ? given : [];
}

export function toNumber(given: unknown): number {
  return typeof given === 'number' && Number.isFinite(given) ? given : 0;
}

/** Path commands: an array of floats, of 16 bits for letters where the platform has such. */
export function toNumbers(given: unknown): ArrayLike<number> | undefined {
  if (Array.isArray(given)) return given.map(toNumber);
  return ArrayBuffer.isView(given) && 'length' in given && isNumbers(given) ? given : undefined;
}

function isNumbers(given: ArrayBufferView): given is ArrayBufferView & ArrayLike<number> {
  return !(given instanceof DataView || given instanceof BigInt64Array || given instanceof BigUint64Array);
}

export function toBox(given: unknown): readonly [number, number, number, number] | undefined {
  const numbers = toNumbers(given);
  return numbers && numbers.length >= 4
    ? [toNumber(numbers[0]), toNumber(numbers[1]), toNumber(numbers[2]), toNumber(numbers[3])]
    : undefined;
}

/** `#rrggbb` to grey. */
export function toGray(given: unknown): number {
  const value = Number.parseInt(String(given).slice(1), 16) || 0;
  return luminance(value >> 16, (value >> 8) & 255, value & 255);
}

/** A picture itself, or the name under which it is kept. */
export function toImage(given: unknown): PdfImage | string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null || !('data' in given)) return undefined;
  if (typeof given.data === 'string') return given.data;
  const {data} = given;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  if (!('width' in given && 'height' in given)) return undefined;
  const kind = 'kind' in given && typeof given.kind === 'number' ? {kind: given.kind} : {};
  return {width: toNumber(given.width), height: toNumber(given.height), data, ...kind};
}

/** Letters, and numbers for the gaps between them. */
export function toGlyphs(given: unknown): readonly (Glyph | number)[] {
  return toOperands(given).filter(each => typeof each === 'number' || isGlyph(each));
}

function isGlyph(given: unknown): given is Glyph {
  return typeof given === 'object' && given !== null && 'fontChar' in given && 'width' in given;
}
