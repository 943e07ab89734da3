import {readFileSync} from 'node:fs';
import type {Level} from '../level.ts';

/** A line and the level that people gave it. */
export interface Row {
  readonly level: Level;
  readonly line: string;
}

/** `test/fixtures/policy`: a letter and a line in each row; `⏎` is a line feed. */
export function readCorpus(name: string): readonly Row[] {
  const text = readFileSync(new URL(`../../../test/fixtures/policy/${name}.txt`, import.meta.url), 'utf8');
  return text.split('\n').flatMap(row => {
    const level = LEVELS[row.slice(0, 1)];
    return level ? [{level, line: row.slice(2).replaceAll('⏎', '\n')}] : [];
  });
}

const LEVELS: Readonly<Record<string, Level>> = {S: 'SAFE', C: 'CAUTION', D: 'DANGEROUS'};
