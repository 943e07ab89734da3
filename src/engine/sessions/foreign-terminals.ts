import {
  asCottyError,
  type Backend,
  type BackendKind,
  CottyError,
  type ForeignTerminal,
  type TerminalLink,
} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';

export interface FoundTerminals {
  readonly terminals: readonly ForeignTerminal[];
  /** Backends that could not say which there are. */
  readonly failures: ReadonlyMap<BackendKind, CottyError>;
}

/** Terminals of somebody else's, which are no sessions until they are adopted. */
export class ForeignTerminals {
  readonly #backends: () => readonly Backend[];
  readonly #admit: (adopt: () => Promise<TerminalLink>) => Promise<Session>;

  /** `admit` makes a session of a terminal. */
  constructor(backends: () => readonly Backend[], admit: (adopt: () => Promise<TerminalLink>) => Promise<Session>) {
    this.#backends = backends;
    this.#admit = admit;
  }

  /** One backend that cannot tell takes nothing away from the others. */
  async find(): Promise<FoundTerminals> {
    const failures = new Map<BackendKind, CottyError>();
    const found = await Promise.all(
      this.#backends().map(backend =>
        backend.discover().catch((error: unknown) => {
          failures.set(backend.kind, asCottyError(error));
          return [];
        }),
      ),
    );
    return {terminals: found.flat(), failures};
  }

  /**
   * `env` is the caller's. Errors: `unknown_session` when there is none of that id, `not_supported` when there is none at all, `denied` for
   * the one that the caller runs in, those of the backend.
   */
  async adopt(id: string, kind?: BackendKind, env: Caller['env'] = {}): Promise<Session> {
    const {terminals, failures} = await this.find();
    const listed = terminals.filter(one => one.id === id && (kind === undefined || one.backend === kind));
    const [first, second] = listed.length > 0 ? listed : await this.#unlisted(id, kind);
    if (!first) throw notFound(id, terminals, failures);
    if (second)
      throw new CottyError(
        'invalid_argument',
        `${JSON.stringify(id)} names terminals of ${first.backend} and of ${second.backend}.`,
        'Say which with backend.',
      );
    const backend = this.#backends().find(candidate => candidate.kind === first.backend);
    if (!backend) throw notFound(id, [], failures);
    if (backend.terminalOf?.(env) === id) throw ownTerminal(id);
    return this.#admit(() => backend.adopt(id));
  }

  /** What a backend finds by its name alone. */
  async #unlisted(id: string, kind: BackendKind | undefined): Promise<readonly ForeignTerminal[]> {
    const asked = this.#backends().filter(backend => kind === undefined || backend.kind === kind);
    const found = await Promise.all(asked.map(backend => backend.find?.(id)));
    return found.filter(terminal => terminal !== undefined);
  }
}

function ownTerminal(id: string): CottyError {
  return new CottyError(
    'denied',
    `${id} is the terminal you run in yourself: what you type would go to yourself.`,
    'Adopt another one, or open a session with manage_session action=create.',
  );
}

function notFound(id: string, terminals: readonly ForeignTerminal[], failures: FoundTerminals['failures']): CottyError {
  const [failed] = failures.values();
  if (terminals.length === 0)
    return (
      failed ??
      new CottyError(
        'not_supported',
        'There is nothing to adopt: built-in sessions are adopted by themselves when the server starts.',
        'List them with action=list.',
      )
    );
  return new CottyError(
    'unknown_session',
    `There is no terminal ${JSON.stringify(id)} to adopt.`,
    `There are: ${terminals
      .slice(0, 10)
      .map(({id: other, title}) => `${other} (${title})`)
      .join(', ')}.`,
  );
}
