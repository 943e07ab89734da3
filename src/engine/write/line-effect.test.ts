import {expect, test} from 'vitest';
import {beginning, keysIn, leavesEmpty, lineEffect, splitAtActs} from './line-effect.ts';

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

const effects = (text: string) =>
  keysIn(Buffer.from(text)).map(key => ({
    key: Buffer.from(key.bytes).toString(),
    effect: key.effect,
    isSure: key.isSure,
    leavesEmpty: leavesEmpty(key),
  }));

test.each([
  ['\r', 'submits', 'everywhere', false],
  ['\n', 'submits', 'everywhere', false],
  ['\x0f', 'submits', 'somewhere', false],
  ['\x1bOM', 'submits', 'somewhere', false],
  ['\x1b[13u', 'submits', 'somewhere', false],
  ['\x1b[13;5u', 'submits', 'somewhere', false],
  ['\x1b[27;5;13~', 'submits', 'somewhere', false],
  ['\x03', 'interrupts', 'everywhere', true],
  ['\x1b[99;5u', 'interrupts', 'somewhere', true],
  ['\x1a', 'stops', 'everywhere', true],
  ['\x1c', 'stops', 'everywhere', true],
  ['\x04', 'endsInput', 'everywhere', true],
  ['\x1b[100;5u', 'endsInput', 'somewhere', true],
  ['\x15', 'kills', 'everywhere', true],
  ['\x17', 'erases', 'everywhere', true],
  ['\x7f', 'erases', 'everywhere', true],
  ['\x08', 'erases', 'somewhere', true],
  ['\x01', 'erases', 'somewhere', true],
  ['\x05', 'erases', 'somewhere', true],
  ['\x0b', 'erases', 'somewhere', true],
  ['\x0c', 'erases', 'somewhere', true],
  ['\t', 'other', 'somewhere', false],
  ['\x16', 'other', 'somewhere', false],
  ['\x19', 'other', 'somewhere', false],
  ['\x10', 'other', 'somewhere', false],
  ['ls -l é', 'text', 'everywhere', false],
  ['\x1b[200~a\rb\x03\x1b[201~', 'text', 'everywhere', false],
  ['\x1b[200~a\nb', 'text', 'everywhere', false],
] as const)('%j: %s, %s; leaves an empty line empty: %s', (key, effect, where, isEmpty) => {
  const told = {key, effect, isSure: where === 'everywhere', leavesEmpty: isEmpty};
  expect(effects(key)).toEqual([told]);
  const text = {key: 'x', effect: 'text', isSure: true, leavesEmpty: false};
  if (effect !== 'text') expect(effects(`x${key}x`)).toEqual([text, told, text]);
});

test('what no table knows puts anything on the line: arrows, the mouse, Escape', () => {
  for (const key of ['\x1b[A', '\x1b[<0;13;10M', '\x1b'])
    expect(effects(key)[0]).toEqual({key: '\x1b', effect: 'other', isSure: false, leavesEmpty: false});
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

test.each(['lv', '3h#', 'fiv', 'rvv', 'dtcv', '\x1b\x1bv', '\x1b[C\x1bOCv', '\x15\x06v', `${'l'.repeat(5000)}v`])(
  'what commands of vi lead to behind Escape (%j) makes bash run the line, in whatever pieces it comes',
  commands => {
    const act = `\x1b${commands}`;
    expect(split(`ls${act}x`)).toEqual([
      ['ls', act, 'submits'],
      ['x', ''],
    ]);
    let before = '';
    for (const key of act.slice(0, -1)) {
      expect(split(key, {before})).toEqual([[key, '']]);
      before = beginning(before + key);
      expect(before.length).toBeLessThan(8);
    }
    expect(split(act.slice(-1), {before})).toEqual([['', act.slice(-1), 'submits']]);
  },
);

test.each(['\x1biv', '\x1blcwv', '\x1b[Cv', '\x1bOCv', '\x1brv', '\x1bfvAv', '\x1b\x1b[200~v\x1b[201~'])(
  'a letter behind %j is text',
  typed => {
    expect(split(typed)).toEqual([[typed, '']]);
  },
);

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

test.each([
  '\x1bo',
  '\x07',
  '\x0e',
  '\x10',
  '\x1bg',
  '\x1b$',
  '\x1bx',
  '\x1b[111;3u',
  '\x1b[27;3;111~',
  '\x1bl=',
  '\x1b$*',
  '\x1b0.',
])('%j makes some shell expand what the line holds', act => {
  expect(splitAtActs(Buffer.from(`ls${act}`), {before: '', honoursPastes: true}).map(({type}) => type)).toContainEqual(
    /111/.test(act) ? 'submits' : 'lists',
  );
});

test.each(['\x1bb', '\x1bf', '\x1bd', '\x1b5', '\x1b[A', '\x1b[1;5C', '\x1bOH', '\x1b[3~', '\x01', '\x05', '\x12'])(
  '%j runs nothing, whatever the line holds',
  key => {
    expect(split(`ls${key}`)).toEqual([[`ls${key}`, '']]);
  },
);

test.each(['#', 'lv', '3h#'])(
  'in zsh ^X ^V leads to the commands of vi as Escape does: %j, in whatever pieces it comes',
  commands => {
    const act = `\x18\x16${commands}`;
    expect(split(`ls${act}`)).toEqual([[`ls\x18`, act.slice(1), 'submits']]);
    let before = '';
    for (const key of act.slice(0, -1)) before = beginning(before + key);
    expect(split(act.slice(-1), {before})).toEqual([['', act.slice(-1), 'submits']]);
  },
);

test('a Tab behind ^X is no text of its own before it: the editor is asked before both', () => {
  expect(split('ls\x18\t')).toEqual([['ls', '\x18\t', 'expands']]);
});
