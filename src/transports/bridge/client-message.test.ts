import {expect, test} from 'vitest';
import {readClientMessage} from './client-message.ts';

test.each([
  ['null', null],
  ['1.5', 1.5],
  ['true', null],
  ['{"a":1}', null],
  ['[1]', null],
  ['1e300', 1e300],
])('a request whose id is %s is no notification: it is told what an id has to be', (written, id) => {
  const line = Buffer.from(`{"jsonrpc":"2.0","id":${written},"method":"ping"}`);
  expect(readClientMessage(line, () => 'new')).toEqual({
    type: 'invalid',
    code: -32600,
    id,
    problem: 'The line is JSON but no JSON-RPC message.',
    hint: expect.stringContaining('Its "id" has to be a string or a whole number'),
  });
});
