import {afterAll, expect, test} from 'vitest';
import {compilePattern, StepBudget} from '../../patterns/index.ts';
import {Pen} from '../../screen/index.ts';
import {Searcher} from './searcher.ts';

const searcher = new Searcher();
afterAll(() => searcher[Symbol.asyncDispose]());

const never = new AbortController().signal;
/** Letters as if thrown, the same every time. */
function letters(count: number): string {
  let state = 1;
  const letter = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 16) & 1;
  };
  return Array.from({length: count}, () => 'ab'.charAt(letter())).join('');
}
const costly = compilePattern('a(a|b){300}c');

test('many searches at once each get their own answer, also when more come than run together', async () => {
  const texts = Array.from(
    {length: 30},
    (_, at) => `${letters(3000 + at)}${at % 3 === 0 ? `a${'b'.repeat(300)}c` : ''}`,
  );
  const found = await Promise.all(
    texts.map(text =>
      searcher.test([costly, compilePattern('^a')], [text, 'plain'], {budget: new StepBudget(), signal: never}),
    ),
  );
  expect(found).toEqual(
    texts.map((text, at) => ({
      result: [
        [at % 3 === 0, text.startsWith('a')],
        [false, false],
      ],
      isDone: true,
    })),
  );
});

test('a search that is given up leaves the others alone', async () => {
  const abort = new AbortController();
  const search = (signal: AbortSignal) =>
    searcher.test([costly], [letters(60_000)], {budget: new StepBudget(), signal}).catch(error => error.code);
  const [given, kept] = [search(abort.signal), search(never)];
  abort.abort();
  expect(await given).toBe('cancelled');
  expect(await kept).toMatchObject({result: [[false]], isDone: true});
  expect(searcher.running).toBe(0);
});

test('what ends for its budget says how far it came', async () => {
  const budget = new StepBudget();
  budget.spend(budget.left - 3_000_000);
  const texts = ['plain', letters(20_000), 'not reached'];
  expect(await searcher.test([costly], texts, {budget, signal: never})).toMatchObject({
    result: [[false]],
    isDone: false,
  });
  expect(budget.isSpent).toBe(true);
});

test('a failure on the thread is the failure of its search alone', async () => {
  const stretch = {bytes: Buffer.from('x\n'.repeat(200_000)), style: new Pen().state, columns: 80};
  const options = {allBytes: 1e9, budget: new StepBudget(), signal: never};
  const broken = searcher.pick(stretch, {type: 'matching', pattern: '(', contextLines: 0, longest: 10}, options);
  const sound = searcher.pick(stretch, {type: 'matching', pattern: '^x$', contextLines: 0, longest: 10}, options);
  await expect(broken).rejects.toMatchObject({code: 'invalid_pattern'});
  expect((await sound).result).toMatchObject({lines: 200_000, searched: 200_000});
});

test('after it was closed it searches no more, and closing twice is fine', async () => {
  const closed = new Searcher();
  const ended = expect(
    closed.test([costly], [letters(60_000)], {budget: new StepBudget(), signal: never}),
  ).rejects.toMatchObject({code: 'cancelled'});
  await closed[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
  await ended;
  await expect(
    closed.test([costly], [letters(60_000)], {budget: new StepBudget(), signal: never}),
  ).rejects.toMatchObject({code: 'cancelled'});
});
