import {type EventSeq, type LogCursor, logCursor, type SessionEvent, type SessionLogView} from '../../core/index.ts';
import {CONTEXT_AFTER, CONTEXT_BEFORE, MaskedStream, type SecretMask} from '../../guard/index.ts';

/** More is not kept waiting for what would say whether it ends in a secret. */
const MOST_WAITING = 1000;

/**
 * A log for whoever is not to have the secrets in it: recordings and time lines are made from this one. Bytes, places and times are those of the log;
 * what is kept beside it was made of what was printed, and is not in here.
 */
export function maskedLog(log: SessionLogView, secrets: SecretMask | null): SessionLogView {
  return secrets === null ? log : new MaskedLog(log, secrets);
}

class MaskedLog implements SessionLogView {
  readonly #log: SessionLogView;
  readonly #secrets: SecretMask;

  constructor(log: SessionLogView, secrets: SecretMask) {
    this.#log = log;
    this.#secrets = secrets;
  }

  get oldest(): LogCursor {
    return this.#log.oldest;
  }

  get end(): LogCursor {
    return this.#log.end;
  }

  get nextSeq(): EventSeq {
    return this.#log.nextSeq;
  }

  outputTimes: SessionLogView['outputTimes'] = after => this.#log.outputTimes(after);

  async readOutput(from: LogCursor, to: LogCursor): ReturnType<SessionLogView['readOutput']> {
    const slice = await this.#log.readOutput(from, to);
    if (slice.bytes.length === 0) return slice;
    const end = slice.from + slice.bytes.length;
    const before = await bytesBefore(this.#log, slice.from);
    const behind = logCursor(Math.min(this.#log.end, end + CONTEXT_AFTER));
    const after = await this.#log.readOutput(logCursor(end), behind);
    const window = Buffer.concat([before, slice.bytes, after.bytes]);
    return {...slice, bytes: this.#secrets.maskBytes(window, before.length, before.length + slice.bytes.length)};
  }

  async *events(...[after, options]: Parameters<SessionLogView['events']>): AsyncGenerator<SessionEvent> {
    const waiting = new WaitingEvents(this.#secrets);
    let end: number | undefined;
    for await (const event of this.#log.events(after, options)) {
      if (event.type === 'output') {
        // What stands before the first, and behind a hole, is not what was read here.
        if (event.offset !== end) waiting.output.goOn(await bytesBefore(this.#log, event.offset));
        end = event.offset + event.bytes.length;
      }
      waiting.add(event);
      yield* waiting.done();
    }
    waiting.decide();
    yield* waiting.done();
  }
}

/** Of the log, as far as it is kept without a hole. */
export async function bytesBefore(log: SessionLogView, at: number): Promise<Uint8Array> {
  const {bytes, from} = await log.readOutput(logCursor(Math.max(log.oldest, at - CONTEXT_BEFORE)), logCursor(at));
  return from + bytes.length === at ? bytes : new Uint8Array(0);
}

/** Events in their order, each as soon as it is known what of it is secret. */
class WaitingEvents {
  readonly output: Decided;
  readonly #input: Decided;
  readonly #secrets: SecretMask;
  readonly #events: SessionEvent[] = [];

  constructor(secrets: SecretMask) {
    this.#secrets = secrets;
    this.output = new Decided(secrets);
    this.#input = new Decided(secrets);
  }

  add(event: SessionEvent): void {
    this.#events.push(event);
    this.#streamOf(event)?.add(bytesOf(event));
    if (this.#events.length > MOST_WAITING) this.decide();
  }

  /** Whatever waits is decided by what there is. */
  decide(): void {
    this.output.decide();
    this.#input.decide();
  }

  *done(): Generator<SessionEvent> {
    for (let [event] = this.#events; event; [event] = this.#events) {
      const stream = this.#streamOf(event);
      const bytes = stream?.take(bytesOf(event).length);
      if (stream && !bytes) return;
      this.#events.shift();
      yield bytes && (event.type === 'output' || event.type === 'input')
        ? {...event, bytes}
        : this.#secrets.maskAll(event);
    }
  }

  #streamOf(event: SessionEvent): Decided | undefined {
    if (event.type === 'output') return this.output;
    return event.type === 'input' && event.bytes !== null ? this.#input : undefined;
  }
}

function bytesOf(event: SessionEvent): Uint8Array {
  return event.type === 'output' || event.type === 'input' ? (event.bytes ?? new Uint8Array(0)) : new Uint8Array(0);
}

/** A stream of which parts are taken once they are decided. */
class Decided {
  #stream: MaskedStream;
  #ready: Buffer = Buffer.alloc(0);
  readonly #secrets: SecretMask;

  constructor(secrets: SecretMask) {
    this.#secrets = secrets;
    this.#stream = new MaskedStream(secrets);
  }

  goOn(before: Uint8Array): void {
    this.decide();
    this.#stream = new MaskedStream(this.#secrets, before);
  }

  add(bytes: Uint8Array): void {
    this.#keep(this.#stream.push(bytes));
  }

  decide(): void {
    this.#keep(this.#stream.end());
  }

  take(length: number): Uint8Array | undefined {
    if (this.#ready.length < length) return undefined;
    const taken = this.#ready.subarray(0, length);
    this.#ready = this.#ready.subarray(length);
    return taken;
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length > 0)
      this.#ready = this.#ready.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#ready, bytes]);
  }
}
