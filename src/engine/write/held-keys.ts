/**
 * Keys of a person that the kernel would keep for itself. While a command runs that has put their half line aside, and nobody reads, it collects what
 * they type: it takes ^U for the lines that it has, of which the half line is none, and gives the Enter behind it to the shell, which has given the
 * line back by then. So such a key waits, and what is typed behind it, until somebody reads.
 */
export class HeldKeys {
  readonly #isKept: () => Promise<boolean>;
  readonly #later: () => Promise<void>;
  #held: Promise<boolean> | null = null;
  /** How often what was held was dropped. */
  #drops = 0;

  /** `isKept`: a half line was put aside, and nobody reads what is typed now. `later` resolves when to ask again. */
  constructor(isKept: () => Promise<boolean>, later: () => Promise<void>) {
    this.#isKept = isKept;
    this.#later = later;
  }

  /** Something waits. */
  get hasSome(): boolean {
    return this.#held !== null;
  }

  /** Resolves when these bytes may go, behind those that came before: false when they were dropped meanwhile. */
  async turn(bytes: Uint8Array): Promise<boolean> {
    if (!this.#held && !bytes.some(byte => EDITING.has(byte))) return true;
    this.#held ??= this.#hold();
    return this.#held;
  }

  /** ^C drops what was typed and not read, as the kernel does; what comes behind it does not wait for what was dropped. */
  drop(): void {
    this.#drops++;
    this.#held = null;
  }

  #hold(): Promise<boolean> {
    const held = this.#untilRead().finally(() => {
      if (this.#held === held) this.#held = null;
    });
    return held;
  }

  async #untilRead(): Promise<boolean> {
    const drops = this.#drops;
    while (drops === this.#drops && (await this.#isKept())) await this.#later();
    return drops === this.#drops;
  }
}

/** What a line discipline acts on in its own lines, as they are set everywhere (termios(3): VERASE, VKILL, VWERASE, VREPRINT, VLNEXT). */
const EDITING: ReadonlySet<number> = new Set([0x08, 0x7f, 0x15, 0x17, 0x12, 0x16]);
