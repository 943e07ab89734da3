import {setImmediate} from 'node:timers/promises';
import type {ReadStream, WriteStream} from 'node:tty';
import {CottyError} from '../../core/index.ts';

/**
 * Undoes what a session's programs may have set in the person's own terminal: alternate screen (1049), mouse (1000 to
 * 1006, 1015), focus events (1004), bracketed paste (2004), synchronized output (2026), application cursor keys and
 * keypad, keyboard protocols (kitty `CSI = 0 u`, modifyOtherKeys `CSI > 4 m`), hidden cursor, attributes, margins
 * and character sets. Sequences: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
 */
const PRIMARY_SCREEN = '\x1b[?1049l';
const RESET_MODES = [
  PRIMARY_SCREEN,
  '\x1b[?1000;1002;1003;1004;1005;1006;1015l',
  '\x1b[?2004l\x1b[?2026l',
  '\x1b[?1l\x1b>',
  '\x1b[=0u\x1b[>4m',
  '\x1b[?25h\x1b[0 q',
  '\x1b[r\x1b[m\x1b(B\x0f',
].join('');

/** Where the size is not known: below every last row, and what most terminals have at least. */
const LAST_ROW = 9999;
const FEW_ROWS = 24;
/** Somebody who holds a key down must not keep us: so many pieces of typed text are read, up to 4096 bytes each. */
const MOST_TURNS = 1000;

/**
 * The terminal of a person, in raw mode until disposed; disposing restores it, also at an unexpected exit. What was drawn with
 * `show` is switched off then too; who prints otherwise cleans up after itself.
 */
export class PersonTerminal implements Disposable {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  /** What undoes it, last done first. */
  readonly #undo: (() => unknown)[] = [];
  #isUntouched = true;
  #isApart = false;

  /** Throws `not_supported` when stdin or stdout is no terminal; `words` say who wanted one, and what a script does instead. */
  static take(
    input: ReadStream,
    output: WriteStream,
    words: {readonly who: string; readonly instead: string} = {
      who: 'Attaching',
      instead: 'From a script use: cotty read SESSION, cotty keys SESSION KEY…',
    },
  ): PersonTerminal {
    if (input.isTTY && output.isTTY) return new PersonTerminal(input, output);
    throw new CottyError('not_supported', `${words.who} needs a terminal on stdin and stdout.`, words.instead);
  }

  private constructor(input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
    const restore = () => {
      input.setRawMode(false);
      input.pause();
      this.restoreScreen();
    };
    this.#undo.push(restore);
    // A crash must not leave the person with a terminal that shows nothing of what they type.
    const dispose = () => this[Symbol.dispose]();
    process.on('exit', dispose);
    this.#undo.push(() => process.off('exit', dispose));
    input.setRawMode(true);
    input.resume();
  }

  /** 0 where the terminal does not know. */
  get size(): {readonly cols: number; readonly rows: number} {
    return {cols: this.#output.columns || 0, rows: this.#output.rows || 0};
  }

  /** The first bytes get an empty screen; what stood there moves into the scrollback. */
  show(bytes: Uint8Array): void {
    if (this.#isUntouched) this.#output.write(`${'\r\n'.repeat(this.size.rows || FEW_ROWS)}\x1b[H\x1b[2J`);
    this.#isUntouched = false;
    this.#output.write(bytes);
  }

  /** On a screen of its own, without a cursor: what stood there before is there again afterwards. */
  showApart(text: string): void {
    if (!this.#isApart) this.#output.write('\x1b[?1049h\x1b[H\x1b[2J\x1b[?25l');
    this.#isApart = true;
    this.#output.write(text);
  }

  /** The screen is as a shell needs it; the keyboard is not given back yet. */
  restoreScreen(): void {
    if (this.#isApart) this.#output.write(`\x1b[m\x1b[?25h${PRIMARY_SCREEN}`);
    if (!this.#isUntouched) this.#output.write(`${RESET_MODES}\x1b[${this.size.rows || LAST_ROW};1H\r\n`);
    this.#isApart = false;
    this.#isUntouched = true;
  }

  /** What was typed so far is for nobody: the shell that gets the keyboard back would take it for its own. */
  async discardTyped(): Promise<void> {
    let isQuiet = false;
    const note = () => {
      isQuiet = false;
    };
    this.#input.on('data', note);
    for (let turns = 0; turns < MOST_TURNS && !isQuiet; turns++) {
      isQuiet = true;
      // The event loop reads between two of these.
      await setImmediate();
      await setImmediate();
    }
    this.#input.off('data', note);
  }

  onBytes(listener: (bytes: Uint8Array) => void): void {
    this.#listen(this.#input, 'data', listener);
  }

  onResize(listener: (size: {readonly cols: number; readonly rows: number}) => void): void {
    this.#listen(this.#output, 'resize', () => listener(this.size));
  }

  /** The terminal was closed, or somebody asks this process to end. */
  onGone(listener: () => void): void {
    this.#listen(this.#input, 'end', listener);
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT']) this.#listen(process, signal, listener);
  }

  [Symbol.dispose](): void {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) undo();
  }

  #listen(emitter: NodeJS.EventEmitter, event: string, listener: (value: Buffer) => void): void {
    emitter.on(event, listener);
    this.#undo.push(() => emitter.off(event, listener));
  }
}
