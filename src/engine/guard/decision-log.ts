import type {Actor} from '../../core/index.ts';
import type {Approval, Check} from '../../guard/index.ts';
import type {ComposedLine} from '../write/judge-write.ts';

export type Outcome = 'allowed' | 'confirmed' | 'approved' | 'denied' | 'needs_confirmation' | 'needs_approval';

/** What was decided about a line, and why. */
export interface Decided {
  readonly line: ComposedLine;
  readonly by: Actor;
  readonly check: Check;
  readonly policyVersion: string;
  readonly outcome: Outcome;
  /** Of what a person was asked, or has answered. */
  readonly approval: Approval | null;
  /** The command that the line becomes, where that is known before. */
  readonly commandId: string | null;
}

/** Keeps what was decided. */
export interface DecisionLog {
  /** Resolves when it is on the disk. Rejects when it cannot be kept: then the line may not go. */
  decided(decided: Decided): Promise<void>;
}

/** Where nothing is kept. */
export const noDecisionLog: DecisionLog = {decided: () => Promise.resolve()};
