/** The {@link FileAccess} of the runner: real files, confined to the workspace. */
import {constants, type Stats} from 'node:fs';
import {lstat, mkdir, open, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {defaultLimits, type FileAccess, type FileFacts} from '../command.ts';
import {PseudoError} from '../pseudo-error.ts';
import {Confinement, type ConfinementOptions} from './confinement.ts';
import {kindOf, notAFile, toPseudoError} from './file-errors.ts';
import {canPin, passOverExisting, pinFolder, pinPath} from './pinned-path.ts';
import {writeWhole} from './write-whole.ts';

export function createConfinedFiles(options: ConfinementOptions): FileAccess {
  const confinement = new Confinement(options);
  return {
    read: (path, {maxBytes = defaultLimits.inputBytes} = {}) =>
      named(path, async () => readWhole(confinement, path, maxBytes)),
    stat: path =>
      named(path, async () => {
        const {real, exists, root} = await confinement.resolve(path, 'read');
        if (!exists) return null;
        await using place = await pinPath(root, real);
        return toFacts(confinement.nameOf(real), await lstat(place.path));
      }),
    list: path => named(path, async () => listFolder(confinement, path)),
    write: (path, content, {overwrite = false} = {}) =>
      named(path, async () => {
        const {real, place} = await writeWhole(confinement, path, content, overwrite);
        return toFacts(confinement.nameOf(real), place);
      }),
    makeDirectory: path =>
      named(path, async () => {
        const {real, exists, root} = await confinement.resolve(path, 'write');
        await using place = await pinPath(root, real, {makeFolders: true});
        if (!exists) await mkdir(place.path).catch(passOverExisting);
        if (!(await lstat(place.path)).isDirectory()) throw new PseudoError('CommandFailed', `${path} is a file.`);
      }),
  };
}

function toFacts(path: string, facts: Stats): FileFacts {
  return {path, kind: kindOf(facts), sizeBytes: facts.size, modifiedAt: Math.round(facts.mtimeMs)};
}

async function listFolder(confinement: Confinement, path: string): Promise<readonly FileFacts[]> {
  const {real, root} = await confinement.resolve(path, 'read');
  await using folder = await pinFolder(root, real);
  const entries = (await readdir(folder.path)).toSorted().map(async (name): Promise<FileFacts | undefined> => {
    const whole = join(real, name);
    if (confinement.isClosed(whole)) return undefined;
    const facts = await lstat(join(folder.path, name)).catch(() => undefined);
    return facts && toFacts(confinement.nameOf(whole), facts);
  });
  return (await Promise.all(entries)).flatMap(entry => entry ?? []);
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

async function readWhole(confinement: Confinement, path: string, maxBytes: number): Promise<Uint8Array> {
  const {real, root} = await confinement.resolve(path, 'read');
  await using place = await pinPath(root, real);
  const found = await lstat(place.path);
  if (!found.isFile()) throw notAFile(path, found.isDirectory());
  await using file = await open(place.path, READ_FLAGS);
  const opened = await file.stat();
  // What was checked must be what was opened, and must still be where it was.
  const isMoved = !canPin && (await confinement.resolve(path, 'read')).real !== real;
  if (!opened.isFile() || isMoved || opened.ino !== found.ino || opened.dev !== found.dev)
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
