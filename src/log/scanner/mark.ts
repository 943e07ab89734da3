/**
 * Semantic prompt marks, OSC 133 ("FinalTerm"; per-bothner's semantic prompts describe the letters and `k=`), with our
 * proof `cotty=NONCE.CYCLE`. Other letters are not marks; unknown and empty parameters are passed over.
 */
import {type CommandId, type MarkKind, parseCommandId, type UnseenStreams} from '../../core/index.ts';
import type {ProofSpan} from '../proof/nonce-blanker.ts';
import type {AnswerHit, MarkHit} from './hit.ts';
import {percentDecode} from './text.ts';

/** What proves a mark: whose nonce stood in it, and the prompt cycle behind that. */
export interface MarkProof {
  /** 0 for the session's own shell, then nested ones by number. */
  readonly shell: number;
  readonly cycle: number;
}

/** The proof of a mark. The nonce itself is blanked already: what counts is that one stood where the mark's should. */
export function findProof(payload: Buffer, proofAt: (at: number) => ProofSpan | undefined): MarkProof | undefined {
  const parameter = payload.indexOf(PROOF_PARAMETER);
  const span = parameter < 0 ? undefined : proofAt(parameter + PROOF_PARAMETER.length);
  if (span === undefined) return undefined;
  const [cycle = ''] = payload.toString('latin1', parameter + PROOF_PARAMETER.length + span.length).split(';', 1);
  return /^\.\d{1,15}$/.test(cycle) ? {shell: span.shell, cycle: Number(cycle.slice(1))} : undefined;
}

const PROOF_PARAMETER = Buffer.from(';cotty=');

/** `text` is what follows `133;`. Undefined when it is no mark that cotty knows. */
export function parseMark(text: string, length: number, proof: MarkProof | undefined): MarkHit | undefined {
  const {letter, first, named} = parseParameters(text);
  const kind = kindOf(letter, named.get('k'));
  if (kind === undefined) return undefined;
  const commandLine = kind === 'outputStart' ? named.get('cmdline_url') : undefined;
  const cwd = named.get('cwd');
  return {
    type: 'mark',
    kind,
    proved: proof !== undefined,
    ...(proof !== undefined && proof.shell > 0 ? {shell: proof.shell} : {}),
    cycle: proof?.cycle ?? 0,
    length,
    exitStatus: statusOf(kind, first, named.get('err')),
    commandLine: commandLine === undefined ? null : percentDecode(commandLine),
    cwd: cwd === undefined ? null : percentDecode(cwd),
    ...commandNamed(named.get('id')),
    ...(kind === 'commandEnd' && named.get('late') === '1' ? {late: true} : {}),
    ...(kind === 'commandEnd' && named.get('dropped') === '1' ? {dropped: true} : {}),
    ...(kind === 'commandEnd' ? endFacts(named) : {}),
    ...((kind === 'commandEnd' || kind === 'outputStart') && named.get('uncounted') === '1' ? {uncounted: true} : {}),
    ...(kind === 'inputStart' ? promptFacts(named) : {}),
  };
}

/** `id=ID`: the delivered command that begins, goes on or ends. */
function commandNamed(id: string | undefined): {commandId?: CommandId} {
  const commandId = id === undefined ? undefined : parseCommandId(id);
  return commandId === undefined ? {} : {commandId};
}

/**
 * `D;…;own=BYTES;unseen=12;stopped=1;unsaid=1;aside=1`: what stands before the mark and is ours; which of fd 1 and 2 of the shell are not
 * the terminal; what the line began waits as a job; that it began was not said; a prompt that is not shown ran commands.
 */
function endFacts(
  named: ReadonlyMap<string, string>,
): Pick<MarkHit, 'ownBytes' | 'unseen' | 'stopped' | 'unsaid' | 'aside'> {
  const ownBytes = Number(/^\d{1,3}$/.exec(named.get('own') ?? '')?.[0] ?? 0);
  const unseen = UNSEEN.get(named.get('unseen') ?? '');
  return {
    ...(ownBytes > 0 ? {ownBytes} : {}),
    ...(unseen ? {unseen} : {}),
    ...(named.get('stopped') === '1' ? {stopped: true} : {}),
    ...(named.get('unsaid') === '1' ? {unsaid: true} : {}),
    ...(named.get('aside') === '1' ? {aside: true} : {}),
  };
}

const UNSEEN: ReadonlyMap<string, UnseenStreams> = new Map([
  ['1', 'stdout'],
  ['2', 'stderr'],
  ['12', 'both'],
]);

/**
 * `B;stash=1;again=1;key=2;esc=1;csi=u;jobs=N`: what the prompt begins with, that it is drawn again, and whether its line editor takes our key (1), tells its line too (2), takes the key
 * behind an ESC as well, and has our keys in the form `CSI u`.
 */
function promptFacts(
  named: ReadonlyMap<string, string>,
): Pick<MarkHit, 'filled' | 'redrawn' | 'takesKey' | 'tellsLine' | 'takesEscape' | 'csiU' | 'jobs'> {
  const jobs = Number(/^\d{1,5}$/.exec(named.get('jobs') ?? '')?.[0] ?? 0);
  return {
    ...(named.get('stash') === '1' ? {filled: true} : {}),
    ...(named.get('again') === '1' ? {redrawn: true} : {}),
    ...(/^[012]$/.test(named.get('key') ?? '') ? {takesKey: named.get('key') !== '0'} : {}),
    ...(named.get('key') === '2' ? {tellsLine: true} : {}),
    ...(named.get('esc') === '1' ? {takesEscape: true} : {}),
    ...(named.get('csi') === 'u' ? {csiU: true} : {}),
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

/** What a shell answers that we ask: `Y;NAME=VALUE;cotty=TOKEN.STEP`, or with a mark's proof. Other terminals pass over it. */
export function parseAnswer(text: string, proof: MarkProof | undefined): AnswerHit | undefined {
  const {letter, named} = parseParameters(text);
  const [, token, step] = (letter === 'Y' && /^(.+)\.(\d{1,15})$/s.exec(named.get('cotty') ?? '')) || [];
  if (token === undefined) return undefined;
  return {type: 'answer', token, step: Number(step), facts: Object.fromEntries(named), shell: proof?.shell ?? null};
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

/** `D;STATUS`; and `C;err=1`, by which our scripts say that a line was refused and never ran. */
function statusOf(kind: MarkKind, first: string | undefined, refused: string | undefined): number | null {
  if (kind === 'outputStart') return exitStatusOf(refused);
  return kind === 'commandEnd' ? exitStatusOf(first) : null;
}

function exitStatusOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^-?\d{1,10}$/.test(parameter) ? Number(parameter) : null;
}
