/**
 * Takes what is ours alone out of an output stream that leaves the house: whole OSC 133 sequences with the place of our proof
 * (`cotty=…`), whole OSC 1337;Custom sequences (they carry the event key), finished or cut short.
 */
import {isContinuation} from '../scanner/c1.ts';

const ESC = 0x1b;
const OSC = 0x9d;
/** As in the scanner: what is longer is no mark. */
const MAX_OSC_BYTES = 64 * 1024;
const MARK = Buffer.from('133;');
const CUSTOM = Buffer.from('1337;Custom=');

export class OutputStripper {
  /** An unfinished sequence at the end of the stream so far. */
  #held: Buffer = Buffer.alloc(0);

  /** The next bytes without secrets; what may be the beginning of one waits for the next call. */
  push(chunk: Uint8Array): Buffer {
    const bytes = Buffer.concat([this.#held, chunk]);
    const kept: Buffer[] = [];
    let keptTo = 0;
    for (let at = findOsc(bytes, 0); at >= 0; ) {
      const body = at + (bytes[at] === ESC ? 2 : 1);
      const end = body > bytes.length ? undefined : sequenceEnd(bytes, body);
      if (end === undefined) {
        kept.push(bytes.subarray(keptTo, at));
        this.#held = Buffer.from(bytes.subarray(at));
        return Buffer.concat(kept);
      }
      if (isOurs(bytes.subarray(body, end))) {
        kept.push(bytes.subarray(keptTo, at));
        keptTo = end;
      }
      at = findOsc(bytes, Math.max(end, at + 1));
    }
    kept.push(bytes.subarray(keptTo));
    this.#held = Buffer.alloc(0);
    return Buffer.concat(kept);
  }
}

function isOurs(body: Buffer): boolean {
  return isPrefixed(body, CUSTOM) || (isPrefixed(body, MARK) && body.includes('cotty='));
}

/** Next `ESC ]`, 8-bit OSC, or ESC at the very end; -1 when there is none. */
function findOsc(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === ESC) {
      if (at + 1 >= bytes.length || bytes[at + 1] === 0x5d) return at;
    } else if (bytes[at] === OSC && !isContinuation(bytes, at, [0, 0, 0])) return at;
  }
  return -1;
}

/**
 * Where the OSC whose body begins at `body` ends (after its terminator, or before what cuts it short); where its body
 * begins when it is none of ours; undefined when that is not decided yet.
 */
function sequenceEnd(bytes: Buffer, body: number): number | undefined {
  const rest = bytes.subarray(body);
  if (!isPrefixed(rest, MARK) && !isPrefixed(rest, CUSTOM)) {
    const undecided = isPrefixed(MARK, rest) || isPrefixed(CUSTOM, rest);
    return undecided ? undefined : body;
  }
  for (let at = body; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === ESC) {
      if (at + 1 >= bytes.length) return undefined;
      return bytes[at + 1] === 0x5c ? at + 2 : at;
    }
    const isEnd = byte === 0x07 || byte === 0x18 || byte === 0x1a;
    if (isEnd || (byte === 0x9c && !isContinuation(bytes, at, [0, 0, 0]))) return at + 1;
  }
  return bytes.length - body > MAX_OSC_BYTES ? bytes.length : undefined;
}

function isPrefixed(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.subarray(0, prefix.length).equals(prefix);
}
