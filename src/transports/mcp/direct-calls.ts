import type {JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, RequestId} from '@modelcontextprotocol/server';
import {field, shownName} from '../../core/index.ts';
import {approvalIdIn} from './elicit-approval.ts';
import {showsForms, type ToolCalls} from './factory.ts';

/**
 * Answers the `tools/call` of one connection without the SDK, which checks each message against its schemas several times on its way.
 * Only where the answer is the same: after the handshake of an era that has one, and for a call of the plain form. All else, and
 * every malformed message, is left to the SDK.
 */
export class DirectCalls {
  readonly #callTool: ToolCalls;
  readonly #send: (message: JSONRPCMessage) => Promise<void>;
  /** Gives a message to the SDK after all. */
  readonly #handOver: (message: unknown) => void;
  readonly #running = new Map<RequestId, AbortController>();
  #handshake: Handshake | null = null;
  #client: Pick<Handshake, 'name' | 'canAsk'> | null = null;

  constructor(
    callTool: ToolCalls,
    send: (message: JSONRPCMessage) => Promise<void>,
    handOver: (message: unknown) => void,
  ) {
    this.#handOver = handOver;
    this.#callTool = callTool;
    this.#send = send;
  }

  /** True when the message was for here: then it is answered, or settled. */
  take(message: unknown): message is JSONRPCRequest | JSONRPCNotification {
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return false;
    const {id, method, params} = message;
    if (method === 'tools/call' && this.#client && isPlainCall(params) && isRequestId(id) && !this.#running.has(id)) {
      void this.#answer(id, message, params, this.#client);
      return true;
    }
    if (method === 'initialize') this.#handshake = handshakeIn(message);
    if (method !== 'notifications/cancelled' || !isObject(params)) return false;
    const asked = params['requestId'];
    const controller = isRequestId(asked) ? this.#running.get(asked) : undefined;
    controller?.abort(params['reason']);
    return controller !== undefined;
  }

  /** What the SDK answers: it may be the end of the handshake. */
  sent(message: JSONRPCMessage): void {
    const handshake = this.#handshake;
    if (!handshake || !('result' in message) || message.id !== handshake.id) return;
    this.#handshake = null;
    const {protocolVersion} = message.result;
    if (typeof protocolVersion === 'string' && ERAS_WITH_HANDSHAKE.test(protocolVersion)) this.#client = handshake;
  }

  /** The connection is closed: nobody waits for what runs. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort(new Error('The client is gone.'));
  }

  async #answer(
    id: RequestId,
    message: unknown,
    params: PlainCall,
    client: Pick<Handshake, 'name' | 'canAsk'>,
  ): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const result = await this.#callTool(client, params, {
      meta: params._meta ?? {},
      signal: controller.signal,
      notify: notification => this.#send({jsonrpc: '2.0', ...notification}),
    });
    this.#running.delete(id);
    // To ask the person at the client is the SDK's business: it makes the same call again.
    if (client.canAsk && approvalIdIn(result._meta) !== null && !controller.signal.aborted)
      return this.#handOver(message);
    // Of what was cancelled nothing is answered.
    if (!controller.signal.aborted) await this.#send({jsonrpc: '2.0', id, result: {...result}});
  }
}

interface PlainCall {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** The protocol's versions that begin with `initialize`. */
const ERAS_WITH_HANDSHAKE = /^202[45]-/;
const PARTS: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

function isPlainCall(params: unknown): params is PlainCall {
  if (!isObject(params) || typeof params['name'] !== 'string') return false;
  if (!Object.keys(params).every(part => PARTS.has(part))) return false;
  const {arguments: input, _meta: meta} = params;
  return (input === undefined || isObject(input)) && (meta === undefined || isPlainMeta(meta));
}

/** Our own facts and a progress token; what the protocol may mean by another is the SDK's business. */
function isPlainMeta(meta: unknown): boolean {
  if (!isObject(meta)) return false;
  return Object.entries(meta).every(([name, value]) =>
    name === 'progressToken' ? isRequestId(value) : name.startsWith('cotty/'),
  );
}

interface Handshake {
  readonly id: RequestId;
  readonly name: string;
  /** The client shows forms to a person. */
  readonly canAsk: boolean;
}

function handshakeIn({id, params}: Readonly<Record<string, unknown>>): Handshake | null {
  const info = isObject(params) ? params['clientInfo'] : undefined;
  const name = isObject(info) ? info['name'] : undefined;
  return isRequestId(id) && typeof name === 'string'
    ? {id, name: shownName(name) || 'unknown', canAsk: showsForms(field(params, 'capabilities'))}
    : null;
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
