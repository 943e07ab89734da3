import {createHash} from 'node:crypto';
import type {SessionId} from '../../core/index.ts';
import type {Reason} from '../findings.ts';
import type {Level} from '../level.ts';

/** What an approval is bound to: with anything of it changed it is another question. */
export interface Binding {
  /** The exact line; null where nobody knows what stands there. */
  readonly line: string | null;
  readonly cwd: string | null;
  /** Null for a call of a tool that is about none. */
  readonly sessionId: SessionId | null;
  /** The writer, by type and name. */
  readonly agent: string;
  /** What reads it: the shell or program, and its process. */
  readonly foreground: string;
  readonly policyVersion: string;
}

/** What somebody who is asked has to know. */
export interface Question extends Binding {
  readonly level: Level;
  readonly reasons: readonly Reason[];
  /** The words of each command that it can run; null for one that is not known. */
  readonly commands: readonly (readonly (string | null)[])[];
  /**
   * What it has in common with commands that differ from it in harmless words only; null where it is too much to be approved more than
   * once.
   */
  readonly shape: string | null;
  /** Who would be let through by the next answer of the same client, e.g. its connection. */
  readonly asker: string;
}

/** How long an answer holds: for this line, for what has its shape in this session, or from now on. */
export const approvalScopes = ['once', 'session', 'always'] as const;
export type ApprovalScope = (typeof approvalScopes)[number];

export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired' | 'used';

export interface Answer {
  readonly decision: 'approve' | 'deny';
  readonly scope: ApprovalScope;
  /** Who answered, by name. */
  readonly by: string;
  /** Where: `terminal`, `elicitation`, `http`, `notification`, `alert`. */
  readonly channel: string;
}

export interface Approval extends Question {
  readonly id: string;
  /** Unix milliseconds. */
  readonly askedAtMs: number;
  readonly expiresAtMs: number;
  readonly state: ApprovalState;
  readonly answer: Answer | null;
}

/** SHA-256 over all of it, each part told from the next. With the reasons: they say what lies there, such as where a link leads. */
export function digestOf(question: Binding & Pick<Question, 'reasons'>): string {
  const {line, cwd, sessionId, agent, foreground, policyVersion} = question;
  const reasons = question.reasons.map(({rule, message, start, end}) => [rule, message, start, end]);
  const parts = [line, cwd, sessionId, agent, foreground, policyVersion, reasons];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
