/** Replaces secret texts in a stream of text, also when a piece boundary cuts one. */
const INSTEAD = '[secret]';

export class SecretEraser {
  #held = '';

  /** The next text without `secrets`; an end that may begin one waits for the next call. */
  push(piece: string, secrets: Iterable<string>): string {
    let text = this.#held + piece;
    let heldLength = 0;
    for (const secret of secrets) {
      text = eraseFrom(text, secret);
      heldLength = Math.max(heldLength, lengthOfBeginning(text, secret));
    }
    this.#held = heldLength === 0 ? '' : text.slice(-heldLength);
    return heldLength === 0 ? text : text.slice(0, -heldLength);
  }

  /** What was waiting; the stream is over, so it is no secret. */
  end(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

/** One whole text without `secret`. */
export function eraseFrom(text: string, secret: string): string {
  return text.replaceAll(secret, INSTEAD);
}

/** How many characters at the end of `text` are a beginning of `secret`. */
function lengthOfBeginning(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length;
  return 0;
}
