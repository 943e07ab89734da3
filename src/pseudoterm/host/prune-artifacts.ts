import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';

const DAY_MS = 24 * 3_600_000;
const LONGEST_MS = 30 * DAY_MS;
const MOST_RUNS = 2_000;

/** Removes the artifacts of runs older than 30 days, and of all but the latest 2000 runs. Never rejects. */
export async function pruneArtifacts(folder: string, now: number = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const runs: {path: string; at: number}[] = [];
  for (const name of names.filter(each => each.startsWith('r-'))) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isDirectory()) runs.push({path, at: facts.mtimeMs});
  }
  const latestFirst = runs.toSorted((a, b) => b.at - a.at);
  const outdated = latestFirst.filter((run, i) => i >= MOST_RUNS || now - run.at > LONGEST_MS);
  for (const {path} of outdated) await rm(path, {recursive: true, force: true}).catch(() => {});
}
