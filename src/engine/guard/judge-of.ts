import {type Approvals, defaultPolicy, Policy} from '../../guard/index.ts';
import type {WriteJudge} from '../write/judge-write.ts';
import type {CheckedLinesOptions} from './checked-lines.ts';
import {noDecisionLog} from './decision-log.ts';
import {fixedPolicy} from './fixed-policy.ts';
import type {GuardOptions} from './guard.ts';
import {LineJudge, type LineJudgeOptions} from './line-judge.ts';
import {Permits} from './permits.ts';

/** What of sessions the judge asks. */
type OfSessions = Pick<CheckedLinesOptions, 'homeOf' | 'envOf'> & Pick<LineJudgeOptions, 'nameOf'>;

/** What agents may do in all sessions, and who judges their lines; both undefined where no policy was given: then nobody is judged. */
export function judgeOf(
  guard: GuardOptions | undefined,
  approvals: Approvals,
  ofSessions: OfSessions,
): {readonly judge: WriteJudge | undefined; readonly permits: Permits | undefined} {
  if (!guard) return {judge: undefined, permits: undefined};
  const {policies = fixedPolicy(new Policy(defaultPolicy)), ownFolder = null, look = null, log = noDecisionLog} = guard;
  const permits = new Permits({policies, approvals, log});
  return {judge: new LineJudge({permits, approvals, ownFolder, look, ...ofSessions, log}), permits};
}
