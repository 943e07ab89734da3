/**
 * Prints vitest's JSON reports: what failed, why what was skipped, for each run who made it and what came of it, and last
 * `N passed, N failed, N skipped` of all together. Exit 1 when something failed or nothing ran.
 * Arguments, three for each run: who ran it, the report, and vitest's exit code. A run that broke without a failing test
 * counts as one failure. A test that one run skipped and another did not is not skipped.
 */
import {readFileSync} from 'node:fs';
import {stripVTControlCharacters} from 'node:util';

interface TestResult {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
  readonly meta?: {readonly skipped?: string};
}

interface Report {
  /** Files that could not even be loaded have no tests to count. */
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly TestResult[];
  }[];
}

interface Run {
  readonly who: string;
  readonly passed: readonly string[];
  readonly failed: number;
  /** Names of the failed, as far as they have one, and why they failed. */
  readonly failures: readonly string[];
  /** Reasons by test. */
  readonly skipped: ReadonlyMap<string, string>;
}

/** Of why a test failed: enough to know it where nothing but the end of the output is kept. */
const REASON_LINES = 12;
const REASON_COLUMNS = 300;

const runs = readRuns(process.argv.slice(2));
const ran = new Set(runs.flatMap(run => run.passed));
const skipped = new Map(runs.flatMap(run => [...run.skipped].filter(([test]) => !ran.has(test))));
const passed = runs.reduce((sum, run) => sum + run.passed.length, 0);
const failed = runs.reduce((sum, run) => sum + run.failed, 0);
for (const name of runs.flatMap(run => run.failures)) console.log(`failed: ${name}`);
for (const [reason, count] of mostFrequent([...skipped.values()])) console.log(`skipped ${count}: ${reason}`);
if (runs.length > 1)
  for (const run of runs)
    console.log(`${run.who}: ${run.passed.length} passed, ${run.failed} failed, ${run.skipped.size} skipped`);
console.log(`${passed} passed, ${failed} failed, ${skipped.size} skipped`);
if (failed > 0 || runs.some(run => run.passed.length === 0)) process.exitCode = 1;

function readRuns(words: readonly string[]): readonly Run[] {
  const [who, file = '', exitCode = '0', ...rest] = words;
  return who === undefined ? [] : [asRun(who, readReport(file), readFaults(file), exitCode), ...readRuns(rest)];
}

function asRun(who: string, report: Report, faults: readonly string[], exitCode: string): Run {
  const files = report.testResults ?? [];
  const tests = files.flatMap(({name, assertionResults}) =>
    assertionResults.map(test => ({...test, id: `${withoutCheckout(name)} ${test.fullName}`})),
  );
  const broken = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0);
  const failures = [
    ...tests.filter(test => test.status === 'failed').map(test => `${test.id}${whyOf(test)}`),
    ...broken.map(file => withoutCheckout(file.name)),
    ...faults.map(fault => `no test, but the run${shortened(fault)}`),
  ];
  if (failures.length === 0 && exitCode !== '0')
    failures.push(`no test, yet vitest ended with ${exitCode}: look for "error during close" above`);
  // Of a share what was not chosen is not skipped.
  const isChosen = (test: TestResult): boolean => !who.startsWith('a share ') || test.meta?.skipped !== undefined;
  const skipped = tests.filter(test => test.status !== 'failed' && test.status !== 'passed' && isChosen(test));
  return {
    who,
    passed: tests.filter(test => test.status === 'passed').map(test => test.id),
    failed: failures.length,
    failures,
    skipped: new Map(skipped.map(test => [test.id, reasonOf(test)])),
  };
}

/** The ordinary user sees the checkout at another place, see `script/as-ordinary-user`. */
function withoutCheckout(path: string): string {
  return path.replace(`${process.cwd()}/`, '').replace(/^\/tmp\/cotty-\w+\/checkout\//, '');
}

function whyOf({failureMessages = []}: TestResult): string {
  return shortened(failureMessages.join('\n'));
}

function shortened(text: string): string {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, REASON_LINES);
  return lines.map(line => `\n  | ${line.slice(0, REASON_COLUMNS)}`).join('');
}

/** What the test said, or the words in parentheses at the end of its title or of a group's. */
function reasonOf({fullName, meta}: TestResult): string {
  const titled = /\((?:skipped: )?((?:not installed|there is no)\b[^)]*)\)/.exec(fullName)?.[1];
  return meta?.skipped ?? titled ?? 'does not apply, or as its title says';
}

function mostFrequent(reasons: readonly string[]): [string, number][] {
  return Object.entries(Object.groupBy(reasons, reason => reason))
    .map(([reason, all]): [string, number] => [reason, all?.length ?? 0])
    .sort((a, b) => b[1] - a[1]);
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** What `test/support/run-faults.ts` wrote beside the report, if anything. */
function readFaults(report: string): readonly string[] {
  try {
    const lines = readFileSync(`${report}.faults`, 'utf8').trimEnd().split('\n');
    return lines.map(line => String(JSON.parse(line)));
  } catch {
    return [];
  }
}
