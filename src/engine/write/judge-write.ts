import type {Actor} from '../../core/index.ts';

/** A line that somebody is about to submit, as far as it is known. */
export interface ComposedLine {
  /**
   * What the shell would take, as its line editor holds it, before it expands history and aliases; null when nobody can be asked what
   * stands on the line: a REPL, a program, a shell without marks or line editor, an editor that is in the middle of something.
   */
  readonly text: string | null;
  /** Changes with every byte that reaches the line and with every new prompt: a decision holds for one revision only. */
  readonly revision: number;
}

/** Says whether a line may be submitted. It may take minutes: nothing is held meanwhile, and the line is looked at again afterwards. */
export interface WriteJudge {
  /** True when this one's lines are judged at all; the others pass without waiting. */
  judges(by: Actor): boolean;
  /** Resolves when the line may go; throws `CottyError` (`denied`) when it may not. */
  decide(line: ComposedLine, by: Actor, signal: AbortSignal | undefined): Promise<void>;
}

/** Lets everything pass. */
export const passAll: WriteJudge = {judges: () => false, decide: () => Promise.resolve()};
