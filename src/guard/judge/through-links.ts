import {mayNameOwn, type Place, placeOf} from '../paths/place-of.ts';
import type {Scope} from './scope.ts';

/** Paths of one line that are looked at; of what names more nobody knows where it leads. */
const MOST_LOOKS = 1000;

/**
 * Where a path leads behind symbolic links that lie there now, as seen from the home folder and the folder of the shell; null where it
 * is the same, where nobody can look, and of devices. `text` is the path as it was written. `unknown`: links lead round, or the path
 * is longer than any that can be opened; and, said once, when the line names more files than are looked at.
 */
export function throughLinks(path: string, text: string, scope: Scope): string | 'unknown' | null {
  const {look, home, cwd, looks, findings} = scope;
  if (look === null || /^\/(?:dev|proc)(?:\/|$)/.test(path)) return null;
  const {places, targets} = looks.known;
  const seen = places.get(path);
  if (seen === undefined && ++looks.count > MOST_LOOKS) return looks.count === MOST_LOOKS + 1 ? 'unknown' : null;
  // Behind a link `..` is the folder above of what it leads to.
  const given = !text.includes('..') ? path : text.startsWith('/') ? text : `${cwd}/${text}`;
  const before = targets.size;
  let real =
    given.length > LONGEST ? null : given === path && seen !== undefined ? seen : look.real(given, looks.known);
  if (targets.size > before) findings.step(scope.place(START), (targets.size - before) << 1);
  if (real === null) return 'unknown';
  if (real === path || (isOfSystem(path) && isOfSystem(real))) return null;
  // The folder itself may be reached by a link: all below it is as near as before.
  for (const folder of [cwd, home]) {
    const realFolder = folder === null || folder === '/' ? null : look.real(folder, looks.known);
    if (folder !== null && realFolder !== null && (real === realFolder || real.startsWith(`${realFolder}/`)))
      real = folder + real.slice(realFolder.length);
  }
  return real === path ? null : real;
}

/** The kernel opens none that is longer (`PATH_MAX`), bytes; a shell that stands deep has a longer one before it. */
const LONGEST = 8192;
const START = {start: 0, end: 0};

/** Links there are made by whoever has the machine: `/bin`, `/etc/alternatives`, certificates. */
function isOfSystem(path: string): boolean {
  return /^\/(?:usr|etc|bin|sbin|lib\w*|opt|run|var\/run|nix)(?:\/|$)/.test(path);
}

/**
 * As `placeOf`; what is cotty's own also by a pattern that may become it, and where it lies outside of its folder. Whoever works in a folder of
 * their own among temporary files works on no stranger's.
 */
export function placeIn({home, ownFolder, start, look, looks}: Scope, path: string, isGlob: boolean): Place {
  const place = placeOf(path, home, ownFolder);
  const isOwn =
    place.isOwn || (look?.isOwn(path, looks.known) ?? false) || (isGlob && mayNameOwn(path, home, ownFolder));
  const isStrange = place.isStrange && !(start !== null && TEMPORARY.test(start) && path.startsWith(`${start}/`));
  return isOwn === place.isOwn && isStrange === place.isStrange ? place : {...place, isOwn, isStrange};
}

const TEMPORARY = /^\/(?:tmp|var\/tmp|dev\/shm)\/[^/]/;
