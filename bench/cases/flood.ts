/** `cat` of 200 MB of log lines, and Ctrl-C in the midst of it. */
import {execFile, execFileSync} from 'node:child_process';
import {closeSync, openSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, memoryMb, rawFlood} from '../support/stand.ts';
import {round} from '../support/stats.ts';

const FLOOD_BYTES = 200 * 1024 * 1024;
const ROUNDS = 3;

export async function flood(): Promise<Row[]> {
  using home = new BenchHome();
  const file = join(home.root, 'flood.log');
  makeLog(file);
  await using client = home.mcp();
  await client.open();
  await client.call('manage_session', {action: 'create', shell: 'bash'});
  await client.call('run_command', {command: 'true'});
  const {pid, host_pid} = home.pids();
  const memoryBefore = memoryMb(pid) + memoryMb(host_pid);
  const own: number[] = [];
  const raw: number[] = [];
  const verdicts: number[] = [];
  let replyBytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    raw.push(await rawSpeed(file, home.env));
    const start = performance.now();
    const reply = await client.call('run_command', {command: `cat ${file}; echo "end $EPOCHREALTIME"`, timeout: 300});
    const arrivedMs = performance.timeOrigin + performance.now();
    const elapsedMs = performance.now() - start;
    const value = resultOf(reply);
    const ended = Number(/end ([\d.]+)\s*$/.exec(String(value.output))?.[1]) * 1000;
    own.push(Number(value.output_bytes) / 1e6 / (elapsedMs / 1000));
    verdicts.push(arrivedMs - ended);
    replyBytes = Math.max(replyBytes, textBytes(reply));
  }
  const growthMb = memoryMb(pid, true) + memoryMb(host_pid, true) - memoryBefore;
  const interruptMs = await interrupted(client, file);
  const tmux = tmuxSpeed(file, home);
  const [speed, floor, verdict] = [best(own), best(raw), Math.max(...verdicts)];
  return [
    {
      what: '`cat` of 200 MB of log lines, command to verdict',
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(floor, 1)} MB/s (raw node-pty read)`,
      ratio: `${round((speed / floor) * 100, 0)} %`,
      target: '>= 85 %',
      reached: speed >= floor * 0.85,
    },
    {
      what: 'the same beside tmux',
      measured: `${round(speed, 1)} MB/s`,
      floor: `${round(tmux, 1)} MB/s`,
      ratio: `${round(speed / tmux, 1)}x`,
      target: '>= 4x',
      reached: speed >= tmux * 4,
    },
    figure('the same: peak memory growth of server and host', growthMb, 'MB', 80),
    figure('the same: last byte to reply, worst of three', verdict, 'ms', 200),
    figure('the same: size of the text a model reads', replyBytes / 1024, 'KB', 10),
    figure('Ctrl-C during it: until a command has run at the prompt', interruptMs, 'ms', 1000),
  ];
}

function figure(what: string, value: number, unit: string, most: number): Row {
  return {
    what,
    measured: `${round(value, 1)} ${unit}`,
    floor: '–',
    ratio: '–',
    target: `<= ${most} ${unit}`,
    reached: value <= most,
  };
}

const best = (values: readonly number[]): number => Math.max(...values);

export function makeLog(file: string, bytes = FLOOD_BYTES): void {
  const lines = Array.from(
    {length: 10_000},
    (_, n) =>
      `2026-01-01T00:00:${String(n % 60).padStart(2, '0')}Z INFO worker[${n % 17}] request ${n} handled in ${n % 300} ms path=/api/v1/items/${n}\n`,
  );
  const block = Buffer.from(lines.join(''));
  const fd = openSync(file, 'w');
  for (let written = 0; written < bytes; ) written += writeSync(fd, block);
  closeSync(fd);
}

async function rawSpeed(file: string, env: NodeJS.ProcessEnv): Promise<number> {
  const {stdout} = await promisify(execFile)(process.execPath, [rawFlood, file], {env});
  const {bytes, ms}: {bytes: number; ms: number} = JSON.parse(stdout);
  return bytes / 1e6 / (ms / 1000);
}

async function interrupted(client: Awaited<ReturnType<BenchHome['mcp']>>, file: string): Promise<number> {
  await client.call('run_command', {command: `cat ${file} ${file} ${file}`, timeout: 1});
  const start = performance.now();
  await client.call('send_control', {character: 'C'});
  const value = resultOf(await client.call('run_command', {command: 'echo back', timeout: 30}));
  if (value.output !== 'back') throw new Error(`not back at the prompt: ${JSON.stringify(value)}`);
  return performance.now() - start;
}

/** tmux keeps the screen up to date all the time; there is no way to have it without. */
export function tmuxSpeed(file: string, home: BenchHome, bytes = FLOOD_BYTES): number {
  const socket = join(home.root, 'tmux.sock');
  const verb = (...words: string[]) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {env: home.env});
  verb('new-session', '-d', '-s', 'bench', 'bash --norc');
  try {
    const start = performance.now();
    verb('send-keys', '-t', 'bench', `cat ${file}; tmux -S ${socket} wait-for -S done`, 'Enter');
    verb('wait-for', 'done');
    return bytes / 1e6 / ((performance.now() - start) / 1000);
  } finally {
    verb('kill-server');
  }
}

function textBytes(reply: unknown): number {
  const content = Reflect.get(Object(reply), 'content');
  return Buffer.byteLength(String(Array.isArray(content) ? content[0]?.text : ''));
}
