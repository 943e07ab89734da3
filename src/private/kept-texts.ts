import {readdirSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {KeptTexts} from '../core/index.ts';
import {readPrivateFile, writePrivateFile} from './private-file.ts';
import {usePrivateFolder} from './private-folder.ts';

/** Texts in a folder of our own, a file each. What cannot be read or written is not there. */
export function keptTexts(folder: string): KeptTexts {
  const path = (place: number): string => join(folder, String(place));
  return {
    places() {
      try {
        return readdirSync(folder)
          .filter(name => /^\d{1,15}$/.test(name))
          .map(Number)
          .toSorted((a, b) => a - b);
      } catch {
        return [];
      }
    },
    read(place) {
      try {
        return readPrivateFile(path(place));
      } catch {
        return undefined;
      }
    },
    write(place, text) {
      try {
        usePrivateFolder(folder);
        writePrivateFile(`${path(place)}.new`, text);
        renameSync(`${path(place)}.new`, path(place));
      } catch {
        // A full disk, a folder that is gone: it was a shortcut.
      }
    },
    forget(place) {
      rmSync(path(place), {force: true});
    },
  };
}
