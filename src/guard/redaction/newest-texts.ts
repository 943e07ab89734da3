/** What is made of texts that several ask about one right after the other, by a function that gives the same for the same. */
export class NewestTexts {
  readonly #make: (text: string) => string;
  readonly #kept: {readonly text: string; readonly made: string}[] = [];
  #oldest = 0;

  /** Texts of more than `LONGEST` UTF-16 units are made anew each time. */
  constructor(make: (text: string) => string) {
    this.#make = make;
  }

  of(text: string): string {
    if (text.length > LONGEST) return this.#make(text);
    const known = this.#kept.find(one => one.text === text);
    if (known) return known.made;
    const made = this.#make(text);
    this.#kept[this.#oldest] = {text, made};
    this.#oldest = (this.#oldest + 1) % MOST;
    return made;
  }
}

const MOST = 4;
const LONGEST = 16 * 1024;
