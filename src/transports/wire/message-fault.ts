/** Why a JSON value is no JSON-RPC 2.0 message as MCP has them; null when nothing is known against it. */
export function messageFault(value: unknown): string | null {
  if (Array.isArray(value)) return 'Send one JSON-RPC message per line: batches are not taken.';
  if (typeof value !== 'object' || value === null) return 'Send one JSON-RPC message per line: a JSON object.';
  const message: Readonly<Record<string, unknown>> = {...value};
  if (message['jsonrpc'] !== '2.0') return 'It needs "jsonrpc": "2.0".';
  if ('id' in message && !isMessageId(message['id']))
    return 'Its "id" has to be a string or a whole number between -2^53 and 2^53; without an "id" it is a notification.';
  if ('result' in message || 'error' in message) return null;
  if (typeof message['method'] !== 'string') return 'Its "method" has to be a string.';
  const {params} = message;
  // One that is null is taken for none.
  const isGood = params === undefined || (typeof params === 'object' && !Array.isArray(params));
  return isGood ? null : 'Its "params" have to be an object, or left out.';
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic#requests: a string or an integer, and not null. */
function isMessageId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}
