/** The {@link FileAccess} of the runner: real files, confined to the workspace. */
import {randomBytes} from 'node:crypto';
import {constants} from 'node:fs';
import {link, lstat, mkdir, open, readdir, rename, stat, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {defaultLimits, type FileAccess, type FileFacts} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import {Confinement, type ConfinementOptions} from './confinement.ts';
import {kindOf, toPseudoError} from './file-errors.ts';

export function createConfinedFiles(options: ConfinementOptions): FileAccess {
  const confinement = new Confinement(options);
  const factsOf = async (real: string): Promise<FileFacts> => {
    const facts = await stat(real);
    return {
      path: confinement.nameOf(real),
      kind: kindOf(facts),
      sizeBytes: facts.size,
      modifiedAt: Math.round(facts.mtimeMs),
    };
  };
  return {
    read: (path, {maxBytes = defaultLimits.inputBytes} = {}) =>
      named(path, async () => readWhole(confinement, path, maxBytes)),
    stat: path =>
      named(path, async () => {
        const {real, exists} = await confinement.resolve(path, 'read');
        return exists ? await factsOf(real) : null;
      }),
    list: path =>
      named(path, async () => {
        const {real} = await confinement.resolve(path, 'read');
        const names = (await readdir(real)).toSorted();
        const entries = names.map(async (name): Promise<FileFacts | undefined> => {
          const at = join(real, name);
          if (confinement.isClosed(at)) return undefined;
          const facts = await lstat(at).catch(() => undefined);
          const kind = facts && kindOf(facts);
          return (
            kind && {path: confinement.nameOf(at), kind, sizeBytes: facts.size, modifiedAt: Math.round(facts.mtimeMs)}
          );
        });
        return (await Promise.all(entries)).flatMap(entry => entry ?? []);
      }),
    write: (path, content, {overwrite = false} = {}) =>
      named(path, async () => factsOf(await writeWhole(confinement, path, content, overwrite))),
    makeDirectory: path =>
      named(path, async () => {
        const {real, exists} = await confinement.resolve(path, 'write');
        if (!exists) await mkdir(real, {recursive: true});
        else if (!(await stat(real)).isDirectory()) throw new PseudoError('CommandFailed', `${path} is a file.`);
      }),
  };
}

async function named<T>(path: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw toPseudoError(error, path);
  }
}

/** Neither follows a link that appeared since nor waits for the other end of a pipe. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Losing the old content to a power failure is worse than being slow, so every write waits for the disk. Not `fsync`:
 * since Node.js 26 the permission model refuses it.
 */
const REPLACE_FLAGS = CREATE_FLAGS | constants.O_SYNC;

async function readWhole(confinement: Confinement, path: string, maxBytes: number): Promise<Uint8Array> {
  const {real} = await confinement.resolve(path, 'read');
  const found = await lstat(real);
  if (!found.isFile()) throw notAFile(path, found.isDirectory());
  await using file = await open(real, READ_FLAGS);
  const opened = await file.stat();
  // What was checked must be what was opened, and must still be where it was.
  const again = await confinement.resolve(path, 'read');
  if (!opened.isFile() || again.real !== real || opened.ino !== found.ino || opened.dev !== found.dev)
    throw new PseudoError('PathDenied', `${path} changed while it was opened.`);
  if (opened.size > maxBytes)
    throw new PseudoError('LimitExceeded', `${path} has ${opened.size} bytes; ${maxBytes} is the most.`);
  return await readUpTo(file, Math.max(1, opened.size), maxBytes, path);
}

/** Files under /proc and growing ones have more than they say: the cap holds for what is really read. */
async function readUpTo(
  file: Awaited<ReturnType<typeof open>>,
  expected: number,
  maxBytes: number,
  path: string,
): Promise<Uint8Array> {
  let buffer = new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    if (length === buffer.length) {
      const grown = new Uint8Array(Math.min(maxBytes + 1, buffer.length * 2));
      grown.set(buffer);
      buffer = grown;
    }
    const {bytesRead} = await file.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (length > maxBytes) throw new PseudoError('LimitExceeded', `${path} has more than ${maxBytes} bytes.`);
    if (bytesRead === 0) return buffer.subarray(0, length);
  }
}

async function writeWhole(
  confinement: Confinement,
  path: string,
  content: Uint8Array | string,
  overwrite: boolean,
): Promise<string> {
  const {real, exists} = await confinement.resolve(path, 'write');
  const before = exists ? await lstat(real) : undefined;
  if (before && !before.isFile()) throw notAFile(path, before.isDirectory());
  if (before && !overwrite) throw new PseudoError('CommandFailed', `${path} exists; say that it is to be replaced.`);
  await mkdir(dirname(real), {recursive: true});
  if ((await confinement.resolve(path, 'write')).real !== real)
    throw new PseudoError('PathDenied', `${path} changed while it was written.`);
  const temporary = join(dirname(real), `.${randomBytes(8).toString('hex')}.cotty-tmp`);
  try {
    const flags = before ? REPLACE_FLAGS : CREATE_FLAGS;
    await using file = await open(temporary, flags, (before?.mode ?? 0o644) & 0o777);
    await file.writeFile(content);
    if (before) await rename(temporary, real);
    // Unlike rename, link fails when somebody else made the file meanwhile.
    else await link(temporary, real);
  } finally {
    await unlink(temporary).catch(() => {});
  }
  return real;
}

function notAFile(path: string, isDirectory: boolean): PseudoError {
  if (isDirectory) return new PseudoError('CommandFailed', `${path} is a folder.`);
  return new PseudoError('PathDenied', `${path} is a device, a pipe or a socket.`);
}
