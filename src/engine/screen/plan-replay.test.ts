import {expect, test} from 'vitest';
import {logCursor as at} from '../../core/index.ts';
import {planReplay, type ReplayPlan} from './plan-replay.ts';

const MB = 1024 * 1024;

function plan(stretches: readonly (readonly [number, number | null])[], to: number, oldest = 0): ReplayPlan {
  const given = stretches.map(([from, end]) => ({from: at(from), to: end === null ? null : at(end)}));
  return planReplay(given, {oldest: at(oldest), to: at(to)});
}

test('a short log is replayed whole', () => {
  expect(plan([], MB)).toEqual({from: 0, beginsAlternate: false, skips: []});
});

test('of a long one the newest, as far as it is kept', () => {
  expect(plan([], 100 * MB)).toEqual({from: 98 * MB, beginsAlternate: false, skips: []});
  expect(plan([], 100 * MB, 99 * MB)).toMatchObject({from: 99 * MB});
});

test('a full-screen program that has ended is replayed like everything else, for it may leave modes behind', () => {
  expect(plan([[1000, 2000]], MB)).toEqual({from: 0, beginsAlternate: false, skips: []});
});

test('one that began before what is replayed is passed over', () => {
  expect(plan([[10 * MB, 50 * MB]], 50 * MB + 100)).toEqual({
    from: 10 * MB - MB / 4,
    beginsAlternate: false,
    skips: [{from: 10 * MB, to: 50 * MB}],
  });
});

test('one that still runs is replayed from its beginning', () => {
  expect(plan([[10 * MB, null]], 20 * MB)).toEqual({from: 10 * MB - MB / 4, beginsAlternate: false, skips: []});
});

test('one that has drawn too much, or whose beginning is gone, is replayed from the middle', () => {
  expect(plan([[10 * MB, null]], 100 * MB)).toEqual({from: 68 * MB, beginsAlternate: true, skips: []});
  expect(plan([[10 * MB, null]], 20 * MB, 15 * MB)).toEqual({from: 15 * MB, beginsAlternate: true, skips: []});
  expect(plan([[10 * MB, 20 * MB]], 21 * MB, 15 * MB)).toEqual({
    from: 15 * MB,
    beginsAlternate: true,
    skips: [{from: 15 * MB, to: 20 * MB}],
  });
});

test('what is before a full-screen program may be the end of another', () => {
  const stretches = [
    [0, 10 * MB - 100],
    [10 * MB, null],
  ] as const;
  expect(plan(stretches, 20 * MB)).toEqual({from: 10 * MB - 100, beginsAlternate: false, skips: []});
});

test('no replay begins where it is not known which screen was drawn on', () => {
  const unsure = [{from: at(97 * MB), to: at(99 * MB)}];
  const planned = (to: number) => planReplay([{from: at(99 * MB), to: null}], {oldest: at(0), to: at(to), unsure});
  expect(planned(100 * MB)).toEqual({from: 99 * MB, beginsAlternate: false, skips: []});
  expect(planned(98 * MB)).toMatchObject({from: 96 * MB});
});

test('a moment of the past knows nothing of what ends later', () => {
  expect(plan([[1000, 5000]], 3000)).toEqual({from: 0, beginsAlternate: false, skips: []});
});
