import {connect, type Socket} from 'node:net';
import {
  type CommandRequest,
  CottyError,
  type InputRequest,
  type IntegrationRequest,
  type NestedShell,
  type OpenOptions,
  type SessionId,
  type TerminalNotice,
  type VerdictEvent,
} from '../../core/index.ts';
import {requirePrivateSocket} from '../../private/index.ts';
import type {
  HostApi,
  HostAttachment,
  HostProbe,
  HostSessionState,
  NoticeListener,
  SignalName,
  SignalTarget,
} from './host/host-api.ts';
import {type HostCall, toWire} from './host/host-calls.ts';
import {
  encodeFrame,
  encodeHello,
  FrameReader,
  type Hello,
  type HostHead,
  type NoticeHead,
  PROTOCOL,
} from './host/protocol.ts';
import {packageVersion} from './package-version.ts';
import {socketPath} from './run-directory.ts';

export type HostConnection =
  | {readonly type: 'connected'; readonly host: HostClient; readonly hello: Hello}
  /** A host that speaks another protocol; it goes on, with its sessions. */
  | {readonly type: 'mismatch'; readonly hello: Hello}
  /** Nobody listens there. */
  | {readonly type: 'absent'};

/** Connects to the host of `home` if there is one. Errors: `protocol_error`, `home_unwritable`. */
export async function connectHost(home: string): Promise<HostConnection> {
  const greeted = await greet(home, {retire: false});
  if (!greeted) return {type: 'absent'};
  const {socket, reader, hello} = greeted;
  if (hello.protocol === PROTOCOL) return {type: 'connected', host: new HostClient(socket, reader), hello};
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

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CottyError) => void;
}

/** A host behind its socket. When the connection is lost, every call fails and every listener hears `closed`. */
export class HostClient implements HostApi {
  readonly #socket: Socket;
  readonly #reader: FrameReader<HostHead>;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<number, NoticeListener>();
  #nextId = 1;

  constructor(socket: Socket, reader: FrameReader<HostHead>) {
    this.#socket = socket;
    this.#reader = reader;
    socket.on('data', bytes => this.#receive(bytes));
    socket.on('close', () => this.#lost());
    socket.resume();
  }

  async open(
    options: OpenOptions,
    listener: NoticeListener,
    context?: {signal?: AbortSignal},
  ): Promise<HostAttachment> {
    return this.#subscribe({method: 'open', options: toWire(options)}, listener, context?.signal);
  }

  async attach(sessionId: SessionId, listener: NoticeListener): Promise<HostAttachment> {
    return this.#subscribe({method: 'attach', sessionId}, listener);
  }

  async list(): Promise<readonly HostSessionState[]> {
    return this.#call<readonly HostSessionState[]>({method: 'list'});
  }

  async write(sessionId: SessionId, input: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    const {by, kind, bytes} = input;
    await this.#call({method: 'write', sessionId, input: {by, kind}}, {body: bytes, signal: options?.signal});
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

  async signal(sessionId: SessionId, signal: SignalName, target: SignalTarget): Promise<void> {
    await this.#call({method: 'signal', sessionId, signal, target});
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
    this.#socket.pause();
  }

  /** Leaves the host; its sessions go on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    if (this.#socket.destroyed) return;
    const {promise, resolve} = Promise.withResolvers<void>();
    this.#socket.once('close', () => resolve());
    this.#socket.destroy();
    await promise;
  }

  async #subscribe(call: HostCall, listener: NoticeListener, signal?: AbortSignal): Promise<HostAttachment> {
    // The request's id names the subscription, so no notice can come before its listener is known.
    const subscription = this.#nextId;
    this.#listeners.set(subscription, listener);
    try {
      const state = await this.#call<HostSessionState>(call, {signal});
      return {state, [Symbol.dispose]: () => this.#unsubscribe(subscription)};
    } catch (error) {
      this.#listeners.delete(subscription);
      throw error;
    }
  }

  #unsubscribe(subscription: number): void {
    if (!this.#listeners.delete(subscription) || this.#socket.destroyed) return;
    this.#call({method: 'detach', subscription}).catch(() => {});
  }

  #call<Result>(
    call: HostCall,
    {body, signal}: {body?: Uint8Array; signal?: AbortSignal | undefined} = {},
  ): Promise<Result> {
    const id = this.#nextId++;
    if (this.#socket.destroyed) return Promise.reject(lostError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    const {promise, resolve, reject} = Promise.withResolvers<Result>();
    const cancel = () => this.#socket.write(encodeFrame({type: 'cancel', id}));
    signal?.addEventListener('abort', cancel, {once: true});
    const settled = () => signal?.removeEventListener('abort', cancel);
    this.#pending.set(id, {
      resolve: result => {
        settled();
        // The host is this same program: its replies have the types of its calls.
        resolve(result as Result);
      },
      reject: error => {
        settled();
        reject(error);
      },
    });
    this.#socket.write(encodeFrame({type: 'request', id, call}, body));
    return promise;
  }

  #receive(bytes: Buffer): void {
    try {
      for (const {head, body} of this.#reader.push(bytes)) this.#take(head, body);
    } catch {
      this.#socket.destroy();
    }
  }

  #take(head: HostHead, body: Uint8Array): void {
    switch (head.type) {
      case 'notice':
        this.#listeners.get(head.subscription)?.(withBody(head, body));
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

  #lost(): void {
    for (const {reject} of this.#pending.values()) reject(lostError());
    this.#pending.clear();
    const listeners = [...this.#listeners.values()];
    this.#listeners.clear();
    for (const listener of listeners) listener({type: 'closed', exit: null});
  }
}

function withBody({notice, hasBody}: NoticeHead, body: Uint8Array): TerminalNotice {
  if (!hasBody) return notice;
  if (notice.type === 'output') return {...notice, bytes: body};
  if (notice.type === 'event' && notice.event.type === 'input')
    return {type: 'event', event: {...notice.event, bytes: body}};
  return notice;
}

interface Greeted {
  readonly socket: Socket;
  readonly reader: FrameReader<HostHead>;
  readonly hello: Hello;
}

/** Exchanges header lines; undefined when nobody listens, or hangs up first as a host does that is about to end. */
async function greet(home: string, {retire}: {readonly retire: boolean}): Promise<Greeted | undefined> {
  const path = socketPath(home);
  requirePrivateSocket(path);
  const socket = connect(path);
  const reader = new FrameReader<HostHead>();
  const {promise, resolve, reject} = Promise.withResolvers<Greeted | undefined>();
  const receive = (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (error) {
      socket.destroy();
      reject(error);
    }
    if (!reader.hello) return;
    socket.pause();
    resolve({socket, reader, hello: reader.hello});
  };
  socket.on('data', receive);
  socket.on('error', error => (isAbsence(error) ? resolve(undefined) : reject(unreachable(home, error))));
  socket.once('close', () => resolve(undefined));
  socket.write(
    encodeHello({protocol: PROTOCOL, packageVersion: packageVersion(), pid: process.pid, sessions: 0, retire}),
  );
  try {
    return await promise;
  } finally {
    socket.off('data', receive);
  }
}

/** No socket, a stale one, or a host that ended while we spoke. */
function isAbsence(error: Error): boolean {
  return 'code' in error && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code));
}

function unreachable(home: string, cause: Error): CottyError {
  return new CottyError(
    'home_unwritable',
    `The host socket of ${home} cannot be opened: ${cause.message}.`,
    'Check that COTTY_HOME belongs to you.',
    {cause},
  );
}

function lostError(): CottyError {
  return new CottyError(
    'server_unavailable',
    'The connection to the process that owns the terminals is lost.',
    'Call again: it is started anew when needed. Sessions it owned have ended if it was killed; their logs are kept.',
  );
}
