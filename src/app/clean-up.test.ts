import {expect, test} from 'vitest';
import {CleanUp} from './clean-up.ts';

test('what was taken last is given back first, one after the other, and only once', async () => {
  const order: string[] = [];
  const cleanUp = new CleanUp();
  cleanUp.use({[Symbol.dispose]: () => void order.push('first')});
  cleanUp.defer(async () => {
    await Promise.resolve();
    order.push('second');
  });
  const third = cleanUp.use({[Symbol.asyncDispose]: async () => void order.push('third'), name: 'third'});
  await cleanUp[Symbol.asyncDispose]();
  await cleanUp[Symbol.asyncDispose]();
  expect({order, returned: third.name}).toEqual({order: ['third', 'second', 'first'], returned: 'third'});
});

test('a failure keeps nothing from being given back', async () => {
  const order: string[] = [];
  const fail = (word: string) => () => {
    order.push(word);
    throw new Error(word);
  };
  const one = new CleanUp();
  one.defer(() => order.push('fine'));
  one.defer(fail('broken'));
  await expect(one[Symbol.asyncDispose]()).rejects.toThrow('broken');
  const two = new CleanUp();
  two.defer(fail('a'));
  two.defer(fail('b'));
  await expect(two[Symbol.asyncDispose]()).rejects.toThrow(AggregateError);
  expect(order).toEqual(['broken', 'fine', 'b', 'a']);
});

test('after a move only the new owner gives back', async () => {
  let given = 0;
  const cleanUp = new CleanUp();
  cleanUp.defer(() => given++);
  const owner = cleanUp.move();
  await cleanUp[Symbol.asyncDispose]();
  const before = given;
  await owner[Symbol.asyncDispose]();
  expect({before, given}).toEqual({before: 0, given: 1});
});
