/** Messages between {@link Searcher} and its thread. Private: both sides are always of one build. */
import type {ErrorShape} from '../../core/index.ts';
import type {PickedLines, Stretch, WantedLines} from './pick-lines.ts';

export type SearchJob =
  | {readonly type: 'pick'; readonly stretch: Stretch; readonly wanted: WantedLines}
  | {readonly type: 'test'; readonly patterns: readonly string[]; readonly texts: readonly string[]};

export interface JobResults {
  readonly pick: PickedLines;
  readonly test: readonly (readonly boolean[])[];
}

export type ToSearchThread =
  /** Ends at the latest after so many steps. */
  | {readonly type: 'job'; readonly id: number; readonly job: SearchJob; readonly steps: number}
  | {readonly type: 'cancel'; readonly id: number};

export type FromSearchThread =
  | {
      readonly type: 'result';
      readonly id: number;
      readonly result: JobResults[keyof JobResults];
      /** False when the steps ended first: the result is how far it came. */
      readonly isDone: boolean;
      readonly steps: number;
    }
  | {readonly type: 'failure'; readonly id: number; readonly error: ErrorShape};
