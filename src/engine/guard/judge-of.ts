import {type Approvals, defaultPolicy, Policy} from '../../guard/index.ts';
import type {WriteJudge} from '../write/judge-write.ts';
import {noDecisionLog} from './decision-log.ts';
import {fixedPolicy} from './fixed-policy.ts';
import type {GuardOptions} from './guard.ts';
import {LineJudge} from './line-judge.ts';

/** The judge of all sessions; undefined where no policy was given: then nobody is judged. */
export function judgeOf(
  guard: GuardOptions | undefined,
  approvals: Approvals,
  homeOf: (sessionId: string) => string | null,
): WriteJudge | undefined {
  if (!guard) return undefined;
  const {policies = fixedPolicy(new Policy(defaultPolicy)), ownFolder = null, log = noDecisionLog} = guard;
  return new LineJudge({policies, approvals, ownFolder, homeOf, log});
}
