import type {Policy, PolicySource} from '../../guard/index.ts';

/** One policy for all folders. */
export function fixedPolicy(policy: Policy): PolicySource {
  return {at: () => Promise.resolve(policy)};
}
