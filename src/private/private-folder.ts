import {accessSync, chmodSync, constants, existsSync, mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {CottyError} from '../core/index.ts';
import {whyNotFirm} from './firm-path.ts';
import {unusableFolder} from './refusals.ts';
import {canOthersWrite, factsOf, isOurs, ownerName} from './whose.ts';

/**
 * Makes the folder where it is missing (unless told not to), and shuts it to others where it was open to them (0700). What
 * they may have put there before is not looked at. Throws `home_unwritable`, also for a way there that is not firm.
 */
export function usePrivateFolder(folder: string, {makes = true}: {readonly makes?: boolean} = {}): void {
  requireFirmPath(folder);
  try {
    if (makes) makeFolders(folder);
    else if (!existsSync(folder)) return;
    const facts = statSync(folder);
    if (!facts.isDirectory()) throw unusableFolder(folder, 'it is no folder (ENOTDIR)');
    if (!isOurs(facts))
      throw unusableFolder(folder, `it belongs to ${ownerName(facts)}, who could read your terminals`);
    if ((facts.mode & 0o077) !== 0) shut(folder);
    if (makes) accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw asUnusable(folder, error);
  }
}

/** Throws `home_unwritable` when another user could make the path lead somewhere else, now or later. */
export function requireFirmPath(path: string): void {
  let reason: string | undefined;
  try {
    reason = whyNotFirm(path);
  } catch (error) {
    throw asUnusable(path, error);
  }
  if (reason !== undefined) throw unusableFolder(path, reason);
}

/** A folder, not a link to one, that is ours and that nobody else may write. */
export function isPrivateFolder(folder: string): boolean {
  const facts = factsOf(folder);
  return facts?.isDirectory() === true && isOurs(facts) && !canOthersWrite(facts);
}

/** Some file systems keep no modes, and say nothing about it. */
function shut(folder: string): void {
  chmodSync(folder, 0o700);
  if (canOthersWrite(statSync(folder)))
    throw unusableFolder(folder, 'others may write there, and chmod changes nothing');
}

/** One by one: where folders cannot be made but seem to be missing (as in /proc), Node's recursive mkdir never returns. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, {mode: 0o700});
  } catch (error) {
    // Somebody else may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}

function asUnusable(folder: string, error: unknown): CottyError {
  if (error instanceof CottyError) return error;
  return unusableFolder(folder, error instanceof Error ? error.message : String(error), error);
}
