import type {Block} from '../model.ts';

/** Turns blocks into text, one after the other. */
export interface Renderer {
  /** Text before the first block; asked for when the metadata are known. */
  begin(): string;
  block(block: Block): string;
  /** Text that ends the document. */
  end(): string;
}
