/** A server is killed and another takes over all sessions: what much output costs then, beside the same sessions before they printed. */
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type LineClient, resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

/** 50 sessions of 500 MB take 25 GB of disk and ten minutes: `ADOPTION_SESSIONS=50 npm run bench adoption`. */
const SESSIONS = Number(process.env.ADOPTION_SESSIONS ?? 8);
const SESSION_MB = Number(process.env.ADOPTION_MB ?? 500);
const KILLS = 5;
/** A checkpoint is kept so long after a change at the latest, on a machine that does little else. */
const KEPT_WITHIN_MS = 60_000;

export async function adoption(): Promise<Row[]> {
  using home = new BenchHome();
  const ids = await opened(home);
  const before = await adoptions(home, ids.length);
  await printed(home, ids);
  const after = await adoptions(home, ids.length);
  const [floor, full] = [figures(before).p50, figures(after).p50];
  for (const path of checkpoints(home)) rmSync(path);
  const [unaided = Number.NaN] = await adoptions(home, ids.length, 1).catch(() => []);
  return [
    {
      what: `${SESSIONS} sessions of ${SESSION_MB} MB each, from \`kill -9\` of the server until all are listed, p50`,
      measured: `${round(full, 0)} ms`,
      floor: `${round(floor, 0)} ms (the same before they printed anything)`,
      ratio: `${round(full / floor)}x`,
      target: '<= 1000 ms',
      reached: full <= 1000,
    },
    {
      what: 'the same without their checkpoints',
      measured: Number.isNaN(unaided) ? 'more than a server may take to start' : `${round(unaided, 0)} ms`,
      floor: `${round(floor, 0)} ms`,
      ratio: Number.isNaN(unaided) ? '–' : `${round(unaided / floor)}x`,
      target: '',
      reached: null,
    },
  ];
}

async function opened(home: BenchHome): Promise<string[]> {
  await using client = home.mcp();
  await client.open();
  const ids: string[] = [];
  while (ids.length < SESSIONS) {
    const made = resultOf(await client.call('manage_session', {action: 'create', shell: 'bash'}));
    ids.push(String(made.session_id));
    await client.call('run_command', {command: 'true', session_id: made.session_id});
  }
  return ids;
}

/** One after the other: each prints at full speed. */
async function printed(home: BenchHome, ids: readonly string[]): Promise<void> {
  await using client = home.mcp();
  await client.open();
  for (const session_id of ids) await print(client, session_id);
  for (const waited = performance.now(); checkpoints(home).length < ids.length; await sleep(200))
    if (performance.now() - waited > KEPT_WITHIN_MS) throw new Error('not every session has a checkpoint');
}

async function print(client: LineClient, session_id: string): Promise<void> {
  const command = `yes '2026-11-22 10:00:00 INFO worker did something useful' | head -c ${SESSION_MB}000000`;
  const {exit_code} = resultOf(await client.call('run_command', {command, session_id, timeout: 600}));
  if (exit_code !== 0) throw new Error(`no exit code from ${session_id}`);
}

function checkpoints(home: BenchHome): string[] {
  const folder = join(home.root, 'cotty/sessions');
  const paths = readdirSync(folder).map(name => join(folder, name, 'checkpoint'));
  return paths.filter(path => existsSync(path));
}

async function adoptions(home: BenchHome, sessions: number, kills = KILLS): Promise<number[]> {
  const samples: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    process.kill(home.pids().pid, 'SIGKILL');
    const sinceMs = performance.now();
    const listed = execFileSync(launcher, ['ls', '--json'], {env: home.env, encoding: 'utf8'});
    samples.push(performance.now() - sinceMs);
    if (JSON.parse(listed).sessions.length !== sessions) throw new Error(`not all sessions are there: ${listed}`);
  }
  return samples;
}
