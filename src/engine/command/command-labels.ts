/** What is said beside a command's state and output: what its result may lack or hold of others, and what to do about it. */
import type {TerminalFacts, UnseenStreams} from '../../core/index.ts';
import {shellFamilyOf} from '../foreground/program-names.ts';
import {type CommandRecord, endState, isSuspended} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Verdict} from './verdict.ts';

export interface CommandLabels {
  /** Marks without our nonce appeared in the output: something tried to look like a shell. */
  readonly forgedMarks?: number;
  /** Events that it raised faster than they are kept. */
  readonly droppedEvents?: number;
  /** Questions to the terminal that it asked faster than they are answered. */
  readonly unansweredQueries?: number;
  /** Something runs in the background: its bytes may be mixed in. */
  readonly mixedOutput?: boolean;
  /** For a time nobody heard what it printed: some of the output may be missing. */
  readonly outputGap?: boolean;
  /** ^Z stopped it: the job waits for `fg` or `bg`. */
  readonly suspended?: boolean;
  /** Terminal modes it left on, as a killed full-screen program does; they were switched off. */
  readonly repaired?: readonly string[];
  /** What would make more known. */
  readonly hint?: string;
}

/** The session of a command. */
interface LabelPlace {
  readonly tracker: Pick<SessionTracker, 'exit' | 'integration' | 'carriesShell'>;
  /** Null when it is over, and only its log is left. */
  readonly facts: Pick<TerminalFacts, 'integration'> | null;
}

/** As it was found: whether it waits for something, or is completed. */
interface Found {
  readonly verdict: Verdict;
  readonly completed: boolean;
}

/** The same for whoever is told of the command: in its first result, and whenever it is asked about. */
export function labelsOf(place: LabelPlace, record: CommandRecord, found: Found): CommandLabels {
  const hint = hintOf(place, record, found);
  return {
    ...(record.forgedMarks > 0 ? {forgedMarks: record.forgedMarks} : {}),
    ...(record.droppedEvents > 0 ? {droppedEvents: record.droppedEvents} : {}),
    ...(record.unansweredQueries > 0 ? {unansweredQueries: record.unansweredQueries} : {}),
    ...(record.mixedOutput ? {mixedOutput: true} : {}),
    ...(record.wasUnheard ? {outputGap: true} : {}),
    ...(isSuspended(record) ? {suspended: true} : {}),
    ...(record.repaired.length > 0 ? {repaired: record.repaired} : {}),
    ...(hint === undefined ? {} : {hint}),
  };
}

/** The first that applies. */
function hintOf(place: LabelPlace, record: CommandRecord, {verdict, completed}: Found): string | undefined {
  const {exit} = place.tracker;
  if (record.shellExited && record.lost) return unbegun(exit?.signal);
  if (record.shellExited && exit?.signal) return `the shell ended by ${exit.signal}`;
  if (wasCutOff(record)) return CUT_OFF_HINT;
  if (wasAnswer(record)) return WAS_ANSWER_HINT;
  if (wasEndUnheard(record)) return UNHEARD_HINT;
  if (wasNotTaken(record)) return hintOfUntaken(record);
  if (verdict.type === 'awaiting' && verdict.mayBePrompt && !completed) return LOST_HOOKS_HINT;
  if (isUnmarkedShell(place, record, verdict)) return UNMARKED_HINT;
  if (record.phase === 'ended' && record.unseen) return UNSEEN_HINTS[record.unseen];
  if (record.phase === 'ended' && record.lost) return LOST_HINT;
  return completed && isUntold(place, record)
    ? record.startedAtMs === null
      ? NOTHING_RAN_HINT
      : UNTOLD_HINT
    : undefined;
}

/** The shell came to its prompt, and has told no exit code. */
function isUntold({tracker}: LabelPlace, record: CommandRecord): boolean {
  const {phase, exitStatus, nested, via, shellExited} = record;
  const isSilent = phase === 'ended' && exitStatus === null && !nested && !shellExited && !isSuspended(record);
  return (
    isSilent &&
    tracker.integration === 'full' &&
    (via === 'mark' || via === 'prompt') &&
    endState(record) === 'completed'
  );
}

/** A nested shell, or one that took the place of the session's own, reads on without marks; and there are some for it. */
function isUnmarkedShell({tracker, facts}: LabelPlace, record: CommandRecord, verdict: Verdict): boolean {
  if (verdict.type === 'awaiting' && verdict.unsure) return record.reader?.carried === true;
  if (verdict.type === 'awaiting')
    return (
      verdict.kind === 'shell' && !tracker.carriesShell(record) && shellFamilyOf(verdict.program ?? '') !== 'other'
    );
  const isGone = tracker.integration === 'none' && facts !== null && facts.integration !== 'none';
  return verdict.type === 'ended' && record.via !== 'mark' && isGone;
}

/**
 * The shell waits for another line, having said that it dropped this one, or having read all there was and said nothing of it. What it
 * said may be lost where somebody typed a character that makes a signal: with it the kernel drops what was printed.
 */
function wasNotTaken(record: CommandRecord): boolean {
  const {phase, lost, named, startedAtMs, via, signalSent} = record;
  const isTold = named || via === 'mark';
  return phase === 'ended' && lost && isTold && startedAtMs === null && via !== null && !signalSent;
}

function hintOfUntaken({mayHaveRun, wasUnheard}: CommandRecord): string {
  if (!mayHaveRun) return NOT_TAKEN_HINT;
  return wasUnheard ? MAY_HAVE_RUN_UNHEARD_HINT : MAY_HAVE_RUN_HINT;
}

/** It is over, and how it ended was said while nobody heard the shell. */
function wasEndUnheard({phase, wasUnheard, lost, shellExited, via}: CommandRecord): boolean {
  return phase === 'ended' && wasUnheard && !lost && !shellExited && (via === 'prompt' || via === 'foreground');
}

/** The shell has read it before it came to the prompt behind it. */
function wasAnswer({phase, lost, named, via}: CommandRecord): boolean {
  return phase === 'ended' && lost && !named && via === 'prompt';
}

/** The connection behind which it was given has ended. */
function wasCutOff({phase, lost, via}: CommandRecord): boolean {
  return phase === 'ended' && lost && via === 'exit';
}

function unbegun(signal: string | null | undefined): string {
  return `the shell ended${signal ? ` by ${signal}` : ''} before it began this line: nothing of it ran`;
}

const WAS_ANSWER_HINT =
  'the shell has read this line before its prompt came, as the answer to something that its configuration reads; it did not run as it was given, but what that has left of it may have';
const CUT_OFF_HINT =
  'the connection that this line ran behind has ended: it may have run, to its end or in part, and may go on there';
const LOST_HOOKS_HINT =
  'the shell has lost its integration and reads: for this command, or at a prompt that looks like none; if it is a prompt, send_control character=C has it take lines again, and manage_session action=integrate makes it exact';
const NOT_TAKEN_HINT = 'the shell has not taken this line and waits for another; nothing of it ran';
const MAY_HAVE_RUN_HINT =
  'the shell has lost its integration and reads again: this line may have run; further lines have no exit codes until manage_session action=integrate';
const MAY_HAVE_RUN_UNHEARD_HINT =
  'cotty was not connected when the shell was given this line, and the shell does not say whether it has taken it: it may have run';
const UNHEARD_HINT =
  'it is over; what it printed and how it ended was not heard, for cotty was not connected for a moment';
const NOTHING_RAN_HINT = 'the shell says that this line held nothing to run: there is no exit code';
const UNTOLD_HINT = 'it is over, and the shell has not told how it ended: the exit code is not known';
const LOST_HINT =
  'the shell does not say whether it has run this line: look at what it would have changed before giving it again';
const UNSEEN_HINTS: Readonly<Record<UnseenStreams, string>> = {
  stdout: elsewhere('stdout', '>/dev/tty'),
  stderr: elsewhere('stderr', '2>/dev/tty'),
  both: elsewhere('stdout and stderr', '>/dev/tty 2>&1'),
};

function elsewhere(streams: string, back: string): string {
  return `what goes to ${streams} in this shell was sent elsewhere (exec >…): it is not in this output, or comes late by way of a program; exec ${back} brings it back`;
}

const UNMARKED_HINT = 'no exit codes in this shell; manage_session action=integrate makes them exact';
