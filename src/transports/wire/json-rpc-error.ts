/** JSON-RPC 2.0 error replies made without the SDK. Codes: https://www.jsonrpc.org/specification#error_object */
import type {ErrorShape} from '../../core/index.ts';
import type {RequestId} from './response-id.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
/** In the range left to implementations: the server behind the transport cannot be had. */
export const SERVER_UNAVAILABLE = -32000;

/** RFC 8259, 8.1. Other bytes would become other characters, and these would be typed. */
export const NOT_UTF8 = {message: 'The line holds bytes that are no UTF-8.', hint: 'JSON is written in UTF-8.'};

/** One line, newline included. */
export function errorReply(id: RequestId | null, code: number, error: Pick<ErrorShape, 'message' | 'hint'>): string {
  const message = `${error.message} ${error.hint}`.trim();
  return `${JSON.stringify({jsonrpc: '2.0', id, error: {code, message}})}\n`;
}

const ID_MEMBER = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d+)\s*[,}]/;

/** Best guess at the id of a message too long to parse, from its first and last bytes; null when it cannot be told. */
export function guessId(head: Buffer, tail: Buffer): RequestId | null {
  const text = ID_MEMBER.exec(head.toString('latin1').replace(/"params"\s*:.*/s, ''))?.[1] ?? lastId(tail);
  if (text === undefined) return null;
  const id: unknown = JSON.parse(text);
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function lastId(tail: Buffer): string | undefined {
  return /,"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d+)\s*\}\s*$/.exec(tail.toString('utf8'))?.[1];
}
