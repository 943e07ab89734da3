/** What the gate remembers of the line that stands at a prompt, and of the lines before it. */
import type {Actor} from '../../core/index.ts';
import {beginning, isAnswered} from './line-effect.ts';
import {mayTakeMark} from './pastes-taken.ts';
import {type SeenLine, TypedText} from './typed-text.ts';

/** A write that was not let through, and where in it. */
export interface StoppedWrite {
  readonly by: Actor;
  readonly bytes: Uint8Array;
  /** What the same writer has typed before it in a write of its own, and which belongs to it. */
  readonly behind?: Uint8Array | undefined;
  /** The piece of it whose Enter was not typed. */
  readonly at: number;
  readonly revision: number;
}

export class RememberedLine {
  /** What was typed, where no line editor can be asked. */
  readonly typed: TypedText;
  /** The beginning of a sequence that was typed last, as latin1: a key may come in several writes. */
  before = '';
  /** A key was typed since the last Enter that may take the mark of a paste for itself. */
  takesMarks = false;
  /** An agent that has typed on the line since the last Enter. */
  typist: Actor | null = null;
  /** All that was typed on it was given away by a ^D that was judged, and nothing since. */
  isGiven = false;
  #stopped: StoppedWrite | null = null;

  constructor(seen: SeenLine) {
    this.typed = new TypedText(seen);
  }

  /** A judged line went. */
  submitted(): void {
    this.takesMarks = false;
    this.typist = null;
    this.typed.clear();
  }

  /** Bytes go towards the terminal. */
  typedBy(by: Actor, bytes: Uint8Array): void {
    this.typed.note(bytes);
    this.#typedBy(by, bytes);
  }

  /** A secret and its Enter go there, of which nothing is remembered. */
  secretTyped(): void {
    this.isGiven = false;
    this.before = '';
    this.submitted();
  }

  /** Another server has typed these, when the row was seen like this. */
  recall(by: Actor, bytes: Uint8Array, seen: SeenLine): void {
    this.typed.recall(bytes, seen);
    this.#typedBy(by, bytes);
  }

  stopped(write: StoppedWrite): void {
    this.#stopped = write;
  }

  /** Where the same write goes on, on the line as it was left: what is typed of it until there was typed. Null when it is another one. */
  resume({by, bytes, behind, revision}: Omit<StoppedWrite, 'at'>): number | null {
    const before = this.#stopped;
    if (!before || before.revision !== revision || !isSame(before.by, by)) return null;
    if (behind && Buffer.compare(before.behind ?? NOTHING, behind) !== 0) return null;
    return Buffer.compare(before.bytes, bytes) === 0 ? before.at : null;
  }

  #typedBy(by: Actor, bytes: Uint8Array): void {
    this.isGiven = false;
    const typed = Buffer.from(bytes).toString('latin1');
    this.before = beginning(this.before + typed);
    this.takesMarks = mayTakeMark(typed, this.takesMarks);
    if (isAnswered(bytes)) this.typist = null;
    else if (by.type === 'agent') this.typist = by;
  }
}

function isSame(one: Actor, other: Actor): boolean {
  return one.type === other.type && 'name' in one && 'name' in other && one.name === other.name;
}

const NOTHING = new Uint8Array(0);
