/** What callers were asked and have not answered. An answer counts once, for that very change, and not for long. */
export class Questions {
  /** By what was asked about, the latest last. */
  readonly #open = new Map<string, {readonly question: string; readonly askedAtMs: number}>();

  ask(about: string, question: string): void {
    this.#open.delete(about);
    this.#open.set(about, {question, askedAtMs: performance.now()});
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
  }

  /** The question that a yes to `about` answers; null when there is none, or when it was asked too long ago. */
  answer(about: string): string | null {
    const open = this.#open.get(about);
    this.#open.delete(about);
    return open && performance.now() - open.askedAtMs < PATIENCE_MS ? open.question : null;
  }
}

const MOST_OPEN = 500;
const PATIENCE_MS = 600_000;
