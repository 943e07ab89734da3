import {CottyError, revealInvisible} from '../../core/index.ts';
import type {Approval, Check, Level, Reason} from '../../guard/index.ts';
import type {ComposedLine} from '../write/judge-write.ts';
import type {Called} from './called.ts';

export type RefusedState = 'denied' | 'needs_confirmation' | 'needs_approval';

/** Why a line was not let through. */
export interface Refusal {
  readonly state: RefusedState;
  readonly level: Level;
  readonly reasons: readonly Reason[];
  /** Of a question to a person; null when none was asked. */
  readonly approvalId: string | null;
}

/** A line that may not go, or not yet. A tool tells it as a result. */
export class LineRefused extends CottyError {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, message: string, hint: string) {
    super('denied', message, hint);
    this.refusal = refusal;
  }
}

export function isLineRefused(error: unknown): error is LineRefused {
  return error instanceof LineRefused;
}

export function refused(
  state: RefusedState,
  {text}: ComposedLine,
  {level, reasons}: Check,
  approval: Approval | null,
): LineRefused {
  const refusal = {state, level, reasons, approvalId: approval?.id ?? null};
  const shown = text === null ? 'The line' : JSON.stringify(revealInvisible(text).text.slice(0, MOST_SHOWN));
  const why = [...new Set(reasons.map(({message}) => message))].slice(0, MOST_REASONS).join(' ');
  return new LineRefused(
    refusal,
    `${shown} ${SAYS[state]}: ${level}. ${why}`.trim(),
    hintFor(state, approval, reasons),
  );
}

/** An act that a permission refuses, or has a person asked for. */
export function notPermitted(
  state: Exclude<RefusedState, 'needs_confirmation'>,
  {tool, place: {id, name}}: Called,
  {level, reasons}: Check,
  approval: Approval | null,
): LineRefused {
  const where = id === null ? '' : ` in ${name ?? id}`;
  const why = [...new Set(reasons.map(({message}) => message))].slice(0, MOST_REASONS).join(' ');
  const refusal = {state, level, reasons, approvalId: approval?.id ?? null};
  const message = `${tool}${where} ${state === 'denied' ? 'was refused' : 'was not done'}: ${why}`;
  return new LineRefused(refusal, message, hintFor(state, approval, reasons));
}

const MOST_SHOWN = 300;
const MOST_REASONS = 5;

const SAYS: Readonly<Record<RefusedState, string>> = {
  denied: 'was refused',
  needs_confirmation: 'has not run',
  needs_approval: 'has not run',
};

function hintFor(state: RefusedState, approval: Approval | null, reasons: readonly Reason[]): string {
  switch (state) {
    case 'denied':
      if (approval) return 'A person has said no. Choose another way, or ask them why.';
      return reasons.some(({rule}) => rule.startsWith('permission-'))
        ? 'Do it elsewhere or otherwise, or ask the person: [[security.permission]] in config.toml, or in a .cotty.toml of the project, says so.'
        : 'Choose another way; check_command tells what may run.';
    case 'needs_confirmation':
      return 'If you mean it, make the same call again with confirm=true.';
    case 'needs_approval':
      return `A person has to approve ${approval?.id ?? 'it'}: cotty approve ${approval?.id ?? ''}. Then make the same call again; wait_for_events kinds=["approval_answered"] tells when.`;
    default:
      return state satisfies never;
  }
}
