import {type TestContext, test} from 'vitest';
import type {HardCaseId} from './hard-case-list.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The hard case that the test is about; the report at the end of a run goes by it. */
    hardCase?: HardCaseId;
  }
}

/**
 * A test of a hard case; `claim` says what is true of the product. The number goes along with the test's result, so that
 * after a run it is known, of tests that have really run, which cases are held and on which terminals: `every-case.ts`.
 */
export function hardCase(id: HardCaseId, claim: string, run: (context: TestContext) => Promise<void>): void {
  test(`${id} ${claim}`, {meta: {hardCase: id}}, run);
}

/** The same once for each row, of which `claim` may name values as in `test.for`. */
hardCase.for =
  <const Row>(rows: readonly Row[]) =>
  (id: HardCaseId, claim: string, run: (row: Row, context: TestContext) => Promise<void>): void => {
    test.for(rows)(`${id} ${claim}`, {meta: {hardCase: id}}, run);
  };
