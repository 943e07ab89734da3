/**
 * What others than our marks say of commands: a channel beside the terminal (`signal`), and the terminal's own prompt monitor
 * (`prompt`). Marks are stronger: of a command that they tell of, the others are kept for the case that its end mark is lost.
 */
import type {EventOf} from '../../core/index.ts';
import type {CommandRecord, Ending} from './command-record.ts';
import {typedRecord} from './new-command-record.ts';
import type {OpenCommands} from './open-commands.ts';
import type {ShellLine} from './shell-lines.ts';

/** Of the shell that has the terminal. */
interface EvidencePlace {
  readonly line: ShellLine;
  readonly commands: OpenCommands;
  /** Of a typed line that nobody handed over. */
  readonly flags: Parameters<typeof typedRecord>[1];
}

/** True when a command is over by it. */
export function heardOutside(event: EventOf<'signal'> | EventOf<'prompt'>, place: EvidencePlace): boolean {
  return event.type === 'signal' ? signalled(event, place) : watched(event, place);
}

function signalled(event: EventOf<'signal'>, {line, commands}: EvidencePlace): boolean {
  const record = commands.get(event.commandId);
  if (!record || record.phase === 'ended') return false;
  const {exitStatus, offset: outputEnd, lines, atMs} = event;
  return endOrKeep(record, {exitStatus, outputEnd, lines, atMs, via: 'signal'}, line, commands);
}

function watched(event: EventOf<'prompt'>, place: EvidencePlace): boolean {
  const {line} = place;
  // It watches the session's own shell, and knows of no other.
  if (line.nested) return false;
  line.isMonitored = true;
  if (event.cwd !== null) line.cwd = event.cwd;
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

function prompted(event: EventOf<'prompt'>, {line, commands}: EvidencePlace): boolean {
  if (line.integration !== 'none') return false;
  const {current} = line;
  const isOver = current?.phase === 'running' && current.promptId !== event.promptId;
  // The end of what ran before was not heard.
  if (isOver) commands.end(current, current.outside ?? endingAt(event, null));
  if (line.current) return isOver;
  line.phase = 'prompt';
  line.lineDirty = line.typedAhead !== 'nothing';
  line.typedAhead = 'nothing';
  line.promptLines = event.lines;
  return isOver;
}

/** The line that was handed over, when it is the one that the monitor names; else somebody's typed one came first. */
function started(event: EventOf<'prompt'>, {line, commands, flags}: EvidencePlace): void {
  if (line.integration !== 'none') {
    if (line.current) line.current.promptId = event.promptId;
    return;
  }
  const waiting = line.current;
  if (waiting && waiting.phase !== 'submitted') return;
  const isWaiting = waiting !== null && isSameLine(waiting.commandLine, event.commandLine);
  const record = isWaiting ? waiting : typedRecord(event, flags);
  if (!isWaiting) {
    commands.add(record);
    if (waiting) line.ahead = record;
    else line.current = record;
  }
  record.phase = 'running';
  record.promptId = event.promptId;
  record.startedAtMs = event.atMs;
  record.outputStart = event.offset;
  record.startLines = event.lines;
  line.phase = 'running';
  line.lineDirty = false;
}

function finished(event: EventOf<'prompt'>, {line, commands}: EvidencePlace): boolean {
  const record = [line.ahead, line.current].find(one => one?.promptId === event.promptId);
  if (!record || record.phase === 'ended') return false;
  return endOrKeep(record, endingAt(event, event.exitStatus), line, commands);
}

/** False when marks will say it: then it is kept, for they may be lost. */
function endOrKeep(record: CommandRecord, ending: Ending, line: ShellLine, commands: OpenCommands): boolean {
  if (line.integration !== 'none' && !record.nested) {
    record.outside = ending;
    return false;
  }
  commands.end(record, ending);
  if (line.current === null) {
    line.phase = 'preparing';
    line.lineDirty = false;
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
