/** What a line from the MCP client is, as far as the bridge cares. */
import {isUtf8} from 'node:buffer';
import {INVALID_REQUEST, NOT_UTF8, PARSE_ERROR} from '../wire/json-rpc-error.ts';
import {spliceMembers} from '../wire/json-splice.ts';
import {messageFault} from '../wire/message-fault.ts';
import {idIn, idOf, type RequestId} from '../wire/response-id.ts';

export type ClientMessage =
  | {readonly type: 'request'; readonly id: RequestId; readonly method: string; readonly bytes: Buffer}
  | {readonly type: 'notification'; readonly method: string; readonly cancels: RequestId | undefined}
  /** The client's answer to something the server asked. */
  | {readonly type: 'answer'}
  | {readonly type: 'blank'}
  | {
      readonly type: 'invalid';
      readonly code: number;
      readonly id: RequestId | null;
      readonly problem: string;
      readonly hint: string;
    };

const REQUEST_ID_KEY = 'cotty/request_id';

/** Reads one line. A `tools/call` without a request id gets one from `newRequestId`, so that it can be sent again safely. */
export function readClientMessage(line: Buffer, newRequestId: () => string): ClientMessage {
  if (!isUtf8(line)) return notUtf8(line);
  const message = parse(line);
  if (message === undefined) return line.toString('latin1', 0, 64).trim() === '' ? {type: 'blank'} : notJson;
  const fault = messageFault(message);
  if (!isRecord(message)) return notJsonRpc(fault, null);
  const id = idOf(message) ?? undefined;
  if (typeof message.method !== 'string') {
    return 'result' in message || 'error' in message ? {type: 'answer'} : notJsonRpc(fault, id ?? null);
  }
  if (fault !== null) return notJsonRpc(fault, id ?? null);
  if (id === undefined) return {type: 'notification', method: message.method, cancels: cancelledId(message)};
  const bytes = message.method === 'tools/call' ? stampRequestId(line, message, newRequestId) : line;
  return {type: 'request', id, method: message.method, bytes};
}

/** Marks a request that was sent before, so that the server knows it may have begun already. */
export function markRepeated(request: Buffer): Buffer {
  return spliceMembers(request, ['params', '_meta'], '"cotty/repeated":true') ?? request;
}

const notJson: ClientMessage = {
  type: 'invalid',
  code: PARSE_ERROR,
  id: null,
  problem: 'The line is not valid JSON.',
  hint: 'Send one JSON-RPC message per line.',
};

function notUtf8(line: Buffer): ClientMessage {
  const {message: problem, hint} = NOT_UTF8;
  return {type: 'invalid', code: PARSE_ERROR, id: idIn(line.toString('utf8')), problem, hint};
}

function notJsonRpc(fault: string | null, id: RequestId | null): ClientMessage {
  const problem = 'The line is JSON but no JSON-RPC message.';
  return {type: 'invalid', code: INVALID_REQUEST, id, problem, hint: fault ?? ''};
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function stampRequestId(line: Buffer, message: Record<string, unknown>, newRequestId: () => string): Buffer {
  const params = message.params;
  if (!isRecord(params)) return line;
  const stamp = () => `${JSON.stringify(REQUEST_ID_KEY)}:${JSON.stringify(newRequestId())}`;
  if (!isRecord(params._meta)) return spliceMembers(line, ['params'], `"_meta":{${stamp()}}`) ?? line;
  if (REQUEST_ID_KEY in params._meta) return line;
  return spliceMembers(line, ['params', '_meta'], stamp()) ?? line;
}

function cancelledId(message: Record<string, unknown>): RequestId | undefined {
  if (message.method !== 'notifications/cancelled' || !isRecord(message.params)) return undefined;
  const id = message.params.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
