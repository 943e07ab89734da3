import type {CommandRecord} from '../projection/command-record.ts';
import type {GatedSession} from '../write/open-gate.ts';

/** Finds out whether lines without marks are over, which nobody says. */
export interface LineEnds extends Disposable {
  readonly known: NonNullable<GatedSession['overByNow']>['known'];
  /** Looks at a command that nobody waits for any more until it is over. One with marks is passed over: its shell says so. */
  lookOn(record: CommandRecord): void;
}
