/** Takes over the terminals that are alive already, e.g. after the server was replaced, and keeps at those that resist. */
import {asCottyError, type Backend, type CottyError, type SessionId, type TerminalLink} from '../../core/index.ts';

const RETRY_MS = 5000;

export interface AdoptionOptions {
  readonly follow: (link: TerminalLink) => Promise<unknown>;
  readonly isFollowed: (id: SessionId) => boolean;
  /** Told once of each session and reason. */
  readonly onRefused?: ((id: SessionId, error: CottyError) => void) | undefined;
}

export class Adoption implements Disposable {
  readonly #options: AdoptionOptions;
  readonly #refused = new Map<Backend, ReadonlyMap<SessionId, CottyError>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AdoptionOptions) {
    this.#options = options;
  }

  /** Sessions that are alive and could not be taken over yet, with the reason. */
  get refused(): ReadonlyMap<SessionId, CottyError> {
    return new Map([...this.#refused.values()].flatMap(refused => [...refused]));
  }

  /** Throws when the backend cannot say what is alive. */
  async takeOver(backend: Backend): Promise<void> {
    const refused = new Map<SessionId, CottyError>();
    const note = (id: SessionId, error: unknown) => void refused.set(id, asCottyError(error));
    const {follow, isFollowed} = this.#options;
    for (const link of await backend.resume({isFollowed, onRefused: note}))
      await follow(link).catch(error => {
        note(link.facts.sessionId, error);
        return link[Symbol.asyncDispose]();
      });
    this.#tell(backend, refused);
    this.#refused.set(backend, refused);
    if (refused.size > 0) this.#timer ??= setTimeout(() => void this.#again(), RETRY_MS).unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  async #again(): Promise<void> {
    this.#timer = undefined;
    for (const [backend, refused] of this.#refused) if (refused.size > 0) await this.#keepAt(backend);
  }

  async #keepAt(backend: Backend): Promise<void> {
    try {
      await this.takeOver(backend);
    } catch {
      this.#timer ??= setTimeout(() => void this.#again(), RETRY_MS).unref();
    }
  }

  #tell(backend: Backend, refused: ReadonlyMap<SessionId, CottyError>): void {
    const before = this.#refused.get(backend);
    for (const [id, error] of refused)
      if (before?.get(id)?.message !== error.message) this.#options.onRefused?.(id, error);
  }
}
