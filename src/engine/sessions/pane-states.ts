import {type PaneState, revealInvisible, showControls} from '../../core/index.ts';
import type {Approval, Approvals, SecretMask} from '../../guard/index.ts';
import type {Session} from '../session/session.ts';

export interface PaneStatesOptions {
  readonly approvals: Pick<Approvals, 'list' | 'onChange'>;
  readonly secrets: SecretMask | null;
}

/** More of a line nobody reads there. */
const MOST_SHOWN = 60;

/** Has it shown beside sessions what agents do in them, for as long as this lives, on backends whose person has asked for that. */
export class PaneStates implements AsyncDisposable {
  readonly #options: PaneStatesOptions;
  readonly #shown = new Map<Session, Shown>();
  readonly #following: Disposable;
  readonly #expiries = new Map<string, NodeJS.Timeout>();

  constructor(options: PaneStatesOptions) {
    this.#options = options;
    this.#following = options.approvals.onChange(approval => this.#asked(approval));
  }

  follow(session: Session): void {
    const {show} = session.link;
    if (!show) return;
    const shown = new Shown(() => this.#stateOf(session), show);
    this.#shown.set(session, shown);
    const listening = session.waiters.add(() => {
      if (!session.isClosed) return shown.look();
      listening[Symbol.dispose]();
      this.#shown.delete(session);
    });
    shown.look();
  }

  /** What is shown is taken away. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#following[Symbol.dispose]();
    for (const timer of this.#expiries.values()) clearTimeout(timer);
    const all = [...this.#shown.values()];
    this.#shown.clear();
    await Promise.all(all.map(shown => shown.takeAway()));
  }

  /** A question that nobody has answered is none any more after a time, which nobody tells. */
  #asked({id, state, expiresAtMs}: Approval): void {
    clearTimeout(this.#expiries.get(id));
    this.#expiries.delete(id);
    const look = (): void => {
      for (const shown of this.#shown.values()) shown.look();
    };
    if (state === 'pending')
      this.#expiries.set(id, setTimeout(look, Math.max(0, expiresAtMs - Date.now()) + SLACK_MS).unref());
    look();
  }

  #stateOf({id, tracker, claim}: Session): PaneState {
    const isAsked = this.#options.approvals
      .list()
      .some(({state, sessionId}) => state === 'pending' && sessionId === id);
    const {current} = tracker;
    if (isAsked || (current && claim?.type === 'secret')) return {type: 'needsPerson'};
    // What a person runs there is their own.
    if (current?.by.type !== 'agent') return {type: 'ready'};
    return {type: 'running', commandLine: this.#visible(current.commandLine)};
  }

  #visible(line: string | null): string | null {
    if (line === null) return null;
    const {secrets} = this.#options;
    const text = showControls(revealInvisible(secrets ? secrets.mask(line) : line).text);
    return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  }
}

const SLACK_MS = 100;

/** Of one session: what comes while it is being shown is shown next, the newest alone. */
class Shown {
  readonly #state: () => PaneState;
  readonly #show: (state: PaneState | null) => Promise<void>;
  #told = '';
  #turn: Promise<void> | null = null;
  #isOver = false;

  constructor(state: () => PaneState, show: (state: PaneState | null) => Promise<void>) {
    this.#state = state;
    this.#show = show;
  }

  look(): void {
    if (!this.#isOver) this.#turn ??= this.#tellAll().finally(() => (this.#turn = null));
  }

  async takeAway(): Promise<void> {
    this.#isOver = true;
    await this.#turn;
    await this.#show(null).catch(() => undefined);
  }

  async #tellAll(): Promise<void> {
    // What one command does at once is told as one.
    await new Promise(resolve => setImmediate(resolve));
    for (let state = this.#state(); !this.#isOver; state = this.#state()) {
      const told = JSON.stringify(state);
      if (told === this.#told) return;
      this.#told = told;
      // A terminal that cannot show it is none the worse.
      await this.#show(state).catch(() => undefined);
    }
  }
}
