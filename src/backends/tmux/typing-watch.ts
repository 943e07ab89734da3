import type {TmuxServer} from './tmux-server.ts';

/** Of the echo of what we have typed nobody is asked. */
const OWN_ECHO_MS = 300;
/** tmux tells in whole seconds when a client was last used. */
const RECENT_MS = 2000;
/** A person who goes on typing is noticed again after this long. */
const AGAIN_MS = 500;

/**
 * Notices a person who types into a pane by a tmux client of their own: what appears at a prompt while nothing of ours was typed is
 * theirs if they have used a client that shows this pane just then.
 */
export class TypingWatch implements Disposable {
  readonly #server: TmuxServer;
  readonly #pane: string;
  readonly #onTyping: (person: string) => void;
  #typedAtMs = Number.NEGATIVE_INFINITY;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #later: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(server: TmuxServer, pane: string, onTyping: (person: string) => void) {
    this.#server = server;
    this.#pane = pane;
    this.#onTyping = onTyping;
  }

  /** We type. */
  typed(): void {
    this.#typedAtMs = performance.now();
  }

  outputAtPrompt(): void {
    const now = performance.now();
    if (now - this.#typedAtMs < OWN_ECHO_MS) return;
    const againInMs = this.#askedAtMs + AGAIN_MS - now;
    if (againInMs <= 0) this.#askNow();
    // It may be the last that they type for a while.
    else this.#later ??= setTimeout(() => this.#askNow(), againInMs).unref();
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    clearTimeout(this.#later);
  }

  #askNow(): void {
    clearTimeout(this.#later);
    this.#later = undefined;
    this.#askedAtMs = performance.now();
    this.#ask().catch(() => undefined);
  }

  async #ask(): Promise<void> {
    const lines = await this.#server.run('list-clients', '-F', CLIENT_FORMAT);
    const isTheirs = ([isControl, atS, pane]: readonly string[]): boolean =>
      isControl === '0' && pane === this.#pane && Date.now() - Number(atS) * 1000 < RECENT_MS;
    const [, , , user] = lines.map(line => line.split(' ')).find(isTheirs) ?? [];
    if (user !== undefined && !this.#isDisposed) this.#onTyping(user === '' ? 'at tmux' : user);
  }
}

const CLIENT_FORMAT = '#{client_control_mode} #{client_activity} #{pane_id} #{client_user}';
