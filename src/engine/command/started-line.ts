/** Which command a typed line becomes, and which comes behind it. */
import {LinkedAbort, type LogCursor, pause} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {actorName} from '../write/input-lease.ts';
import type {InputNote} from './input-note.ts';
import {after, type TypedLines} from './own-line.ts';
import {type ReadBy, readBehind} from './read-behind.ts';
import type {Verdict} from './verdict.ts';
import {verdictOrRest} from './verdict-or-rest.ts';

const CONFIRM_MS = 25;

/** The next command, unless that is plainly the line of somebody who typed ahead: then its own, when the shell has read all. */
export async function ownStarted(session: Session, note: InputNote, limit: AbortSignal): Promise<CommandRecord | null> {
  const record = await startedSince(session, note, limit);
  if (!record || note.line.hasBecome(record)) return record;
  return (await readBehind(session, {line: note.line}, limit)).record ?? null;
}

/** The command that a typed line became; null when it became none, or the shell has not said so in time. */
async function startedSince(
  session: Session,
  {moment: {newest}, line}: InputNote,
  limit: AbortSignal,
): Promise<CommandRecord | null> {
  const {tracker} = session;
  const look = (): {record: CommandRecord | null} | undefined => {
    const next = after(tracker, line.newest ?? newest);
    if (next) return {record: next};
    // The mark of a continuation line may be of its prompt drawn again, from before the Enter.
    const isComing = tracker.lineTaken || tracker.phase === 'preparing' || tracker.phase === 'continuation';
    return isComing && !session.isClosed ? undefined : {record: null};
  };
  using over = new LinkedAbort(limit);
  const said = session.waiters.until(look, over.signal).catch(() => null);
  const found = await Promise.race([said, readsUnmoved(session, over.signal).then(() => null)]);
  over.abort();
  return found?.record ?? null;
}

/**
 * Resolves when the shell at its prompt waits for more, has read all there was, and has said nothing of it: fish passes over a ^C on an
 * empty line. So does one that asks for the rest of the line. A signal that is on its way has woken it already, or came before it waited,
 * and is kept until the next key. Also on abort.
 */
async function readsUnmoved(session: Session, signal: AbortSignal): Promise<void> {
  const {tracker} = session;
  for (let seenAt: LogCursor | null = null; !signal.aborted; ) {
    await pause(CONFIRM_MS, signal).catch(() => undefined);
    const end = tracker.outputEnd;
    const look = await session.look().catch(() => null);
    const isAtPrompt = tracker.phase === 'prompt' && tracker.lineTaken;
    const isAtLine = (isAtPrompt || tracker.phase === 'continuation') && !tracker.current;
    const isUnmoved = isAtLine && tracker.outputEnd === end && look !== null && look.probe.unreadBytes === 0;
    const reads = isUnmoved && isShellReading(look, tracker);
    // A ^C that the shell has missed is repeated, once.
    if (reads && seenAt === end && (await session.unread.areRead(CONFIRM_MS, signal).catch(() => true))) return;
    seenAt = reads ? end : null;
  }
}

/**
 * The command that a shell has begun after this one without anybody else's line. Without one: who has read what stood behind it, `program` also where nothing did.
 * `isMore`: more lines were typed together with its own.
 */
async function startedAfter(
  session: Session,
  {record, line, isMore}: {readonly record: CommandRecord; readonly line: TypedLines; readonly isMore: boolean},
  limit: AbortSignal,
): Promise<CommandRecord | ReadBy['by']> {
  const {tracker, unread} = session;
  if (isMore && tracker.integration === 'graded') return (await readBehind(session, {command: record, line}, limit)).by;
  const look = (): {next: CommandRecord | undefined} | undefined => {
    const next = after(tracker, record.commandId);
    if (next) return {next};
    const isComing = tracker.phase !== 'prompt' || tracker.lineTaken;
    return isComing && tracker.integration === 'full' && !session.isClosed ? undefined : {next};
  };
  while (true) {
    const found = await session.waiters.until(look, limit).catch(() => null);
    if (found?.next) return isTyped(found.next) ? found.next : 'program';
    if (!found && isMore) return 'nobody';
    if (!isMore || session.isClosed || tracker.integration !== 'full') return 'program';
    // A line editor that reads the next one only now has said nothing of it yet.
    const hasReadAll = await unread.areRead(CONFIRM_MS, limit).catch(() => true);
    if (after(tracker, record.commandId) || tracker.phase !== 'prompt' || tracker.lineTaken) continue;
    if (hasReadAll) return 'program';
    if (limit.aborted) return 'nobody';
    await pause(CONFIRM_MS, limit).catch(() => undefined);
  }
}

interface ToldLine {
  readonly record: CommandRecord;
  readonly verdict: Verdict;
}

interface LastLine extends ToldLine {
  /** Those before it that are over. */
  readonly earlier: readonly CommandRecord[];
  /** Behind it is more of these lines, and who has read that, or that ^C may have dropped it, is all that is known. */
  readonly untold?: 'nobody' | 'shell' | 'dropped';
}

/**
 * Of several lines the last one tells how they ended: a shell runs each as a command of its own. `isTypedInto`: they were typed into what ran, and
 * not at a prompt.
 */
export async function lastOfLines(
  session: Session,
  {first, note, isTypedInto}: {readonly first: ToldLine; readonly note: InputNote; readonly isTypedInto: boolean},
  limit: AbortSignal,
): Promise<LastLine> {
  const {moment, line} = note;
  const earlier: CommandRecord[] = [];
  let last = first;
  let newest = first.record;
  let left = line.mayBeAnothers || isTypedInto ? 0 : line.commands - 1;
  let held = line.heldTo(first.record, 0);
  const isWhole = () => held === line.commands;
  while (last.record.phase === 'ended' && (last.record.isFollowed || (left > 0 && !isWhole()))) {
    const isMore = left > 0;
    const next = await startedAfter(session, {record: newest, line, isMore}, limit);
    if (next === 'program') {
      if (!isMore || isWhole()) break;
      if (line.mayBeDropped(session)) return {...last, earlier, untold: 'dropped'};
      if (held === null) break;
      return {...last, earlier, untold: 'nobody'};
    }
    if (typeof next === 'string') {
      const isDropped = session.tracker.integration === 'graded' && line.mayBeDropped(session);
      return {...last, earlier, untold: isDropped ? 'dropped' : next};
    }
    if (line.lineEnds === 0 && actorName(next.by) !== actorName(first.record.by)) break;
    const to: number | null = line.heldTo(next, held ?? 0);
    const isOwn = to === null ? line.hasNext(session) : to > (held ?? 0) ? 'yes' : 'no';
    // Of a person's lines nobody is told as they end, only of what they begin.
    const isPersons = next.by.type === 'person' && first.record.by.type !== 'person';
    if (isOwn === 'unknown' || (isPersons && isOwn === 'yes')) return {...last, earlier, untold: 'nobody'};
    newest = next;
    if (isOwn === 'no') continue;
    left--;
    held = to;
    earlier.push(last.record);
    last = {record: next, verdict: await verdictOrRest(session, next, moment.from, limit)};
  }
  return {...last, earlier};
}
