import {existsSync} from 'node:fs';
import {constants, type FileHandle, lstat, mkdir, open} from 'node:fs/promises';
import {basename, dirname, relative, sep} from 'node:path';
import {PseudoError} from '../pseudo-error.ts';

/** A way to a file or folder that nobody can bend any more: it begins at an open folder. */
export interface PinnedPath extends AsyncDisposable {
  readonly path: string;
}

export interface PinOptions {
  /** Makes the folders on the way that are missing. */
  readonly makeFolders?: boolean;
}

/** Where Linux shows the open files of a process; a path that goes on below one of them starts at that folder (proc(5)). */
export const OPEN_FILES = '/proc/self/fd';

/** Whether this system can pin; elsewhere what was checked is checked again once it is open. */
export const canPin: boolean = process.platform === 'linux' && existsSync(OPEN_FILES);

/** Pins the folder that `real` is in. `real` is `root` or lies below it, and has no links. */
export async function pinPath(root: string, real: string, options: PinOptions = {}): Promise<PinnedPath> {
  if (real === root) return pinFolder(root, root);
  const folder = await pinFolder(root, dirname(real), options);
  return {path: `${folder.path}${sep}${basename(real)}`, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]()};
}

/**
 * Opens each folder from `root` to `real` in the one above. A link that took the place of a folder meanwhile is not
 * followed: `PathDenied`.
 */
export async function pinFolder(root: string, real: string, options: PinOptions = {}): Promise<PinnedPath> {
  if (!canPin) return unpinned(real, options);
  let folder = await open(root, FOLDER_FLAGS);
  try {
    for (const step of relative(root, real).split(sep).filter(Boolean)) {
      const next = await openStep(`${OPEN_FILES}/${folder.fd}/${step}`, options);
      await folder.close();
      folder = next;
    }
  } catch (error) {
    await folder.close();
    throw error;
  }
  return {path: `${OPEN_FILES}/${folder.fd}`, [Symbol.asyncDispose]: () => folder.close()};
}

/** `O_PATH` of Linux, which Node.js does not name: a handle to go on from, for which search permission is enough. */
const O_PATH = 0o10000000;
const FOLDER_FLAGS = O_PATH | constants.O_DIRECTORY;

async function openStep(path: string, {makeFolders = false}: PinOptions): Promise<FileHandle> {
  if (makeFolders) await mkdir(path).catch(passOverExisting);
  try {
    return await open(path, FOLDER_FLAGS | constants.O_NOFOLLOW);
  } catch (error) {
    const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink();
    throw isLink ? new PseudoError('PathDenied', 'A folder on the way became a link.') : error;
  }
}

async function unpinned(real: string, {makeFolders = false}: PinOptions): Promise<PinnedPath> {
  if (makeFolders) await mkdir(real, {recursive: true});
  return {path: real, [Symbol.asyncDispose]: async () => {}};
}

/** For making a folder that may be there. */
export function passOverExisting(error: unknown): void {
  const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  if (!isThere) throw error;
}
