import {BaseSequencer, type TestSpecification} from 'vitest/node';

/**
 * The order of test files: those under `test/` wait for programs, up to a minute, and come first. The tests of single rooms are short: they
 * are left for the end, where a worker with a long file would keep the others waiting.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShort = ({moduleId}: TestSpecification): boolean => moduleId.startsWith(`${this.ctx.config.root}/src/`);
    return [...sorted.filter(file => !isShort(file)), ...sorted.filter(isShort)];
  }
}
