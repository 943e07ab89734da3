/** From starting the process until `tools/list` is answered; and how large that answer is. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {LineClient} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, echoServer, peers} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

const ROUNDS = 12;

export async function coldStart(): Promise<Row[]> {
  using home = new BenchHome();
  const samples = {bare: [] as number[], running: [] as number[], absent: [] as number[]};
  let listBytes = 0;
  for (let n = 0; n < ROUNDS; n++) {
    home.stopServer();
    samples.bare.push((await start(new LineClient(process.execPath, [echoServer], home.env))).ms);
    samples.absent.push((await start(home.mcp())).ms);
    const warm = await start(home.mcp());
    samples.running.push(warm.ms);
    listBytes = warm.listBytes;
  }
  const [bare, running, absent] = [figures(samples.bare), figures(samples.running), figures(samples.absent)];
  const beside = `${round(bare.p50, 0)} ms (bare SDK server)`;
  const commander = await commanderListBytes(home);
  return [
    {
      what: 'cold start until `tools/list` answers, server running, p50',
      measured: `${round(running.p50, 0)} ms`,
      floor: beside,
      ratio: `${round(running.p50 / bare.p50)}x`,
      target: '<= 1.2x',
      reached: running.p50 <= bare.p50 * 1.2,
    },
    {
      what: 'cold start, no server running, p50',
      measured: `${round(absent.p50, 0)} ms`,
      floor: beside,
      ratio: `${round(absent.p50 / bare.p50)}x`,
      target: '<= 2.5x',
      reached: absent.p50 <= bare.p50 * 2.5,
    },
    {
      what: 'size of default `tools/list`',
      measured: `${round(listBytes / 1024, 1)} KB`,
      floor: commander === null ? '–' : `${round(commander / 1024, 1)} KB (Desktop Commander)`,
      ratio: commander === null ? '–' : `${round(commander / listBytes, 1)}x smaller`,
      target: '<= 16 KB',
      reached: listBytes <= 16 * 1024,
    },
  ];
}

/** `client` was constructed this instant, which is when its process started. */
async function start(client: LineClient): Promise<{ms: number; listBytes: number}> {
  const began = performance.now();
  await using opened = client;
  await opened.open();
  const list = await opened.request('tools/list', {});
  return {ms: performance.now() - began, listBytes: Buffer.byteLength(JSON.stringify(list))};
}

async function commanderListBytes(home: BenchHome): Promise<number | null> {
  const program = join(peers, '@wonderwhy-er/desktop-commander/dist/index.js');
  if (!existsSync(program)) return null;
  return (await start(new LineClient(process.execPath, [program, '--no-onboarding'], home.env))).listBytes;
}
