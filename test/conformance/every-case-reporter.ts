/**
 * A vitest reporter: after a run of the whole conformance suite, also as a part of more, it says which hard cases were not
 * held, and fails the run. A run of some files, or of some tests of each, is not judged.
 */
import {readdirSync} from 'node:fs';
import {basename} from 'node:path';
import type {Reporter, TestCase, TestModule, Vitest} from 'vitest/node';
import {noteRunFault} from '../support/run-faults.ts';
import {isChosen} from './chosen-terminals.ts';
import {type CaseRun, findMissing} from './every-case.ts';
import {notApplicable} from './not-applicable.ts';

const folder = import.meta.dirname;
/** Tests of the judge, not of the product. */
const ownTest = 'every-case.test.ts';

export class EveryCaseReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const ran = modules.filter(module => module.moduleId.startsWith(folder) && basename(module.moduleId) !== ownTest);
    const names = new Set(ran.map(module => basename(module.moduleId)));
    const isWhole = conformanceFiles().every(name => names.has(name));
    if (!isWhole || this.#vitest?.config.testNamePattern !== undefined) return;
    const runs = ran.flatMap(module => [...module.children.allTests()].map(asRun));
    const missing = findMissing(runs, notApplicable, isChosen);
    for (const sentence of missing) noteRunFault(`conformance: ${sentence}`);
    if (missing.length > 0) process.exitCode = 1;
    else console.log(`conformance: every hard case was run in every shell it applies to (${runs.length} tests)`);
  }
}

function conformanceFiles(): readonly string[] {
  return readdirSync(folder).filter(name => name.endsWith('.test.ts') && name !== ownTest);
}

function asRun(test: TestCase): CaseRun {
  const {hardCase, terminals = []} = test.meta();
  return {title: test.fullName, hardCase, state: test.result().state, terminals};
}
