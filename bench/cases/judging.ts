/** What it costs to judge a line that is meant to take long: processor time, with all links followed, so that it matters little who else is at work. */
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {folderLook} from '../../src/app/folder-look.ts';
import {classify} from '../../src/guard/classify.ts';
import {readCorpus} from '../../src/guard/testing/corpus.ts';
import {hostileLines} from '../../src/guard/testing/hostile-lines.ts';
import type {Row} from '../support/row.ts';
import {round} from '../support/stats.ts';

const ROUNDS = 20;
const LONG_ROUNDS = 5;
const WARM_ROUNDS = 3;
const SHORT = 1023;

export async function judging(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-judging-'));
  try {
    layTraps(folder);
    const usual = judged(folder, everydayLines(SHORT), ROUNDS);
    const short = judged(folder, linesOf(SHORT), ROUNDS);
    const long = judged(folder, linesOf(65_535), LONG_ROUNDS);
    const [worst] = long.toSorted((a, b) => b.p50 - a.p50);
    const kinds = `${long.length} kinds of hostile lines`;
    return [
      p99Row('judging 1 KiB of lines that people write, p99 of processor time', usual),
      p99Row(`the same of a hostile line, ${kinds}`, short),
      {
        what: `the same of 64 KiB, p50 of the worst kind (${worst?.name ?? ''})`,
        measured: `${round(worst?.p50 ?? Number.NaN)} ms`,
        floor: '–',
        ratio: '–',
        target: '<= 100 ms',
        reached: (worst?.p50 ?? Number.POSITIVE_INFINITY) <= 100,
      },
    ];
  } finally {
    rmSync(folder, {recursive: true});
  }
}

function p99Row(what: string, all: readonly Judged[]): Row {
  const times = all.flatMap(({times: each}) => each).toSorted((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const p50 = times[times.length >> 1] ?? Number.NaN;
  const measured = `${round(p99)} ms (p50 ${round(p50)})`;
  return {what, measured, floor: '–', ratio: '–', target: '<= 2 ms', reached: p99 <= 2};
}

interface Line {
  readonly name: string;
  readonly line: string;
}

function linesOf(bytes: number): readonly Line[] {
  return Object.entries(hostileLines).map(([name, make]) => ({name, line: make(bytes)}));
}

/** One line after the other, as many as there is room for. */
function everydayLines(bytes: number): readonly Line[] {
  const lines: Line[] = [];
  let line = '';
  for (const row of readCorpus('everyday').filter(each => !/<<|[#\n]|\\$/.test(each.line))) {
    if (line.length + row.line.length > bytes) lines.push({name: 'everyday', line: line.slice(0, -2)});
    line = line.length + row.line.length > bytes ? '' : `${line}${row.line}; `;
  }
  return lines;
}

interface Judged {
  readonly name: string;
  readonly times: readonly number[];
  readonly p50: number;
}

function judged(folder: string, lines: readonly Line[], rounds: number): Judged[] {
  const context = {cwd: folder, home: '/home/me', look: folderLook([join(folder, 'own', 'config.toml')])};
  const all = lines.map(each => ({...each, times: [] as number[]}));
  // The first rounds are for the compiler.
  for (let round = 1 - WARM_ROUNDS; round <= rounds; round++)
    for (const {line, times} of all) {
      const before = processorMs();
      classify(line, context);
      if (round > 0) times.push(processorMs() - before);
    }
  return all.map(({name, times}) => ({
    name,
    times,
    p50: times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN,
  }));
}

function processorMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

/** Folders, links and settings for the lines that lead through them. */
function layTraps(folder: string): void {
  mkdirSync(join(folder, 'deep', ...Array<string>(40).fill('d')), {recursive: true});
  mkdirSync(join(folder, '.git'), {recursive: true});
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(folder, '.git', 'config'),
    Array.from({length: 4000}, (_, i) => `[filter "f${i}"]\n\tclean = clean-${i} %f\n`).join(''),
  );
  for (let at = 0; at < 30; at++) symlinkSync(at === 29 ? '/' : `link${at + 1}`, join(folder, `link${at}`));
  symlinkSync('round', join(folder, 'round'));
  for (let at = 0; at < 200; at++) symlinkSync(`nowhere/${at}`, join(folder, `lost${at}`));
}
