/**
 * A line without marks ends when somebody looks: before anything else is typed there, so that its output does not grow by what that makes, and
 * behind whoever waits for it no longer, so that others hear of its end.
 */
import type {CommandRecord} from '../projection/command-record.ts';
import type {LineEnds} from '../session/line-ends.ts';
import type {Session} from '../session/session.ts';
import {awaitAnswered} from './await-answered.ts';
import {LookLoop, QUIET_MS} from './look-loop.ts';

/** What is typed so soon behind other input was on its way before anybody could have looked. */
const TYPING_MS = 30;

export class OverByNow implements LineEnds {
  readonly #session: Session;
  /** While this lasts nobody's bytes go before another's. */
  #looking: Promise<void> | null = null;
  /** Nobody can tell whether these are over: their programs never rest. */
  readonly #untold = new WeakSet<CommandRecord>();
  /** These are looked at, more and more rarely while nothing is printed. */
  readonly #lookedOn = new WeakSet<CommandRecord>();
  readonly #gone = new AbortController();

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Resolves once what is over is known to be; never rejects. Undefined when there is nothing to wait for: a signal (`isUrgent`) does not wait for
   * a flood to rest.
   */
  known({isUrgent}: {readonly isUrgent: boolean}): Promise<void> | undefined {
    if (this.#looking) return this.#looking;
    const {tracker, gate, clock, foreground, isClosed} = this.#session;
    if (isUrgent && clock.monotonicMs() - foreground.lastOutputMs < QUIET_MS) return undefined;
    const line = tracker.openNestedLine ?? (tracker.current?.nested ? tracker.current : null);
    if (!line || line.phase === 'ended' || isClosed || this.#untold.has(line)) return undefined;
    // Behind half a line no prompt can be told; and whether that was typed before or behind it nobody knows.
    if (tracker.isHalfTyped || clock.monotonicMs() - gate.lastInputMs < TYPING_MS) return undefined;
    const looking = this.#look(line);
    this.#looking = looking;
    // Who waits for the same goes on right behind this, in the order in which they came.
    void looking.then(() => {
      this.#looking = null;
    });
    return looking;
  }

  lookOn(record: CommandRecord): void {
    if (record.phase === 'ended' || !record.reader || this.#lookedOn.has(record)) return;
    this.#lookedOn.add(record);
    const forget = () => this.#lookedOn.delete(record);
    // What it asks is told as an event, and does not end it.
    awaitAnswered(this.#session, record, this.#gone.signal, {onAsked: () => undefined}).then(forget, forget);
  }

  [Symbol.dispose](): void {
    this.#gone.abort();
  }

  async #look(line: CommandRecord): Promise<void> {
    // Whoever types is not to suffer from it that nobody can look.
    const isTold = await new LookLoop(this.#session, line).endIfOver().catch(() => false);
    if (!isTold) this.#untold.add(line);
  }
}
