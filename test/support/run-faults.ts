/**
 * What makes a run of the tests fail although every test passed is told in the middle of its output. It is written beside
 * the JSON report too, for `script/summarise-tests.ts` to say it last, where it is seen.
 */
import {appendFileSync} from 'node:fs';
import type {Reporter, TestModule} from 'vitest/node';

type SerializedError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

/** Prints a sentence, and notes it beside the JSON report where one is written. */
export function noteRunFault(sentence: string): void {
  console.error(sentence);
  const report = process.env['COTTY_TEST_REPORT'];
  if (report) appendFileSync(`${report}.faults`, `${JSON.stringify(sentence)}\n`);
}

/** A vitest reporter that notes errors which belong to no test, such as a worker that broke off. */
export class RunFaultsReporter implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) noteRunFault(`error outside of any test: ${tell(error)}`);
  }
}

function tell(error: SerializedError): string {
  const {VITEST_TEST_PATH: file, VITEST_TEST_NAME: test} = error;
  const place = [file, test].filter(part => typeof part === 'string').join(' > ');
  return `${place === '' ? '' : `in ${place}: `}${error.stack ?? error.message}`;
}
