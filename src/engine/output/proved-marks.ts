import type {LogCursor} from '../../core/index.ts';

/** Some hundred commands' worth. */
const MOST_KEPT = 4096;

/** For whoever keeps them beside the log. */
export interface ProvedMarksState {
  readonly places: readonly LogCursor[];
  readonly from: number;
}

/** Where the output has marks that are shells' own: their text alone proves nothing. */
export class ProvedMarks {
  readonly #places: Set<LogCursor>;
  /** What was before this is not known any more. */
  #from: number;

  constructor({places, from}: ProvedMarksState = {places: [], from: 0}) {
    this.#places = new Set(places);
    this.#from = from;
  }

  get state(): ProvedMarksState {
    return {places: [...this.#places], from: this.#from};
  }

  add(at: LogCursor): void {
    this.#places.add(at);
    if (this.#places.size <= MOST_KEPT) return;
    const [oldest = at] = this.#places;
    this.#places.delete(oldest);
    this.#from = Math.max(this.#from, oldest + 1);
  }

  /** True as well where nobody remembers. */
  has(at: LogCursor): boolean {
    return at < this.#from || this.#places.has(at);
  }
}
