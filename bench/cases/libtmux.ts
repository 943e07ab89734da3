/** libtmux's own MCP server beside cotty: the same command in a tmux pane. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {LineClient} from '../support/line-client.ts';
import {type BenchHome, peers} from '../support/stand.ts';
import {figures, timed} from '../support/stats.ts';

const RUNS = 30;

/** Its p50 in ms; null where it is not installed (`bench/peers/requirements.txt`). */
export async function libtmux(home: BenchHome): Promise<number | null> {
  const program = join(peers, '../venv/bin/libtmux-mcp');
  if (!existsSync(program)) return null;
  await using client = new LineClient(program, [], home.env);
  await client.open();
  await client.call('create_session', {session_name: 'bench'});
  const run = async (): Promise<void> => {
    const reply = await client.call('run_command', {session_name: 'bench', command: 'true'});
    if (!JSON.stringify(reply).includes('exit_status')) throw new Error(`libtmux-mcp: ${JSON.stringify(reply)}`);
  };
  await run();
  return figures(await timed(RUNS, run)).p50;
}
