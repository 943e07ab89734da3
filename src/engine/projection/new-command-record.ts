import type {Actor, CommandId, EventOf, LogCursor, SessionId, TrackedMode} from '../../core/index.ts';
import type {CommandRecord} from './command-record.ts';

export interface RecordFlags {
  /** Line feeds in the output stream before it. */
  readonly lines: number;
  readonly nested: boolean;
  readonly terminalId: SessionId | null;
  readonly saysStarts: boolean;
  readonly mixedOutput: boolean;
  readonly modesBefore: ReadonlySet<TrackedMode>;
  readonly promptsBefore: number;
  /** Several have typed lines that the shell had not read. */
  readonly mayBeAnothers: boolean;
}

/** A line that cotty handed to the shell. */
export function submittedRecord(event: EventOf<'command'>, flags: RecordFlags): CommandRecord {
  const {commandId, commandLine, by, atMs, wallMs, offset} = event;
  const multiline = commandLine.trimEnd().includes('\n');
  return {
    ...newRecord({atMs, wallMs, offset}, flags),
    reader: event.reader ?? null,
    named: event.named === true,
    sourced: event.sourced === true,
    commandId,
    commandLine,
    by,
    multiline,
  };
}

/** A line somebody typed at the prompt; the shell says that it runs, or who watches it, or the Enter. `by` is null when the log does not tell who. */
export function typedRecord(
  event: Pick<EventOf<'mark' | 'prompt' | 'input'>, 'seq' | 'atMs' | 'wallMs' | 'offset'> & {
    readonly commandLine: string | null;
  },
  by: Actor | null,
  flags: RecordFlags,
): CommandRecord {
  const {commandLine} = event;
  return {
    ...newRecord(event, flags),
    commandId: typedId(event.seq, flags.terminalId),
    commandLine,
    by: by ?? UNKNOWN,
    mayBeAnothers: flags.mayBeAnothers,
    multiline: commandLine?.trimEnd().includes('\n') ?? false,
    named: false,
    sourced: false,
  };
}

/** The same whenever the log is read, and of no other terminal's. */
function typedId(seq: number, terminal: SessionId | null): CommandId {
  const of = terminal?.replace(/^.*:/, '').replace(/[^A-Za-z0-9]/g, '_') ?? '';
  return ['typed', ...(of ? [of.slice(-32)] : []), seq].join('-') as CommandId;
}

/** Nobody who is not known to be a person counts as one. */
const UNKNOWN: Actor = {type: 'agent', name: 'unknown'};

/** Nobody handed it over: when the typing began is not known. */
export function isTyped({commandId}: CommandRecord): boolean {
  return commandId.startsWith('typed-');
}

function newRecord(
  at: {readonly atMs: number; readonly wallMs: number; readonly offset: LogCursor},
  flags: RecordFlags,
): Omit<CommandRecord, 'commandId' | 'commandLine' | 'by' | 'multiline' | 'named' | 'sourced'> {
  return {
    submittedAtMs: at.atMs,
    submittedWallMs: at.wallMs,
    submittedAt: at.offset,
    submittedLines: flags.lines,
    nested: flags.nested,
    reader: null,
    undisturbed: false,
    answered: false,
    mayHaveRun: false,
    phase: 'submitted',
    startedAtMs: null,
    acceptedAt: null,
    goesOn: false,
    refused: false,
    outputStart: null,
    startLines: flags.lines,
    outputEnd: null,
    endLines: 0,
    endedAtMs: null,
    exitStatus: null,
    via: null,
    promptId: null,
    outside: null,
    interruptSent: false,
    interruptMetShell: false,
    signalSent: false,
    suspendSent: false,
    stopped: false,
    lines: [],
    isFollowed: false,
    followedBy: null,
    hasAsides: false,
    uncounted: false,
    unseen: null,
    forgedMarks: 0,
    droppedEvents: 0,
    unansweredQueries: 0,
    mixedOutput: flags.mixedOutput,
    saysStarts: flags.saysStarts,
    wasUnheard: false,
    shellExited: false,
    modesBefore: flags.modesBefore,
    promptsBefore: flags.promptsBefore,
    repaired: [],
    lost: false,
  };
}
