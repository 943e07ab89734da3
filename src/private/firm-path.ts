import {lstatSync, readlinkSync, type Stats} from 'node:fs';
import {join, resolve, sep} from 'node:path';
import {canOthersWrite, factsOf, isOwnGroup, isTrusted, ownerName} from './whose.ts';

/**
 * Why another user could make the path lead somewhere else: a folder on the way that they own or may write, or a link of
 * theirs. Undefined when nobody can. Sticky folders such as /tmp let nobody replace what is not theirs; what does not exist
 * yet is fine, and what lies below a folder that only we can enter is out of reach. Throws what `lstat` throws.
 */
export function whyNotFirm(path: string): string | undefined {
  if (process.geteuid === undefined) return undefined;
  const rest = resolve(path).split(sep).filter(Boolean);
  const root: Step = {path: sep, facts: lstatSync(sep), isOutOfReach: false};
  let way: readonly Step[] = [root];
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const folder = way.at(-1) ?? root;
    if (name === '.') continue;
    if (name === '..') {
      way = way.slice(0, -1);
      continue;
    }
    if (canReplaceEntries(folder))
      return `others may write ${folder.path} and so put something else in its place (chmod go-w)`;
    const next = join(folder.path, name);
    const facts = factsOf(next);
    if (!facts) return undefined;
    if (!isTrusted(facts)) return `${next} belongs to ${ownerName(facts)}, who could put something else in its place`;
    if (!facts.isSymbolicLink()) {
      way = [...way, {path: next, facts, isOutOfReach: folder.isOutOfReach || isShut(facts)}];
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) return `${next} is a link that leads in circles`;
    const target = readlinkSync(next);
    rest.unshift(...target.split(sep).filter(Boolean));
    if (target.startsWith(sep)) way = [root];
  }
  return undefined;
}

interface Step {
  readonly path: string;
  readonly facts: Stats;
  /** This folder, or one above it, lets nobody else in. */
  readonly isOutOfReach: boolean;
}

/** As the Linux kernel has it (path_resolution(7)). */
const MOST_LINKS = 40;
const STICKY = 0o1000;

function canReplaceEntries({facts, isOutOfReach}: Step): boolean {
  if (isOutOfReach || !canOthersWrite(facts) || (facts.mode & STICKY) !== 0) return false;
  return (facts.mode & 0o002) !== 0 || !isOwnGroup(facts);
}

/** Nobody but the owner may go through it. */
function isShut({mode}: Stats): boolean {
  return (mode & 0o011) === 0;
}
