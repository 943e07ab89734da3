/** A session in iTerm2, as far as cotty's own endpoint is one, beside a built-in terminal, in turns. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {resultOf} from '../support/line-client.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const BATCHES = 12;
const PER_BATCH = 50;

export async function iterm2(): Promise<Row[]> {
  using application = new BenchHome();
  using home = new BenchHome();
  // The path of a socket may not be long.
  const user = mkdtempSync(join(tmpdir(), 'it-'));
  mkdirSync(join(user, 'empty'));
  application.env.HOME = user;
  home.env.HOME = user;
  const endpoint = spawn(launcher, ['iterm2-server', '--json'], {
    env: application.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [told] = await once(endpoint.stdout, 'data');
    home.env.ITERM2_COOKIE = String(JSON.parse(String(told)).cookie);
    await using cotty = home.mcp();
    await cotty.open();
    const open = async (backend: string) => {
      const {session_id} = resultOf(await cotty.call('manage_session', {action: 'create', shell: 'bash', backend}));
      return {command: 'true', session_id};
    };
    const [inPty, inIterm2] = [await open('pty'), await open('iterm2')];
    const samples = {pty: [] as number[], iterm2: [] as number[]};
    for (let batch = 0; batch < BATCHES; batch++) {
      samples.pty.push(...(await timed(PER_BATCH, () => cotty.call('run_command', inPty))));
      samples.iterm2.push(...(await timed(PER_BATCH, () => cotty.call('run_command', inIterm2))));
    }
    const warm = (values: number[]): number => figures(values.slice(PER_BATCH)).p50;
    const [own, floor] = [warm(samples.iterm2), warm(samples.pty)];
    return [
      {
        what: 'run_command "true" in a session of iTerm2 (cotty iterm2-server) over `cotty mcp`, p50',
        measured: `${round(own)} ms`,
        floor: `${round(floor)} ms (a built-in terminal)`,
        ratio: `${round(own / floor)}x`,
        target: '<= 2x',
        reached: own <= floor * 2,
      },
    ];
  } finally {
    endpoint.kill('SIGINT');
    if (endpoint.exitCode === null) await once(endpoint, 'exit');
    rmSync(user, {recursive: true, force: true, maxRetries: 5});
  }
}
