/**
 * What others than our marks say of commands: a channel beside the terminal (`signal`), and the terminal's own prompt monitor
 * (`prompt`). Marks are stronger: of a command that they tell of, the others are kept for the case that its end mark is lost.
 */
import type {EventOf} from '../../core/index.ts';
import type {CommandRecord, Ending} from './command-record.ts';
import {exitCodeOf} from './exit-code.ts';
import {typedRecord} from './new-command-record.ts';
import type {OpenCommands} from './open-commands.ts';
import type {TrackedShell} from './tracked-shell.ts';

/** Of the shell that has the terminal. */
interface EvidencePlace {
  readonly shell: TrackedShell;
  readonly commands: OpenCommands;
  /** Of a typed line that nobody handed over. */
  readonly flags: Parameters<typeof typedRecord>[2];
}

/** True when a command is over by it. */
export function heardOutside(event: EventOf<'signal'> | EventOf<'prompt'>, place: EvidencePlace): boolean {
  return event.type === 'signal' ? signalled(event, place) : watched(event, place);
}

function signalled(event: EventOf<'signal'>, {shell, commands}: EvidencePlace): boolean {
  const record = commands.get(event.commandId);
  if (!record || record.phase === 'ended') return false;
  const {offset: outputEnd, lines, atMs} = event;
  return endOrKeep(
    record,
    {exitStatus: exitCodeOf(event.exitStatus), outputEnd, lines, atMs, via: 'signal'},
    shell,
    commands,
  );
}

function watched(event: EventOf<'prompt'>, place: EvidencePlace): boolean {
  const {shell} = place;
  // It watches the session's own shell, and knows of no other.
  if (shell.nested) return false;
  shell.isMonitored = true;
  if (event.cwd !== null) shell.movedTo(event.cwd, shell.cycle);
  switch (event.kind) {
    case 'prompt':
      return prompted(event, place);
    case 'commandStart':
      started(event, place);
      return false;
    case 'commandEnd':
      return finished(event, place);
    default:
      return event.kind satisfies never;
  }
}

function prompted(event: EventOf<'prompt'>, {shell, commands}: EvidencePlace): boolean {
  if (shell.integration !== 'none') return false;
  const {current} = shell;
  const isOver = current?.phase === 'running' && current.promptId !== event.promptId;
  // The end of what ran before was not heard.
  if (isOver) commands.end(current, current.outside ?? endingAt(event, null));
  if (shell.current) return isOver;
  shell.phase = 'prompt';
  shell.lineDirty = shell.typedAhead !== 'nothing';
  shell.typedAhead = 'nothing';
  shell.promptLines = event.lines;
  return isOver;
}

/** The line that was handed over, when it is the one that the monitor names; else somebody's typed one came first. */
function started(event: EventOf<'prompt'>, {shell, commands, flags}: EvidencePlace): void {
  if (shell.integration !== 'none') {
    if (shell.current) shell.current.promptId = event.promptId;
    return;
  }
  const waiting = shell.current;
  if (waiting && waiting.phase !== 'submitted') return;
  const isWaiting = waiting !== null && isSameLine(waiting.commandLine, event.commandLine);
  const record = isWaiting ? waiting : typedRecord(event, shell.typedBy, flags);
  if (!isWaiting) {
    commands.add(record);
    if (waiting) shell.ahead = record;
    else shell.current = record;
  }
  record.phase = 'running';
  record.promptId = event.promptId;
  record.startedAtMs = event.atMs;
  record.outputStart = event.offset;
  record.startLines = event.lines;
  shell.phase = 'running';
  shell.lineDirty = false;
}

function finished(event: EventOf<'prompt'>, {shell, commands}: EvidencePlace): boolean {
  const record = [shell.ahead, shell.current].find(one => one?.promptId === event.promptId);
  if (!record || record.phase === 'ended') return false;
  return endOrKeep(record, endingAt(event, exitCodeOf(event.exitStatus)), shell, commands);
}

/** False when marks will say it: then it is kept, for they may be lost. */
function endOrKeep(record: CommandRecord, ending: Ending, shell: TrackedShell, commands: OpenCommands): boolean {
  if (shell.integration !== 'none' && !record.nested) {
    record.outside = ending;
    return false;
  }
  commands.end(record, ending);
  if (shell.current === null) {
    shell.phase = 'preparing';
    shell.lineDirty = false;
  }
  return true;
}

function endingAt({offset, lines, atMs}: EventOf<'prompt'>, exitStatus: number | null): Ending {
  return {outputEnd: offset, lines, atMs, exitStatus, via: 'prompt'};
}

/** A monitor that tells no line is believed to tell of the one that waits. */
function isSameLine(given: string | null, told: string | null): boolean {
  return told === null || given === null || given.trim() === told.trim();
}
