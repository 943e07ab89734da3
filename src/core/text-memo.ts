/** What is made of short texts that come again and again, by a function that gives the same for the same. Bounded; forgets all when it is full. */
export class TextMemo<Made> {
  readonly #make: (text: string) => Made;
  readonly #longest: number;
  readonly #known = new Map<string, Made>();

  /** Texts of more than `longest` UTF-16 units are made anew each time. */
  constructor(make: (text: string) => Made, {longest = LONGEST}: {readonly longest?: number} = {}) {
    this.#make = make;
    this.#longest = longest;
  }

  of(text: string): Made {
    if (text.length > this.#longest) return this.#make(text);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const made = this.#make(text);
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(text, made);
    return made;
  }
}

const MOST_KEPT = 500;
const LONGEST = 200;
