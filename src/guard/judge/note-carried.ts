import {holdsSecrets, mayNameSecret, placeOf} from '../paths/place-of.ts';
import {resolvePath, UNKNOWN_FOLDER} from '../paths/resolve-path.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import type {Carried} from './carried.ts';
import type {Invocation, Scope} from './scope.ts';

/** More new names are as good as unknown. */
const MOST_NAMES = 1000;
/** New names of new names. */
const MOST_STEPS = 8;

/** `cp`, `mv`, `ln` and their like: by its new name a file is still what it was. */
export function noteCarried({name, scope, span}: Invocation, args: readonly Argument[]): void {
  const cwd = scope.cwd ?? UNKNOWN_FOLDER;
  const options = args.map(textOf).filter(text => text?.startsWith('-'));
  const isSymbolic =
    options.some(text => /^(?:-[A-Za-z]*s|--symbolic)/.test(text ?? '')) && /^(?:g?ln|g?cp)$/.test(name);
  const isLink =
    isSymbolic || /^(?:g?ln|link)$/.test(name) || options.some(text => /^(?:-[a-z]*l|--link$)/.test(text ?? ''));
  const words = args.filter(word => !word.prefix.startsWith('-'));
  const given = options.some(text => /^(?:-[A-Za-z]*t|--target-directory)/.test(text ?? ''));
  // With `-t FOLDER` any of them may be the folder.
  const sources = given || words.length === 1 ? words : words.slice(0, -1);
  const targets = words.length === 1 ? ['.'] : (given ? words : words.slice(-1)).flatMap(namesOf);
  for (const target of [
    ...targets,
    ...options.flatMap(text => text?.match(/^(?:-t|--target-directory=)(.+)/)?.[1] ?? []),
  ])
    for (const {text, glob} of sources.flatMap(word => word.values ?? [])) {
      const inside = `${target}/${text.replace(/\/+$/, '').replace(/^.*\//s, '')}`;
      for (const to of sources.length > 1 || FOLDER.test(target) ? [inside] : [target, inside]) {
        if (scope.carried.size >= MOST_NAMES || !scope.findings.step(span, 2)) {
          scope.findings.unread('line.too-much', 'More files get new names than are followed.', span);
          return;
        }
        const at = resolvePath(to, cwd);
        const from = isSymbolic && at !== null ? resolvePath(text, folderOf(at)) : resolvePath(text, cwd);
        if (at !== null && from !== null && at !== from) scope.carried.set(at, {from, isGlob: glob, isLink});
      }
    }
}

/** It can be nothing else. */
const FOLDER = /(?:^|\/)\.{0,2}$/;

function namesOf({values}: Argument): readonly string[] {
  return (values ?? []).map(({text}) => text);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** What that path is by its name from before this line, where it has got another one; null for all others. */
export function carriedFrom(path: string, isWritten: boolean, {carried}: Scope): Carried | null {
  if (carried.size === 0) return null;
  let found: Carried | null = null;
  let at = path;
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = nearest(at, isWritten, carried);
    if (next === null) break;
    found = next;
    at = next.from;
  }
  return found;
}

/** The file itself, or a folder that it lies in. */
function nearest(path: string, isWritten: boolean, carried: Scope['carried']): Carried | null {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = carried.get(at);
    if (found && (found.isLink || !isWritten)) return {...found, from: found.from + path.slice(at.length)};
  }
  return null;
}

/** What later lines must know of: secrets and what holds them, and links to what is obeyed. */
export function carriedOn(scope: Scope): ReadonlyMap<string, Carried> {
  const {carried, written, seen, home, ownFolder} = scope;
  const kept = new Map<string, Carried>();
  if (seen.secretRead !== null)
    for (const path of written) kept.set(path, {from: seen.secretRead, isGlob: false, isLink: false});
  for (const path of carried.keys()) {
    const origin = carriedFrom(path, false, scope);
    if (origin === null) continue;
    const {from, isGlob, isLink} = origin;
    const place = placeOf(from, home, ownFolder);
    const isSecret = place.isSecret || holdsSecrets(from, home, ownFolder);
    const isObeyed = isLink && (place.isStartup || place.isSystem || place.isOwn);
    if (isSecret || isObeyed || (isGlob && mayNameSecret(from, home, ownFolder))) {
      const known = carried.get(path);
      kept.set(path, known?.from === from ? known : origin);
    }
  }
  return kept;
}
