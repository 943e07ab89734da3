/** Why a value is no JSON-RPC 2.0 message as MCP has them; null when nothing is known against it. */
export function messageFault(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'Send one JSON object per line: batches are not taken.';
  const {jsonrpc, id, method, params, ...rest}: Readonly<Record<string, unknown>> = {...value};
  if (jsonrpc !== '2.0') return 'It needs "jsonrpc": "2.0".';
  // MCP 2025-11-25, basic: a string or an integer, and not null.
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return 'Its "id" has to be a string or a whole number.';
  if ('result' in rest || 'error' in rest) return null;
  if (typeof method !== 'string') return 'Its "method" has to be a string.';
  // One that is null is taken for none.
  return params === undefined || (typeof params === 'object' && !Array.isArray(params))
    ? null
    : 'Its "params" have to be an object.';
}
