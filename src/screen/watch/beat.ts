/** A stretch of one screen's output, as it was fed. */
export interface FeedPlace {
  /** Ordinal of the feed. */
  readonly feed: number;
  /** In bytes, within that feed. */
  readonly offset: number;
  readonly length: number;
}

/** What a worker thread does at the moment. */
export interface Activity {
  readonly screen: number;
  /** Undefined for work that is not about what was fed, such as reading the screen. */
  readonly place: FeedPlace | undefined;
}

/**
 * A worker thread's step, in memory that its starter can read while the thread is busy: that is how a thread that hangs is
 * told from one that works.
 */
export class Beat {
  static readonly sizeBytes = 6 * Int32Array.BYTES_PER_ELEMENT;
  readonly #cells: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#cells = new Int32Array(memory);
  }

  /** A step begins. */
  begin(screen: number, place?: FeedPlace): void {
    this.#set(FEED, place?.feed ?? NONE);
    this.#set(OFFSET, place?.offset ?? 0);
    this.#set(LENGTH, place?.length ?? 0);
    this.#set(SCREEN, screen);
    Atomics.add(this.#cells, COUNT, 1);
  }

  /** The step is over. */
  end(): void {
    this.#set(SCREEN, NONE);
  }

  /** Differs from step to step. */
  get count(): number {
    return Atomics.load(this.#cells, COUNT);
  }

  /** Undefined while the thread waits. After the thread has died: what it died of. */
  get activity(): Activity | undefined {
    const screen = Atomics.load(this.#cells, SCREEN);
    if (screen === NONE) return undefined;
    const [feed, offset, length] = [this.#get(FEED), this.#get(OFFSET), this.#get(LENGTH)];
    return {screen, place: feed === NONE ? undefined : {feed, offset, length}};
  }

  #get(cell: number): number {
    return Atomics.load(this.#cells, cell);
  }

  #set(cell: number, value: number): void {
    Atomics.store(this.#cells, cell, value);
  }
}

const COUNT = 0;
const SCREEN = 1;
const FEED = 2;
const OFFSET = 3;
const LENGTH = 4;
/** Screens and feeds are counted from one. */
const NONE = 0;
