/** 200 living sessions: what one costs, and how fast each still answers. */
import {resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, memoryMb} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

const SESSIONS = 200;

export async function manySessions(): Promise<Row[]> {
  using home = new BenchHome();
  await using client = home.mcp();
  await client.open();
  const first = resultOf(await client.call('manage_session', {action: 'create', shell: 'bash'}));
  await client.call('run_command', {command: 'true'});
  const {pid, host_pid} = home.pids();
  const before = memoryMb(pid) + memoryMb(host_pid);
  const ids = [String(first.session_id)];
  while (ids.length < SESSIONS) {
    const {session_id} = resultOf(await client.call('manage_session', {action: 'create', shell: 'bash'}));
    ids.push(String(session_id));
  }
  for (const session_id of ids) await client.call('run_command', {command: 'true', session_id});
  const perSession = (memoryMb(pid) + memoryMb(host_pid) - before) / (SESSIONS - 1);
  const inTurn: number[] = [];
  for (const session_id of ids) inTurn.push(await latency(client, session_id));
  const atOnce = await Promise.all(ids.map(session_id => latency(client, session_id)));
  const [turn, burst] = [figures(inTurn), figures(atOnce)];
  return [
    {
      what: `${SESSIONS} live sessions, a command in each in turn, p95`,
      measured: `${round(turn.p95, 1)} ms (p50 ${round(turn.p50, 1)})`,
      floor: '–',
      ratio: '–',
      target: '<= 50 ms',
      reached: turn.p95 <= 50,
    },
    {
      what: `the same, all ${SESSIONS} at the same instant, p95`,
      measured: `${round(burst.p95, 1)} ms (p50 ${round(burst.p50, 1)})`,
      floor: '–',
      ratio: '–',
      target: '<= 60 ms',
      reached: burst.p95 <= 60,
    },
    {
      what: 'memory per idle session, server and host over an empty server',
      measured: `${round(perSession)} MB`,
      floor: '–',
      ratio: '–',
      target: '<= 1.5 MB',
      reached: perSession <= 1.5,
    },
  ];
}

async function latency(client: ReturnType<BenchHome['mcp']>, session_id: string): Promise<number> {
  const start = performance.now();
  const {exit_code} = resultOf(await client.call('run_command', {command: 'true', session_id}));
  if (exit_code !== 0) throw new Error(`no exit code from ${session_id}`);
  return performance.now() - start;
}
