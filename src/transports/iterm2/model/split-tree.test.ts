import {expect, test} from 'vitest';
import {divide, neighbour, type Split, sessionsIn, without} from './split-tree.ts';

const alone: Split = {vertical: false, children: ['a']};
const beside = {session: 'b', vertical: true, before: false};

test('the first division turns the tab the way that is asked for', () => {
  expect(divide(alone, 'a', beside)).toEqual({vertical: true, children: ['a', 'b']});
});

test('a division in the same direction stands in the same row, one across gets a row of its own', () => {
  const row = divide(alone, 'a', beside);
  expect(divide(row, 'a', {session: 'c', vertical: true, before: true})).toEqual({
    vertical: true,
    children: ['c', 'a', 'b'],
  });
  expect(divide(row, 'b', {session: 'c', vertical: false, before: true})).toEqual({
    vertical: true,
    children: ['a', {vertical: false, children: ['c', 'b']}],
  });
});

test('a session that is left alone in its row moves up, and nothing is left after the last', () => {
  const tree: Split = {vertical: true, children: ['a', {vertical: false, children: ['c', 'b']}]};
  expect(without(tree, 'c')).toEqual({vertical: true, children: ['a', 'b']});
  expect(without(tree, 'a')).toEqual({vertical: false, children: ['c', 'b']});
  expect(sessionsIn(tree)).toEqual(['a', 'c', 'b']);
  expect(without(alone, 'a')).toBeNull();
});

test('the neighbour of a pane stands on that side of it, whatever the order of the panes is', () => {
  // a | c  d
  //   | ----
  //   |  b
  const row: Split = {vertical: true, children: ['c', 'd']};
  const tree: Split = {vertical: true, children: ['a', {vertical: false, children: [row, 'b']}]};
  const around = (session: string) =>
    (['left', 'right', 'above', 'below'] as const)
      .map(direction => neighbour(tree, session, direction) ?? '-')
      .join(' ');
  expect({a: around('a'), b: around('b'), c: around('c'), d: around('d')}).toEqual({
    a: '- c - -',
    b: 'a - c -',
    c: 'a d - b',
    d: 'c - - b',
  });
});
