import {BaseSequencer, type TestSpecification} from 'vitest/node';

/**
 * The order of test files. The hard cases and the engine's mostly wait for programs, up to a minute; the others under `test/` mostly keep a
 * processor busy: they come in turns, so that neither do all workers wait nor all processors have too much to do. The tests of single rooms
 * are short: they are left for the end, where a worker with a long file would keep the others waiting.
 */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isUnder = (folders: readonly string[], {moduleId}: TestSpecification): boolean =>
      folders.some(folder => moduleId.startsWith(`${this.ctx.config.root}/${folder}/`));
    const short = sorted.filter(file => isUnder(['src'], file));
    const waiting = sorted.filter(file => isUnder(['test/conformance', 'test/engine'], file));
    const working = sorted.filter(file => !short.includes(file) && !waiting.includes(file));
    return [...inTurns(waiting, working), ...short];
  }
}

/** All of both, each in its order, as evenly as their numbers allow. */
function inTurns<Item>(some: readonly Item[], others: readonly Item[]): Item[] {
  const placed = [some, others].flatMap(items => items.map((item, at) => ({item, place: (at + 0.5) / items.length})));
  return placed.sort((one, other) => one.place - other.place).map(({item}) => item);
}
