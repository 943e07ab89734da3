import {expect, test} from 'vitest';
import {CustomSequences} from './custom-sequences.ts';

const output = 'before\x1b]1337;Custom=id=me:a:b\x07 and \x1b]1337;SetUserVar=told=eWVz\x1b\\ after';
const told = [
  {type: 'custom', identity: 'me', payload: 'a:b'},
  {type: 'variable', name: 'told', value: 'yes'},
];

test('sequences are found wherever the output is cut', () => {
  const bytes = Buffer.from(output);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const sequences = new CustomSequences();
    const found = [...sequences.push(bytes.subarray(0, cut)), ...sequences.push(bytes.subarray(cut))];
    expect(found).toEqual(told);
  }
});

test('one that never ends is forgotten, and what comes later is found', () => {
  const sequences = new CustomSequences();
  sequences.push(Buffer.from('\x1b]1337;Custom=id=me:'));
  for (let piece = 0; piece < 3; piece++) sequences.push(Buffer.alloc(600_000, 'x'));
  expect(sequences.push(Buffer.from(output))).toEqual(told);
});

test('others of that number, and those without an identity, are none', () => {
  const others = '\x1b]1337;CurrentDir=/tmp\x07\x1b]1337;Custom=x=y:payload\x07\x1b]1337;SetUserVar=a.b=eWVz\x07';
  expect(new CustomSequences().push(Buffer.from(others))).toEqual([]);
});
