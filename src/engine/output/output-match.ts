import type {CottyError} from '../../core/index.ts';
import type {Pattern} from '../../patterns/index.ts';
import {revealHidden} from '../../screen/index.ts';
import type {Session} from '../session/session.ts';
import {FollowedLines} from './followed-lines.ts';
import type {StreamRegion} from './line-stream.ts';

/** Remembers the first line of a session's output that matches, from the moment it is armed. */
export class OutputMatch implements Disposable {
  /** The first matching line, for a reader, as it stood when it matched; null until then. */
  line: string | null = null;
  readonly #lines: FollowedLines;

  constructor(session: Session, pattern: Pattern, region: StreamRegion) {
    const from = session.tracker.outputEnd;
    this.#lines = new FollowedLines(
      session,
      {patterns: [pattern], from, region, includeEcho: false},
      (update, [isHit]) => {
        if (isHit) this.line ??= revealHidden(update.text).text;
      },
    );
  }

  /** Why it is not known whether a line of the output so far matches; null when it is. */
  get doubt(): string | null {
    const {position, isSpent, isCurrent} = this.#lines;
    const failure: CottyError | null = this.#lines.failure;
    if (this.line !== null || (isCurrent && !isSpent && !failure)) return null;
    const reason =
      failure?.message ?? (isSpent ? 'it needs too many steps' : 'it needs many steps, and was still at work');
    return `the until pattern was searched up to cursor ${position} only: ${reason}`;
  }

  [Symbol.dispose](): void {
    this.#lines[Symbol.dispose]();
  }
}
