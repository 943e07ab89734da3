import {expect, test} from 'vitest';
import {type CaseRun, findMissing, scoresOf} from './every-case.ts';
import {type HardCaseId, hardCaseIds} from './hard-case-list.ts';
import type {NotApplicable} from './not-applicable.ts';

/** Runs in which every case is held in every shell. */
const all: readonly CaseRun[] = hardCaseIds.map(hardCase => ({
  title: hardCase,
  hardCase,
  state: 'passed',
  terminals: hardCase === 'D27c' ? ['pty dash', 'pty tcsh'] : ['pty bash', 'pty zsh', 'pty fish'],
}));

/** The same with another result for one case. */
const allBut = (hardCase: HardCaseId, change: Partial<CaseRun>): readonly CaseRun[] =>
  all.map(run => (run.hardCase === hardCase ? {...run, ...change} : run));

const missing = (runs: readonly CaseRun[], ...leftOut: readonly NotApplicable[]) => findMissing(runs, {pty: leftOut});

test('nothing is missing where every case was run in every shell', () => {
  expect(missing(all)).toEqual([]);
});

test('a case is missing in a shell that none of its tests has opened a terminal of, whatever they are called', () => {
  const runs = allBut('D41', {title: 'pty, fish: D41 pagers', terminals: ['pty bash', 'pty zsh']});
  expect(missing(runs)).toEqual(['D41 (pagers) has not been run in fish on pty.']);
});

test('a case without a test, and one whose tests never ran, are missing everywhere', () => {
  const sentences = ['bash', 'zsh', 'fish'].map(shell => `D41 (pagers) has not been run in ${shell} on pty.`);
  expect(missing(all.filter(run => run.hardCase !== 'D41'))).toEqual(sentences);
  expect(missing(allBut('D41', {state: 'pending'}))).toEqual(sentences);
});

test('a further backend has cases of its own to hold', () => {
  const sentences = findMissing(all, {pty: [], other: []});
  expect(sentences).toContain('D41 (pagers) has not been run in bash on other.');
  expect(sentences).toHaveLength((all.length - 1) * 3 + 2);
});

test('on a terminal that this run has no tests on nothing is missing', () => {
  const isChosen = (backend: string, shell: string) => backend === 'pty' || shell === 'bash';
  const leftOut = {pty: [], other: [{case: 'D17', part: 'all', shell: 'fish', reason: 'no here-documents'}] as const};
  expect(findMissing(all, leftOut, isChosen)).toHaveLength(all.length - 1);
  expect(findMissing(all, leftOut, backend => backend === 'pty')).toEqual([]);
});

test('a test that is skipped for what the machine lacks, and one that failed, are accounted for elsewhere', () => {
  expect(missing(allBut('D41', {state: 'skipped', terminals: []}))).toEqual([]);
  expect(missing(allBut('D41', {state: 'failed'}))).toEqual([]);
});

test('a case that is left out with a reason is not missing where it is left out', () => {
  const without = all.filter(run => run.hardCase !== 'D41');
  expect(missing(without, {case: 'D41', part: 'all', reason: 'no pagers'})).toEqual([]);
  expect(missing(without, {case: 'D41', part: 'all', reason: 'no pagers', shell: 'fish'})).toHaveLength(2);
});

test('a list of what is left out that is not true is told', () => {
  const entry = {case: 'D41', part: 'all', reason: 'no pagers'} as const;
  expect(missing(all, entry)).toEqual(['D41 is left out on pty, but is run there.']);
  expect(missing(all, {...entry, shell: 'zsh'})).toEqual(['D41 is left out on pty zsh, but is run there.']);
  expect(missing(all, {...entry, part: 'man', reason: ''})).toEqual(['D41 is left out on pty without a reason.']);
  const without = allBut('D41', {terminals: ['pty bash', 'pty zsh']});
  expect(missing(without, {...entry, part: 'man', shell: 'fish'})).toContain(
    'D41 is left out in part on pty fish, but nothing of it is run there.',
  );
});

test('a test that is bound to no case is told', () => {
  const stray: CaseRun = {title: 'D41 pagers', hardCase: undefined, state: 'passed', terminals: ['pty bash']};
  expect(missing([...all, stray])).toEqual(['"D41 pagers" is bound to no hard case.']);
});

test('a score counts the cases that apply to a shell, and as held those of which every test has passed', () => {
  const failed: CaseRun = {title: 'D41 more', hardCase: 'D41', state: 'failed', terminals: ['pty zsh']};
  const leftOut = [{case: 'D17', part: 'all', shell: 'fish', reason: 'no here-documents'}] as const;
  const cases = all.length - 1;
  expect(scoresOf([...all, failed], 'pty', leftOut)).toEqual([
    {shell: 'bash', applicable: cases, held: cases, missed: [], tests: cases},
    {shell: 'zsh', applicable: cases, held: cases - 1, missed: ['D41'], tests: cases + 1},
    {shell: 'fish', applicable: cases - 1, held: cases - 1, missed: [], tests: cases},
    {shell: 'dash', applicable: 1, held: 1, missed: [], tests: 1},
    {shell: 'tcsh', applicable: 1, held: 1, missed: [], tests: 1},
  ]);
});
