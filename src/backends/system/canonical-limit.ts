import {CottyError} from '../../core/index.ts';

/**
 * Refuses input that the kernel would cut without a word: while it collects lines (ICANON), it keeps at most
 * {@link LONGEST_LINE} bytes of one line and drops the rest (n_tty.c N_TTY_BUF_SIZE; macOS TTYHOG / MAX_CANON).
 */
export class CanonicalLine {
  /** Bytes of the line being collected, as far as we have written it. */
  #length = 0;

  /** Checks, and remembers the unfinished line. Throws `too_large`; nothing is remembered then. */
  accept(bytes: Uint8Array, canonical: boolean): void {
    if (!canonical) {
      this.#length = 0;
      return;
    }
    let length = this.#length;
    for (const byte of bytes) {
      length = LINE_ENDS.has(byte) ? 0 : length + 1;
      if (length > LONGEST_LINE) throw tooLarge();
    }
    this.#length = length;
  }
}

const LONGEST_LINE = process.platform === 'darwin' ? 1023 : 4095;

/** Line feed, carriage return (ICRNL), and the bytes that end or empty the line: ^C ^D ^U ^Z ^\. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x03, 0x04, 0x15, 0x1a, 0x1c]);

function tooLarge(): CottyError {
  return new CottyError(
    'too_large',
    `The program reads whole lines and the system keeps at most ${LONGEST_LINE} bytes of one; the rest would be lost.`,
    'Send shorter lines, put the text into a file, or run `stty -icanon` in the session first.',
  );
}
