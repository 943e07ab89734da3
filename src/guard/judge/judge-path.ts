import type {Level} from '../level.ts';
import {Glob} from '../paths/globs.ts';
import {holdsSecrets, mayNameSecret, type Place} from '../paths/place-of.ts';
import {resolvePath, UNKNOWN_FOLDER} from '../paths/resolve-path.ts';
import {type Argument, textOf} from '../shell/argument.ts';
import {carriedFrom} from './note-carried.ts';
import {type Invocation, type Scope, say, sayFact} from './scope.ts';
import {placeIn, throughLinks} from './through-links.ts';

/**
 * `look`: whether it is there and what it is. `make`: written as a whole, so that nothing is told of what it held; `append`: at its end. `build`: written from
 * what lies in the project anyway. `run`: as a program.
 */
export type Use = 'look' | 'read' | 'write' | 'make' | 'append' | 'build' | 'run';

/** What of a command is needed to judge its paths. */
export type PathCall = Pick<Invocation, 'scope' | 'span' | 'name' | 'args' | 'input' | 'index'>;

function sayPiped(argument: Argument, call: PathCall): void {
  sayFact(call, 'DANGEROUS', 'code.piped', 'What is run is typed, or comes through a pipe.', argument);
}

/** What is typed at a terminal, and what comes through an open descriptor. */
const INPUTS =
  /^\/(?:dev\/(?:stdin|tty\w*|console|ptmx|(?:fd|pts)\/.*)|proc\/(?:self|thread-self|\d+)\/(?:task\/\d+\/)?fd\/.*)$/;

/** Says what is to be said about a word that names a file. */
export function judgePath(argument: Argument, use: Use, call: PathCall): void {
  if (argument.isPipe) {
    if (use === 'run') sayPiped(argument, call);
    return;
  }
  if (use === 'build') {
    // Made by this very line from what it has written, it is as strange as that.
    const isOfProject =
      call.scope.written.size === 0 &&
      call.input.type === 'terminal' &&
      !call.args.some(word => word !== argument && namesStrange(word, call.scope));
    judgePath(argument, 'write', call);
    if (!isOfProject) return;
    const path = resolvePath(textOf(argument) ?? '', call.scope.cwd);
    if (path !== null && call.scope.written.has(path)) call.scope.texts.set(path, null);
    call.scope.written.clear();
    return;
  }
  const writes = isWriting(use);
  if (writes && argument.values?.every(({text}) => NOWHERE.test(text))) return;
  if (argument.values === null) judgeUnknown(argument, use, call);
  else for (const {text, glob} of argument.values) judgeOne(text, glob, argument, use, call);
  if (writes) say(call, 'CAUTION', 'path.write', `It writes ${shown(argument)}.`, argument);
}

function namesStrange(word: Argument, scope: Scope): boolean {
  const path = resolvePath(textOf(word) ?? word.prefix, scope.cwd);
  return path === null || placeIn(scope, path, false).isStrange;
}

function isWriting(use: Use): boolean {
  return use === 'write' || use === 'make' || use === 'append';
}

/** Written, nothing has changed. */
const NOWHERE = /^(?:-|\/dev\/(?:null|stdout|stderr|tty))$/;

function judgeOne(text: string, isGlob: boolean, argument: Argument, use: Use, call: PathCall): void {
  const {scope} = call;
  const writes = isWriting(use);
  if (text === '-' && use !== 'run') return;
  if (!scope.findings.step(argument, workOf(text, isGlob, scope))) return;
  const path = resolvePath(text, scope.cwd);
  if (use === 'run' && (text === '-' || INPUTS.test(path ?? ''))) {
    sayPiped(argument, call);
    return;
  }
  if (path === null) {
    const level = writes && /(^|\/)\.\.(\/|$)/.test(text) ? 'DANGEROUS' : 'CAUTION';
    if (use !== 'look') sayFact(call, level, 'path.unknown-folder', `It is not known where ${text} lies.`, argument);
    // What stands there may still have a telling name.
    judgeOne(`${UNKNOWN_FOLDER}/${text}`, isGlob, argument, use, call);
    return;
  }
  const real = throughLinks(path, text, scope);
  if (real === 'unknown')
    sayFact(call, 'DANGEROUS', 'path.unknown-link', 'It is not known where that leads: nobody looks so far.', argument);
  else if (real !== null) {
    // What is said of a folder holds for no other.
    if (writes && !isBelow(real, scope.cwd))
      sayFact(call, 'CAUTION', 'path.link', `${text} leads to ${real}.`, argument);
    else scope.findings.link(`${text} leads to ${real}.`, argument, call.index);
    judgeOne(real, isGlob, argument, use, call);
  }
  const before = carriedFrom(path, writes, scope);
  if (before)
    judgeOne(before.from, isGlob || before.isGlob, argument, use, {...call, scope: {...scope, carried: new Map()}});
  const place = placeIn(scope, path, isGlob);
  // By another name it can be changed.
  if (place.isOwn && !writes && LINKING.test(call.name)) {
    judgeOne(text, isGlob, argument, 'write', call);
    return;
  }
  if (writes || use === 'run') {
    if (place.isOwn)
      call.scope.findings.add('DANGEROUS', 'path.cotty', 'It changes what belongs to cotty.', argument, {
        isFloor: true,
      });
    if (writes && (place.isStartup || (isGlob && mayName(path, STARTUP_NAMES))))
      sayFact(call, 'DANGEROUS', 'path.startup', `${text} is run, or obeyed, by other programs later.`, argument);
    if (writes && place.isSystem) sayFact(call, 'DANGEROUS', 'path.system', `${text} belongs to the system.`, argument);
    if (writes && place.isSecret)
      sayFact(
        call,
        levelOfWriting(path, use, place, scope),
        'path.secret',
        `${text} holds what opens doors.`,
        argument,
      );
    if (writes && use !== 'append' && place.isPrivate && /_history$/.test(path))
      sayFact(call, 'DANGEROUS', 'path.history', `What ${text} has kept is gone.`, argument);
    if (use === 'run' && place.isSecret && /^(?:source|\.)$/.test(call.name) && !/\.env[\w.-]*$/.test(path))
      sayFact(call, 'DANGEROUS', 'path.secret', `${text} holds what opens doors.`, argument);
    if (use === 'run' && (place.isStrange || scope.written.has(path)) && scope.texts.get(path) !== null)
      sayFact(call, 'DANGEROUS', 'path.stranger', `${text} may come from anywhere.`, argument);
    if (writes) scope.written.add(path);
    if (writes) scope.texts.delete(path);
    return;
  }
  if (use === 'read' && holdsSecrets(path, scope.home, scope.ownFolder)) {
    scope.seen.wide++;
    sayFact(call, place.isOwn ? 'DANGEROUS' : 'CAUTION', 'path.wide', `${text} holds secrets too.`, argument);
  }
  const isSecret = place.isSecret || (isGlob && mayNameSecret(path, scope.home, scope.ownFolder));
  if (isSecret && use === 'read' && PASSING_ON.test(call.name)) scope.seen.secretRead = path;
  if (isSecret && use === 'read')
    sayFact(call, 'DANGEROUS', 'path.secret', `${text} holds what opens doors.`, argument);
  else if (use !== 'look' && (isSecret || place.isPrivate))
    sayFact(call, 'CAUTION', 'path.private', `${text} may tell what is private.`, argument);
  if (path.startsWith('/dev/') && !place.isDevice && use === 'read' && !isSecret)
    sayFact(call, 'CAUTION', 'path.device', `${text} is a device.`, argument);
}

/** In steps: a pattern is held against every place that has secrets. */
function workOf({length}: string, isGlob: boolean, {cwd}: Scope): number {
  return isGlob ? 40 + (length >> 2) : 4 + ((length + (cwd?.length ?? 0)) >> 5);
}

/** What they read is what they write. */
const PASSING_ON =
  /^(?:|g?(?:cat|tac|head|tail|sed|cut|tr|dd|tar|base64)|awk|tee|gzip|bzip2|xz|zstd|zip|7z|base32|xxd|od|hexdump|openssl|gpg|age|jq|yq|grep|rg|strings|cpio)$/;
const LINKING = /^(?:g?ln|link)$/;

function isBelow(path: string, folder: string | null): boolean {
  return folder !== null && path.startsWith(`${folder}/`);
}

/** A new file of secrets in a project opens no door; one that is replaced is lost. */
function levelOfWriting(path: string, use: Use, {isSecretPlace}: Place, {look}: Scope): Level {
  if (use === 'write' || isSecretPlace) return 'DANGEROUS';
  const cut = path.lastIndexOf('/');
  const isReplaced = use === 'make' && (look?.has(path.slice(0, cut) || '/', path.slice(cut + 1)) ?? false);
  return isReplaced ? 'DANGEROUS' : 'CAUTION';
}

function judgeUnknown(argument: Argument, use: Use, call: PathCall): void {
  // A known folder says much: what lies deeper is at least there.
  const folder = argument.prefix.slice(0, argument.prefix.lastIndexOf('/') + 1);
  if (folder !== '') judgeOne(`${folder}unknown`, false, argument, use, call);
  // So does the name at its end.
  const name = use === 'read' ? /\/([\w.-]{1,100})"?$/.exec(argument.source)?.[1] : undefined;
  if (name !== undefined)
    judgeOne(`${folder === '' ? `${UNKNOWN_FOLDER}/` : folder}unknown/${name}`, false, argument, use, call);
  if (use === 'read' && call.scope.seen.sought.length > 0)
    sayFact(call, 'DANGEROUS', 'path.secret', 'It reads one of the secrets that the line has looked for.', argument);
  if (isWriting(use) && folder === '' && !/^(?:mkdir|touch)$/.test(call.name))
    sayFact(call, 'DANGEROUS', 'path.unknown', 'It is not known which file is written.', argument);
  else if (use === 'run') sayFact(call, 'DANGEROUS', 'path.unknown', 'It is not known which file is run.', argument);
  // One word, to be told of whatever it is, tells of no secret.
  else if (use !== 'look' || !/^"\$/.test(argument.source))
    sayFact(call, 'CAUTION', 'path.unknown', 'It is not known which file that is.', argument);
}

function mayName(pattern: string, names: readonly string[]): boolean {
  const name = pattern.slice(pattern.lastIndexOf('/') + 1);
  const glob = new Glob(name);
  return name.startsWith('.') && names.some(startup => glob.matches(startup));
}

const STARTUP_NAMES: readonly string[] = ['.bashrc', '.zshrc', '.profile', '.gitconfig', '.envrc', '.git'];

function shown(argument: Argument): string {
  return argument.values?.length === 1 ? (argument.values[0]?.text ?? 'a file') : 'files';
}
