import type {Chapter} from '../../timeline/index.ts';
import {type CommandRecord, endState} from '../projection/command-record.ts';
import {actorName} from '../write/input-lease.ts';

/** A command as a chapter. */
export function chapterOf(record: CommandRecord): Chapter {
  const isOver = record.phase === 'ended';
  return {
    command_id: record.commandId,
    command_line: record.commandLine,
    by: actorName(record.by),
    start_ms: record.startedAtMs ?? record.submittedAtMs,
    end_ms: isOver ? (record.endedAtMs ?? record.startedAtMs ?? record.submittedAtMs) : null,
    exit_code: isOver ? record.exitStatus : null,
    state: isOver ? endState(record) : 'running',
    from: record.outputStart ?? record.submittedAt,
    to: isOver ? record.outputEnd : null,
  };
}
