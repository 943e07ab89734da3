/** Who has read a line that was typed at a command: its program, or the shell behind it. */
import {type LogCursor, pause} from '../../core/index.ts';
import {editsCommandsAlone, isKsh} from '../foreground/program-names.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {isTyped} from '../projection/new-command-record.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';
import {isShellReading} from '../session/unread-lines.ts';
import {READS_LOOK_MS} from './found-prompt.ts';
import {after, type TypedLines} from './own-line.ts';
import {readsNoCommand} from './unmarked-prompt.ts';

const CONFIRM_MS = 25;
/** In which a shell has said what it made of what it read before. */
const AT_LINE: ReadonlySet<string> = new Set(['prompt', 'continuation']);

/** `record`: what the shell has made of it. Nobody: it is not known in time. */
export type ReadBy =
  | {readonly by: 'program' | 'nobody'; readonly record?: undefined}
  | {readonly by: 'shell'; readonly record?: CommandRecord};

/** `command`: one that is over, at which the line was typed. Where the shell says too little it counts as the program. */
export async function readBehind(
  session: Session,
  {command, line}: {readonly command?: CommandRecord; readonly line: TypedLines},
  limit: AbortSignal,
): Promise<ReadBy> {
  const {integration, shellFamily} = session.tracker;
  if (integration === 'graded' && shellFamily === 'posix' && command) return readUnsaid(session, command, limit);
  if (integration !== 'full') return {by: 'program'};
  const {tracker, unread, waiters} = session;
  while (!limit.aborted && !session.isClosed) {
    const behind = line.command(tracker);
    if (behind) return isTyped(behind) ? {by: 'shell', record: behind} : {by: 'program'};
    const hasRead = (): boolean =>
      AT_LINE.has(tracker.phase) || line.command(tracker) !== undefined || session.isClosed;
    await waiters.until(() => (hasRead() ? true : undefined), limit).catch(() => undefined);
    if (line.command(tracker) || limit.aborted) continue;
    if (tracker.phase === 'continuation') return {by: 'nobody'};
    if (await unread.areRead(CONFIRM_MS, limit).catch(() => true)) {
      const record = line.command(tracker) ?? line.commandInOrder(session);
      return record ? {by: 'shell', record} : {by: line.hasBecomeSome(tracker) ? 'nobody' : 'program'};
    }
    await pause(READS_LOOK_MS, limit).catch(() => undefined);
  }
  return {by: session.isClosed ? 'program' : 'nobody'};
}

/**
 * A POSIX shell says of no line that it begins, but counts its prompts: when it waits at a later one than the first behind the command, it has
 * read more.
 */
async function readUnsaid(session: Session, {commandId}: CommandRecord, limit: AbortSignal): Promise<ReadBy> {
  const {tracker} = session;
  for (let seenAt: LogCursor | null = null; !limit.aborted; ) {
    if (session.isClosed) return {by: 'program'};
    // What was run since has a count of its own. At the first prompt it may have been given before the shell read on.
    const behind = after(tracker, commandId);
    if (behind) return {by: (behind.promptsBefore ?? 0) > 1 ? 'shell' : 'nobody'};
    const {outputEnd} = tracker;
    const look = await session.look().catch(() => null);
    const waits = look !== null && look.probe.unreadBytes === 0 && isShellReading(look, tracker);
    const isStill = waits && tracker.phase === 'prompt' && tracker.outputEnd === outputEnd;
    if (isStill && seenAt === outputEnd) {
      // Its own `read` asks, and so one of the lines is not over.
      if (await asksItself(session, look, limit)) return {by: 'nobody'};
      return {by: tracker.promptsBehind > 1 ? 'shell' : 'program'};
    }
    seenAt = isStill ? outputEnd : null;
    await pause(CONFIRM_MS, limit).catch(() => undefined);
  }
  return {by: 'nobody'};
}

/** A POSIX shell reads by its own `read`, and not at its prompt. */
async function asksItself(session: Session, look: Look, limit: AbortSignal): Promise<boolean> {
  const {shell, mode} = look.probe;
  const name = shell?.name ?? '';
  // Its `read` edits as its prompt does, behind the line that it has taken.
  if (isKsh(name)) return !session.tracker.isPromptLast;
  if (mode?.canonical !== true)
    return !editsCommandsAlone(name) && (await readsNoCommand(session, look, limit).catch(() => false));
  // At a prompt without a line editor it waits by read(2); busybox polls for its `read`.
  return (
    editsCommandsAlone(name) ||
    shell?.blockedOn === 'tty_poll' ||
    (await readsNoCommand(session, look, limit).catch(() => false))
  );
}
