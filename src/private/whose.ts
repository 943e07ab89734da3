/** Whose a file is and who may write it. Systems without user ids have nothing to tell. */
import {lstatSync, readFileSync, type Stats} from 'node:fs';

/** Facts of what lies there, links not followed; undefined when nothing does. */
export function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Made by this user. */
export function isOurs({uid}: Stats): boolean {
  return process.geteuid === undefined || uid === process.geteuid();
}

/** Made by this user or by the system, whom nobody can be protected from. */
export function isTrusted(facts: Stats): boolean {
  return isOurs(facts) || facts.uid === 0 || facts.uid === unmappedRoot();
}

/** Somebody else may change it. */
export function canOthersWrite({mode}: Stats): boolean {
  return (mode & 0o022) !== 0;
}

/** The group that many systems make for each user alone has the user's number. */
export function isOwnGroup({gid}: Stats): boolean {
  return gid === process.getegid?.() && gid === process.geteuid?.();
}

/** What an owner is called in a sentence. */
export function ownerName({uid}: Stats): string {
  return uid === 0 ? 'root' : `another user (uid ${uid})`;
}

/**
 * In a user namespace that leaves root out (rootless containers, sandboxes), what belongs to root seems to belong to the
 * overflow id. https://man7.org/linux/man-pages/man7/user_namespaces.7.html
 */
function unmappedRoot(): number | undefined {
  known ??= {uid: readUnmappedRoot()};
  return known.uid;
}

let known: {readonly uid: number | undefined} | undefined;

function readUnmappedRoot(): number | undefined {
  try {
    const mapped = readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split('\n')
      .map(line => line.trim().split(/ +/).map(Number));
    // Seen from here, id 0 may be anybody; that root of the whole system is left out shows in the outer ids.
    if (mapped.some(([, outer]) => outer === 0)) return undefined;
    return Number(readFileSync('/proc/sys/kernel/overflowuid', 'utf8'));
  } catch {
    return undefined;
  }
}
