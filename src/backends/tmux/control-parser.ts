/**
 * The lines that tmux writes to a client in control mode (tmux(1), CONTROL MODE): answers between `%begin` and `%end` or `%error` of the
 * same number, and notifications, of which output is the one that holds bytes.
 */
export interface ControlListener {
  /** The answer to the oldest command of this client that has none yet. */
  onReply(lines: readonly string[], failed: boolean): void;
  /** What a pane has printed, of several lines that came together at once. `bytes` is valid during the call only. */
  onOutput(pane: string, bytes: Uint8Array): void;
  /** Any other notification, without its `%`, and what follows its name. */
  onNotification(name: string, rest: string): void;
  /** False for panes whose output nobody wants: it is not decoded then. */
  wants(pane: string): boolean;
}

interface OpenBlock {
  /** As it stands behind `%begin`. */
  readonly number: string;
  readonly isOurs: boolean;
  readonly lines: string[];
}

export class ControlParser {
  readonly #listener: ControlListener;
  /** The beginning of a line that is not whole yet. */
  #rest: Buffer[] = [];
  #block: OpenBlock | null = null;
  /** What `#pane` has printed by the lines before, and nobody has heard of yet: `#length` bytes. */
  #decoded = Buffer.alloc(16 * 1024);
  #length = 0;
  #pane = '';

  constructor(listener: ControlListener) {
    this.#listener = listener;
  }

  /** Takes the next bytes, however they are cut. */
  push(bytes: Buffer): void {
    let at = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, at)) {
      const part = bytes.subarray(at, end);
      at = end + 1;
      if (this.#rest.length === 0) this.#line(part);
      else {
        const line = Buffer.concat([...this.#rest, part]);
        this.#rest = [];
        this.#line(line);
      }
    }
    this.#tellOutput();
    // The caller's buffer is used again.
    if (at < bytes.length) this.#rest.push(Buffer.from(bytes.subarray(at)));
  }

  #line(line: Buffer): void {
    if (this.#block) this.#blockLine(this.#block, line.toString('utf8'));
    else if (startsWith(line, EXTENDED_OUTPUT)) this.#output(line, EXTENDED_OUTPUT.length, true);
    else if (startsWith(line, OUTPUT)) this.#output(line, OUTPUT.length, false);
    else {
      // What follows from it stands behind what was printed before.
      this.#tellOutput();
      this.#notification(line.toString('utf8'));
    }
  }

  #tellOutput(): void {
    if (this.#length === 0) return;
    const bytes = this.#decoded.subarray(0, this.#length);
    this.#length = 0;
    this.#listener.onOutput(this.#pane, bytes);
  }

  #blockLine(block: OpenBlock, line: string): void {
    const [word, , number] = line.split(' ', 3);
    if ((word !== '%end' && word !== '%error') || number !== block.number) {
      block.lines.push(line);
      return;
    }
    this.#block = null;
    // Hooks and other clients' commands are shown as well, by flags of 0.
    if (block.isOurs) this.#listener.onReply(block.lines, word === '%error');
  }

  #notification(line: string): void {
    const [, name = '', rest = ''] = /^%([a-z-]+) ?(.*)$/s.exec(line) ?? [];
    if (name === 'begin') {
      const [, number = '', flags] = rest.split(' ');
      this.#block = {number, isOurs: flags === '1', lines: []};
    } else if (name !== '') this.#listener.onNotification(name, rest);
  }

  /** `%output %1 DATA`, `%extended-output %1 AGE … : DATA`; fields that come with later versions stand before the colon. */
  #output(line: Buffer, from: number, isExtended: boolean): void {
    const space = line.indexOf(SPACE, from);
    if (space < 0) return;
    const pane = line.toString('latin1', from, space);
    if (pane !== this.#pane) this.#tellOutput();
    this.#pane = pane;
    if (!this.#listener.wants(pane)) return;
    const colon = isExtended ? line.indexOf(COLON, space) : space - 2;
    if (isExtended && colon < 0) return;
    this.#decode(line, isExtended ? colon + COLON.length : space + 1);
  }

  /** Bytes below a blank, and the backslash, stand as `\ooo`; all others as they are (tmux control.c, `control_append_data`). */
  #decode(line: Buffer, from: number): void {
    const into = this.#roomFor(line.length);
    let length = this.#length;
    let at = from;
    for (let next = line.indexOf(BACKSLASH, at); next >= 0; next = line.indexOf(BACKSLASH, at)) {
      length += line.copy(into, length, at, next);
      // They often stand together, as at the end of a line.
      for (at = next; line[at] === BACKSLASH; at += 4)
        into[length++] = (digit(line, at + 1) << 6) | (digit(line, at + 2) << 3) | digit(line, at + 3);
    }
    this.#length = length + line.copy(into, length, at);
  }

  #roomFor(bytes: number): Buffer {
    const needed = this.#length + bytes;
    if (this.#decoded.length < needed) {
      const larger = Buffer.alloc(needed * 2);
      this.#decoded.copy(larger, 0, 0, this.#length);
      this.#decoded = larger;
    }
    return this.#decoded;
  }
}

function digit(line: Buffer, at: number): number {
  return (line[at] ?? ZERO) - ZERO;
}

function startsWith(line: Buffer, start: Buffer): boolean {
  return line.length >= start.length && line.compare(start, 0, start.length, 0, start.length) === 0;
}

const LINE_FEED = 0x0a;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const COLON = Buffer.from(' : ');
const OUTPUT = Buffer.from('%output ');
const EXTENDED_OUTPUT = Buffer.from('%extended-output ');
