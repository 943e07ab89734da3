/** Where a session stands when somebody is about to type, and what is typed then. */
import {type CommandId, type LogCursor, mayTakeLine} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {lastLine} from '../session/last-line.ts';
import type {Session} from '../session/session.ts';
import {isAnswered} from '../write/line-effect.ts';
import {newestOf, TypedLines} from './own-line.ts';

interface InputMoment {
  readonly from: LogCursor;
  readonly current: CommandRecord | null;
  readonly newest: CommandId | undefined;
  /** What stood before the cursor of a shell without marks. */
  readonly prompt: string;
}

/** Where a session stood when the first of several writes was about to reach it, and whether one of them submits a line. */
export class InputNote {
  readonly #session: Session;
  #moment: InputMoment | null = null;
  isAnswered = false;
  readonly line = new TypedLines();

  constructor(session: Session) {
    this.#session = session;
  }

  /** To be told of all bytes right before they go. */
  readonly typed = (bytes: Uint8Array): void => {
    const {tracker} = this.#session;
    const moment = this.#moment ?? momentNow(this.#session);
    // Between a text and its Enter the line of another may have begun.
    const isFirstEnd = this.line.lineEnds === 0 && bytes.some(mayTakeLine);
    this.#moment = isFirstEnd && !moment.current ? {...moment, current: tracker.current} : moment;
    this.isAnswered ||= isAnswered(bytes);
    this.line.typed(this.#session, bytes);
  };

  /** Now, when nothing was typed. */
  get moment(): InputMoment {
    return this.#moment ?? momentNow(this.#session);
  }
}

function momentNow(session: Session): InputMoment {
  const {tracker, log} = session;
  const prompt = tracker.integration === 'none' ? lastLine(session, log.oldest) : '';
  return {from: tracker.outputEnd, current: tracker.current, newest: newestOf(session), prompt};
}
