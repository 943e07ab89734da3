import type {Span} from '../findings.ts';
import {noteSetting} from './note-setting.ts';
import {isOfProject, isOwnRoot, isUsualProgram} from './ordinary-settings.ts';
import type {Scope} from './scope.ts';
import {decidesInZsh, variableKind} from './variables.ts';

export interface GivenAssignment {
  readonly name: string;
  /** Null when it is not known before. */
  readonly value: string | null;
  /** As it was written, where it has a value. */
  readonly source?: string | undefined;
  readonly span: Span;
  /** `prefix`: for one command; `export`: for all that follow; `plain`: for the shell, and for all when it was exported before. */
  readonly use: 'prefix' | 'export' | 'plain';
}

export function judgeAssignment({name: written, value, source, span, use}: GivenAssignment, scope: Scope): void {
  const given = written.replace(/\[.*$/s, '');
  const name = scope.mayBeZsh && TIED.test(given) ? given.toUpperCase() : given;
  if (use !== 'prefix' && value !== KEPT)
    noteSetting(scope.deciding, {name, value, source: source ?? null, isZsh: scope.mayBeZsh}, scope.home);
  const kind = scope.mayBeZsh && decidesInZsh(name) ? 'deciding' : variableKind(name, value);
  const text = value ?? source ?? null;
  const isOrdinary =
    isUsualProgram(name, text) ||
    isOwnRoot(name, text, scope.home) ||
    (use === 'prefix' && isOfProject(name, text, scope));
  if (kind === 'deciding' && isOrdinary)
    scope.findings.add('CAUTION', 'variable.set', `${name} decides what programs use.`, span);
  else if (kind === 'deciding')
    scope.findings.add('DANGEROUS', 'variable.deciding', `${name} decides what programs run or obey.`, span);
  else if (kind === 'ordinary' && use !== 'plain')
    scope.findings.add('CAUTION', 'variable.set', `It is not known which program reads ${name}.`, span);
  else if (use === 'export')
    scope.findings.add('CAUTION', 'variable.export', `${name} changes for everything that follows.`, span);
}

/** What `+=` makes of it, as it would be written with `=`. */
export function goesOn(name: string, added: string): string {
  return added.startsWith('(') ? `($${name} ${added.slice(1)}` : `$${name}${added}`;
}

/** Of one that is exported as it is. */
export const KEPT = 'kept';

/** zsh has these as arrays too. */
const TIED = /^(?:path|fpath|cdpath|manpath)$/;
