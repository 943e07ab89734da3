/**
 * Counts what drawing costs, in units of about one written cell (5 ns). Plain text is not counted: it costs little and
 * pays for what is counted. The count depends on the output alone, so that the same output is drawn the same anywhere.
 */
export class WorkBudget {
  #debt = 0;
  #sinceRest = 0;
  #isLimited = false;
  #isSpent = false;

  /** So many bytes of output have come. Unless it `isLimited`, their work is done whatever it costs. */
  begin(bytes: number, isLimited: boolean): void {
    this.#debt = Math.max(0, this.#debt - bytes * UNITS_PER_BYTE);
    this.#isLimited = isLimited;
    this.#isSpent = false;
  }

  /** What comes now is worth some work, whatever was before it. */
  forgive(): void {
    this.#debt = Math.min(this.#debt, MOST_DEBT / 2);
  }

  /** Takes work into account that has been done. */
  charge(units: number): void {
    this.#debt = Math.min(this.#debt, MOST_DEBT) + units;
    if (this.#isLimited && this.#debt > MOST_DEBT) this.#isSpent = true;
  }

  /** The bytes that came last were too much work. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /**
   * Asks for work, as a handler of xterm.js's parser returns it: true passes the sequence over, false lets it be done, and
   * so does the promise, after the thread has had a rest.
   */
  spend(units: number): boolean | Promise<false> {
    if (this.#isLimited && this.#debt > MOST_DEBT) this.#isSpent = true;
    if (this.#isSpent) return true;
    this.#debt = Math.min(this.#debt, MOST_DEBT) + units;
    this.#sinceRest += units;
    if (this.#sinceRest < REST_AFTER) return false;
    this.#sinceRest = 0;
    return Promise.resolve(false);
  }
}

/** Erasing lines, scrolling and moving text inside of rows stay far below this in programs that a person looks at. */
const UNITS_PER_BYTE = 16;
/** About half a second. */
const MOST_DEBT = 100_000_000;
/** About ten milliseconds. */
const REST_AFTER = 2_000_000;
