import {closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync} from 'node:fs';
import {whyNotFirm} from './firm-path.ts';
import {unsafeFile} from './refusals.ts';
import {canOthersWrite, factsOf, isTrusted, ownerName} from './whose.ts';

/**
 * The text of a file that a user wrote and that we obey, such as the configuration; undefined when there is none. Links of
 * the user's own are followed. Throws `home_unwritable` when somebody else may have written it.
 */
export function readTrustedFile(path: string): string | undefined {
  if (path === '/dev/null' || !factsOf(path)) return undefined;
  refuse(path, whyNotFirm(path));
  const file = openToRead(path);
  if (file === undefined) return undefined;
  try {
    refuse(path, reasonAgainst(fstatSync(file)));
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** A regular file, or a link to one, that this user or the system made. */
export function isTrustedFile(path: string): boolean {
  const own = factsOf(path);
  const target = own && statSync(path, {throwIfNoEntry: false});
  return target?.isFile() === true && isTrusted(own ?? target) && isTrusted(target);
}

/** Links are followed; a pipe is not waited for. Null for what is no regular file, or longer than so many bytes. Throws what opening it throws. */
export function readRegularFile(path: string, mostBytes = Number.POSITIVE_INFINITY): string | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const facts = fstatSync(file);
    return facts.isFile() && facts.size <= mostBytes ? readFileSync(file, 'utf8') : null;
  } finally {
    closeSync(file);
  }
}

/** Whether this user or the system has put something there, whatever it is: a folder, a pipe, a link that leads nowhere. */
export function isTrustedPlace(path: string): boolean {
  const facts = factsOf(path);
  return facts !== undefined && isTrusted(facts);
}

function refuse(path: string, reason: string | undefined): void {
  if (reason === undefined) return;
  const remedy = `If what is in it is yours: chmod go-w ${path}, or chown it to yourself. Otherwise remove it.`;
  throw unsafeFile(path, reason, remedy);
}

/** The other end of a pipe is not waited for. Undefined when it has just gone. */
function openToRead(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing && !factsOf(path)) return undefined;
    if (isMissing)
      throw unsafeFile(path, 'it is a link that leads nowhere', 'Put back what it leads to, or remove it.');
    throw unsafeFile(path, error instanceof Error ? error.message : String(error), 'Make it readable, or remove it.');
  }
}

function reasonAgainst(facts: Stats): string | undefined {
  if (!facts.isFile()) return 'it is no regular file';
  if (!isTrusted(facts)) return `it belongs to ${ownerName(facts)}`;
  return canOthersWrite(facts) ? `others may write it (mode ${(facts.mode & 0o777).toString(8)})` : undefined;
}
