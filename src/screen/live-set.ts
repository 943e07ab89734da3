/** Something that can give its memory back. */
export interface Freezable {
  /** False when it cannot at the moment. */
  freeze(): boolean;
}

/** Keeps the number of live emulators bounded: the least recently used are frozen first. */
export class LiveSet {
  readonly #max: number;
  readonly #members = new Set<Freezable>();

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

  /** Freezes members until the bound holds, as far as they let themselves be frozen. */
  trim(): void {
    for (const member of [...this.#members]) {
      if (this.#members.size <= this.#max) return;
      member.freeze();
    }
  }
}
