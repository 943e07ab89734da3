import type {SessionId} from '../../core/index.ts';
import type {Reason} from '../../guard/index.ts';

/** A session as permissions name it. */
export interface NamedPlace {
  readonly id: SessionId | null;
  readonly name: string | null;
  /** Absolute; null where it is not known. A project there may say something. */
  readonly cwd: string | null;
}

/** What is called. */
export interface Called {
  /** With `:` and the action where it has several. */
  readonly tool: string;
  readonly reads: boolean;
  readonly place: NamedPlace;
  /** All of the call, as a person who is asked sees it; null where only a refusal counts, and lines are asked for one by one. */
  readonly call: string | null;
  /** A person is asked for these in every mode but `permissive`, whatever the permissions say. */
  readonly asks?: readonly Reason[] | undefined;
  /** It gives a session this name, or opens one with it. */
  readonly naming?: {readonly name: string; readonly isNew: boolean} | undefined;
}
