/** What a sandbox costs: until the first result of a new session, and for each command afterwards. In turns with sessions that have none. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Row} from '../support/row.ts';
import {BenchHome} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

const OPENINGS = 20;
const BATCHES = 20;
const PER_BATCH = 50;

export async function sandbox(): Promise<Row[]> {
  using home = new BenchHome();
  await using cotty = home.mcp();
  await cotty.open();
  const project = join(home.root, 'project');
  mkdirSync(project, {recursive: true});
  const openAndRun = async (sandbox: string, samples: number[]): Promise<void> => {
    const start = performance.now();
    await cotty.call('manage_session', {action: 'create', shell: 'bash', cwd: project, sandbox});
    await cotty.call('run_command', {command: 'true'});
    samples.push(performance.now() - start);
    await cotty.call('manage_session', {action: 'close'});
  };
  const first = {plain: [] as number[], confined: [] as number[]};
  for (let i = 0; i < OPENINGS; i++) {
    await openAndRun('off', first.plain);
    await openAndRun('offline', first.confined);
  }
  for (const name of ['off', 'offline'])
    await cotty.call('manage_session', {action: 'create', name, shell: 'bash', cwd: project, sandbox: name});
  const each = {plain: [] as number[], confined: [] as number[]};
  const run = (session_id: string) => timed(PER_BATCH, () => cotty.call('run_command', {command: 'true', session_id}));
  for (let batch = 0; batch < BATCHES; batch++) {
    each.plain.push(...(await run('off')));
    each.confined.push(...(await run('offline')));
  }
  return [
    row(
      'a new sandboxed session, until `true` has ended in it, p50',
      figures(first.plain).p50,
      figures(first.confined).p50,
    ),
    row('`run_command "true"` in a sandbox, p50', figures(each.plain).p50, figures(each.confined).p50),
  ];
}

function row(what: string, plain: number, confined: number): Row {
  const floor = `${round(plain)} ms (without a sandbox)`;
  return {
    what,
    measured: `${round(confined)} ms`,
    floor,
    ratio: `${round(confined / plain)}x`,
    target: '',
    reached: null,
  };
}
