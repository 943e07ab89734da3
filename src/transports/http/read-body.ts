import {isUtf8} from 'node:buffer';
import type {IncomingMessage} from 'node:http';
import {CottyError} from '../../core/index.ts';

/** The request's body as JSON; an empty one is `{}`. Throws `too_large` or `invalid_argument`. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  refuseLong(request, maxBytes);
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  // Leaving the loop early must not cut the connection: the answer is still to be sent.
  for await (const chunk of request.iterator({destroyOnReturn: false})) {
    const bytes: Buffer = chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > maxBytes) throw tooLong(maxBytes);
    chunks.push(bytes);
  }
  const body = Buffer.concat(chunks);
  if (!isUtf8(body))
    throw new CottyError('invalid_argument', 'The body holds bytes that are no UTF-8.', 'Write the JSON in UTF-8.');
  const text = body.toString('utf8').trim();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CottyError('invalid_argument', 'The body is not valid JSON.', 'Send the arguments as one JSON object.', {
      cause,
    });
  }
}

/** Throws `too_large` for a request that announces a longer body: nobody waits for it to come. */
export function refuseLong(request: IncomingMessage, maxBytes: number): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong(maxBytes);
}

function tooLong(maxBytes: number): CottyError {
  return new CottyError('too_large', `The body is longer than ${maxBytes} bytes.`, 'Send less at a time.');
}
