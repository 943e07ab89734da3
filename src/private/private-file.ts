import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import {unsafeFile} from './refusals.ts';
import {canOthersWrite, factsOf, isOurs, ownerName} from './whose.ts';

/** A link is not followed, and the other end of a pipe not waited for. */
const CAUTION = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a file of our own making, new ones with mode 0600. `flags` are those of `node:fs`, without `O_TRUNC`: what is not
 * ours must not be emptied. Throws `home_unwritable` for one that somebody else may have put there or may write, a link, a
 * pipe, a file of two names; otherwise what `openSync` throws. The folder is for {@link usePrivateFolder} to check.
 */
export function openPrivateFile(path: string, flags: number): number {
  const file = openWarily(path, flags);
  try {
    requirePrivate(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The whole of such a file as UTF-8. */
export function readPrivateFile(path: string): string {
  return withFile(openPrivateFile(path, constants.O_RDONLY), file => readFileSync(file, 'utf8'));
}

export interface PrivateWriting {
  /** `replace` (the default) empties it first, `append` writes at the end, `create` throws `EEXIST` when there is one. */
  readonly as?: 'replace' | 'append' | 'create';
}

/** Writes such a file, and makes it when there is none. */
export function writePrivateFile(path: string, content: string, {as = 'replace'}: PrivateWriting = {}): void {
  withFile(openPrivateFile(path, FLAGS[as]), file => {
    if (as === 'replace') ftruncateSync(file);
    writeFileSync(file, content);
  });
}

const WRITING = constants.O_WRONLY | constants.O_CREAT;
const FLAGS = {replace: WRITING, append: WRITING | constants.O_APPEND, create: WRITING | constants.O_EXCL} as const;

function openWarily(path: string, flags: number): number {
  try {
    return openSync(path, flags | CAUTION, 0o600);
  } catch (error) {
    // Why the system refused is said better by what lies there.
    const found = factsOf(path);
    if (found && (flags & constants.O_EXCL) === 0) requirePrivate(path, found);
    throw error;
  }
}

function requirePrivate(path: string, facts: Stats): void {
  const reason = reasonAgainst(facts);
  if (reason !== undefined)
    throw unsafeFile(
      path,
      reason,
      'Somebody else could have put it there or changed it: remove it, and it is made anew; or set COTTY_HOME to a folder of your own.',
    );
}

function reasonAgainst(facts: Stats): string | undefined {
  if (facts.isSymbolicLink()) return 'it is a symbolic link';
  if (!facts.isFile()) return 'it is no regular file';
  if (!isOurs(facts)) return `it belongs to ${ownerName(facts)}`;
  if (canOthersWrite(facts)) return `others may write it (mode ${(facts.mode & 0o777).toString(8)})`;
  return facts.nlink > 1 ? 'it is the same file as one elsewhere (a hard link)' : undefined;
}

function withFile<T>(file: number, task: (file: number) => T): T {
  try {
    return task(file);
  } finally {
    closeSync(file);
  }
}
