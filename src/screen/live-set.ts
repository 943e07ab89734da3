/** Something that can give its memory back. */
export interface Freezable {
  /** False when it cannot at the moment. */
  freeze(): Promise<boolean>;
}

/** Keeps the number of live emulators bounded: the least recently used are frozen first. */
export class LiveSet {
  readonly #max: number;
  readonly #members = new Set<Freezable>();
  #trimming = false;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#members.size;
  }

  /** Marks a member as the most recently used. */
  use(member: Freezable): void {
    this.#members.delete(member);
    this.#members.add(member);
  }

  forget(member: Freezable): void {
    this.#members.delete(member);
  }

  /** Freezes members, oldest use first, until the bound holds, as far as they let themselves be frozen. */
  async trim(): Promise<void> {
    if (this.#trimming) return;
    this.#trimming = true;
    for (const member of [...this.#members]) {
      if (this.#members.size <= this.#max) break;
      await member.freeze();
    }
    this.#trimming = false;
  }

  /** Freezes every member that is idle. */
  async freezeAll(): Promise<void> {
    for (const member of [...this.#members]) await member.freeze();
  }
}
