import type {IBufferCell} from '@xterm/headless';
import {reach} from '../../reach.ts';
import {PLAIN, styleOf} from './cell-style.ts';
import type {CellStyle} from './screen-grid.ts';

/** Styles that occur, each once. */
export class StyleTable {
  readonly all: CellStyle[] = [PLAIN];
  readonly #places = new Map<string, number>();

  indexOf(cell: IBufferCell): number {
    // The numbers that xterm.js 6.0.0 keeps a style in; without them each cell has a style of its own.
    const extended = reach(cell, 'extended');
    const parts = [reach(cell, 'fg'), reach(cell, 'bg'), reach(extended, 'ext')];
    const key = parts.join();
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    // So many styles as this are not told apart by anyone.
    if (this.all.length >= 0xffff) return 0;
    const index = this.all.push(styleOf(cell)) - 1;
    if (parts.every(part => typeof part === 'number')) this.#places.set(key, index);
    return index;
  }
}
