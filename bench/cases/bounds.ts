/** What of the time of a command is not cotty's: bare processes in its places, the shell alone, the disk, and many bare shells at once. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {LineClient} from '../support/line-client.ts';
import {MarkedShell, processorMs} from '../support/marked-shell.ts';
import {RawShell} from '../support/raw-pty.ts';
import {RelayChain} from '../support/relay-chain.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, echoServer} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const BATCHES = 20;
const PER_BATCH = 50;
const SHELLS = 200;
const ROUNDS = 10;

export async function bounds(): Promise<Row[]> {
  using home = new BenchHome();
  return [...(await handedOn(home)), ...(await shellsAlone(home)), await manyAtOnce(home)];
}

async function handedOn(home: BenchHome): Promise<Row[]> {
  using raw = new RawShell(home.env);
  await using echo = new LineClient(process.execPath, [echoServer], home.env);
  using plain = new RelayChain(home.root, home.env, {isDurable: false});
  using durable = new RelayChain(home.root, home.env, {isDurable: true});
  await using cotty = home.mcp();
  await Promise.all([raw.open(), echo.open(), plain.open(), durable.open(), cotty.open()]);
  await cotty.call('manage_session', {action: 'create', shell: 'bash'});
  const ways = {
    raw: () => raw.roundTrip('true'),
    echo: () => echo.call('echo', {text: 'true'}),
    plain: () => plain.roundTrip('true'),
    durable: () => durable.roundTrip('true'),
    cotty: () => cotty.call('run_command', {command: 'true'}),
  };
  const samples = {raw: [], echo: [], plain: [], durable: [], cotty: []} as Record<keyof typeof ways, number[]>;
  for (let batch = 0; batch < BATCHES; batch++)
    for (const [name, way] of Object.entries(ways))
      samples[name as keyof typeof ways].push(...(await timed(PER_BATCH, way)));
  const warm = (values: number[]) => figures(values.slice(4 * PER_BATCH));
  const floor = warm(samples.raw).p50 + warm(samples.echo).p50;
  const [chain, disk, own] = [warm(samples.plain), warm(samples.durable), warm(samples.cotty)];
  const beside = (what: string, ms: number): string => `${round(ms)} ms (${what})`;
  return [
    row(
      '`true` handed on by bare processes in the places of bridge, server and host, to a bare bash and back, p50',
      `${round(chain.p50)} ms (p95 ${round(chain.p95)})`,
      beside('bare MCP echo + raw PTY in bash', floor),
      `${round(chain.p50 / floor)}x`,
    ),
    row(
      'the same with one write to the disk on the way',
      `${round(disk.p50)} ms (p95 ${round(disk.p95)})`,
      beside('the same', floor),
      `${round(disk.p50 / floor)}x`,
    ),
    row(
      'run_command "true" over `cotty mcp`, with guard, masks and audit, in the same run',
      `${round(own.p50)} ms (p95 ${round(own.p95)})`,
      beside('bare processes that write to the disk', disk.p50),
      `${round(own.p50 / disk.p50)}x`,
    ),
  ];
}

async function shellsAlone(home: BenchHome): Promise<Row[]> {
  using bare = new RawShell(home.env);
  await bare.open();
  const rows: Row[] = [];
  for (const family of ['bash', 'zsh', 'fish'] as const) {
    const directory = join(home.root, family);
    mkdirSync(directory);
    using shell = await MarkedShell.open(family, directory, home.env).catch(() => ({[Symbol.dispose]: () => {}}));
    // Not installed.
    if (!(shell instanceof MarkedShell)) continue;
    const ends: number[] = [];
    const bareTimes: number[] = [];
    let [own, plain] = [0, 0];
    for (let batch = 0; batch < BATCHES; batch++) {
      let from = shell.processorMs;
      for (let i = 0; i < PER_BATCH; i++) {
        ends.push(...(await timed(1, () => shell.run('true'))));
        await shell.prompt();
      }
      own += shell.processorMs - from;
      from = processorMs(bare.pid);
      bareTimes.push(...(await timed(PER_BATCH, () => bare.roundTrip('true'))));
      plain += processorMs(bare.pid) - from;
    }
    const count = BATCHES * PER_BATCH;
    const [end, prompt] = [figures(ends.slice(PER_BATCH)).p50, figures(bareTimes.slice(PER_BATCH)).p50];
    rows.push(
      row(
        `${family} alone with cotty's marks, from the key to the end of \`true\`, p50`,
        `${round(end)} ms (${round(own / count)} ms of processor time to the next prompt)`,
        `${round(prompt)} ms (bare bash to its next prompt; ${round(plain / count)} ms of processor time)`,
        `${round(end / prompt)}x`,
      ),
    );
  }
  return rows;
}

async function manyAtOnce(home: BenchHome): Promise<Row> {
  const shells = Array.from({length: SHELLS}, () => new RawShell(home.env));
  try {
    for (const shell of shells) await shell.open();
    const p95: number[] = [];
    for (let n = 0; n <= ROUNDS; n++) {
      const times = await Promise.all(shells.map(shell => timed(1, () => shell.roundTrip('true'))));
      if (n > 0) p95.push(figures(times.flat()).p95);
    }
    return row(
      `${SHELLS} bare bash on raw PTYs, \`true\` in all at the same instant, p95`,
      `${round(figures(p95).p50, 1)} ms (median of ${ROUNDS})`,
      '–',
      '–',
    );
  } finally {
    for (const shell of shells) shell[Symbol.dispose]();
  }
}

function row(what: string, measured: string, floor: string, ratio: string): Row {
  return {what, measured, floor, ratio, target: '', reached: null};
}
