import {expect, test} from 'vitest';
import {lineEffect, splitAtActs} from './line-effect.ts';

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

const split = (text: string, {before = '', honoursPastes = true} = {}): unknown =>
  splitAtActs(Buffer.from(text), {before, honoursPastes}).map(({text, act, type}) => [
    Buffer.from(text).toString(),
    Buffer.from(act).toString(),
    ...(act.length > 0 ? [type] : []),
  ]);

test.each([
  '\r',
  '\n',
  '\x0f',
  '\x1bOM',
  '\x1b[13u',
  '\x18\x05',
  '\x18e',
  '\x1b\x05',
  '\x1b#',
  '\x1ba',
  '\x1bz',
  '\x1bv',
])('%j makes a shell run the line, in whatever pieces it comes', act => {
  expect(split(`ls${act}x`)).toEqual([
    ['ls', act, 'submits'],
    ['x', ''],
  ]);
  for (let at = 1; at < act.length; at++)
    expect(split(act.slice(at), {before: `ls${act.slice(0, at)}`})).toEqual([['', act.slice(at), 'submits']]);
});

test('a paste is text only for who knows its marks', () => {
  const paste = '\x1b[200~rm x\ry\x1b[201~';
  expect(split(paste)).toEqual([[paste, '']]);
  expect(split(paste, {honoursPastes: false})).toEqual([
    ['\x1b[200~rm x', '\r', 'submits'],
    ['y\x1b[201~', ''],
  ]);
});

test('completion is told from Enter', () => {
  expect(split('a\tb\t\t\r')).toEqual([
    ['a', '\t', 'expands'],
    ['b', '\t', 'expands'],
    ['', '\t', 'expands'],
    ['', '\r', 'submits'],
  ]);
});

test.each(['\x18g', '\x18d', '\x18m', '\x18G'])('%j makes zsh expand the line, in whatever pieces it comes', act => {
  expect(split(`ls${act}`)).toEqual([['ls', act, 'lists']]);
  expect(split(act.slice(1), {before: 'ls\x18'})).toEqual([['', act.slice(1), 'lists']]);
});

test('a Tab behind ^X is no text of its own before it: the editor is asked before both', () => {
  expect(split('ls\x18\t')).toEqual([['ls', '\x18\t', 'expands']]);
});
