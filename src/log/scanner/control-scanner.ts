/**
 * Finds the control sequences that matter without an emulator in a stream of program output, at the speed of the PTY.
 * The states follow the DEC ANSI parser (vt100.net/emu/dec_ansi_parser), with xterm's BEL as a terminator of OSC.
 */
import type {TrackedMode} from '../../core/index.ts';
import type {ProofSpan} from '../proof/nonce-blanker.ts';
import {findIntroducer, isCleanUtf8, isContinuation, nextTail, type StreamTail} from './c1.ts';
import {Collector} from './collector.ts';
import {isInterestingFinal, parseCsi} from './csi.ts';
import type {ControlHit, ScanHit} from './hit.ts';
import {ModeTracker} from './mode-tracker.ts';
import {parseOsc} from './osc.ts';
import {ProofsFound} from './proofs-found.ts';

export interface ControlScannerOptions {
  /** The session's event key; null reports no custom event. */
  readonly eventKey: string | null;
  /** Stream offset of the first byte that will be scanned. */
  readonly offset?: number | undefined;
}

type State = 'ground' | 'escape' | 'escapeIntermediate' | 'csi' | 'osc' | 'oscEscape' | 'string';

const BEL = 0x07;
const CAN = 0x18;
const SUB = 0x1a;
const ESC = 0x1b;
const ST = 0x9c;
const BACKSLASH = 0x5c;
const MAX_OSC_BYTES = 64 * 1024;
/** Of CSI, DCS, APC, PM and SOS. */
const MAX_OTHER_BYTES = 8 * 1024;

export class ControlScanner {
  readonly #eventKey: string | null;
  readonly #proofs = new ProofsFound();
  readonly #modes = new ModeTracker();
  readonly #collector = new Collector(MAX_OSC_BYTES);
  #state: State = 'ground';
  /** Stream offset of the present chunk's first byte. */
  #offset: number;
  /** Stream offset of the present sequence's first byte. */
  #start = 0;
  /** Inside a DCS, APC, PM or SOS string that began here; nothing but a proved mark counts until it ends. */
  #stringStart: number | null = null;
  #tail: StreamTail = [0, 0, 0];
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the present sequence's payload begins in the chunk. */
  #from = 0;
  /** Stream offset of the present sequence's payload. */
  #bodyStart = 0;
  #report: (found: ScanHit) => void = ignore;

  constructor(options: ControlScannerOptions) {
    this.#eventKey = options.eventKey;
    this.#offset = options.offset ?? 0;
  }

  /** Stream offset up to which everything was scanned. */
  get offset(): number {
    return this.#offset;
  }

  /** A control sequence has begun that may go on. */
  get isInside(): boolean {
    return this.#state !== 'ground';
  }

  /** Tracked modes that are set now. */
  get modes(): ReadonlyMap<TrackedMode, number> {
    return this.#modes.values;
  }

  /** As {@link read}; returns what ended in the bytes, in stream order. */
  scan(bytes: Uint8Array, proofs: readonly ProofSpan[] = []): ScanHit[] {
    const hits: ScanHit[] = [];
    this.read(bytes, proofs, found => void hits.push(found));
    return hits;
  }

  /**
   * Scans the next bytes of the stream, and where nonces stood in them. Tells what ended in them one by one, in stream order: a flood of
   * sequences is garbage as soon as it has been looked at.
   */
  read(bytes: Uint8Array, proofs: readonly ProofSpan[], report: (found: ScanHit) => void): void {
    this.#report = report;
    this.#proofs.add(proofs);
    const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = chunk;
    this.#from = 0;
    let nextC1 = isCleanUtf8(chunk, this.#tail) ? chunk.length : -1;
    for (let i = 0; i < chunk.length; ) {
      if (this.#state === 'ground') {
        if (nextC1 < i) nextC1 = findIntroducer(chunk, i, this.#tail);
        i = this.#ground(i, nextC1);
      } else i = this.#step(i);
    }
    if (this.#state === 'csi' || this.#state === 'osc') this.#collector.append(chunk, this.#from, chunk.length);
    this.#tail = nextTail(chunk, this.#tail);
    this.#offset += chunk.length;
    this.#proofs.forget(this.#state === 'ground' ? this.#offset : Math.max(this.#start, this.#offset - MAX_OSC_BYTES));
    this.#report = ignore;
  }

  /** Each step takes the byte at `i` in the present state and returns where to go on. */
  #step(i: number): number {
    switch (this.#state) {
      case 'ground':
        return i;
      case 'escape':
        return this.#escape(i);
      case 'escapeIntermediate':
        return this.#escapeIntermediate(i);
      case 'csi':
        return this.#csi(i);
      case 'osc':
        return this.#osc(i);
      case 'oscEscape':
        return this.#oscEscape(i);
      case 'string':
        return this.#string(i);
      default:
        return this.#state satisfies never;
    }
  }

  /** Passes over text to the next ESC or C1 control. */
  #ground(i: number, nextC1: number): number {
    const bytes = this.#bytes;
    // Sequences are often close together: a short look by hand is cheaper than a call.
    const near = Math.min(i + 24, nextC1);
    let at = i;
    while (at < near && bytes[at] !== ESC) at++;
    if (at === near && near < nextC1) {
      const found = bytes.indexOf(ESC, at);
      at = found < 0 ? nextC1 : Math.min(found, nextC1);
    }
    if (at >= bytes.length) return bytes.length;
    this.#start = this.#offset + at;
    if (bytes[at] === ESC) this.#state = 'escape';
    else this.#introduce((bytes[at] ?? 0) - 0x40, at + 1);
    return at + 1;
  }

  #escape(i: number): number {
    const byte = this.#bytes[i] ?? 0;
    if (byte === ESC) this.#start = this.#offset + i;
    else if (byte === CAN || byte === SUB) this.#toGround();
    else if (byte < 0x20 || byte === 0x7f) return i + 1;
    else if (this.#stringStart !== null && byte !== BACKSLASH && byte !== 0x5d) this.#state = 'string';
    else if (byte < 0x30) this.#state = 'escapeIntermediate';
    else if (byte >= 0x80) {
      this.#toGround();
      return i;
    } else this.#introduce(byte, i + 1);
    return i + 1;
  }

  /** The second byte of `ESC x`, or the same for an 8-bit control. */
  #introduce(byte: number, from: number): void {
    this.#from = from;
    this.#bodyStart = this.#offset + from;
    this.#collector.clear();
    switch (String.fromCharCode(byte)) {
      case '[':
        this.#state = 'csi';
        return;
      case ']':
        this.#state = 'osc';
        return;
      case 'P':
      case 'X':
      case '^':
      case '_':
        this.#state = 'string';
        this.#stringStart = this.#start;
        return;
      case 'c':
        this.#tell(this.#modes.reset(), from);
        break;
      case '=':
        this.#tell(this.#modes.set('applicationKeypad', 1), from);
        break;
      case '>':
        this.#tell(this.#modes.set('applicationKeypad', 0), from);
        break;
      default:
        break;
    }
    this.#toGround();
  }

  /** `ESC ( B` and the like mean nothing here, but their last byte is no text. */
  #escapeIntermediate(i: number): number {
    const byte = this.#bytes[i] ?? 0;
    if (byte === ESC) this.#restart(i);
    else if (byte === CAN || byte === SUB || (byte >= 0x30 && byte < 0x7f)) this.#toGround();
    else if (byte >= 0x80) {
      this.#toGround();
      return i;
    }
    return i + 1;
  }

  #csi(i: number): number {
    const bytes = this.#bytes;
    for (let at = i; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x40 && byte < 0x7f) {
        this.#endCsi(at, byte);
        return at + 1;
      }
      if (byte === ESC) {
        this.#restart(at);
        return at + 1;
      }
      if (byte === CAN || byte === SUB || byte >= 0x80 || this.#offset + at - this.#start > MAX_OTHER_BYTES) {
        this.#toGround();
        return byte >= 0x80 ? at : at + 1;
      }
    }
    return bytes.length;
  }

  #endCsi(at: number, final: number): void {
    // Colours are the most frequent sequences by far; only `CSI > … m` says something.
    const isColour = final === 0x6d && this.#bytes[this.#from] !== 0x3e && this.#start >= this.#offset;
    if (!isColour && isInterestingFinal(final)) {
      const body = this.#collector.takeLatin1(this.#bytes, this.#from, at) ?? '';
      const plain = body.replace(/[\u0000-\u001f\u007f]/g, '');
      this.#tell(parseCsi(plain, String.fromCharCode(final), this.#modes), at + 1);
    }
    this.#toGround();
  }

  #osc(i: number): number {
    const bytes = this.#bytes;
    for (let at = i; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x20 && byte !== ST) continue;
      if (byte === BEL || (byte === ST && !isContinuation(bytes, at, this.#tail))) {
        const payload = this.#collector.take(bytes, this.#from, at);
        this.#endOsc(payload, at + 1, byte === BEL ? 'bel' : 'st');
        return at + 1;
      }
      if (byte === ESC) {
        this.#collector.append(bytes, this.#from, at);
        this.#state = 'oscEscape';
        return at + 1;
      }
      if (byte === CAN || byte === SUB) {
        this.#toGround();
        return at + 1;
      }
    }
    return bytes.length;
  }

  #oscEscape(i: number): number {
    if (this.#bytes[i] !== BACKSLASH) {
      this.#restart(i - 1);
      return i;
    }
    this.#endOsc(this.#collector.take(this.#bytes, i, i), i + 1, 'st');
    return i + 1;
  }

  /** Inside a string only a proved mark counts: the nonce says that it is ours, so the string was left open by junk. */
  #endOsc(payload: Buffer | undefined, end: number, terminator: 'bel' | 'st'): void {
    const length = this.#offset + end - this.#start;
    const context = {eventKey: this.#eventKey, proofAt: (at: number) => this.#proofs.at(this.#bodyStart + at)};
    const hits = payload === undefined ? [] : parseOsc(payload, length, terminator, context);
    const ours = hits.some(hit => hit.type === 'mark' && hit.proved);
    if (this.#stringStart === null || ours) this.#tell(hits, end);
    if (this.#stringStart !== null && !ours && terminator === 'bel') this.#state = 'string';
    else this.#toGround();
  }

  #string(i: number): number {
    const bytes = this.#bytes;
    const limit = (this.#stringStart ?? 0) + MAX_OTHER_BYTES - this.#offset;
    for (let at = i; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (at > limit || byte === CAN || byte === SUB || (byte === ST && !isContinuation(bytes, at, this.#tail))) {
        this.#toGround();
        return at > limit ? at : at + 1;
      }
      if (byte === ESC) {
        this.#restart(at);
        return at + 1;
      }
    }
    return bytes.length;
  }

  /** ESC at `i` of the chunk ends whatever was going on and begins anew. */
  #restart(i: number): void {
    this.#collector.clear();
    this.#start = this.#offset + i;
    this.#state = 'escape';
  }

  #toGround(): void {
    this.#collector.clear();
    this.#stringStart = null;
    this.#state = 'ground';
  }

  #tell(hits: readonly ControlHit[], end: number): void {
    for (const hit of hits) this.#report({start: this.#start, end: this.#offset + end, hit});
  }
}

function ignore(): void {}
