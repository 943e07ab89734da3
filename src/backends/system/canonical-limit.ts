import {CottyError, END_OF_INPUT, INTERRUPT, isEnter, isSignal, KILL} from '../../core/index.ts';

/**
 * Refuses input that the kernel would cut without a word: while it collects lines (ICANON), it keeps at most
 * {@link LONGEST_LINE} bytes of one line and drops the rest (n_tty.c N_TTY_BUF_SIZE; macOS TTYHOG / MAX_CANON).
 */
export class CanonicalLine {
  /** Bytes of the line being collected, as far as we have written it. */
  #length = 0;
  #isGiven = false;

  /** Bytes stand on an unfinished line: unread, or given away by ^D to who goes on with them. */
  get isHeld(): boolean {
    return this.#length > 0 || this.#isGiven;
  }

  /** Checks, and remembers the unfinished line. Throws `too_large`; nothing is remembered then. */
  accept(bytes: Uint8Array, canonical: boolean): void {
    if (!canonical) {
      this.#length = 0;
      this.#isGiven = false;
      return;
    }
    let length = this.#length;
    let isGiven = this.#isGiven;
    for (const byte of bytes) {
      isGiven = byte === END_OF_INPUT ? isGiven || length > 0 : isGiven && !takes(byte);
      length = endsLine(byte) ? 0 : length + 1;
      if (length > LONGEST_LINE) throw tooLarge();
    }
    this.#length = length;
    this.#isGiven = isGiven;
  }
}

const LONGEST_LINE = process.platform === 'darwin' ? 1023 : 4095;

/** Enter (ICRNL), and what ends or empties the line: ^C ^D ^U ^Z ^\. */
function endsLine(byte: number): boolean {
  return isEnter(byte) || isSignal(byte) || byte === END_OF_INPUT || byte === KILL;
}

/** Whoever was given the beginning of a line has the whole, or drops it. */
function takes(byte: number): boolean {
  return isEnter(byte) || byte === INTERRUPT;
}

function tooLarge(): CottyError {
  return new CottyError(
    'too_large',
    `The program reads whole lines and the system keeps at most ${LONGEST_LINE} bytes of one; the rest would be lost.`,
    'Send shorter lines, put the text into a file, or run `stty -icanon` in the session first.',
  );
}
