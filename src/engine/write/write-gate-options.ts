/** What the write gate needs to know of its session. */
import type {Clock, LineQuestion, SealedWriter} from '../../core/index.ts';
import type {WriteJudge} from './judge-write.ts';
import type {LinePlace} from './line-place.ts';
import type {SeenLine} from './typed-text.ts';

export interface WriteGateOptions {
  readonly writer: SealedWriter;
  readonly clock: Clock;
  /** Throws when nothing can be written any more. */
  readonly requireOpen: () => void;
  /** Resolves when it is known whether what runs is over by now; undefined when nothing has to be found out for that. */
  readonly overByNow: (isUrgent: boolean) => Promise<void> | undefined;
  /** A program runs that was not started by the writer's line: what is typed is for it. */
  readonly isForProgram: () => boolean;
  /** Resolves when the shell has taken the line that was submitted last, or has had the time to: no other can be asked for before. */
  readonly answered: (signal: AbortSignal | undefined) => Promise<void>;
  /** The shell whose line editor can be asked for its line now; null when none can. */
  readonly editor: () => LineQuestion | null;
  /** Called before it is asked; what that gives is told the answer, unless somebody has typed meanwhile. */
  readonly asking: () => (line: string | null) => void;
  /** The line editor itself waits for keys: no program that it has started does. */
  readonly edits: (signal: AbortSignal | undefined) => Promise<boolean>;
  /** The line editor knows the marks of a paste. */
  readonly honoursPastes: () => boolean;
  /** What would take a line now: a shell that has a line editor at once, else by a look at the tty. */
  readonly place: () => LinePlace;
  readonly look: () => Promise<LinePlace>;
  /** `place` knows where its shell stands only after a look. */
  readonly hidesPlace: () => boolean;
  /** A command runs that has put a half line aside, and nobody reads: the kernel collects what is typed, and acts on keys of its own in it. */
  readonly isCollected: () => Promise<boolean>;
  /** Resolves when that may have changed. */
  readonly collectedOn: () => Promise<void>;
  /** Where nobody can be asked for the line. */
  readonly seen: SeenLine;
  /** Resolves when that holds, after something was printed, or when it has had the time to. */
  readonly shown: (isShown: () => boolean, signal: AbortSignal | undefined) => Promise<void>;
  readonly judge?: WriteJudge | undefined;
}
