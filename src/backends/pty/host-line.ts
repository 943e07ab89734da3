/** Calls to a host, and its notices, over a connection that is taken up again when it breaks. */
import {randomUUID} from 'node:crypto';
import type {Socket} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import {asCottyError, CottyError} from '../../core/index.ts';
import {isProcessAlive} from '../system/process-alive.ts';
import {type Greeted, greet} from './greet.ts';
import {type HostCall, isRepeatable, type Resumed} from './host/host-calls.ts';
import {encodeFrame, type FrameReader, type HostHead, type NoticeHead} from './host/protocol.ts';

export interface HostLineEvents {
  onNotice(head: NoticeHead, body: Uint8Array): void;
  /** The connection broke, and could not be taken up again at once. */
  onInterrupted(): void;
  /**
   * There is another connection: what was listened to on the one before must be listened to anew, by calls that perish. Other calls
   * wait until this resolves: an answer says how things stand, and who listens must have heard by then how they came to that.
   */
  onResumed(): Promise<void>;
  /** The host is dead. */
  onGone(): void;
}

export interface CallOptions {
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Means nothing on another connection: fails when this one breaks. */
  readonly perishes?: boolean | undefined;
}

interface Pending {
  readonly call: HostCall;
  readonly options: CallOptions;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CottyError) => void;
  wasSent: boolean;
}

export class HostLine implements AsyncDisposable {
  readonly #home: string;
  readonly #conversation: string;
  readonly #hostPid: number;
  readonly #events: HostLineEvents;
  readonly #pending = new Map<number, Pending>();
  readonly #disposed = new AbortController();
  /** Null while there is no connection. */
  #socket: Socket | null = null;
  #state: 'open' | 'resuming' | 'broken' | 'unreachable' | 'gone' = 'open';
  #nextId = 1;
  #connectedAtMs = 0;
  #tellTimer: NodeJS.Timeout | undefined;
  #patienceTimer: NodeJS.Timeout | undefined;
  #isToldBroken = false;
  /** Grows with each connection. */
  generation = 0;

  /** `undefined` when nobody listens at `home`. The hello says whether the host can be spoken to. Errors: as {@link greet}. */
  static async open(home: string): Promise<{greeted: Greeted; start(events: HostLineEvents): HostLine} | undefined> {
    const conversation = randomUUID();
    const greeted = await greet(home, {conversation});
    return greeted && {greeted, start: events => new HostLine(home, conversation, greeted, events)};
  }

  private constructor(home: string, conversation: string, greeted: Greeted, events: HostLineEvents) {
    this.#home = home;
    this.#conversation = conversation;
    this.#hostPid = greeted.hello.pid;
    this.#events = events;
    this.#use(greeted);
  }

  /** The host is dead. */
  get isGone(): boolean {
    return this.#state === 'gone';
  }

  /** Number of the next call; notices of a subscription carry that of the call that made it. */
  get nextId(): number {
    return this.#nextId;
  }

  /**
   * Calls the host; while it is out of reach, waits for it a while. Errors: the host's, or `server_unavailable` when it is dead, out
   * of reach for too long, or does not say any more what came of the call.
   */
  call<Result>(call: HostCall, options: CallOptions = {}): Promise<Result> {
    const id = this.#nextId++;
    const {signal} = options;
    if (this.#state === 'gone' || this.#disposed.signal.aborted) return Promise.reject(goneError());
    if (this.#state === 'unreachable') return Promise.reject(unreachableError(false));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const {promise, resolve, reject} = Promise.withResolvers<Result>();
    const cancel = () => this.#cancel(id);
    signal?.addEventListener('abort', cancel, {once: true});
    const settled = () => signal?.removeEventListener('abort', cancel);
    const pending: Pending = {
      call,
      options,
      resolve: result => {
        settled();
        // The host is this same program: its replies have the types of its calls.
        resolve(result as Result);
      },
      reject: error => {
        settled();
        reject(error);
      },
      wasSent: false,
    };
    this.#pending.set(id, pending);
    if (this.#state === 'open' || (this.#state === 'resuming' && options.perishes)) this.#send(id, pending);
    return promise;
  }

  /** Takes nothing from the host any more, as a suspended process would. For tests of the host's patience. */
  stopReading(): void {
    this.#socket?.pause();
  }

  /** Hangs up. Idempotent. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed.abort();
    this.#stopTimers();
    const socket = this.#socket;
    if (!socket || socket.destroyed) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    socket.once('close', () => resolve());
    socket.destroy();
    await promise;
  }

  #use({socket, reader}: Greeted): void {
    this.#socket = socket;
    this.#connectedAtMs = performance.now();
    this.generation++;
    socket.on('data', bytes => this.#receive(socket, reader, bytes));
    socket.on('close', () => {
      if (this.#socket === socket) this.#broke();
    });
    socket.resume();
  }

  #receive(socket: Socket, reader: FrameReader<HostHead>, bytes: Buffer): void {
    try {
      for (const {head, body} of reader.push(bytes)) this.#take(head, body);
    } catch {
      socket.destroy();
    }
  }

  #take(head: HostHead, body: Uint8Array): void {
    switch (head.type) {
      case 'notice':
        this.#events.onNotice(head, body);
        return;
      case 'reply':
        this.#settle(head.id)?.resolve(head.result);
        return;
      case 'failure':
        this.#settle(head.id)?.reject(CottyError.from(head.error));
        return;
      default:
        head satisfies never;
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #send(id: number, pending: Pending): void {
    pending.wasSent = true;
    this.#socket?.write(encodeFrame({type: 'request', id, call: pending.call}, pending.options.body));
    if (pending.options.signal?.aborted) this.#socket?.write(encodeFrame({type: 'cancel', id}));
  }

  /** One that the host may know ends when the host says so. */
  #cancel(id: number): void {
    const pending = this.#pending.get(id);
    if (pending?.wasSent === false) this.#settle(id)?.reject(asCottyError(pending.options.signal?.reason));
    else if (this.#state === 'open') this.#socket?.write(encodeFrame({type: 'cancel', id}));
  }

  #broke(): void {
    this.#socket = null;
    if (this.#disposed.signal.aborted) {
      this.#failAll(goneError);
      return;
    }
    if (this.#state !== 'unreachable') this.#state = 'broken';
    for (const [id, {options}] of this.#pending)
      if (options.perishes) this.#settle(id)?.reject(unreachableError(false));
    this.#tellTimer ??= setTimeout(() => this.#tellBroken(), TELL_MS);
    this.#patienceTimer ??= setTimeout(() => this.#giveUp(), PATIENCE_MS);
    void this.#takeUp();
  }

  async #takeUp(): Promise<void> {
    const {signal} = this.#disposed;
    // A host that drops each connection at once is not asked for the next one without a pause.
    let pauseMs = performance.now() - this.#connectedAtMs < PAUSE_BELOW_MS ? FIRST_PAUSE_MS * 8 : 0;
    while (!signal.aborted) {
      if (pauseMs > 0) await pause(pauseMs, undefined, {signal}).catch(() => undefined);
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      const greeted = await this.#look(signal);
      if (signal.aborted) greeted?.socket.destroy();
      else if (greeted) return this.#resume(greeted);
      else if (!isProcessAlive(this.#hostPid)) return this.#gone();
    }
    this.#failAll(goneError);
  }

  /** The host that we know; not another one that has taken its place. */
  async #look(signal: AbortSignal): Promise<Greeted | undefined> {
    const greeted = await greet(this.#home, {conversation: this.#conversation, signal}).catch(() => undefined);
    if (greeted && greeted.hello.pid !== this.#hostPid) {
      greeted.socket.destroy();
      return undefined;
    }
    return greeted;
  }

  #resume(greeted: Greeted): void {
    this.#state = 'resuming';
    this.#use(greeted);
    const id = this.#nextId++;
    const {promise, resolve, reject} = Promise.withResolvers<unknown>();
    const own: Pending = {call: {method: 'resume'}, options: {perishes: true}, resolve, reject, wasSent: true};
    this.#pending.set(id, own);
    this.#send(id, own);
    promise.then(
      result => this.#listenAgain(isResumed(result)),
      // It broke again, and is taken up again.
      () => undefined,
    );
  }

  /** `isKnown`: the host remembers our calls, so that none is carried out twice. */
  async #listenAgain(isKnown: boolean): Promise<void> {
    const {generation} = this;
    this.#isToldBroken = false;
    await this.#events.onResumed();
    if (this.#state !== 'resuming' || this.generation !== generation) return;
    this.#stopTimers();
    this.#state = 'open';
    for (const [id, pending] of [...this.#pending].toSorted(([a], [b]) => a - b)) {
      if (!pending.wasSent || isKnown || isRepeatable(pending.call)) this.#send(id, pending);
      else this.#settle(id)?.reject(unreachableError(true));
    }
  }

  #tellBroken(): void {
    this.#tellTimer = undefined;
    if (this.#isToldBroken) return;
    this.#isToldBroken = true;
    this.#events.onInterrupted();
  }

  #giveUp(): void {
    this.#patienceTimer = undefined;
    if (this.#state !== 'resuming') this.#state = 'unreachable';
    for (const [id, {wasSent, options}] of [...this.#pending])
      if (!options.perishes) this.#settle(id)?.reject(unreachableError(wasSent));
  }

  #gone(): void {
    this.#stopTimers();
    this.#state = 'gone';
    this.#failAll(goneError);
    this.#events.onGone();
  }

  #failAll(error: () => CottyError): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(error());
  }

  #stopTimers(): void {
    clearTimeout(this.#tellTimer);
    clearTimeout(this.#patienceTimer);
    this.#tellTimer = this.#patienceTimer = undefined;
  }
}

/** A shorter break is nobody's business. */
const TELL_MS = 100;
/** Calls wait so long for a host that is out of reach. */
const PATIENCE_MS = 5000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 1000;
/** A connection that lived shorter was not a good one. */
const PAUSE_BELOW_MS = 1000;

function isResumed(result: unknown): boolean {
  return (
    typeof result === 'object' &&
    result !== null &&
    'resumed' in result &&
    result.resumed === (true satisfies Resumed['resumed'])
  );
}

function goneError(): CottyError {
  return new CottyError(
    'server_unavailable',
    'The connection to the process that owns the terminals is lost.',
    'Call again: it is started anew when needed. Sessions it owned have ended if it was killed; their logs are kept.',
  );
}

function unreachableError(maybeDone: boolean): CottyError {
  return new CottyError(
    'server_unavailable',
    `The process that owns the terminals lives, but is out of reach${maybeDone ? '; this may have been carried out all the same' : ''}.`,
    maybeDone
      ? 'Look at the session before you do it again; the connection is taken up again by itself.'
      : 'Call again; the connection is taken up again by itself, and no session is lost by it.',
  );
}
