/** Judges command lines: what they can do, and what the policy says to that. Decides, and performs nothing. */

export {classify, type LineContext, type Verdict} from './classify.ts';
export type {FoundCommand, Reason, Span} from './findings.ts';
export type {ShellName} from './judge/scope.ts';
export {type Level, levels} from './level.ts';
export {
  type Check,
  type Decision,
  decisions,
  defaultPolicy,
  type Mode,
  modes,
  Policy,
  type PolicySettings,
  type Rule,
} from './policy/policy.ts';
/** What a person allows, and what it makes of a line. */
export type {PolicySource} from './policy/policy-source.ts';
