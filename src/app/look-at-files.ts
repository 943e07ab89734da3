import {type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync} from 'node:fs';

/** No repository of a person's has longer settings: what is behind is not looked at. Bytes. */
const LONGEST = 256 * 1024;

/** Another one when it has changed; null when nothing is there, or nothing that may be looked at. */
export function versionOf(path: string): string | null {
  const facts = factsOf(path);
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : null;
}

export function factsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false, bigint: true});
  } catch {
    return undefined;
  }
}

/** Null for what is no file. */
export function textOf(path: string): string | null {
  return bytesOf(path, LONGEST)?.toString('utf8') ?? null;
}

/** At most so many from the beginning; null for what is no file. A pipe is not waited for. */
export function bytesOf(path: string, most: number): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return null;
    // Not every file system says how long a file is.
    const bytes = Buffer.allocUnsafe(Math.min(most, Math.max(4096, facts.size)));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

export function isLink(path: string): boolean {
  try {
    return lstatSync(path, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
  } catch {
    return false;
  }
}
