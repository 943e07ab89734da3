/** `run_command "true"`, warm, beside its floors and its peers. */
import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {LineClient} from '../support/line-client.ts';
import {RawShell} from '../support/raw-pty.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, echoServer, peers} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const BATCHES = 20;
const PER_BATCH = 50;

export async function roundTrip(): Promise<Row[]> {
  using home = new BenchHome();
  using raw = new RawShell(home.env);
  await using echo = new LineClient(process.execPath, [echoServer], home.env);
  await using cotty = home.mcp();
  await Promise.all([raw.open(), echo.open(), cotty.open()]);
  await cotty.call('manage_session', {action: 'create', shell: 'bash'});
  const samples = {raw: [] as number[], echo: [] as number[], cotty: [] as number[]};
  for (let batch = 0; batch < BATCHES; batch++) {
    samples.raw.push(...(await timed(PER_BATCH, () => raw.roundTrip('true'))));
    samples.echo.push(...(await timed(PER_BATCH, () => echo.call('echo', {text: 'true'}))));
    samples.cotty.push(...(await timed(PER_BATCH, () => cotty.call('run_command', {command: 'true'}))));
  }
  const warm = (values: number[]) => figures(values.slice(PER_BATCH));
  const [rawFigures, echoFigures, own] = [warm(samples.raw), warm(samples.echo), warm(samples.cotty)];
  const floor = rawFigures.p50 + echoFigures.p50;
  const beside = `${round(echoFigures.p50)} + ${round(rawFigures.p50)} = ${round(floor)} ms (bare MCP echo + raw PTY in bash)`;
  const rows: Row[] = [
    row(
      'run_command "true" over `cotty mcp`, p50',
      `${round(own.p50)} ms`,
      beside,
      own.p50 / floor,
      '<= 3.5x',
      own.p50 <= floor * 3.5,
    ),
    row('the same, p95', `${round(own.p95)} ms`, beside, own.p95 / floor, '<= 8x', own.p95 <= floor * 8),
  ];
  for (const peer of [desktopCommander, terminalcp, tuistory, tmux]) {
    const measured = await peer(home);
    if (!measured) continue;
    const times = measured.p50 / own.p50;
    const target = measured.isTarget ? '>= 100x' : '';
    rows.push({
      what: `cotty beside ${measured.name}: a command and the certainty that it ended`,
      measured: `${round(own.p50)} ms`,
      floor: `${round(measured.p50, 1)} ms`,
      ratio: `${round(times, 0)}x faster`,
      target,
      reached: measured.isTarget ? times >= 100 : null,
    });
  }
  return rows;
}

function row(what: string, measured: string, floor: string, ratio: number, target: string, reached: boolean): Row {
  return {what, measured, floor, ratio: `${round(ratio)}x`, target, reached};
}

interface PeerFigures {
  readonly name: string;
  readonly p50: number;
  readonly isTarget: boolean;
}

async function desktopCommander(home: BenchHome): Promise<PeerFigures | null> {
  const program = join(peers, '@wonderwhy-er/desktop-commander/dist/index.js');
  if (!existsSync(program)) return null;
  await using client = new LineClient(process.execPath, [program, '--no-onboarding'], home.env);
  await client.open();
  const run = () => client.call('start_process', {command: 'true', timeout_ms: 5000});
  await run();
  return {name: 'Desktop Commander', p50: figures(await timed(15, run)).p50, isTarget: true};
}

/** It knows no end of a command: the caller prints a word and asks until the word is there. */
async function terminalcp(home: BenchHome): Promise<PeerFigures | null> {
  const program = join(peers, '@mariozechner/terminalcp/dist/index.js');
  if (!existsSync(program)) return null;
  await using client = new LineClient(process.execPath, [program, '--mcp'], home.env);
  await client.open();
  const ask = (args: object) => client.call('terminalcp', {args});
  await ask({action: 'start', command: 'bash --norc', name: 'bench'});
  let n = 0;
  const run = async () => {
    const word = `done-${++n}-`;
    await ask({action: 'stdin', id: 'bench', data: `true; echo "${word}"$?\r`});
    while (!JSON.stringify(await ask({action: 'stdout', id: 'bench', lines: 50})).includes(`${word}0`));
  };
  await run();
  const p50 = figures(await timed(15, run)).p50;
  await ask({action: 'stop', id: 'bench'});
  return {name: 'terminalcp', p50, isTarget: true};
}

async function tuistory(home: BenchHome): Promise<PeerFigures | null> {
  const program = join(peers, 'tuistory/dist/cli.js');
  if (!existsSync(program)) return null;
  const verb = (...words: string[]) =>
    execFileSync(process.execPath, [program, ...words], {
      env: home.env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
    });
  try {
    verb('launch', 'bash --norc', '-s', 'bench');
    let n = 0;
    const run = async () => {
      const word = `done-${++n}-`;
      verb('type', `true; echo "${word}"$?`, '-s', 'bench');
      verb('press', 'enter', '-s', 'bench');
      verb('wait', `${word}0`, '-s', 'bench');
    };
    await run();
    return {name: 'tuistory (CLI)', p50: figures(await timed(5, run)).p50, isTarget: false};
  } catch {
    return null;
  } finally {
    try {
      verb('close', '-s', 'bench');
    } catch {
      // It had not started.
    }
  }
}

async function tmux(home: BenchHome): Promise<PeerFigures | null> {
  const socket = join(home.root, 'tmux.sock');
  const verb = (...words: string[]) =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {env: home.env});
  try {
    verb('new-session', '-d', '-s', 'bench', 'bash --norc');
    const run = async () => {
      verb('send-keys', '-t', 'bench', `true; tmux -S ${socket} wait-for -S done`, 'Enter');
      verb('wait-for', 'done');
    };
    await run();
    const p50 = figures(await timed(15, run)).p50;
    return {name: 'tmux (send-keys + wait-for)', p50, isTarget: false};
  } finally {
    verb('kill-server');
  }
}
