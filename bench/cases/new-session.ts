/**
 * A new session of bash until its first command has ended, beside the same bash on a raw PTY until it has shown the prompt behind that
 * command. In turns, with an empty home and with the rc files that Debian gives a new account.
 */
import {copyFileSync, existsSync} from 'node:fs';
import {join} from 'node:path';
import {RawShell} from '../support/raw-pty.ts';
import type {Row} from '../support/row.ts';
import {BenchHome} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

const OPENINGS = 40;
const SKELETON = '/etc/skel/.bashrc';

export async function newSession(): Promise<Row[]> {
  const rows = [await opened('an empty home', [])];
  if (existsSync(SKELETON)) rows.push(await opened("Debian's .bashrc", [SKELETON]));
  return rows;
}

async function opened(what: string, files: readonly string[]): Promise<Row> {
  using home = new BenchHome();
  for (const file of files) copyFileSync(file, join(home.env.HOME ?? '', '.bashrc'));
  await using cotty = home.mcp();
  await cotty.open();
  const samples = {cotty: [] as number[], raw: [] as number[]};
  for (let i = 0; i < OPENINGS; i++) {
    const start = performance.now();
    await cotty.call('manage_session', {action: 'create', shell: 'bash'});
    await cotty.call('run_command', {command: 'true'});
    samples.cotty.push(performance.now() - start);
    await cotty.call('manage_session', {action: 'close'});
    const rawStart = performance.now();
    using raw = new RawShell(home.env, ['-i']);
    await raw.open();
    samples.raw.push(performance.now() - rawStart);
  }
  const [own, floor] = [figures(samples.cotty.slice(1)).p50, figures(samples.raw.slice(1)).p50];
  return {
    what: `a new session of bash with ${what}, until \`true\` has ended in it, p50`,
    measured: `${round(own)} ms`,
    floor: `${round(floor)} ms (the same bash on a raw PTY, until the prompt behind its first command)`,
    ratio: `${round(own / floor)}x`,
    target: '<= 1.3x',
    reached: own <= floor * 1.3,
  };
}
