/**
 * Semantic prompt marks, OSC 133 ("FinalTerm"; per-bothner's semantic prompts describe the letters and `k=`), with our
 * proof `cotty=NONCE.CYCLE`. Other letters are not marks; unknown and empty parameters are passed over.
 */
import {type CommandId, type MarkKind, parseCommandId} from '../../core/index.ts';
import type {AnswerHit, MarkHit} from './hit.ts';
import {isSecret, percentDecode} from './text.ts';

/**
 * `text` is what follows `133;`. The first nonce is the session's own shell's, those after it belong to nested ones. Undefined
 * when it is no mark that cotty knows.
 */
export function parseMark(text: string, length: number, nonces: readonly string[]): MarkHit | undefined {
  const {letter, first, named} = parseParameters(text);
  const kind = kindOf(letter, named.get('k'));
  if (kind === undefined) return undefined;
  const proof = parseProof(named.get('cotty'));
  const shell = nonces.findIndex(nonce => isSecret(nonce, proof?.secret ?? ''));
  const commandLine = kind === 'outputStart' ? named.get('cmdline_url') : undefined;
  const cwd = named.get('cwd');
  return {
    type: 'mark',
    kind,
    proved: shell >= 0,
    ...(shell > 0 ? {shell} : {}),
    cycle: shell < 0 ? 0 : (proof?.number ?? 0),
    length,
    exitStatus: statusOf(kind, first, named.get('err')),
    commandLine: commandLine === undefined ? null : percentDecode(commandLine),
    cwd: cwd === undefined ? null : percentDecode(cwd),
    ...commandNamed(named.get('id')),
    ...(kind === 'commandEnd' && named.get('late') === '1' ? {late: true} : {}),
    ...(kind === 'commandEnd' && named.get('dropped') === '1' ? {dropped: true} : {}),
    ...(kind === 'inputStart' ? promptFacts(named) : {}),
  };
}

/** `id=ID`: the delivered command that begins, goes on or ends. */
function commandNamed(id: string | undefined): {commandId?: CommandId} {
  const commandId = id === undefined ? undefined : parseCommandId(id);
  return commandId === undefined ? {} : {commandId};
}

/** `B;stash=1;key=1;jobs=N`: what the prompt begins with, and whether its line editor takes our key. */
function promptFacts(named: ReadonlyMap<string, string>): Pick<MarkHit, 'filled' | 'takesKey' | 'jobs'> {
  const jobs = Number(/^\d{1,5}$/.exec(named.get('jobs') ?? '')?.[0] ?? 0);
  return {
    ...(named.get('stash') === '1' ? {filled: true} : {}),
    ...(/^[01]$/.test(named.get('key') ?? '') ? {takesKey: named.get('key') === '1'} : {}),
    ...(jobs > 0 ? {jobs} : {}),
  };
}

/** `k=s` and `k=c` are continuation prompts; `k=r` (right prompt) marks nothing of ours. */
function kindOf(letter: string, promptKind: string | undefined): MarkKind | undefined {
  switch (letter) {
    case 'A':
      if (promptKind === 's' || promptKind === 'c') return 'continuationStart';
      return promptKind === 'r' ? undefined : 'promptStart';
    case 'B':
      return 'inputStart';
    case 'C':
      return 'outputStart';
    case 'D':
      return 'commandEnd';
    default:
      return undefined;
  }
}

/** What a shell answers that is asked to take our marks: `Y;NAME=VALUE;cotty=TOKEN.STEP`. Other terminals pass over it. */
export function parseAnswer(text: string): AnswerHit | undefined {
  const {letter, named} = parseParameters(text);
  const proof = letter === 'Y' ? parseProof(named.get('cotty')) : undefined;
  if (proof === undefined) return undefined;
  return {type: 'answer', token: proof.secret, step: proof.number, facts: Object.fromEntries(named)};
}

function parseParameters(text: string): {letter: string; first: string | undefined; named: Map<string, string>} {
  const [letter = '', ...rest] = text.split(';');
  const named = new Map<string, string>();
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals > 0 && !named.has(parameter.slice(0, equals)))
      named.set(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  return {letter, first: rest[0], named};
}

/** `SECRET.NUMBER`. */
function parseProof(proof: string | undefined): {secret: string; number: number} | undefined {
  const match = /^(.+)\.(\d{1,15})$/s.exec(proof ?? '');
  return match ? {secret: match[1] ?? '', number: Number(match[2])} : undefined;
}

/** `D;STATUS`; and `C;err=1`, by which our scripts say that a line was refused and never ran. */
function statusOf(kind: MarkKind, first: string | undefined, refused: string | undefined): number | null {
  if (kind === 'outputStart') return exitStatusOf(refused);
  return kind === 'commandEnd' ? exitStatusOf(first) : null;
}

function exitStatusOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^-?\d{1,10}$/.test(parameter) ? Number(parameter) : null;
}
