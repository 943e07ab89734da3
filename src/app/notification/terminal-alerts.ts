import {userInfo} from 'node:os';
import {isCottyError, type SessionId} from '../../core/index.ts';
import type {Engine} from '../../engine/index.ts';
import type {Answer, Approval} from '../../guard/index.ts';
import {questionText} from './question-text.ts';

export interface TerminalAlertsOptions {
  readonly engine: Pick<Engine, 'approvals' | 'sessions'>;
  /** Gives a person's answer. */
  readonly answer: (id: string, answer: Answer) => void;
}

/**
 * Questions about lines of agents, shown by the application that holds the terminal, where its person has asked for that. One at a time for
 * each session, as none can be taken back: the next one is shown when the person has closed it.
 */
export class TerminalAlerts implements Disposable {
  readonly #options: TerminalAlertsOptions;
  readonly #busy = new Set<SessionId>();
  readonly #shown = new Set<string>();
  readonly #following: Disposable;

  constructor(options: TerminalAlertsOptions) {
    this.#options = options;
    this.#following = options.engine.approvals.onChange(({id, sessionId, state}) => {
      if (state !== 'pending') this.#shown.delete(id);
      else if (sessionId !== null) this.#next(sessionId);
    });
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
  }

  #next(sessionId: SessionId): void {
    const {engine} = this.#options;
    const waiting = engine.approvals
      .list()
      .find(({id, state, sessionId: of}) => state === 'pending' && of === sessionId && !this.#shown.has(id));
    if (!waiting || this.#busy.has(sessionId)) return;
    const session = engine.sessions().find(({id}) => id === sessionId);
    const ask = session?.link.askPerson;
    const {title, body, isWhole} = questionText(waiting);
    if (!ask || !isWhole) return;
    this.#busy.add(sessionId);
    this.#shown.add(waiting.id);
    const timeoutMs = Math.max(1000, waiting.expiresAtMs - Date.now());
    void ask({title, text: body, buttons: ['Deny', 'Run once'], timeoutMs})
      // What cannot be shown is silently not: there are other places.
      .catch(() => null)
      .then(place => {
        if (place !== null) this.#answer(waiting, place);
        this.#busy.delete(sessionId);
        this.#next(sessionId);
      });
  }

  #answer({id}: Approval, place: number): void {
    const decision = place === 1 ? 'approve' : 'deny';
    try {
      this.#options.answer(id, {decision, scope: 'once', by: userInfo().username, channel: 'alert'});
    } catch (error) {
      // Somebody else was first, or the time is over.
      if (!isCottyError(error, 'invalid_argument')) throw error;
    }
  }
}
