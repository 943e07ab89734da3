import {mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {pruneArtifacts} from './prune-artifacts.ts';

test('artifacts are removed after 30 days, other folders never', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-prune-'));
  try {
    for (const [name, days] of [
      ['r-old', 31],
      ['r-new', 29],
      ['mine', 400],
    ] as const) {
      mkdirSync(join(folder, name));
      const at = new Date(Date.now() - days * 24 * 3_600_000);
      utimesSync(join(folder, name), at, at);
    }
    await pruneArtifacts(folder);
    expect(readdirSync(folder).toSorted()).toEqual(['mine', 'r-new']);
  } finally {
    rmSync(folder, {recursive: true});
  }
});
