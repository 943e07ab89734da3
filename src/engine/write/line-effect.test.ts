import {expect, test} from 'vitest';
import {lineEffect} from './line-effect.ts';

const nothing = {submits: false, discards: false, endsInput: false};
const effectOf = (text: string) => lineEffect(Buffer.from(text));

test.each([
  '\r',
  'ls\r',
  'ls\n',
  '\x0f',
  '\x1bOM',
  '\x1b[13u',
  '\x1b[13;1u',
  '\x1b[13;5:1u',
  '\x1b[109;5u',
  '\x1b[57414u',
  '\x1b[27;5;13~',
])('%j submits a line', text => {
  expect(effectOf(text)).toEqual({...nothing, submits: true});
});

test.each([
  'ls',
  '\t',
  '\x1b[A',
  '\x1b[Z',
  '\x15',
  '\x1b[9;5u',
  '\x1b[130u',
  '\x1b[<0;13;10M',
  '\x1b[200~a\rb\x1b[201~',
  '\x1b[200~a\nb',
])('%j leaves the line being edited', text => {
  expect(effectOf(text)).toEqual(nothing);
});

test('Ctrl+C and Ctrl+D end a line otherwise, in every encoding', () => {
  for (const text of ['\x03', 'ab\x03', '\x1b[99;5u', '\x1b[27;5;99~'])
    expect(effectOf(text)).toEqual({...nothing, discards: true});
  for (const text of ['\x04', '\x1b[100;5u', '\x1b[27;5;100~'])
    expect(effectOf(text)).toEqual({...nothing, endsInput: true});
});

test('Enter behind a paste submits what was pasted', () => {
  expect(effectOf('\x1b[200~rm x\x1b[201~\r')).toEqual({...nothing, submits: true});
});
