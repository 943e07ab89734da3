import type {Span} from '../findings.ts';
import type {Scope} from './scope.ts';
import {variableKind} from './variables.ts';

export interface GivenAssignment {
  readonly name: string;
  /** Null when it is not known before. */
  readonly value: string | null;
  readonly span: Span;
  /** `prefix`: for one command; `export`: for all that follow; `plain`: for the shell, and for all when it was exported before. */
  readonly use: 'prefix' | 'export' | 'plain';
}

export function judgeAssignment({name, value, span, use}: GivenAssignment, scope: Scope): void {
  const kind = variableKind(name, value);
  if (kind === 'deciding')
    scope.findings.add('DANGEROUS', 'variable.deciding', `${name} decides what programs run or obey.`, span);
  else if (kind === 'ordinary' && use !== 'plain')
    scope.findings.add('CAUTION', 'variable.set', `It is not known which program reads ${name}.`, span);
  else if (use === 'export')
    scope.findings.add('CAUTION', 'variable.export', `${name} changes for everything that follows.`, span);
}
