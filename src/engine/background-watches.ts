/** Watches that outlive the call that made them: every match becomes an event. */
import {encodeId} from '../core/index.ts';
import type {Session} from './session.ts';
import {Watch, type WatchRequest} from './watch.ts';

/** At most this often an event per watch; matches in between are counted in the next one. */
const EVENT_INTERVAL_MS = 100;
const WATCH_LIMIT = 200;

export class BackgroundWatches implements Disposable {
  readonly #watches = new Map<string, {watch: Watch; stop: () => void}>();

  /** Returns the watch id carried by its `watch_match` events. */
  start(session: Session, request: WatchRequest, timeoutMs: number): string {
    const id = `w${encodeId(crypto.getRandomValues(new Uint8Array(8)))}`;
    let due: NodeJS.Timeout | null = null;
    const report = (): void => {
      due = null;
      const found = watch.drain({timedOut: false});
      if (found.matchCount > 0)
        session.publish('watch_match', {
          watch_id: id,
          pattern: request.pattern,
          lines: found.lines.join('\n'),
          match_count: found.matchCount,
          cursor: found.cursor,
          missed_bytes: found.missedBytes,
        });
      if (watch.stopped || session.isClosed) stop();
    };
    const watch = new Watch(session, request, () => {
      due ??= setTimeout(report, EVENT_INTERVAL_MS);
    });
    const expiry = setTimeout(() => stop(), timeoutMs);
    expiry.unref();
    const stop = (): void => {
      clearTimeout(expiry);
      if (due) clearTimeout(due);
      watch[Symbol.dispose]();
      this.#watches.delete(id);
    };
    this.#watches.set(id, {watch, stop});
    if (this.#watches.size > WATCH_LIMIT) this.#watches.values().next().value?.stop();
    return id;
  }

  get size(): number {
    return this.#watches.size;
  }

  [Symbol.dispose](): void {
    for (const {stop} of [...this.#watches.values()]) stop();
  }
}
