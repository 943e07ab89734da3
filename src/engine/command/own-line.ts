/** Which command a typed line has become, where others have typed ahead too. */
import {type CommandId, mayTakeLine} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Session} from '../session/session.ts';

/** Lines of callers that were typed where the shell had not read all those before, in their order; null for what is not known as a text. */
interface CallersLines {
  /** The newest command when the first of them was typed. */
  readonly since: CommandId | undefined;
  readonly lines: {readonly of: TypedLines; readonly text: string | null}[];
}

/** How many lines callers have ended, ever. */
const endedIn = new WeakMap<Session, number>();

const aheadOf = new WeakMap<Session, CallersLines>();

/** What one caller types on the line, and the lines that became of it. */
export class TypedLines {
  /** Line ends among what was typed: with more than one, the line may be several commands. */
  lineEnds = 0;
  #text: string | null = '';
  #own: string | null = null;
  #place = 0;
  #ahead: CallersLines = {since: undefined, lines: []};
  /** Lines before it that somebody else typed than these callers. */
  #strangers = 0;
  /** Others have typed ahead of it, or of the first of them: what comes next may be theirs. */
  mayBeAnothers = false;
  /** Of some of them a program may have read what was meant for the shell, or the other way round. */
  #mayBeInput = false;
  /** All of them, in their order. */
  readonly #texts: (string | null)[] = [];
  /** As many had callers ended behind the first and behind the newest of these. */
  #ended = [0, 0];
  /** So often what was typed had been dropped with the newest of these. */
  #drops = 0;
  /** The newest command when the first of these went: between a text and its Enter others may have run something. */
  newest: CommandId | undefined;

  /** To be told of all bytes right before they go. */
  typed(session: Session, bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString();
    // What is pasted is one line, or several, as it stands.
    const [first = '', ...rest] = text.replaceAll(/\x1b\[20[01]~/g, '').split(/[\r\n]/);
    this.#add(first);
    for (const piece of rest) {
      this.#endLine(session);
      this.#text = '';
      this.#add(piece);
    }
    const others = bytes.filter(mayTakeLine).length - rest.length;
    if (others > 0) {
      this.#text = null;
      this.#endLine(session);
      this.lineEnds += others - 1;
    }
    this.#drops = session.gate.typist.after(bytes);
  }

  #add(piece: string): void {
    this.#text = this.#text === null || /[\0-\x08\x0b-\x1f\x7f]/.test(piece) ? null : this.#text + piece;
  }

  #endLine(session: Session): void {
    const {since, count} = linesAhead(session);
    const before = aheadOf.get(session);
    // Of those that have gone just now the log may not tell yet.
    const ahead = before && before.since === since && count > 0 ? before : {since, lines: []};
    aheadOf.set(session, ahead);
    const strangers = Math.max(0, count - ahead.lines.length);
    const text = this.#text?.trim() ?? null;
    this.mayBeAnothers ||= strangers > 0 || ahead.lines.some(({of}) => of !== this);
    // What is told is what became of the last line that holds anything.
    if (text !== '' || this.lineEnds === 0) {
      this.#strangers = strangers;
      this.#ahead = ahead;
      this.#place = ahead.lines.length;
      this.#own = text;
    }
    this.#mayBeInput ||= !session.tracker.isAtEmptyQueue;
    if (this.lineEnds === 0) this.newest = newestOf(session);
    this.lineEnds++;
    this.#texts.push(text);
    const ended = (endedIn.get(session) ?? 0) + 1;
    this.#ended = [this.lineEnds === 1 ? ended : (this.#ended[0] ?? 0), ended];
    endedIn.set(session, ended);
    ahead.lines.push({of: this, text});
  }

  /** Somebody's ^C or the like has come behind them: those that were not read by then are gone. */
  mayBeDropped({gate}: Session): boolean {
    return gate.typist.now > this.#drops;
  }

  /** Lines among them that hold anything: no more commands become of them. */
  get commands(): number {
    return this.#texts.filter(text => text !== '').length;
  }

  /**
   * Up to which of them, of those that hold anything, a command holds them that came behind the first `place`: `place` where it is none of them,
   * null where the shell tells no text, or one of these is not known.
   */
  heldTo({commandLine}: CommandRecord, place: number): number | null {
    if (commandLine === null || this.#texts.some(text => text === null)) return null;
    const lines = this.#texts.filter(text => text !== '');
    const rows = commandLine.split('\n').flatMap(row => row.trim() || []);
    const first = lines.indexOf(rows[0] ?? '', place);
    if (first < 0) return place;
    let to = first + 1;
    while (to - first < rows.length && rows[to - first] === lines[to]) to++;
    return to;
  }

  /**
   * Whether a command behind an earlier one of these lines is the next of them, where no text tells. `unknown` where others have ended lines since, and
   * a line of these may go on in the next, or may not be the shell's.
   */
  hasNext(session: Session): 'yes' | 'unknown' {
    const [first = 0, last = 0] = this.#ended;
    if (this.lineEnds === 0) return 'yes';
    if (last - first >= this.lineEnds) return 'unknown';
    if (endedIn.get(session) === last) return 'yes';
    return this.#mayBeInput || this.#texts.some(mayGoOn) ? 'unknown' : 'yes';
  }

  /** False where others have typed ahead, and this is another line than the one that was typed, or nobody knows. */
  hasBecome({commandLine}: CommandRecord): boolean {
    return !this.mayBeAnothers || (!!this.#own && commandLine?.includes(this.#own) === true);
  }

  /** The command that it became, as far as it has begun and can be told from those of others. */
  command(tracker: SessionTracker): CommandRecord | undefined {
    if (!this.mayBeAnothers) return after(tracker, this.newest);
    const wanted = this.#own;
    const before = this.#ahead.lines.slice(0, this.#place);
    if (this.#strangers > 0 || !wanted || before.some(({text}) => text === null)) return undefined;
    const same = before.filter(({text}) => text === wanted).length;
    const behind = allAfter(tracker, this.#ahead.since);
    return behind.filter(record => isTyped(record) && record.commandLine?.trim() === wanted)[same];
  }

  /**
   * The same, once the shell has read all that was typed: the last line became the last command, or a part of it, or its program has read it; where the
   * shell tells no lines, and as many commands have begun as lines were typed, they are these.
   */
  commandInOrder(session: Session): CommandRecord | undefined {
    if (!this.mayBeAnothers || this.#strangers > 0 || !this.#own || this.mayBeDropped(session)) return undefined;
    const behind = allAfter(session.tracker, this.#ahead.since).filter(isTyped);
    const isNewest = aheadOf.get(session) === this.#ahead;
    // Of an empty line no command becomes.
    const countHeld = (lines: CallersLines['lines']): number => lines.filter(({text}) => text !== '').length;
    const [place, all] = [countHeld(this.#ahead.lines.slice(0, this.#place)), countHeld(this.#ahead.lines)];
    if (isNewest && place + 1 === all) return behind.at(-1);
    const isEach = behind.length === all;
    return isEach && behind.every(({commandLine}) => commandLine === null) ? behind[place] : undefined;
  }

  /** Of the lines that were typed ahead some have become commands, perhaps this one: the others a program has read. */
  hasBecomeSome(tracker: SessionTracker): boolean {
    return this.mayBeAnothers && allAfter(tracker, this.#ahead.since).some(isTyped);
  }
}

/** The shell may read more lines with this one, or run nothing for it, as far as plain words tell; also where it ends on the same line. */
function mayGoOn(text: string | null): boolean {
  if (text === null || BEGINS.test(text)) return true;
  return ['"', "'", '`'].some(quote => text.split(quote).length % 2 === 0);
}

const BEGINS =
  /^#|^(?:for|while|until|if|case|select|function|begin|switch)\b|^[{(]|(?:\bdo|\bthen|[{(|\\]|&&)$|<<|\(\)\s*$/;

/** As the log tells of them; of what the shell has read, and said nothing of, it tells none. */
function linesAhead(session: Session): SessionTracker['linesAhead'] {
  const {tracker, unread} = session;
  const areRead = tracker.integration !== 'none' && !unread.hasSome;
  return areRead ? {since: newestOf(session), count: 0} : tracker.linesAhead;
}

export function newestOf({tracker}: Session): CommandId | undefined {
  return tracker.recentCommands(1)[0]?.commandId;
}

/** The command that came next after this one; without one, the first. */
export function after(tracker: SessionTracker, commandId: CommandId | undefined): CommandRecord | undefined {
  const {all, index} = upTo(tracker, commandId);
  return index > 0 ? all[index - 1] : undefined;
}

/** In the order in which they began. */
function allAfter(tracker: SessionTracker, commandId: CommandId | undefined): readonly CommandRecord[] {
  const {all, index} = upTo(tracker, commandId);
  return all.slice(0, Math.max(0, index)).toReversed();
}

/** All commands, newest first, and how many of them came after this one; -1 where it is not among them. */
function upTo(tracker: SessionTracker, commandId: CommandId | undefined) {
  const all = tracker.recentCommands(Number.POSITIVE_INFINITY);
  const index = commandId === undefined ? all.length : all.findIndex(record => record.commandId === commandId);
  return {all, index};
}
