import type {TerminalView} from '../../core/index.ts';
import {readForegroundNow} from '../system/process-table.ts';
import {sendSignal} from '../system/send-signal.ts';
import type {ApplicationFacts} from './application-facts.ts';

/** As long may each step of an end take until the next one is tried. */
export const GRACE_MS = 2000;

export interface ClosingLink extends Pick<TerminalView, 'onNotice'> {
  readonly facts: ApplicationFacts;
}

/** A session that is being ended. Disposing it ends nothing: nobody listens for the end any more. */
export class Closing implements Disposable {
  /** The process groups of what was in the foreground, and of the shell. */
  readonly #groups: readonly number[];
  readonly #ended = Promise.withResolvers<true>();
  readonly #listening: Disposable;

  constructor(link: ClosingLink) {
    const {pid} = link.facts;
    this.#groups = [...new Set([readForegroundNow(pid) ?? pid, pid])];
    this.#listening = link.onNotice(notice => {
      if (notice.type === 'closed') this.#ended.resolve(true);
    });
  }

  /** As closing a terminal window does. */
  hangUp(): void {
    sendSignal(this.#groups, 'SIGHUP');
    sendSignal(this.#groups, 'SIGCONT');
  }

  kill(): void {
    sendSignal(this.#groups, 'SIGKILL');
  }

  /** The session has ended, or does so within `ms`. */
  async endsWithin(ms: number): Promise<boolean> {
    const {promise: late, resolve} = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), ms);
    try {
      return await Promise.race([this.#ended.promise, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }
}
