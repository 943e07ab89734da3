/** Takes over the terminals that are alive already, e.g. after the server was replaced, and keeps at those that resist. */
import {asCottyError, type Backend, type CottyError, type SessionId, type TerminalLink} from '../../core/index.ts';

const RETRY_MS = 5000;

export interface AdoptionOptions {
  readonly backends: readonly Backend[];
  readonly follow: (link: TerminalLink) => Promise<unknown>;
  readonly isFollowed: (id: SessionId) => boolean;
  /** Told once of each session and reason. */
  readonly onRefused?: ((id: SessionId, error: CottyError) => void) | undefined;
}

export class Adoption implements Disposable {
  readonly #options: AdoptionOptions;
  #refused: ReadonlyMap<SessionId, CottyError> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AdoptionOptions) {
    this.#options = options;
  }

  /** Sessions that are alive and could not be taken over yet, with the reason. */
  get refused(): ReadonlyMap<SessionId, CottyError> {
    return this.#refused;
  }

  /** Throws when a backend cannot say what is alive. */
  async start(): Promise<void> {
    const refused = new Map<SessionId, CottyError>();
    const note = (id: SessionId, error: unknown) => void refused.set(id, asCottyError(error));
    const {backends, follow, isFollowed} = this.#options;
    for (const backend of backends)
      for (const link of await backend.adopt({isFollowed, onRefused: note}))
        await follow(link).catch(error => {
          note(link.facts.sessionId, error);
          return link[Symbol.asyncDispose]();
        });
    this.#tell(refused);
    this.#refused = refused;
    if (refused.size > 0) this.#timer = setTimeout(() => this.#again(), RETRY_MS).unref();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #again(): void {
    this.start().catch(() => {
      this.#timer = setTimeout(() => this.#again(), RETRY_MS).unref();
    });
  }

  #tell(refused: ReadonlyMap<SessionId, CottyError>): void {
    for (const [id, error] of refused)
      if (this.#refused.get(id)?.message !== error.message) this.#options.onRefused?.(id, error);
  }
}
