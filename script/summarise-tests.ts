/** Prints vitest's JSON report as `N passed, N failed, N skipped`; exit 1 when a test failed or none ran. */
import {readFileSync} from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not even be loaded have no tests to count. */
  readonly testResults: readonly {readonly status: string; readonly assertionResults: readonly unknown[]}[];
}

const report: Report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8') || '{"testResults":[]}');
const brokenFiles = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0);
const passed = report.numPassedTests ?? 0;
const failed = (report.numFailedTests ?? 0) + brokenFiles.length;
const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0 || passed === 0) process.exitCode = 1;
