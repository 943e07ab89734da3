import fc from 'fast-check';
import {expect, test} from 'vitest';
import {guessId} from './json-rpc-error.ts';
import {responseId} from './response-id.ts';

const idOf = (message: unknown) => responseId(Buffer.from(`${JSON.stringify(message)}\n`));

test('the id of a response is found wherever it stands', () => {
  const ids = fc.oneof(fc.string(), fc.integer());
  fc.assert(
    fc.property(ids, fc.dictionary(fc.string(), fc.jsonValue()), (id, result) => {
      expect(idOf({result, jsonrpc: '2.0', id})).toBe(id);
      expect(idOf({jsonrpc: '2.0', id, result})).toBe(id);
      expect(idOf({error: result, jsonrpc: '2.0', id})).toBe(id);
      expect(idOf({id, result, jsonrpc: '2.0'})).toBe(id);
    }),
  );
});

test.each([
  {method: 'ping', jsonrpc: '2.0', id: 3},
  {method: 'notifications/x', params: {a: ',"jsonrpc":"2.0","id":3}'}, jsonrpc: '2.0'},
  {result: {text: ',"jsonrpc":"2.0","id":9}'}, jsonrpc: '2.0'},
])('what is no response has no response id: %j', message => {
  expect(idOf(message)).toBeUndefined();
});

test('the id of a message too long to read is guessed from either end, and never from its parameters', () => {
  const none = Buffer.alloc(0);
  expect(guessId(Buffer.from('{"jsonrpc":"2.0","id":7,"method":"x","params":{"id":8'), none)).toBe(7);
  expect(
    guessId(Buffer.from('{"method":"x","params":{"id":8,'), Buffer.from('aaa"}},"jsonrpc":"2.0","id":"z"}\n')),
  ).toBe('z');
  expect(guessId(Buffer.from('{"method":"x","params":{"id":8,'), none)).toBeNull();
});
