import {
  type Backend,
  type BackendKind,
  CottyError,
  type OpenOptions,
  type PaneLayout,
  type SplitDirection,
  type TerminalLink,
} from '../../core/index.ts';
import type {Session} from '../session/session.ts';

/** What a person sees of sessions, where their backend shows them windows, tabs and panes; elsewhere there is nothing to see. */
export class Panes {
  readonly #backends: () => readonly Backend[];
  readonly #admit: (options: OpenOptions, open: (options: OpenOptions) => Promise<TerminalLink>) => Promise<Session>;

  /** `admit` makes a session of a terminal, with the environment that sessions have. */
  constructor(
    backends: () => readonly Backend[],
    admit: (options: OpenOptions, open: (options: OpenOptions) => Promise<TerminalLink>) => Promise<Session>,
  ) {
    this.#backends = backends;
    this.#admit = admit;
  }

  /** Undefined where a session has no pane. `kind` absent: of the backend that new sessions are opened on. */
  layout(kind: BackendKind | undefined): PaneLayout | undefined {
    const backends = this.#backends();
    return (kind === undefined ? backends[0] : backends.find(backend => backend.kind === kind))?.layout;
  }

  /** Divides a session's pane. Errors: `not_supported` where it has none, and those of the backend. */
  async split(session: Session, direction: SplitDirection, options: OpenOptions): Promise<Session> {
    const layout = this.layout(session.facts.backend);
    if (!layout)
      throw new CottyError(
        'not_supported',
        `${session.id} has no pane to divide.`,
        'Open another session with manage_session action=create.',
      );
    return this.#admit(options, opening => layout.split(session.id, direction, opening));
  }

  /** Shows a session to the person, where there is something to be shown. */
  async focus(session: Session): Promise<void> {
    await this.layout(session.facts.backend)?.focus(session.id);
  }

  /** Throws `invalid_argument` for a profile that nobody knows. Built-in terminals know only the usual one. */
  async checkProfile(kind: BackendKind | undefined, profile: string): Promise<void> {
    const known = (await this.layout(kind)?.profiles()) ?? ['Default'];
    if (known.length === 0 || known.some(name => name.toLowerCase() === profile.toLowerCase())) return;
    throw new CottyError(
      'invalid_argument',
      `There is no profile ${JSON.stringify(profile)}; there ${known.length === 1 ? 'is' : 'are'}: ${known.join(', ')}.`,
      'Choose one of these, or leave profile out and say with shell, cwd and env what to start.',
    );
  }
}
