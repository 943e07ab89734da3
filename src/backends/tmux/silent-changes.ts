/**
 * Looks once a second at what has no notification of its own: that a pane runs another program or is dead, or is in a mode. tmux would look
 * itself for who subscribes to it (`refresh-client -B`); but one that looks while a client has no session any more, because that was
 * destroyed or the client is on its way out, crashes with all its sessions (tmux pull request 4916).
 */
export class SilentChanges implements Disposable {
  /** Null while nobody can be asked. */
  readonly #ask: () => Promise<readonly string[]> | null;
  readonly #onChange: () => void;
  #seen: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: () => Promise<readonly string[]> | null, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** From now on, for as long as somebody can be asked. */
  begin(): void {
    this.#seen = null;
    this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS).unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<void> {
    const asked = this.#ask();
    if (!asked) return this[Symbol.dispose]();
    const timer = this.#timer;
    // Who does not answer now is asked again.
    const now = await asked.then(lines => lines.join('\n')).catch(() => this.#seen);
    if (this.#timer !== timer) return;
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS).unref();
    if (now === this.#seen) return;
    this.#seen = now;
    this.#onChange();
  }
}

const LOOK_MS = 1000;
