/**
 * Tells of vitest's JSON report which tests failed because a verdict was wrong, and which only took too long for a limit of the
 * test's own. Exit 1 when there was one of the first kind, or nothing ran.
 */
import {readFileSync} from 'node:fs';

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** What vitest and the stand say when time is up, and results that only say that a command goes on. */
const TOOK_TOO_LONG = [
  /Test timed out in/,
  /did not happen within/,
  /\+\s+"?state"?: "running"/,
  /^TimeoutError/,
  /Matcher did not succeed in time/,
];

const report: Report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const failed = report.testResults
  .flatMap(({assertionResults}) => assertionResults)
  .filter(({status}) => status === 'failed');
const isLate = ({failureMessages}: (typeof failed)[number]) =>
  failureMessages.every(message => TOOK_TOO_LONG.some(pattern => pattern.test(message)));
const late = failed.filter(isLate);
const wrong = failed.filter(test => !isLate(test));
for (const {fullName} of late) console.log(`took too long: ${fullName}`);
for (const {fullName, failureMessages} of wrong)
  console.log(`wrong: ${fullName}\n  ${failureMessages.join('\n').split('\n').slice(0, 12).join('\n  ')}`);
console.log(`${report.numPassedTests} passed, ${late.length} took too long, ${wrong.length} wrong`);
if (wrong.length > 0 || report.numPassedTests === 0) process.exitCode = 1;
