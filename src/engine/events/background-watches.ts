/** Watches that outlive the call that made them: every match becomes an event, and so does an end that nobody asked for. */
import {encodeId} from '../../core/index.ts';
import {Watch, type WatchRequest} from '../output/watch.ts';
import type {Session} from '../session/session.ts';

/** At most this often an event per watch; matches in between are counted in the next one. */
const EVENT_INTERVAL_MS = 100;
const WATCH_LIMIT = 200;
/** Of the lines of one event; thousands of events are kept. */
const EVENT_CHARS = 8000;

export class BackgroundWatches implements Disposable {
  readonly #watches = new Map<string, () => void>();

  /** Returns the watch id carried by its `watch_match` events. Ends with the session, its stop pattern or time. */
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
          lines: found.lines.join('\n').slice(0, EVENT_CHARS),
          match_count: found.matchCount,
          output_cursor: found.cursor,
          missed_bytes: found.missedBytes,
          ...(found.hidden > 0 ? {hidden: found.hidden} : {}),
        });
    };
    const watch = new Watch(session, request, () => {
      due ??= setTimeout(report, EVENT_INTERVAL_MS);
    });
    const end = session.waiters.add(() => {
      if (watch.stopped || watch.isOver) stop();
    });
    const expiry = setTimeout(() => stop(), Math.min(timeoutMs, LONGEST_MS));
    expiry.unref();
    const stop = (): void => {
      clearTimeout(expiry);
      if (due) clearTimeout(due);
      end[Symbol.dispose]();
      report();
      if (watch.trouble)
        session.publish('watch_ended', {
          watch_id: id,
          pattern: request.pattern,
          reason: watch.trouble.message,
          output_cursor: watch.drain({timedOut: false}).cursor,
        });
      watch[Symbol.dispose]();
      this.#watches.delete(id);
    };
    this.#watches.set(id, stop);
    const [oldest] = this.#watches.values();
    if (this.#watches.size > WATCH_LIMIT) oldest?.();
    if (watch.isOver) stop();
    return id;
  }

  get size(): number {
    return this.#watches.size;
  }

  [Symbol.dispose](): void {
    for (const stop of [...this.#watches.values()]) stop();
  }
}

/** Largest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;
