import type {CommandRecord} from '../projection/command-record.ts';
import type {GatedSession} from '../write/open-gate.ts';

/** Finds out whether lines without marks are over, which nobody says. */
export interface LineEnds extends Disposable {
  readonly known: NonNullable<GatedSession['overByNow']>['known'];
  /** Nobody waits for this command any more. One with marks is passed over: its shell says when it is over. */
  leave(record: CommandRecord): void;
}
