import {PseudoError} from '../pseudo-error.ts';

/** Which pages, slides, sheets or chapters are wanted. */
export interface PageRange {
  has(page: number): boolean;
  /** The highest page that is wanted; Infinity for an open end. */
  readonly last: number;
}

/** Reads `3`, `1-3`, `1-3,7`, `5-` or `-2`, counted from 1. Throws `InvalidArguments`. */
export function parsePageRange(text: string): PageRange {
  const parts = text.split(',').map(part => parsePart(part.trim(), text));
  return {
    has: page => parts.some(part => page >= part.from && page <= part.to),
    last: Math.max(...parts.map(part => part.to)),
  };
}

function parsePart(part: string, whole: string): {from: number; to: number} {
  const match = /^(\d{0,9})(-?)(\d{0,9})$/.exec(part);
  const [, first = '', dash = '', second = ''] = match ?? [];
  const from = first === '' ? 1 : Number(first);
  const to = dash === '' ? from : second === '' ? Number.POSITIVE_INFINITY : Number(second);
  if (!match || (first === '' && second === '') || from < 1 || to < from)
    throw new PseudoError('InvalidArguments', `"${whole}" is not a range of pages. Write 3, 1-3 or 1-3,7-.`);
  return {from, to};
}
