/** What a search may cost. A step is a few nanoseconds; ordinary patterns take one for each character of the text. */
export class StepBudget {
  left = ALWAYS;

  /** The text has grown by so many characters, or bytes. */
  earn(units: number): this {
    this.left += units * PER_UNIT;
    return this;
  }

  spend(steps: number): void {
    this.left -= steps;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }
}

/** About a second of work, for patterns that remember much on texts that are short. */
const ALWAYS = 100_000_000;
const PER_UNIT = 8;
