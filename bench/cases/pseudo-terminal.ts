/** `terminal_exec "hello"` over MCP: warm, and the first call of a client whose process has just been started. */
import {LineClient, resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const CALLS = 500;

export async function pseudoTerminal(): Promise<Row[]> {
  using home = new BenchHome();
  await using client = new LineClient(launcher, ['mcp', '--pseudo', '--workspace', home.root], home.env);
  await client.open();
  const [first = Number.NaN] = await timed(1, () => hello(client));
  const {p50, p95} = figures((await timed(CALLS, () => hello(client))).slice(50));
  return [
    row('`terminal_exec "hello"` over `cotty mcp --pseudo`, warm, p50', p50, `${round(p50)} ms (p95 ${round(p95)})`, 3),
    row('the first call after the handshake', first, `${round(first)} ms`, 600),
  ];
}

async function hello(client: LineClient): Promise<void> {
  const {exit_code} = resultOf(await client.call('terminal_exec', {command: 'hello'}));
  if (exit_code !== 0) throw new Error('hello failed');
}

function row(what: string, value: number, measured: string, most: number): Row {
  return {what, measured, floor: '–', ratio: '–', target: `<= ${most} ms`, reached: value <= most};
}
