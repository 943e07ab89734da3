import type {Clock} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {EventRing} from '../events/event-ring.ts';
import type {CheckpointPace} from '../projection/checkpoint-pace.ts';
import type {ScreenKeepers} from '../screen/screen-keeper.ts';
import type {Searcher} from '../search/searcher.ts';
import type {WriteJudge} from '../write/judge-write.ts';

/** What all sessions of one engine share. */
export interface SessionServices {
  readonly clock: Clock;
  readonly events: EventRing;
  readonly screens: ScreenKeepers;
  readonly searcher: Searcher;
  /** Decides when what is known of sessions is written beside their logs. */
  readonly checkpoints: CheckpointPace;
  /** Says which lines may be submitted; by default all of them. */
  readonly judge: WriteJudge | undefined;
  /** Masks what is secret for readers; by default nothing. */
  readonly secrets: SecretMask | null;
  /** Called when a terminal has ended. */
  readonly onClosed: () => void;
}
