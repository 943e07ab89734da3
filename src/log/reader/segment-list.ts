/** The segments of one log as a reader needs them: of very many, only those that somebody asks for are looked into. */
import {existsSync} from 'node:fs';
import {listSegments, segmentPath} from '../format/segment-files.ts';
import {SegmentScan} from './segment-scan.ts';

export class SegmentList {
  readonly #directory: string;
  readonly #follows: boolean;
  /** Of the files that are there, ascending. */
  #numbers: readonly number[] = [];
  /** Null for one without a readable header. */
  readonly #opened = new Map<number, SegmentScan | null>();

  /** With `follows` the growing segment stays open between calls. Call {@link update} before anything else. */
  constructor(directory: string, {follows}: {readonly follows: boolean}) {
    this.#directory = directory;
    this.#follows = follows;
  }

  /** The oldest that can be read. */
  get first(): SegmentScan | undefined {
    return this.#readable(this.#numbers, 0, 1);
  }

  /** The newest that can be read: it may still grow. */
  get last(): SegmentScan | undefined {
    return this.#readable(this.#numbers, this.#numbers.length - 1, -1);
  }

  /** The oldest file has no readable header, and a later one has. */
  get isBeginningDamaged(): boolean {
    const [oldest] = this.#numbers;
    if (oldest === undefined || this.#open(oldest) !== null) return false;
    // One that vanished meanwhile is no damage.
    return this.#isPresent(oldest) && this.first !== undefined;
  }

  /** The one of that number, if it can be read. */
  at(number: number): SegmentScan | undefined {
    return this.#numbers.includes(number) ? (this.#open(number) ?? undefined) : undefined;
  }

  /** The newest that is not too far, else the oldest. */
  from(notTooFar: (segment: SegmentScan) => boolean): SegmentScan | undefined {
    for (let index = this.#numbers.length - 1; index >= 0; index--) {
      const segment = this.#open(this.#numbers[index] ?? 0);
      if (segment && notTooFar(segment)) return segment;
    }
    return this.first;
  }

  /** The next one that can be read. */
  after({header}: SegmentScan): SegmentScan | undefined {
    return this.#readable(this.#numbers, this.#numbers.indexOf(header.number) + 1, 1);
  }

  has(segment: SegmentScan): boolean {
    return this.#opened.get(segment.header.number) === segment;
  }

  /** The writer has begun a new segment, or retention has dropped the newest: {@link update} is due. */
  get isOutdated(): boolean {
    const {last} = this;
    return !last || this.#isPresent(last.header.number + 1) || !this.#isPresent(last.header.number);
  }

  /** Looks at the directory: drops what is gone and takes in what is new. */
  update(): void {
    this.#numbers = listSegments(this.#directory);
    const present = new Set(this.#numbers);
    for (const [number, segment] of this.#opened) {
      if (present.has(number) && segment) continue;
      segment?.close();
      this.#opened.delete(number);
    }
    const {last} = this;
    for (const segment of this.#opened.values()) {
      if (!segment) continue;
      segment.pinned = this.#follows && segment === last;
      if (segment !== last) segment.close();
      // A writer may have had to give up the segment after this one.
      else segment.complete = false;
    }
  }

  /** Lets go of open files. */
  close(): void {
    for (const segment of this.#opened.values()) segment?.close();
  }

  #readable(numbers: readonly number[], from: number, step: 1 | -1): SegmentScan | undefined {
    for (let index = from; index >= 0 && index < numbers.length; index += step) {
      const segment = this.#open(numbers[index] ?? 0);
      if (segment) return segment;
    }
    return undefined;
  }

  #open(number: number): SegmentScan | null {
    const known = this.#opened.get(number);
    if (known !== undefined) return known;
    const segment = SegmentScan.open(this.#directory, number) ?? null;
    this.#opened.set(number, segment);
    return segment;
  }

  #isPresent(number: number): boolean {
    return existsSync(segmentPath(this.#directory, number));
  }
}
