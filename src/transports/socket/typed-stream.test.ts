import {expect, test} from 'vitest';
import {TypedStream} from './typed-stream.ts';

test('what was taken is not kept, also where it ends amid of what came in one piece', () => {
  const typed = new TypedStream();
  for (const text of ['one', 'two', 'three']) typed.push(Buffer.from(text));
  expect(typed.since(4).toString()).toBe('wothree');
  typed.taken(4);
  expect(typed.start.offset).toBe(4);
  expect(typed.since(4).toString()).toBe('wothree');
  expect(typed.since(11).toString()).toBe('');
  typed.push(Buffer.from('!'));
  expect(typed.since(8).toString()).toBe('ree!');
  typed.taken(12);
  expect({kept: typed.keptBytes, start: typed.start.offset}).toEqual({kept: 0, start: 12});
});

test('what is said to be taken once more is the same', () => {
  const typed = new TypedStream();
  typed.push(Buffer.from('abc'));
  typed.taken(2);
  typed.taken(1);
  expect(typed.since(typed.start.offset).toString()).toBe('c');
});
