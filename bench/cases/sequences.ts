/** Megabytes of nothing but short control sequences: what they cost the log, and the memory of server and host. */
import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, memoryMb} from '../support/stand.ts';
import {round} from '../support/stats.ts';

const COUNT = 400_000;
const ESC = '\x1b';
const BEL = '\x07';

const sequences: Readonly<Record<string, (i: number) => string>> = {
  titles: i => `${ESC}]0;${i}${BEL}`,
  'forged marks': i => `${ESC}]133;D;0;cotty=AAAAAAAAAAAAAAAAAAAAAAAA.${i}${BEL}`,
  'switches of the screen': i => `${ESC}[?1049${i % 2 ? 'l' : 'h'}`,
  'keyboard flags': i => `${ESC}[${i % 2 ? '<' : '>1'}u`,
  'questions for the cursor': () => `${ESC}[6n`,
};

interface Cost {
  readonly name: string;
  readonly logRatio: number;
  readonly serverMb: number;
  readonly hostMb: number;
  readonly mbPerSecond: number;
}

export async function shortSequences(): Promise<Row[]> {
  const costs: Cost[] = [];
  for (const [name, sequence] of Object.entries(sequences)) costs.push(await costOf(name, sequence));
  const worst = (of: (cost: Cost) => number) => costs.reduce((a, b) => (of(b) > of(a) ? b : a));
  const [log, server, host] = [worst(cost => cost.logRatio), worst(cost => cost.serverMb), worst(cost => cost.hostMb)];
  const slowest = worst(cost => -cost.mbPerSecond);
  return [
    figure(
      `400,000 short control sequences: growth of the log by what was printed (worst: ${log.name})`,
      log.logRatio,
      'x',
      1.2,
    ),
    figure(`the same: peak memory growth of the host (worst: ${host.name})`, host.hostMb, ' MB', 50),
    figure(`the same: peak memory growth of the server (worst: ${server.name})`, server.serverMb, ' MB', 50),
    {
      what: `the same: command to verdict (slowest: ${slowest.name})`,
      measured: `${round(slowest.mbPerSecond, 1)} MB/s`,
      floor: '–',
      ratio: '–',
      target: '',
      reached: null,
    },
  ];
}

/** In a home of its own: what one flood has left in a process is no cost of the next. */
async function costOf(name: string, sequence: (i: number) => string): Promise<Cost> {
  using home = new BenchHome();
  const file = join(home.root, 'flood');
  const flood = Array.from({length: COUNT}, (_, i) => sequence(i)).join('');
  writeFileSync(file, flood);
  await using client = home.mcp();
  await client.open();
  const {session_id} = resultOf(await client.call('manage_session', {action: 'create', shell: 'bash'}));
  await client.call('run_command', {command: 'true'});
  const {pid, host_pid} = home.pids();
  const log = join(home.root, 'cotty', 'sessions', String(session_id), 'log');
  const before = {server: memoryMb(pid), host: memoryMb(host_pid), log: bytesIn(log)};
  const start = performance.now();
  const value = resultOf(await client.call('run_command', {command: `cat ${file}; (exit 7)`, timeout: 300}));
  const seconds = (performance.now() - start) / 1000;
  if (value.exit_code !== 7 || value.via !== 'mark') throw new Error(`${name}: ${JSON.stringify(value)}`);
  return {
    name,
    logRatio: (bytesIn(log) - before.log) / flood.length,
    serverMb: memoryMb(pid, true) - before.server,
    hostMb: memoryMb(host_pid, true) - before.host,
    mbPerSecond: flood.length / 1e6 / seconds,
  };
}

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function figure(what: string, value: number, unit: string, most: number): Row {
  return {
    what,
    measured: `${round(value, unit === 'x' ? 2 : 1)}${unit}`,
    floor: '–',
    ratio: '–',
    target: `<= ${most}${unit}`,
    reached: value <= most,
  };
}
