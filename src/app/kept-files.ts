import {closeSync, constants, readdirSync, rmSync, statSync, writeSync} from 'node:fs';
import {join} from 'node:path';
import {openPrivateFile, usePrivateFolder} from '../private/index.ts';

/** Of the files in such a folder the newest are kept. */
const MOST_FILES = 200;

/** Writes files that were made for a caller into a folder of ours, and takes the oldest ones away. */
export function keepFilesIn(folder: string): (name: string, bytes: Uint8Array) => string {
  return (name, bytes) => {
    usePrivateFolder(folder);
    const path = join(folder, name);
    const file = openPrivateFile(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    } finally {
      closeSync(file);
    }
    forgetOldest(folder);
    return path;
  };
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST_FILES) return;
  const aged = names.map(name => ({name, madeMs: statSync(join(folder, name), {throwIfNoEntry: false})?.mtimeMs ?? 0}));
  const oldest = aged.toSorted((a, b) => a.madeMs - b.madeMs).slice(0, names.length - MOST_FILES);
  for (const {name} of oldest) rmSync(join(folder, name), {force: true});
}
