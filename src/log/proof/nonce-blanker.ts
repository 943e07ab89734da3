/**
 * Takes the sessions' nonces out of an output stream before anybody stores or shows it: each is overwritten by as many
 * asterisks, so that every offset stays what it was. Where one stood is told beside the bytes; nothing else proves a mark.
 */

/** A whole nonce stood here. */
export interface ProofSpan {
  /** Stream offset of its first byte. */
  readonly at: number;
  readonly length: number;
  /** 0 for the session's own shell, then nested ones by number. */
  readonly shell: number;
}

export interface BlankedPiece {
  /** What the stream goes on with. The given bytes themselves where nothing had to be blanked. */
  readonly bytes: Uint8Array;
  /** Nonces that ended in these bytes, in stream order. */
  readonly proofs: readonly ProofSpan[];
}

interface Nonce {
  readonly bytes: Buffer;
  readonly shell: number;
  proves: boolean;
}

interface Match {
  /** Counted from the beginning of what is searched. */
  readonly at: number;
  readonly length: number;
  readonly nonce: Nonce;
}

/** As much of a nonce's beginning is blanked too; what may become one is held back while it is shorter. */
const TELLING_BYTES = 12;
/** A first byte that is met more often than this in one piece is no good for finding nonces. Whole ones only are found then. */
const MOST_CANDIDATES = 64;
const BLANK = 0x2a;

export class NonceBlanker {
  readonly #nonces: Nonce[] = [];
  #longest = 0;
  /** Stream offset of the first byte not given out. */
  #offset: number;
  /** The newest bytes that were given out, as the program wrote them: a nonce may have begun in them. Zeros before the first. */
  #before: Buffer = NOTHING;
  /** Not given out yet: perhaps the beginning of a nonce. */
  #held: Buffer = NOTHING;

  /** `offset`: stream offset of the first byte that will come. */
  constructor(nonces: readonly string[], offset = 0) {
    this.#offset = offset;
    for (const nonce of nonces) this.add(nonce);
  }

  /** From now on this nonce is blanked too, and proves; returns its shell's number. */
  add(nonce: string): number {
    const bytes = Buffer.from(nonce, 'latin1');
    const shell = this.#nonces.length;
    this.#nonces.push({bytes, shell, proves: true});
    this.#longest = Math.max(this.#longest, bytes.length);
    this.#before = Buffer.concat([Buffer.alloc(this.#longest - 1 - this.#before.length), this.#before]);
    return shell;
  }

  /** This nested shell's nonce proves nothing any more; it is blanked all the same. */
  drop(shell: number): void {
    const nonce = this.#nonces[shell];
    if (nonce && shell > 0) nonce.proves = false;
  }

  /** The stream goes on behind bytes that nobody has; nothing that began before them ends behind them. */
  skip(byteLength: number): void {
    this.#offset += byteLength;
    this.#before = Buffer.alloc(this.#before.length);
  }

  /** Some bytes wait for what follows them. */
  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** The next bytes of the stream. */
  push(bytes: Uint8Array): BlankedPiece {
    const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const piece = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#longest === 0 || piece.length === 0) return this.#giveOut(piece, NO_MATCHES);
    const matches: Match[] = [];
    this.#findAcrossBeginning(piece, matches);
    this.#findWithin(piece, matches);
    const isTold = matches.length > 0 && matches.some(({at, length}) => at + length >= piece.length);
    const held = isTold ? 0 : this.#beginningAtEnd(piece);
    this.#held = held === 0 ? NOTHING : Buffer.from(piece.subarray(piece.length - held));
    return this.#giveOut(held === 0 ? piece : piece.subarray(0, piece.length - held), matches);
  }

  /** What is held back: nothing has followed it for a while, or the stream is over. */
  letGo(): BlankedPiece {
    const piece = this.#held;
    this.#held = NOTHING;
    return this.#giveOut(piece, NO_MATCHES);
  }

  /** The same for bytes that are no part of the stream. */
  blankBytes(bytes: Uint8Array): Uint8Array {
    const found: Match[] = [];
    this.#findWithin(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), found);
    return found.length === 0 ? bytes : blanked(bytes, found);
  }

  blankText(text: string): string {
    let blank = text;
    for (const {bytes} of this.#nonces) blank = blank.replaceAll(bytes.toString('latin1'), '*'.repeat(bytes.length));
    return blank;
  }

  #giveOut(piece: Buffer, matches: readonly Match[]): BlankedPiece {
    const offset = this.#offset;
    this.#offset += piece.length;
    this.#remember(piece);
    if (matches.length === 0) return {bytes: piece, proofs: NO_PROOFS};
    const proofs = matches
      .filter(({nonce, length}) => nonce.proves && length === nonce.bytes.length)
      .map(({at, length, nonce}) => ({at: offset + at, length, shell: nonce.shell}));
    return {bytes: blanked(piece, matches), proofs: proofs.sort((a, b) => a.at - b.at)};
  }

  #remember(piece: Buffer): void {
    const before = this.#before;
    if (piece.length >= before.length) piece.copy(before, 0, piece.length - before.length);
    else {
      before.copyWithin(0, piece.length);
      piece.copy(before, before.length - piece.length);
    }
  }

  /** Nonces that begin in what was given out and go on in `piece`; their places are negative. */
  #findAcrossBeginning(piece: Buffer, found: Match[]): void {
    const before = this.#before;
    let joined: Buffer | undefined;
    for (const nonce of this.#nonces) {
      const first = nonce.bytes[0] ?? 0;
      for (let at = before.indexOf(first); at >= 0; at = before.indexOf(first, at + 1)) {
        joined ??= Buffer.concat([before, piece.subarray(0, this.#longest)]);
        const length = agreement(nonce.bytes, joined, at);
        if (at + length > before.length && length >= telling(nonce))
          found.push({at: at - before.length, length, nonce});
      }
    }
  }

  #findWithin(piece: Buffer, found: Match[]): void {
    for (const nonce of this.#nonces) {
      const first = nonce.bytes[0] ?? 0;
      let candidates = 0;
      for (let at = piece.indexOf(first); at >= 0; ) {
        const length = agreement(nonce.bytes, piece, at);
        const isOne = length >= telling(nonce);
        if (isOne) found.push({at, length, nonce});
        const next = isOne ? at + length : at + 1;
        // Looking for one byte is much the fastest, as long as it is rare; else for the whole, which the longest needle speeds up.
        at = ++candidates < MOST_CANDIDATES ? piece.indexOf(first, next) : piece.indexOf(nonce.bytes, next);
      }
    }
  }

  /** How many bytes at the end of `piece` are perhaps the beginning of a nonce, too short yet to be told from anything else. */
  #beginningAtEnd(piece: Buffer): number {
    let held = 0;
    for (const nonce of this.#nonces) {
      const first = nonce.bytes[0] ?? 0;
      const most = Math.min(piece.length, telling(nonce) - 1);
      if (piece.lastIndexOf(first) < piece.length - most) continue;
      for (let length = most; length > held; length--) {
        const at = piece.length - length;
        if (piece[at] === first && agreement(nonce.bytes, piece, at) === length) held = length;
      }
    }
    return held;
  }
}

const NOTHING: Buffer = Buffer.alloc(0);
const NO_MATCHES: readonly Match[] = [];
const NO_PROOFS: readonly ProofSpan[] = [];

function telling({bytes}: Nonce): number {
  return Math.min(TELLING_BYTES, bytes.length);
}

/** How many bytes from `at` on are those of `nonce`. */
function agreement(nonce: Buffer, bytes: Buffer, at: number): number {
  let length = 0;
  while (length < nonce.length && at + length < bytes.length && bytes[at + length] === nonce[length]) length++;
  return length;
}

function blanked(bytes: Uint8Array, matches: readonly Match[]): Buffer {
  const copy = Buffer.from(bytes);
  for (const {at, length} of matches) copy.fill(BLANK, Math.max(0, at), Math.max(0, at + length));
  return copy;
}
