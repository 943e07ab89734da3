/** How the writing side of a terminal comes from its backend to the write gate: closed, through hands that are not to write. */
import type {TerminalWriter} from './terminal-writer.ts';

declare const seal: unique symbol;

/** May be handed on and kept. Nothing can be called on it, and no cast makes anything of it. */
export interface SealedWriter {
  readonly [seal]: never;
}

const writers = new WeakMap<object, TerminalWriter>();

export function sealWriter(writer: TerminalWriter): SealedWriter {
  const sealed = Object.freeze({});
  writers.set(sealed, writer);
  return sealed as SealedWriter;
}

/** For the write gate alone (`script/rooms.ts` checks it), and once for each: whoever else has the sealed one has nothing. */
export function openWriter(sealed: SealedWriter): TerminalWriter {
  const writer = writers.get(sealed);
  if (!writer) throw new Error('This terminal has its write gate already.');
  writers.delete(sealed);
  return writer;
}
