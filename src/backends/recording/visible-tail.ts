/** The newest of a terminal's output as text, roughly as it stands on the screen; made only when somebody asks. */
export class VisibleTail {
  readonly #bytes = Buffer.alloc(KEPT_BYTES);
  #length = 0;

  push(bytes: Uint8Array): void {
    const newest = bytes.length > KEPT_BYTES ? bytes.subarray(bytes.length - KEPT_BYTES) : bytes;
    const dropped = Math.max(0, this.#length + newest.length - KEPT_BYTES);
    if (dropped > 0) this.#bytes.copyWithin(0, dropped, this.#length);
    this.#length -= dropped;
    this.#bytes.set(newest, this.#length);
    this.#length += newest.length;
  }

  get text(): string {
    return plainText(this.#bytes.toString('utf8', 0, this.#length));
  }
}

/** Enough for a question with all that repaints it. */
const KEPT_BYTES = 2048;

/** Control strings (OSC, DCS, APC, PM, SOS), whole or cut off at the end. */
const STRINGS = /\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)/g;
/** To another row, or all erased: what follows is a line of its own. */
const ROWS = /\x1b\[\d*(?:[ABEF]|;?\d*[Hf]|d)|\x1b\[[23]J/g;
/** To the beginning of the line (ECMA-48 CHA), which is then written anew. */
const BEGINNINGS = /\x1b\[[01]?G/g;
const SEQUENCES = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;

function plainText(output: string): string {
  const text = output
    .replace(STRINGS, '')
    .replace(ROWS, '\n')
    .replace(BEGINNINGS, '\r')
    .replace(SEQUENCES, '')
    .replaceAll('\r\n', '\n');
  return text.split('\n').map(written).join('\n');
}

/** A line after carriage returns and backspaces. */
function written(line: string): string {
  const last = line.split('\r').findLast(part => part.trim() !== '') ?? '';
  let text = '';
  for (const character of last) text = character === '\b' ? text.slice(0, -1) : text + character;
  return text;
}
