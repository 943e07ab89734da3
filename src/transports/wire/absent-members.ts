/**
 * The message without `"params": null`, and a call without `"arguments": null`: the protocol has them left out where there are none, and clients in
 * languages that write what is empty as null mean that. Everything else is left as it is.
 */
export function withoutAbsent(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const {params, ...rest} = message;
  if (params === null) return rest;
  if (!isRecord(params) || params['arguments'] !== null) return message;
  const {arguments: _absent, ...given} = params;
  return {...rest, params: given};
}

/** The same of a message's text; itself where nothing of it is null. */
export function textWithoutAbsent(text: string): string {
  if (!/"(?:params|arguments)"\s*:\s*null/.test(text)) return text;
  try {
    return JSON.stringify(withoutAbsent(JSON.parse(text)));
  } catch {
    return text;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
