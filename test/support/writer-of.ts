import {openWriter, type TerminalLink, type TerminalWriter} from '../../src/core/index.ts';

const writers = new WeakMap<TerminalLink, TerminalWriter>();

/** The writing side of a terminal that has no write gate: a test, or a benchmark, is all that writes to it. */
export function writerOf(link: TerminalLink): TerminalWriter {
  const known = writers.get(link);
  if (known) return known;
  const writer = openWriter(link.writer);
  writers.set(link, writer);
  return writer;
}
