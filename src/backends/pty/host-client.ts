import {
  type CommandRequest,
  type InputRequest,
  type IntegrationRequest,
  isCottyError,
  type LineQuestion,
  type LogCursor,
  logCursor,
  type NestedShell,
  type OpenOptions,
  type SessionId,
  type TerminalNotice,
  type VerdictEvent,
} from '../../core/index.ts';
import {greet} from './greet.ts';
import type {
  AttachOptions,
  HostApi,
  HostAttachment,
  HostListener,
  HostNotice,
  HostProbe,
  HostSessionState,
  SignalName,
  SignalTarget,
} from './host/host-api.ts';
import {type HostCall, toWire} from './host/host-calls.ts';
import {type Hello, type NoticeHead, PROTOCOL} from './host/protocol.ts';
import {type CallOptions, HostLine, type HostLineEvents} from './host-line.ts';

export type HostConnection =
  | {readonly type: 'connected'; readonly host: HostClient; readonly hello: Hello}
  /** A host that speaks another protocol; it goes on, with its sessions. */
  | {readonly type: 'mismatch'; readonly hello: Hello}
  /** Nobody listens there. */
  | {readonly type: 'absent'};

/** Connects to the host of `home` if there is one. Errors: `protocol_error`, `home_unwritable`. */
export async function connectHost(home: string): Promise<HostConnection> {
  const line = await HostLine.open(home);
  if (!line) return {type: 'absent'};
  const {socket, hello} = line.greeted;
  if (hello.protocol === PROTOCOL) return {type: 'connected', host: new HostClient(line.start), hello};
  socket.destroy();
  return {type: 'mismatch', hello};
}

/** Asks the host of `home` to end itself, which it does when it owns no session. Resolves when it has answered. */
export async function retireHost(home: string): Promise<void> {
  const greeted = await greet(home, {retire: true});
  if (!greeted || greeted.socket.destroyed) return;
  const {promise: closed, resolve} = Promise.withResolvers<void>();
  greeted.socket.once('close', () => resolve());
  greeted.socket.resume();
  await closed;
}

interface Subscription {
  /** Of the call by which it is listened to now; its notices carry it. */
  id: number;
  /** Null until the session is known. */
  sessionId: SessionId | null;
  readonly listener: HostListener;
  /** Of the newest question that was heard. */
  questionsAfter: LogCursor;
  /** What was heard before it is known where it begins; null once that is known. */
  early: TerminalNotice[] | null;
}

/**
 * A host behind its socket. A connection that breaks is taken up again: calls are answered all the same, and each listener
 * hears from where on it can go on listening. When the host is dead, every call fails and every listener hears `closed`.
 */
export class HostClient implements HostApi {
  readonly #line: HostLine;
  readonly #subscriptions = new Map<number, Subscription>();

  constructor(start: (events: HostLineEvents) => HostLine) {
    this.#line = start({
      onNotice: (head, body) => this.#notice(head, body),
      onInterrupted: () => this.#tellAll({type: 'interrupted'}),
      onResumed: async () => {
        await Promise.all([...this.#subscriptions.values()].map(subscription => this.#renew(subscription)));
      },
      onGone: () => this.#gone(),
    });
  }

  get isGone(): boolean {
    return this.#line.isGone;
  }

  async open(options: OpenOptions, listener: HostListener, context?: {signal?: AbortSignal}): Promise<HostAttachment> {
    return this.#subscribe({method: 'open', options: toWire(options)}, listener, context?.signal);
  }

  async attach(sessionId: SessionId, listener: HostListener, options?: AttachOptions): Promise<HostAttachment> {
    return this.#subscribe({method: 'attach', sessionId, ...(options ? {options} : {})}, listener);
  }

  async list(): Promise<readonly HostSessionState[]> {
    return this.#call<readonly HostSessionState[]>({method: 'list'});
  }

  async write(sessionId: SessionId, input: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    const {bytes, ...rest} = input;
    await this.#call({method: 'write', sessionId, input: rest}, {body: bytes, signal: options?.signal});
  }

  async submit(sessionId: SessionId, command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#call({method: 'submit', sessionId, command}, {signal: options?.signal});
  }

  async integrate(
    sessionId: SessionId,
    request: IntegrationRequest,
    options?: {signal?: AbortSignal},
  ): Promise<NestedShell> {
    return this.#call<NestedShell>({method: 'integrate', sessionId, request}, {signal: options?.signal});
  }

  async askLine(
    sessionId: SessionId,
    question: LineQuestion,
    options?: {signal?: AbortSignal},
  ): Promise<string | null> {
    return this.#call<string | null>({method: 'askLine', sessionId, question}, {signal: options?.signal});
  }

  async conclude(sessionId: SessionId, verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    await this.#call({method: 'conclude', sessionId, verdict});
  }

  async dropInput(sessionId: SessionId): Promise<number> {
    return this.#call<number>({method: 'dropInput', sessionId});
  }

  async resize(sessionId: SessionId, cols: number, rows: number): Promise<void> {
    await this.#call({method: 'resize', sessionId, cols, rows});
  }

  async rename(sessionId: SessionId, name: string): Promise<void> {
    await this.#call({method: 'rename', sessionId, name});
  }

  async signal(sessionId: SessionId, signal: SignalName, target: SignalTarget): Promise<boolean> {
    // A host of before does not say whether anybody got it.
    return (await this.#call<unknown>({method: 'signal', sessionId, signal, target})) !== false;
  }

  async repair(sessionId: SessionId, bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    await this.#call({method: 'repair', sessionId, options}, {body: bytes});
  }

  async probe(sessionId: SessionId): Promise<HostProbe> {
    return this.#call<HostProbe>({method: 'probe', sessionId});
  }

  async environment(sessionId: SessionId): Promise<Readonly<Record<string, string>>> {
    return this.#call<Readonly<Record<string, string>>>({method: 'environment', sessionId});
  }

  async close(sessionId: SessionId): Promise<void> {
    await this.#call({method: 'close', sessionId});
  }

  /** Takes nothing from the host any more, as a suspended process would. For tests of the host's patience. */
  stopReading(): void {
    this.#line.stopReading();
  }

  /** Leaves the host; its sessions go on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#subscriptions.clear();
    await this.#line[Symbol.asyncDispose]();
  }

  async #subscribe(call: HostCall, listener: HostListener, signal?: AbortSignal): Promise<HostAttachment> {
    // The request's id names the subscription, so no notice can come before its listener is known.
    const id = this.#line.nextId;
    const {generation} = this.#line;
    const subscription: Subscription = {id, sessionId: null, listener, questionsAfter: logCursor(-1), early: null};
    this.#subscriptions.set(id, subscription);
    try {
      const state = await this.#line.call<HostSessionState>(call, {signal});
      subscription.sessionId = state.facts.sessionId;
      // A connection on which nobody listens may have carried it out.
      if (this.#line.generation !== generation) await this.#renew(subscription);
      return {state, [Symbol.dispose]: () => this.#unsubscribe(subscription)};
    } catch (error) {
      this.#subscriptions.delete(id);
      throw error;
    }
  }

  /** Listens anew on another connection. */
  async #renew(subscription: Subscription): Promise<void> {
    const {sessionId, questionsAfter, listener} = subscription;
    if (sessionId === null) return;
    const before = subscription.id;
    const id = this.#line.nextId;
    this.#subscriptions.delete(before);
    this.#subscriptions.set(id, subscription);
    subscription.id = id;
    subscription.early = [];
    try {
      const call = {method: 'attach', sessionId, options: {questionsAfter}} as const;
      const state = await this.#line.call<HostSessionState>(call, {perishes: true});
      if (subscription.id !== id) return;
      const early = subscription.early;
      subscription.early = null;
      listener({type: 'resumed', state});
      for (const notice of early) listener(notice);
    } catch (error) {
      // The session has ended; or this connection, and the next one takes its turn.
      if (subscription.id === id && !isCottyError(error, 'server_unavailable')) this.#close(subscription);
    }
    this.#line.call({method: 'detach', subscription: before}).catch(() => {});
  }

  #unsubscribe({id}: Subscription): void {
    if (!this.#subscriptions.delete(id) || this.#line.isGone) return;
    this.#line.call({method: 'detach', subscription: id}).catch(() => {});
  }

  #notice(head: NoticeHead, body: Uint8Array): void {
    const subscription = this.#subscriptions.get(head.subscription);
    if (!subscription) return;
    const notice = withBody(head, body);
    if (notice.type === 'query') subscription.questionsAfter = notice.offset;
    if (subscription.early) subscription.early.push(notice);
    else subscription.listener(notice);
  }

  #tellAll(notice: HostNotice): void {
    for (const {listener} of [...this.#subscriptions.values()]) listener(notice);
  }

  #gone(): void {
    for (const subscription of [...this.#subscriptions.values()]) this.#close(subscription);
  }

  #close({id, listener}: Subscription): void {
    this.#subscriptions.delete(id);
    listener({type: 'closed', exit: null});
  }

  #call<Result>(call: HostCall, options?: CallOptions): Promise<Result> {
    return this.#line.call<Result>(call, options);
  }
}

function withBody({notice, hasBody}: NoticeHead, body: Uint8Array): TerminalNotice {
  if (!hasBody) return notice;
  if (notice.type === 'output') return {...notice, bytes: body};
  if (notice.type === 'event' && notice.event.type === 'input')
    return {type: 'event', event: {...notice.event, bytes: body}};
  return notice;
}
