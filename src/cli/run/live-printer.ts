import type {Output} from '../argv/output.ts';
import type {TextHearer} from './followed-command.ts';

/** Prints a command's lines as they are done. */
export class LivePrinter implements TextHearer {
  readonly #output: Output;
  #pending = '';
  #isInLine = false;

  constructor(output: Output) {
    this.#output = output;
  }

  hear(lines: string, pending: string): void {
    this.#pending = pending;
    if (lines === '') return;
    this.#isInLine = !lines.endsWith('\n');
    this.#output.raw(lines);
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
}
