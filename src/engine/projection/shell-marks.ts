import {type EventOf, logCursor} from '../../core/index.ts';
import {surroundings, type TrackedSession} from './command-lifecycle.ts';
import {type CommandRecord, countForged, isUntaken, startUnseen} from './command-record.ts';
import {exitCodeOf} from './exit-code.ts';
import {holdsNothing} from './holds-nothing.ts';
import {isTyped, typedRecord} from './new-command-record.ts';
import {endingAt, type OpenCommands} from './open-commands.ts';
import type {ShellStack} from './shell-stack.ts';
import type {TerminalState} from './terminal-state.ts';
import type {TrackedShell} from './tracked-shell.ts';

/** What the proved marks of the shell that has the terminal say of its prompt, and of the commands it runs. */
export class ShellMarks {
  readonly #terminal: TerminalState;
  readonly #shells: ShellStack;
  readonly #commands: OpenCommands;
  readonly #ownPid: number | null;

  /** `ownPid` is the session's own shell, where it is known. */
  constructor({terminal, shells, commands}: TrackedSession, ownPid: number | null) {
    this.#ownPid = ownPid;
    this.#terminal = terminal;
    this.#shells = shells;
    this.#commands = commands;
  }

  mark(event: EventOf<'mark'>): void {
    const shell = this.#shells.top;
    shell.heard++;
    shell.isUnheard = false;
    if (shell.current && event.kind === 'commandEnd' && event.exitStatus === null) shell.current.answered = true;
    if (event.cwd !== null) shell.movedTo(event.cwd, event.cycle);
    if (event.kind === 'commandEnd' || event.kind === 'outputStart') shell.interrupted = false;
    if (event.redrawn && event.cycle === shell.promptCycle && !shell.isDrawing) return;
    if (event.kind === 'promptStart' || event.kind === 'inputStart') shell.isDrawing = event.kind === 'promptStart';
    const isAnswered = shell.lineTaken && event.kind !== 'commandEnd' && event.kind !== 'promptStart';
    if (isAnswered) {
      shell.lineTaken = false;
      shell.lineDirty = false;
      shell.mayBeFilled = false;
      shell.promptLines = event.lines;
    }
    switch (event.kind) {
      case 'promptStart':
        if (event.cycle >= shell.cycle) shell.cycle = event.cycle;
        noteAsides(shell.current, event);
        return;
      case 'continuationStart':
        continued(shell, event);
        return;
      case 'inputStart':
        this.#prompted(shell, event);
        return;
      case 'outputStart':
        this.#started(shell, event);
        return;
      case 'commandEnd':
        this.#finished(shell, event);
        return;
      default:
        event.kind satisfies never;
    }
  }

  /**
   * A mark without our nonce changes nothing. In a command's output it is forged; before the command has begun it is that of another
   * integration in the same shell, and so is what such a one says around each line that it sees begin.
   */
  unproved(event: EventOf<'mark'>): void {
    const shell = this.#shells.top;
    const {current} = shell;
    if (current?.phase !== 'running') {
      shell.hasOtherMarks = true;
      if (current && letsGo(shell, current, event)) current.acceptedAt = logCursor(event.offset + event.length);
    } else if (!(shell.hasOtherMarks && isOfOtherIntegration(shell, current, event))) {
      countForged(current);
      shell.counted.push(event);
      if (shell.counted.length > MOST_COUNTED) shell.counted.shift();
    }
  }

  #prompted(shell: TrackedShell, event: EventOf<'mark'>): void {
    if (event.cycle < shell.cycle) return;
    if (shell.isRedrawn(event)) return;
    const record = shell.current;
    if (record?.phase === 'betweenLines') this.#settle(shell, record);
    shell.learnKey(event);
    if (shell.integration === 'none') shell.integration = 'full';
    const isNext = event.cycle > shell.runningCycle;
    if (shell.ahead && isNext) this.#endUnsaid(shell.ahead, event);
    if (record && record.phase !== 'ended' && !shell.isWaitedFor(event)) {
      // A redraw of the same prompt (the line editor echoes what we submitted) says nothing about the command.
      const nextCycle = record.phase === 'running' && isNext;
      if (!nextCycle && (record.phase === 'running' || !record.nested)) return;
      // The shell itself has read it before it had its prompt, and by its own count ran nothing since: it was an answer.
      const pid = shell.nested ? shell.nested.pid : this.#ownPid;
      const isFirst = shell.endedCycle === 0 || event.cycle === shell.endedCycle + 1;
      if (shell.isBeforePrompt && isFirst && record.reader && record.reader.pid === pid) record.lost = true;
      this.#endUnsaid(record, event);
    }
    shell.prompted(event);
  }

  /** The shell is at its next prompt, and the mark that should have said how it came there has been lost. */
  #endUnsaid(record: CommandRecord, event: EventOf<'mark'>): void {
    this.#commands.end(record, record.outside ?? endingAt(event, 'prompt'));
  }

  #started(shell: TrackedShell, event: EventOf<'mark'>): void {
    if (event.cycle <= shell.endedCycle || event.cycle < shell.cycle) return;
    shell.cycle = event.cycle;
    const flags = {lines: event.lines, nested: false, ...surroundings(shell, this.#terminal, event.atMs)};
    const record = this.#startedBy(shell, event, () => typedRecord(event, shell.typedBy, flags));
    if (!record) return;
    record.refused = event.exitStatus !== null;
    if (shell.lineMayBeCut && isTyped(record)) Object.assign(record, SENT_AT_SHELL);
    shell.lineMayBeCut = false;
    // Of a typed line nobody knew when the line editor let go of it.
    if (record.refused) record.acceptedAt ??= shell.letGoAt;
    if (event.uncounted) record.uncounted = true;
    const afterMark = logCursor(event.offset + event.length);
    // What the parser says stands before the mark: no hook runs between it and the next prompt.
    const start = record.refused || event.uncounted ? (record.acceptedAt ?? afterMark) : afterMark;
    record.phase = 'running';
    record.modesBefore = flags.modesBefore;
    shell.runningCycle = event.cycle;
    record.startedAtMs ??= printedAtMs(event);
    record.commandLine ??= event.commandLine;
    // The parser of bash or zsh speaks before any hook; where no editor says that it lets go of the line, that stands behind its echo.
    const isBehindEcho = record.refused && record.acceptedAt === null && shell.family !== 'fish';
    if (record.outputStart === null && !isBehindEcho) {
      record.outputStart = start;
      record.startLines = event.lines;
    }
    record.lines.push({exitStatus: null, outputStart: start, outputEnd: start, startLines: event.lines});
    shell.phase = 'running';
    for (const mark of shell.counted.splice(0)) if (mark.offset > event.offset) this.unproved(mark);
  }

  /** The command that a start mark begins; undefined when it is none, or runs already. */
  #startedBy(shell: TrackedShell, {commandId}: EventOf<'mark'>, typed: () => CommandRecord): CommandRecord | undefined {
    const waiting = shell.current;
    if (waiting && waiting.phase === 'running') return undefined;
    if (commandId !== undefined) {
      if (waiting?.commandId === commandId) return waiting;
      const record = this.#commands.get(commandId);
      // Weaker evidence had it for lost, and it runs after all.
      if (waiting || !record?.lost) return undefined;
      record.lost = false;
      shell.current = record;
      return record;
    }
    if (waiting && !isUntaken(waiting)) return waiting;
    const record = typed();
    const [before] = this.#commands.newest(1);
    if (before?.isFollowed) before.followedBy ??= record.commandId;
    this.#commands.add(record);
    if (waiting) shell.ahead = record;
    else shell.current = record;
    return record;
  }

  #finished(shell: TrackedShell, event: EventOf<'mark'>): void {
    const isGraded = shell.integration === 'graded';
    if (event.cycle <= shell.endedCycle) return;
    const record = shell.endedBy(event);
    if (shell.current && shell.current !== record && isUntaken(shell.current)) forgetAccepted(shell.current);
    if (!record) {
      // The shell has answered something that was typed, and comes to its prompt again.
      if (event.exitStatus === null && shell.current?.phase === 'submitted') shell.phase = 'preparing';
      return;
    }
    if (event.exitStatus === null && !event.stopped && record.phase === 'submitted' && !record.nested) {
      this.#neverRan(shell, record, event);
      return;
    }
    if (record.phase !== 'running' && (record.phase !== 'submitted' || record.nested)) return;
    // A line editor may draw its prompt again, with the end of the line before in it (busybox, at ^U).
    if (isGraded ? event.cycle < shell.cycle : event.cycle !== shell.cycle) return;
    if (record.phase === 'submitted' && !isGraded) startUnseen(record);
    if (record === shell.current) acquit(shell, record, event);
    // What ^C met was over before the line began.
    if (event.unsaid) record.interruptMetShell = false;
    // ^C met what should have said the end: to the shell it is the same cycle still, and the next line is told in it.
    const isCut = event.exitStatus === null && !event.stopped;
    shell.endedCycle = isCut ? event.cycle - 1 : event.cycle;
    const exitCode = exitCodeOf(event.exitStatus);
    this.#terminal.lastExitStatus = exitCode;
    // The status is that of the `.` which could not open the file.
    const wasUnread = record.sourced && event.commandId === undefined && event.exitStatus !== 0;
    if (wasUnread) record.lost = true;
    endAt(record, event, wasUnread ? null : shell.statusOf(record, exitCode));
    record.isFollowed = isBetweenTyped(shell, record, event);
    if (record.multiline) record.phase = 'betweenLines';
    else this.#settle(shell, record);
  }

  /**
   * A bare end mark: there was nothing to run (a comment, an empty line, an alias for nothing, ^C while editing). One that names no line may
   * also say that the shell has thrown a typed one away.
   */
  #neverRan(shell: TrackedShell, record: CommandRecord, event: EventOf<'mark'>): void {
    const isAnswered = record.named || record.interruptSent || holdsNothing(record.commandLine ?? '');
    record.refused = !isAnswered && hasRefused(shell, record, event);
    record.lost = event.dropped === true || !(isAnswered || record.refused);
    this.#commands.end(record, {...endingAt(event, 'mark'), ...(record.refused && {exitStatus: WRONG})});
    if (!record.refused) record.outputStart = event.offset;
    shell.phase = 'preparing';
    shell.lineDirty = false;
    // The prompt that follows is a new one, though of the same cycle.
    shell.promptCycle = -1;
  }

  #settle(shell: TrackedShell, record: CommandRecord): void {
    this.#commands.settle(record);
    shell.phase = 'preparing';
    shell.lineDirty = false;
  }
}

/**
 * A zsh without its line editor does not know what it was given, and keeps a line out of its history whose first word is wrong (`}`): to the line
 * that the tty has echoed it has said something, and has run nothing.
 */
function hasRefused(
  {family, takesKey}: TrackedShell,
  {undisturbed, mixedOutput, commandLine, submittedLines}: CommandRecord,
  {dropped, lines}: EventOf<'mark'>,
): boolean {
  const isSure = family === 'zsh' && takesKey === false && undisturbed && !mixedOutput && dropped !== true;
  return isSure && !(commandLine ?? '').includes('\n') && lines - submittedLines > 1;
}

/** What zsh itself says of wrong syntax. */
const WRONG = 1;

/**
 * Where fish 4 itself says that the line begins, and no mark of ours does, its output begins behind that: for what a key or a paste has it do it
 * turns its modes off too, before it draws the line.
 */
function letsGo({family}: TrackedShell, {phase, nested, commandLine}: CommandRecord, event: EventOf<'mark'>): boolean {
  if (family !== 'fish' || nested || phase !== 'submitted' || event.kind !== 'outputStart') return false;
  return commandLine !== null && event.commandLine?.trim() === commandLine.trim();
}

/**
 * Behind our own start mark, before a line was printed; or where a line of a block goes on. fish 4, which says marks by itself, says those of
 * a prompt at each `read` too.
 */
function isOfOtherIntegration(
  {family}: TrackedShell,
  {lines, multiline}: CommandRecord,
  {kind, lines: at}: EventOf<'mark'>,
): boolean {
  if (kind === 'outputStart') return at === lines.at(-1)?.startLines;
  if (family === 'fish' && (kind === 'promptStart' || kind === 'inputStart')) return true;
  return multiline && (kind === 'continuationStart' || kind === 'inputStart');
}

/**
 * Takes back what was counted as forged, and is not in the output that ends here. A proved mark waits for its second proof while marks behind it
 * do not, so those of the prompt may have been heard before the end; they may also be in the output of the next line.
 */
function acquit(shell: TrackedShell, record: CommandRecord, end: EventOf<'mark'>): void {
  const behind = shell.counted.filter(mark => mark.offset > end.offset);
  const other = shell.hasOtherMarks && shell.counted.some(mark => isOfOtherHook(shell, mark, end));
  countForged(record, -behind.length - (other ? 1 : 0));
  shell.counted = behind;
}

/**
 * Right in front of the end. fish calls its hooks in the order of their definition: another integration may say the end before us. Commands in
 * bash's PS0 print to the terminal before what PS0 itself says, which of a block is the end of the line before.
 */
function isOfOtherHook({family}: TrackedShell, {kind, offset, length}: EventOf<'mark'>, end: EventOf<'mark'>): boolean {
  if (offset + length !== end.offset) return false;
  return family === 'fish' ? kind === 'commandEnd' : family === 'bash' && end.late === true && kind === 'outputStart';
}

/** The shell asks for the rest of a line. */
function continued(shell: TrackedShell, event: EventOf<'mark'>): void {
  const {current} = shell;
  if (current && current.phase !== 'submitted') return;
  shell.phase = 'continuation';
  if (current && (!current.named || current.commandId === event.commandId)) current.goesOn = true;
}

/** What the line editor let go of was a line in front of this one. */
function forgetAccepted(record: CommandRecord): void {
  record.acceptedAt = null;
  record.readsAgainAt = undefined;
}

/** What the prompt's commands print when it is shown, they have printed between the lines of the block too. */
function noteAsides(record: CommandRecord | null, event: EventOf<'mark'>): void {
  if (record?.phase === 'betweenLines' && record.hasAsides && event.lines > record.endLines) record.mixedOutput = true;
}

/** An end mark says where the output ends, and how the command, or one line of a block, has ended. */
function endAt(record: CommandRecord, event: EventOf<'mark'>, exitStatus: number | null): void {
  const part = record.lines.at(-1);
  const {ownBytes = 0} = event;
  // What our integration has printed itself is a line in front of the mark, and no output.
  // bash shows its prompt once more where it throws away what comes next, and says the end of such a line without a status.
  const isSwallowing = record.refused && exitStatus === null;
  const endsAt = (isSwallowing ? record.readsAgainAt : undefined) ?? event.offset - ownBytes;
  const outputEnd = logCursor(Math.max(endsAt, part?.outputStart ?? event.offset));
  record.exitStatus = exitStatus;
  if (part) {
    part.exitStatus = exitStatus;
    part.outputEnd = outputEnd;
  }
  if (event.late) record.mixedOutput = true;
  if (event.stopped) record.stopped = true;
  if (event.aside) record.hasAsides = true;
  if (event.uncounted) record.uncounted = true;
  record.unseen = event.unseen ?? null;
  record.outputEnd = outputEnd;
  record.endLines = event.lines - (ownBytes > 0 ? 1 : 0);
  record.endedAtMs = printedAtMs(event);
}

/** Log time at which the shell had said a mark. */
function printedAtMs({atMs, heldMs = 0}: EventOf<'mark'>): number {
  return Math.max(0, atMs - heldMs);
}

/** Of a line that somebody has typed bash says the end before its prompt, with its directory; or, as the next of several lines begins, without. */
function isBetweenTyped({family}: TrackedShell, {named, nested}: CommandRecord, end: EventOf<'mark'>): boolean {
  return family === 'bash' && !named && !nested && end.cwd === null && end.late !== true && end.exitStatus !== null;
}

/** More than other integrations say from a command's end to the prompt behind it. */
const MOST_COUNTED = 256;

/** Of a command at which ^C was typed before it was known to have begun. */
const SENT_AT_SHELL = {interruptSent: true, interruptMetShell: true, signalSent: true} as const;
