import {LookLoop} from '../command/look-loop.ts';
import {type RunResult, stateOf, waitingFor} from '../command/run-result.ts';
import {type CommandRecord, type CommandState, endState} from '../projection/command-record.ts';
import type {Session} from './session.ts';

/** What a command does now, and what it waits for: what a wait for it would tell, without waiting. A terminal that cannot be looked at tells less. */
export async function stateNow(
  session: Session,
  record: CommandRecord,
): Promise<{readonly state: CommandState; readonly waitingFor?: RunResult['waitingFor']}> {
  const verdict = record.phase === 'ended' ? null : await new LookLoop(session, record).now().catch(() => null);
  if (record.phase === 'ended') return {state: endState(record)};
  if (!verdict) return {state: 'running'};
  return {state: stateOf(record, verdict), waitingFor: waitingFor(verdict, false)};
}
