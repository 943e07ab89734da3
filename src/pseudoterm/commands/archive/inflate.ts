import {PseudoError} from '../../pseudo-error.ts';

/** Unpacks in small steps and stops at the limit: a bomb costs no more than `maxBytes`. Throws `CommandFailed` for damage. */
export async function inflate(
  packed: Uint8Array,
  format: 'gzip' | 'deflate-raw',
  maxBytes: number,
): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const {done, value} = await readPart(reader);
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new PseudoError('LimitExceeded', `The archive unpacks to more than ${maxBytes} bytes.`);
    }
    parts.push(value);
  }
  return concat(parts, length);
}

async function readPart(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new PseudoError('CommandFailed', 'The archive is damaged: its data cannot be unpacked.', null, {cause});
  }
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
