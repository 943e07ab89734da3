import type {Actor, SessionId} from '../../core/index.ts';
import type {LinePlace} from './line-place.ts';

/** A line that somebody is about to submit, as far as it is known. */
export interface ComposedLine {
  /**
   * What would be taken, before a shell expands history and aliases: as its line editor holds it, or, where none can be asked, as it was
   * typed. With the lines before it where a command goes over several. Null when nobody knows what stands there: keys have edited it, the
   * editor is in the middle of something, or others have typed what was not seen.
   */
  readonly text: string | null;
  /** What it is where something was typed that is not seen there: it may have been read, or be hidden. Undefined where there is no such thing. */
  readonly unseen?: string | undefined;
  /** All that was typed since the last Enter, with the keys that edit, where no line editor can be asked; null when that is not known. */
  readonly keys?: string | null;
  /** Changes with every byte that reaches the line and with every new prompt: a decision holds for one revision only. */
  readonly revision: number;
  /** What takes it. */
  readonly place: LinePlace;
}

/** What a writer says beside its line. */
export interface Consent {
  /** It means what it was asked about. */
  readonly confirm: boolean;
  /** The command that the line becomes, where its writer has named it. */
  readonly commandId?: string | undefined;
}

export interface DecideOptions {
  readonly consent: Consent;
  readonly signal: AbortSignal | undefined;
}

/** Says whether a line may be submitted. Whoever types holds the line for a while only, so it is looked at again afterwards. */
export interface WriteJudge {
  /** True when this one's lines are judged at all; the others pass without waiting. */
  judges(by: Actor): boolean;
  /** Resolves when this one may type there at all; throws `CottyError` (`denied`) when not. */
  admit?(by: Actor, place: LinePlace): Promise<void>;
  /** Resolves when the line may go; throws `CottyError` (`denied`) when it may not. */
  decide(line: ComposedLine, by: Actor, options: DecideOptions): Promise<void>;
  /** False for a line that need not be told to `ran`. */
  notes?(text: string): boolean;
  /** True for a line that would take a suspicion, were it certain that it runs as it was typed. */
  clears?(text: string, place: LinePlace): boolean;
  /** Told that all which was typed in a session so far has been read. */
  allRead?(sessionId: SessionId): void;
  /** Told of a line that runs unjudged: the shell has said so, or it was typed there (`isTyped`), and who reads it is not certain. */
  ran?(text: string, place: LinePlace, isTyped: boolean): void;
  /** Asked right before the line goes that was decided about: false when the decision no longer holds, and is to be made again. */
  spend?(line: ComposedLine, by: Actor): boolean;
}

/** Lets everything pass. */
export const passAll: WriteJudge = {judges: () => false, decide: () => Promise.resolve()};

export const noConsent: Consent = {confirm: false};
