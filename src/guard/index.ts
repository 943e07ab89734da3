/** Judges command lines: what they can do, and what the policy says to that. Decides, and performs nothing. */

export {classify, type LineContext, type Verdict} from './classify.ts';
export type {FoundCommand, Reason, Span} from './findings.ts';
export type {ShellName} from './judge/scope.ts';
export {type Level, levels} from './level.ts';
