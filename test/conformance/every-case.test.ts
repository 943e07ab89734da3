import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {notApplicable1to35, notApplicable36to88} from './not-applicable.ts';

const lettered = ['D15b', 'D27b', 'D27c'];

test('every hard case from D01 to D35 is run, or listed with the reason why not', () => {
  const wanted = [...Array.from({length: 35}, (_, index) => `D${String(index + 1).padStart(2, '0')}`), ...lettered];
  const met = new Set([...runCases(), ...notApplicable1to35.map(entry => entry.case)]);
  expect(wanted.filter(name => !met.has(name))).toEqual([]);
});

test('every hard case from D36 to D88 is run, or listed with the reason why not, and none is both', () => {
  const wanted = Array.from({length: 53}, (_, index) => `D${index + 36}`);
  const run = runCases();
  const leftOut = notApplicable36to88.filter(entry => entry.part === 'all').map(entry => entry.case);
  expect(wanted.filter(name => !run.has(name) && !leftOut.includes(name))).toEqual([]);
  expect(leftOut.filter(name => run.has(name))).toEqual([]);
});

test('a case left out in part is run in another, and its reason is said', () => {
  const run = runCases();
  const inPart = notApplicable36to88.filter(entry => entry.part !== 'all');
  for (const entry of [...notApplicable1to35, ...inPart]) {
    expect(run).toContain(entry.case);
    expect(entry.reason).not.toBe('');
  }
});

/** Numbers that titles of tests in this folder begin with. */
function runCases(): Set<string> {
  const folder = import.meta.dirname;
  const texts = readdirSync(folder)
    .filter(name => name.endsWith('.test.ts'))
    .map(name => readFileSync(`${folder}/${name}`, 'utf8'));
  return new Set(texts.flatMap(text => [...text.matchAll(/['"`](D\d\d[a-z]?) /g)].map(found => found[1] ?? '')));
}
