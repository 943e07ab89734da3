/** A session that a tool opened by itself because a call named none, and who has used it since. */
import type {SessionId} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import {isNamed} from './is-named.ts';

/** What the next server has to know of such a session. */
export interface UnaskedRecord {
  /** Key of the caller it was opened for. */
  readonly openedFor: string;
  /** Clients that have used it: while one of them is there, it is not left alone. */
  readonly users: readonly string[];
  /** Unix milliseconds since when nobody has been there and nothing has run; null while that was not so. */
  readonly aloneSinceMs: number | null;
  /** Unix milliseconds at which it was ended because nobody had come back; null while it lives. */
  readonly endedAtMs: number | null;
}

/** Keeps the records beyond the server's life. */
export interface UnaskedMemory {
  /** Null when none is kept: the session was asked for, or somebody has made it their own. */
  recall(id: SessionId): UnaskedRecord | null;
  /** Null forgets it. */
  keep(id: SessionId, record: UnaskedRecord | null): void;
}

/** `new`: not looked at yet. `working`: programs run beside its shell. `told`: that it ends soon. */
export type AloneStage = 'new' | 'working' | 'counting' | 'told' | 'ending';

export class UnaskedSession {
  readonly session: Session;
  readonly openedFor: string;
  /** Clients that have used it, and may come back under the same name. */
  readonly users: Set<string>;
  /** Clients that have used it, are there, and will not come back: command lines. */
  readonly guests = new Set<string>();
  /** Since when nobody is there and nothing runs, by the monotonic clock; null while that is not so. */
  aloneSinceMs: number | null = null;
  stage: AloneStage = 'new';
  /** By the monotonic clock; meaningful once it was told. */
  toldAtMs = 0;
  /** Its programs are being looked at. */
  isLookedAt = false;

  constructor(session: Session, openedFor: string, users: Iterable<string>) {
    this.session = session;
    this.openedFor = openedFor;
    this.users = new Set(users);
  }

  /** Its shell is at a prompt of its own, and nobody has given it a name. Programs in the background are not seen by this. */
  get isUnneeded(): boolean {
    const {isClosed, facts, tracker, turns} = this.session;
    const isAtPrompt = tracker.phase === 'prompt' && tracker.nestedShell === null && turns.length === 0;
    return !isClosed && isAtPrompt && !isNamed(facts);
  }

  /** The count begins, or begins anew; null stops it. */
  countFrom(sinceMs: number | null): void {
    this.aloneSinceMs = sinceMs;
    this.stage = 'new';
  }
}
