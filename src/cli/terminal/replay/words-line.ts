/** A line of words that somebody types at the bottom of the screen. */
export class WordsLine {
  #text = '';

  get text(): string {
    return this.#text;
  }

  /** The next key. Says when it is over: taken with Enter, or given up with Escape or ^C. */
  push(key: string): 'typing' | 'taken' | 'left' {
    if (key === '\r' || key === '\n') return 'taken';
    if (key === '\x1b' || key === '\x03') return 'left';
    if (key === '\x7f' || key === '\b') this.#text = [...this.#text].slice(0, -1).join('');
    else if (key === '\x15') this.#text = '';
    // Keys that move are no text.
    else if (key >= ' ' && !key.startsWith('\x1b')) this.#text += key;
    return 'typing';
  }
}
