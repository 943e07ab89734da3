import fc from 'fast-check';
import {expect, test} from 'vitest';
import {spliceMembers} from './json-splice.ts';

const splice = (json: string, path: string[], members = '"x":1') =>
  spliceMembers(Buffer.from(json), path, members)?.toString();

test.each([
  ['{"params":{"a":1}}', ['params'], '{"params":{"x":1,"a":1}}'],
  ['{"params":{}}', ['params'], '{"params":{"x":1}}'],
  ['{ "a" : [ {"params":{}} ] , "params" : { } }', ['params'], '{ "a" : [ {"params":{}} ] , "params" : {"x":1 } }'],
  [
    '{"s":"\\"params\\":{","params":{"_meta":{"t":2}}}',
    ['params', '_meta'],
    '{"s":"\\"params\\":{","params":{"_meta":{"x":1,"t":2}}}',
  ],
  ['{"p\\u0061rams":{"a":1}}', ['params'], '{"p\\u0061rams":{"x":1,"a":1}}'],
])('members are added to the object at the path: %s', (json, path, expected) => {
  expect(splice(json, path)).toBe(expected);
});

test.each([
  ['{"params":3}', ['params']],
  ['{"other":{"params":{}}}', ['params']],
  ['[]', ['params']],
])('nothing is changed where there is no such object: %s', (json, path) => {
  expect(splice(json, path)).toBeUndefined();
});

test('for any message the result is the message with the member added', () => {
  const message = fc.record({
    before: fc.json().map(text => JSON.parse(text) as unknown),
    params: fc.record({name: fc.string(), _meta: fc.dictionary(fc.string({minLength: 2}), fc.jsonValue())}),
    after: fc.jsonValue(),
  });
  fc.assert(
    fc.property(message, value => {
      const meta = {...value.params._meta, added: 'é'};
      const spliced = spliceMembers(Buffer.from(JSON.stringify(value)), ['params', '_meta'], '"added":"é"');
      expect(JSON.parse(String(spliced))).toEqual(
        JSON.parse(JSON.stringify({...value, params: {...value.params, _meta: meta}})),
      );
    }),
  );
});
