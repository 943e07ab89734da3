/**
 * Semantic prompt marks, OSC 133 ("FinalTerm"; per-bothner's semantic prompts describe the letters and `k=`), with our
 * proof `cotty=NONCE.CYCLE`. Other letters are not marks; unknown and empty parameters are passed over.
 */
import type {MarkKind} from '../../core/index.ts';
import type {MarkHit} from './hit.ts';
import {isSecret, percentDecode} from './text.ts';

/** `text` is what follows `133;`. Undefined when it is no mark that cotty knows. */
export function parseMark(text: string, length: number, nonce: string | null): MarkHit | undefined {
  const parameters = text.split(';');
  const letter = parameters[0] ?? '';
  const named = new Map<string, string>();
  for (const parameter of parameters.slice(1)) {
    const equals = parameter.indexOf('=');
    if (equals > 0 && !named.has(parameter.slice(0, equals)))
      named.set(parameter.slice(0, equals), parameter.slice(equals + 1));
  }
  const kind = kindOf(letter, named.get('k'));
  if (kind === undefined) return undefined;
  const cycle = provedCycle(named.get('cotty'), nonce);
  const commandLine = kind === 'outputStart' ? named.get('cmdline_url') : undefined;
  const cwd = named.get('cwd');
  return {
    type: 'mark',
    kind,
    proved: cycle !== undefined,
    cycle: cycle ?? 0,
    length,
    exitStatus: statusOf(kind, parameters[1], named.get('err')),
    commandLine: commandLine === undefined ? null : percentDecode(commandLine),
    cwd: cwd === undefined ? null : percentDecode(cwd),
    stash: named.get('stash') === '1',
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

/** The cycle number when the proof is right; undefined otherwise. */
function provedCycle(proof: string | undefined, nonce: string | null): number | undefined {
  const match = /^(.*)\.(\d{1,15})$/s.exec(proof ?? '');
  return isSecret(nonce, match?.[1] ?? '') ? Number(match?.[2]) : undefined;
}

/** `D;STATUS`; and `C;err=1`, by which our scripts say that a line was refused and never ran. */
function statusOf(kind: MarkKind, first: string | undefined, refused: string | undefined): number | null {
  if (kind === 'outputStart') return exitStatusOf(refused);
  return kind === 'commandEnd' ? exitStatusOf(first) : null;
}

function exitStatusOf(parameter: string | undefined): number | null {
  return parameter !== undefined && /^-?\d{1,10}$/.test(parameter) ? Number(parameter) : null;
}
