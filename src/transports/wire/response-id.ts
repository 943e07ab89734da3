/** Which request a JSON-RPC line answers, found without parsing the result. */

export type RequestId = string | number;

// Sound on valid JSON: an unescaped `,"jsonrpc":"2.0","id":…}` at the very end can only be members of the root object,
// since inside a string its quotes would be escaped and inside a nested object another brace would follow.
const ANSWER_START = /^\{"(?:result|error)":/;
const ANSWER_END = /,"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+)\}\s*$/;
const ANSWER_HEAD = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(?:result|error)":/;
const PEEK_BYTES = 256;

/** The id a response line answers; undefined when the line is no response. Never throws. */
export function responseId(line: Buffer): RequestId | undefined {
  const head = line.toString('latin1', 0, PEEK_BYTES);
  const id = ANSWER_HEAD.exec(head)?.[1] ?? (ANSWER_START.test(head) ? idAtEnd(line) : undefined);
  return parseId(id) ?? slowResponseId(line);
}

function idAtEnd(line: Buffer): string | undefined {
  return ANSWER_END.exec(line.toString('utf8', Math.max(0, line.length - PEEK_BYTES)))?.[1];
}

function parseId(json: string | undefined): RequestId | undefined {
  if (json === undefined) return undefined;
  return asId(JSON.parse(json)) ?? undefined;
}

function slowResponseId(line: Buffer): RequestId | undefined {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    if (typeof message !== 'object' || message === null || 'method' in message || !('id' in message)) return undefined;
    return asId(message.id) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The id of a message; null when it has none that answers can name. */
export function idOf(message: unknown): RequestId | null {
  return typeof message === 'object' && message !== null && 'id' in message ? asId(message.id) : null;
}

/** The same of a line of JSON, so that whoever asks in a wrong way still gets an answer to what they asked; null of what is none. */
export function idIn(json: string): RequestId | null {
  try {
    return idOf(JSON.parse(json));
  } catch {
    return null;
  }
}

function asId(id: unknown): RequestId | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
