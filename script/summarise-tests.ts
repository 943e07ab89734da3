/**
 * Prints vitest's JSON report as `N passed, N failed, N skipped`, after the reasons of the skipped; exit 1 when
 * something failed or nothing ran.
 * Arguments: the report, and vitest's exit code. A run that broke without a failing test counts as one failure.
 */
import {readFileSync} from 'node:fs';

interface TestResult {
  readonly status: string;
  readonly meta?: {readonly skipped?: string};
}

interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly numTodoTests?: number;
  /** Files that could not even be loaded have no tests to count. */
  readonly testResults?: readonly {readonly status: string; readonly assertionResults: readonly TestResult[]}[];
}

const [file = '', exitCode = '0'] = process.argv.slice(2);
const report = readReport();
const brokenFiles = (report.testResults ?? []).filter(
  result => result.status === 'failed' && result.assertionResults.length === 0,
);
const counted = (report.numFailedTests ?? 0) + brokenFiles.length;
const failed = counted === 0 && exitCode !== '0' ? 1 : counted;
const passed = report.numPassedTests ?? 0;
const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
for (const [reason, tests] of skipReasons()) console.log(`skipped ${tests}: ${reason}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0 || passed === 0) process.exitCode = 1;

/** Most frequent first. */
function skipReasons(): [string, number][] {
  const reasons = (report.testResults ?? [])
    .flatMap(file => file.assertionResults)
    .filter(test => test.status === 'skipped')
    .map(test => test.meta?.skipped ?? 'does not apply, or as its title says');
  return Object.entries(Object.groupBy(reasons, reason => reason))
    .map(([reason, all]): [string, number] => [reason, all?.length ?? 0])
    .sort((a, b) => b[1] - a[1]);
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
