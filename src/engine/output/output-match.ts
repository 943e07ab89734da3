import type {Session} from '../session/session.ts';
import {followOutput} from './follow-output.ts';
import {LineStream, type StreamRegion} from './line-stream.ts';
import type {LinearPattern} from './linear-pattern.ts';

/** Remembers the first line of a session's output that matches, from the moment it is armed. */
export class OutputMatch implements Disposable {
  /** The first matching line, as it stood when it matched; null until then. */
  line: string | null = null;
  readonly #subscription: Disposable;

  constructor(session: Session, pattern: LinearPattern, region: StreamRegion) {
    const stream = new LineStream({region, includeEcho: false, isProved: mark => session.isProvedMark(mark)});
    this.#subscription = followOutput(session, session.tracker.outputEnd, {
      bytes: bytes => {
        if (this.line !== null) return;
        const hit = stream.push(bytes, session.tracker.isTypedOn).find(update => pattern.test(update.text));
        if (hit) this.line = hit.text;
      },
    });
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]();
  }
}
