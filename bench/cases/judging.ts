/**
 * What it costs to judge a line, with all links followed. Each line is judged many times and counts by the median of the processor time that the
 * whole process took, collector and compiler with it. Beside it stand the quickest time of each line on the clock, and all single judgements.
 */
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
/** How often the commands that people write are dealt into lines, in another order each time. */
const DEALS = 10;

export async function judging(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-judging-'));
  try {
    const [project, traps] = [join(folder, 'project'), join(folder, 'traps')];
    layProject(project);
    layTraps(traps);
    const everyday = everydayLines(SHORT);
    const usual = judged(project, everyday, ROUNDS);
    const trapped = judged(traps, everyday, ROUNDS);
    const short = judged(traps, linesOf(SHORT), ROUNDS);
    const long = judged(traps, linesOf(65_535), LONG_ROUNDS);
    const [worst] = long.toSorted((a, b) => b.p50 - a.p50);
    return [
      p99Row(`judging 1 KiB of lines that people write, p99 over ${usual.length} lines`, usual),
      p99Row('the same in a folder with 4,000 filters of git', trapped),
      p99Row(`the same there of hostile lines, ${short.length} kinds`, short),
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
  const p99Of = (values: readonly number[]): number => quantile(values, 0.99);
  const medians = all.map(({p50}) => p50);
  const p99 = p99Of(medians);
  const more = [
    `p50 ${round(quantile(medians, 0.5))}`,
    `on the clock at best ${round(p99Of(all.map(({bestMs}) => bestMs)))}`,
    `all single judgements ${round(p99Of(all.flatMap(({times}) => times)))}`,
  ];
  const measured = `${round(p99)} ms (${more.join('; ')})`;
  return {what, measured, floor: '–', ratio: '–', target: '<= 2 ms', reached: p99 <= 2};
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

interface Line {
  readonly name: string;
  readonly line: string;
}

function linesOf(bytes: number): readonly Line[] {
  return Object.entries(hostileLines).map(([name, make]) => ({name, line: make(bytes)}));
}

/** Commands one after the other, as many as there is room for. */
function everydayLines(bytes: number): readonly Line[] {
  const rows = readCorpus('everyday').filter(each => !/<<|[#\n]|\\$/.test(each.line));
  const lines: Line[] = [];
  for (let deal = 0; deal < DEALS; deal++) {
    let line = '';
    for (const row of dealt(rows, deal)) {
      if (line.length + row.line.length > bytes) lines.push({name: 'everyday', line: line.slice(0, -2)});
      line = line.length + row.line.length > bytes ? '' : `${line}${row.line}; `;
    }
  }
  return lines;
}

/** In another order, the same one each time: Numerical Recipes' generator draws it. */
function dealt<T>(rows: readonly T[], seed: number): readonly T[] {
  let state = seed;
  const drawn = rows.map(row => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return {row, place: state};
  });
  return drawn.toSorted((a, b) => a.place - b.place).map(({row}) => row);
}

interface Judged {
  readonly name: string;
  /** Of the processor, as is their median. Milliseconds. */
  readonly times: readonly number[];
  readonly p50: number;
  /** On the clock. Milliseconds. */
  readonly bestMs: number;
}

function judged(folder: string, lines: readonly Line[], rounds: number): Judged[] {
  const context = {cwd: folder, home: '/home/me', look: folderLook([join(folder, 'own', 'config.toml')])};
  const all = lines.map(each => ({...each, times: [] as number[], bestMs: Number.POSITIVE_INFINITY}));
  // The first rounds are for the compiler.
  for (let round = 1 - WARM_ROUNDS; round <= rounds; round++)
    for (const each of all) {
      const before = {clock: process.hrtime.bigint(), usedMs: usedMs()};
      classify(each.line, context);
      const tookMs = usedMs() - before.usedMs;
      const clockMs = Number(process.hrtime.bigint() - before.clock) / 1e6;
      if (round <= 0) continue;
      each.times.push(tookMs);
      each.bestMs = Math.min(each.bestMs, clockMs);
    }
  return all.map(({name, times, bestMs}) => ({name, times, bestMs, p50: quantile(times, 0.5)}));
}

function usedMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

/** The settings of a repository that was cloned. */
function layProject(folder: string): void {
  mkdirSync(join(folder, '.git'), {recursive: true});
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(
    join(folder, '.git', 'config'),
    [
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true',
      '[remote "origin"]\n\turl = git@example.com:me/project.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*',
      '[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n',
    ].join('\n'),
  );
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
