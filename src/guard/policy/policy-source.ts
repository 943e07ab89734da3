import type {Policy} from './policy.ts';

/** Where the policy comes from that holds at this moment. */
export interface PolicySource {
  /**
   * What holds for a shell that stands in `cwd`, absolute; null where that is not known, or on another machine. Rejects with what is
   * wrong with a file that belongs to it: then nothing may run.
   */
  at(cwd: string | null): Promise<Policy>;
}
