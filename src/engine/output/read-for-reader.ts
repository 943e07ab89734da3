import {type LogCursor, logCursor} from '../../core/index.ts';
import {CONTEXT_AFTER, CONTEXT_BEFORE} from '../../guard/index.ts';
import {type OutputSource, readRange} from './output-source.ts';

/**
 * Bytes of the stream for whoever is not to have the secrets in it. Masks have the length of what they hide, so that every place in the
 * stream stays what it is; a secret is known wherever reading begins and ends, as far as it was printed.
 */
export async function readForReader(
  source: Pick<OutputSource, 'log' | 'recent' | 'tracker' | 'secrets'>,
  from: LogCursor,
  to: LogCursor,
): Promise<{bytes: Uint8Array; missedBytes: number}> {
  const read = await readRange(source, from, to);
  const {secrets} = source;
  if (!secrets || read.bytes.length === 0) return read;
  const start = to - read.bytes.length;
  const before = await readRange(source, logCursor(Math.max(0, start - CONTEXT_BEFORE)), logCursor(start));
  const end = logCursor(Math.max(to, Math.min(source.tracker.outputEnd, to + CONTEXT_AFTER)));
  const after = await readRange(source, to, end);
  const window = Buffer.concat([before.bytes, read.bytes, after.bytes]);
  const at = before.bytes.length;
  return {bytes: secrets.maskBytes(window, at, at + read.bytes.length), missedBytes: read.missedBytes};
}
