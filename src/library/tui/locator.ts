import type {Patience} from './patience.ts';

/** Where a text stands, zero-based. */
export interface Place {
  readonly row: number;
  readonly col: number;
  /** Cells, a wide character counting as two. */
  readonly length: number;
  /** Its characters. */
  readonly text: string;
  /** Of its first cell, in words as in `bold underline fg=red bg=#102030`; empty for the plain one. */
  readonly style: string;
}

/** A text on the screen, looked for anew each time something is asked of it. */
export interface Locator {
  /** How messages name it. */
  readonly name: string;
  /** The only one of these places; acting on several is an error. */
  first(): Locator;
  /** The place with this number, from zero, in the order of reading. */
  nth(index: number): Locator;
  /** Where it stands now. */
  places(): Promise<readonly Place[]>;
  /** Waits until it is there, once, and gives the place. Throws when it is not in time, or there are several. */
  waitFor(options?: Patience): Promise<Place>;
  /** Waits until its places are as they should be. `what` says in a message what was expected. */
  waitUntil(holds: (places: readonly Place[]) => boolean, what: string, options?: Patience): Promise<void>;
  /** Waits until it is nowhere. */
  waitUntilGone(options?: Patience): Promise<void>;
  /** Waits for it, and presses and releases the left button of the mouse in the middle of it. */
  click(options?: Patience): Promise<void>;
}
