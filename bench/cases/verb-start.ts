/** A verb at the command line, from the start of its process to its end, beside Node.js that does nothing. */
import {execFileSync} from 'node:child_process';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {figures, round} from '../support/stats.ts';

const ROUNDS = 40;

const verbs: Readonly<Record<string, readonly string[]>> = {
  '`cotty ls`': ['ls'],
  '`cotty read SESSION`': ['read', 'bench'],
  '`cotty run -- true`': ['run', '-s', 'bench', '--', 'true'],
  'Tab after `cotty attach`': ['completion', 'words', '--', 'attach', ''],
};

export async function verbStart(): Promise<Row[]> {
  using home = new BenchHome();
  execFileSync(launcher, ['new', 'bench'], {env: home.env, stdio: 'ignore'});
  const bare: number[] = [];
  const samples = new Map(Object.keys(verbs).map(name => [name, [] as number[]]));
  for (let n = 0; n < ROUNDS; n++) {
    bare.push(time(process.execPath, ['-e', '0'], home));
    for (const [name, words] of Object.entries(verbs)) samples.get(name)?.push(time(launcher, words, home));
  }
  const floor = figures(bare);
  return [...samples].map(([name, taken]) => {
    const measured = figures(taken);
    return {
      what: `${name}, start to end of the process, p50`,
      measured: `${round(measured.p50, 0)} ms`,
      floor: `${round(floor.p50, 0)} ms (bare \`node -e 0\`)`,
      ratio: `${round(measured.p50 / floor.p50)}x`,
      target: '<= 60 ms',
      reached: measured.p50 <= 60,
    };
  });
}

/** Milliseconds. */
function time(file: string, words: readonly string[], {env}: BenchHome): number {
  const start = performance.now();
  execFileSync(file, words, {env, stdio: 'ignore'});
  return performance.now() - start;
}
