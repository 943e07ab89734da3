import type {Output} from './argv/output.ts';
import type {OutputHearer} from './followed-command.ts';

/** Rows and columns of a person's terminal. */
type ScreenSize = () => {readonly rows: number; readonly columns: number};

/**
 * Prints what a command prints. Done lines as they are; on a terminal also what is on the way, drawn again when it changes, while
 * a file or pipe gets it once it is done.
 */
export class LivePrinter implements OutputHearer {
  readonly #output: Output;
  readonly #size: ScreenSize;
  #pending = '';
  /** Rows of the screen on which pending text stands. */
  #drawnRows = 0;
  #isInLine = false;

  constructor(output: Output, size: ScreenSize) {
    this.#output = output;
    this.#size = size;
  }

  hear(lines: string, pending: string): void {
    const isDrawn = this.#drawnRows > 0;
    if (lines === '' && pending === this.#pending) return;
    this.#pending = pending;
    const erased = isDrawn ? this.#erasing() : '';
    const text = erased + lines + (this.#output.isTty ? this.#drawing(pending) : '');
    if (lines !== '') this.#isInLine = !lines.endsWith('\n');
    if (text !== '') this.#output.raw(text);
  }

  miss(bytes: number): void {
    this.end();
    this.#output.complain(`cotty: ${bytes} bytes of the output are not in the log any more`);
  }

  /** Nothing more comes: what is still on the way is printed whole, and ends in a line feed. */
  end(): void {
    const pending = this.#pending;
    this.hear(pending, '');
    if (this.#isInLine) this.#output.raw('\n');
    this.#isInLine = false;
  }

  #erasing(): string {
    const up = this.#drawnRows > 1 ? `\x1b[${this.#drawnRows - 1}A` : '';
    this.#drawnRows = 0;
    return `\r${up}\x1b[J`;
  }

  /** Rows that fit: what wraps or scrolls away could not be erased again. */
  #drawing(pending: string): string {
    if (pending === '' || this.#isInLine) return '';
    const {rows, columns} = this.#size();
    const shown = pending.split('\n').slice(1 - rows);
    this.#drawnRows = shown.length;
    return shown.map(row => beginning(row, columns - 1)).join('\n');
  }
}

/** As much of a row as surely fits: a character may be two columns wide, a tab eight. */
function beginning(row: string, columns: number): string {
  let width = 0;
  for (const [at, character] of [...row].entries()) {
    width += character === '\t' ? 8 : character > '\u02ff' ? 2 : 1;
    if (width > columns) return [...row].slice(0, at).join('');
  }
  return row;
}
