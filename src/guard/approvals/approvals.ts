import {randomBytes} from 'node:crypto';
import {type Clock, CottyError, encodeId} from '../../core/index.ts';
import {type Answer, type Approval, type ApprovalState, digestOf, type Question} from './approval.ts';

/** A question that nobody has answered is over after this long, and an answer that nobody has used. */
const LASTS_MS = 10 * 60_000;
/** Kept for whoever asks what became of them. */
const MOST_KEPT = 500;
/** Of one connection, and of one name, at once: more is noise in which the one that matters is lost. */
const MOST_PENDING = 20;
/** Of all of them: each call of a command line is a connection of its own. */
const MOST_OF_ALL = 60;

interface Entry {
  approval: Approval;
  readonly digest: string;
  /** On the clock that nobody sets back. Milliseconds. */
  endsAtMs: number;
}

export type ApprovalListener = (approval: Approval) => void;

/** Questions to a person, and their answers. In memory only: after a restart everything is asked again. */
export class Approvals {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  /** Shapes that were approved for a session, and until the policy changes. */
  readonly #shapes = new Set<string>();
  readonly #listeners = new Set<ApprovalListener>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Told of every question and of every answer, in their order. */
  onChange(listener: ApprovalListener): Disposable {
    this.#listeners.add(listener);
    return {[Symbol.dispose]: () => void this.#listeners.delete(listener)};
  }

  /** The same question is asked once, and once denied it stays so for a while. Throws `denied` when the writer has too many of them open. */
  ask(question: Question): Approval {
    const digest = digestOf(question);
    const open = this.#open(digest, ['pending', 'approved', 'denied']);
    if (open) return open.approval;
    const pending = this.list().filter(({state}) => state === 'pending');
    const theirs = pending.filter(({agent, asker}) => agent === question.agent || isSame(asker, question.asker));
    if (theirs.length >= MOST_PENDING || pending.length >= MOST_OF_ALL)
      throw new CottyError(
        'denied',
        `${pending.length} questions wait for a person, ${theirs.length} of them of ${question.agent}.`,
        'Wait until they are answered: wait_for_events kinds=["approval_answered"].',
      );
    const now = this.#clock.wallMs();
    const approval: Approval = {
      ...question,
      id: `ap-${encodeId(randomBytes(8))}`,
      askedAtMs: now,
      expiresAtMs: now + LASTS_MS,
      state: 'pending',
      answer: null,
    };
    this.#entries.set(approval.id, {approval, digest, endsAtMs: this.#clock.monotonicMs() + LASTS_MS});
    this.#forgetOldest();
    this.#tell(approval);
    return approval;
  }

  /** True for what was approved for the whole session, and has the same shape. */
  isKnown(question: Question): boolean {
    return question.shape !== null && this.#shapes.has(shapeKey(question));
  }

  /** True when it was approved and the answer not used yet: it counts once. */
  isApproved(question: Question): boolean {
    return this.#open(digestOf(question))?.approval.state === 'approved';
  }

  /** Uses the answer up. False when there is none. */
  use(question: Question): boolean {
    const entry = this.#open(digestOf(question));
    if (entry?.approval.state !== 'approved') return false;
    entry.approval = {...entry.approval, state: 'used'};
    return true;
  }

  /** Throws `invalid_argument` for one that there is not, or that is not open any more: the first answer counts. */
  answer(id: string, answer: Answer): Approval {
    const entry = this.#find(id);
    const {state} = this.#current(entry);
    if (state !== 'pending')
      throw new CottyError('invalid_argument', `${id} is ${state} already.`, 'List what is open with: cotty approvals');
    if (answer.decision === 'approve' && answer.scope !== 'once' && entry.approval.shape === null)
      throw new CottyError(
        'invalid_argument',
        `${id} can only be approved once: ${entry.approval.line === null ? 'nobody knows the line' : 'it does more than its words say'}.`,
        'Approve it without --session and --always.',
      );
    entry.approval = {...entry.approval, state: answer.decision === 'approve' ? 'approved' : 'denied', answer};
    // What is approved has to be used soon.
    if (answer.decision === 'approve') {
      entry.approval = {...entry.approval, expiresAtMs: this.#clock.wallMs() + LASTS_MS};
      entry.endsAtMs = this.#clock.monotonicMs() + LASTS_MS;
    }
    if (answer.decision === 'approve' && answer.scope === 'session') this.#shapes.add(shapeKey(entry.approval));
    this.#tell(entry.approval);
    return entry.approval;
  }

  /** Throws `invalid_argument` for one that there is not. */
  get(id: string): Approval {
    return this.#current(this.#find(id));
  }

  /** The newest last. */
  list(): readonly Approval[] {
    return [...this.#entries.values()].map(entry => this.#current(entry));
  }

  #find(id: string): Entry {
    const found = [...this.#entries].filter(
      ([known]) => known === id || known.startsWith(id) || known.slice(3).startsWith(id),
    );
    const [first] = found;
    if (first && found.length === 1 && id.length >= 3) return first[1];
    throw new CottyError(
      'invalid_argument',
      found.length > 1 ? `${id} may be several of them.` : `There is no approval ${id}.`,
      'List them with: cotty approvals',
    );
  }

  /** One that is neither over nor used up. */
  #open(digest: string, states: readonly ApprovalState[] = ['pending', 'approved']): Entry | undefined {
    return [...this.#entries.values()].find(
      entry => entry.digest === digest && states.includes(this.#current(entry).state),
    );
  }

  /** By whichever clock says so first: a machine that sleeps, or whose time is set, lets none live longer. */
  #current(entry: Entry): Approval {
    const {approval, endsAtMs} = entry;
    const isOver = this.#clock.wallMs() > approval.expiresAtMs || this.#clock.monotonicMs() > endsAtMs;
    if (approval.state !== 'used' && isOver) entry.approval = {...approval, state: 'expired'};
    return entry.approval;
  }

  #forgetOldest(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= MOST_KEPT) return;
      if (this.#current(entry).state !== 'pending') this.#entries.delete(id);
    }
  }

  #tell(approval: Approval): void {
    for (const listener of this.#listeners) listener(approval);
  }
}

/** Empty where a client has none that is known. */
function isSame(asker: string, other: string): boolean {
  return asker !== '' && asker === other;
}

function shapeKey({sessionId, agent, shape, policyVersion, cwd}: Question): string {
  return JSON.stringify([sessionId, agent, shape, policyVersion, cwd]);
}
