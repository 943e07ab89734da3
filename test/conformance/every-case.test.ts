import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {notApplicable1to35} from './not-applicable.ts';

const lettered = ['D15b', 'D27b', 'D27c'];

test('every hard case from D01 to D35 is run, or listed with the reason why not', () => {
  const wanted = [...Array.from({length: 35}, (_, index) => `D${String(index + 1).padStart(2, '0')}`), ...lettered];
  const met = new Set([...runCases(), ...notApplicable1to35.map(entry => entry.case)]);
  expect(wanted.filter(name => !met.has(name))).toEqual([]);
});

test('a case left out in part is run in another, and its reason is said', () => {
  const run = runCases();
  for (const entry of notApplicable1to35) {
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
