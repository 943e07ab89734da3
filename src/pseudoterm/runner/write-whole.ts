import {randomBytes} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import {chmod, chown, type FileHandle, lchown, link, lstat, open, rename, unlink} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {PseudoError} from '../pseudo-error.ts';
import type {Confinement} from './confinement.ts';
import {notAFile} from './file-errors.ts';
import {canPin, OPEN_FILES, pinPath} from './pinned-path.ts';

/**
 * Writes a file whole or not at all: the content goes into a new file, which takes the place of the old one, with its mode,
 * owner and group. Links are followed as far as {@link Confinement} allows, and hard links part. Extended attributes are
 * lost, which Node.js cannot read.
 */
export async function writeWhole(
  confinement: Confinement,
  path: string,
  content: Uint8Array | string,
  overwrite: boolean,
): Promise<{readonly real: string; readonly place: Stats}> {
  const {real, exists, root} = await confinement.resolve(path, 'write');
  await using place = await pinPath(root, real, {makeFolders: true});
  const before = exists ? await lstat(place.path) : undefined;
  if (before && !before.isFile()) throw notAFile(path, before.isDirectory());
  if (before && !overwrite) throw new PseudoError('CommandFailed', `${path} exists; --overwrite replaces it.`);
  if (!canPin && (await confinement.resolve(path, 'write')).real !== real)
    throw new PseudoError('PathDenied', `${path} changed while it was written.`);
  const temporary = join(dirname(place.path), `.${randomBytes(8).toString('hex')}.cotty-tmp`);
  try {
    await using file = await open(temporary, before ? REPLACE_FLAGS : CREATE_FLAGS, before ? 0o600 : 0o644);
    await file.writeFile(content);
    if (before) {
      await keepOwnership(file, temporary, {before, path});
      await requireUnchanged(place.path, before, path);
      await rename(temporary, place.path);
    }
    // Unlike rename, link fails when somebody else made the file meanwhile.
    else await link(temporary, place.path);
  } finally {
    await unlink(temporary).catch(() => {});
  }
  return {real, place: await lstat(place.path)};
}

const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * Losing the old content to a power failure is worse than being slow, so every write waits for the disk. Not `fsync`:
 * since Node.js 26 the permission model refuses it.
 */
const REPLACE_FLAGS = CREATE_FLAGS | constants.O_SYNC;

/** Owner first: to change it takes set-id bits away. Not by the handle, since the permission model refuses `fchmod`. */
async function keepOwnership(
  file: FileHandle,
  temporary: string,
  {before, path}: {readonly before: Stats; readonly path: string},
): Promise<void> {
  const {uid, gid} = await file.stat();
  const opened = `${OPEN_FILES}/${file.fd}`;
  if (uid !== before.uid || gid !== before.gid)
    try {
      await (canPin ? chown(opened, before.uid, before.gid) : lchown(temporary, before.uid, before.gid));
    } catch {
      throw new PseudoError(
        'CommandFailed',
        `${path} belongs to another user or group, and what takes its place would not. Write another file instead.`,
      );
    }
  await chmod(canPin ? opened : temporary, before.mode & 0o7777);
}

/** What somebody else wrote meanwhile is not replaced unseen. */
async function requireUnchanged(place: string, before: Stats, path: string): Promise<void> {
  const now = await lstat(place);
  const isSame = now.ino === before.ino && now.size === before.size && now.ctimeMs === before.ctimeMs;
  if (!isSame) throw new PseudoError('CommandFailed', `${path} was changed by somebody else meanwhile. Read it again.`);
}
