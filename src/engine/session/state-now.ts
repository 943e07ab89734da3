import {type CommandLabels, labelsOf} from '../command/command-labels.ts';
import {LookLoop} from '../command/look-loop.ts';
import {type RunResult, stateOf, waitingFor} from '../command/run-result.ts';
import type {OutputSource} from '../output/output-source.ts';
import {type CommandRecord, type CommandState, endState} from '../projection/command-record.ts';
import type {Session} from './session.ts';

/** What is told of a command beside its output. */
export interface ToldState extends CommandLabels {
  readonly state: CommandState;
  readonly waitingFor?: RunResult['waitingFor'];
}

/** What a command does now, and what it waits for: what a wait for it would tell, without waiting. A terminal that cannot be looked at tells less. */
export async function stateNow(session: Session, record: CommandRecord): Promise<ToldState> {
  const verdict = record.phase === 'ended' ? null : await new LookLoop(session, record).now().catch(() => null);
  if (record.phase === 'ended') return stateAtEnd(session, record);
  if (!verdict) return {state: 'running', ...labelsOf(session, record, RUNS)};
  const labels = labelsOf(session, record, {verdict, completed: false});
  return {state: stateOf(record, verdict), waitingFor: waitingFor(verdict, false), ...labels};
}

/** The same of one in a session that is over; one that has not ended there runs for all that is known. */
export function stateInLog({tracker}: Pick<OutputSource, 'tracker'>, record: CommandRecord): ToldState {
  const place = {tracker, facts: null};
  return record.phase === 'ended' ? stateAtEnd(place, record) : {state: 'running', ...labelsOf(place, record, RUNS)};
}

function stateAtEnd(place: Parameters<typeof labelsOf>[0], record: CommandRecord): ToldState {
  const state = endState(record);
  return {state, ...labelsOf(place, record, {verdict: {type: 'ended'}, completed: state !== 'lost'})};
}

const RUNS = {verdict: {type: 'stillRunning', blockedOnTtyRead: false}, completed: false} as const;
