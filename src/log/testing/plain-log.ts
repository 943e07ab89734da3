/** A whole log as plain JSON data, for comparison with committed files. */
import type {SessionEvent} from '../../core/index.ts';
import type {SessionLogReader} from '../index.ts';
import {eventsOf, streamOf} from './scratch-log.ts';

export interface PlainLog {
  readonly oldest: number;
  readonly end: number;
  readonly events: readonly unknown[];
  /** Pieces of the output stream in base64; numbers are holes in bytes. */
  readonly stream: readonly (string | number)[];
}

export async function plainLog(reader: SessionLogReader): Promise<PlainLog> {
  const stream = await streamOf(reader);
  return {
    oldest: reader.oldest,
    end: reader.end,
    events: (await eventsOf(reader)).map(plainEvent),
    stream: stream.map(part => (typeof part === 'number' ? part : base64(part))),
  };
}

function plainEvent(event: SessionEvent): unknown {
  if (event.type !== 'output' && event.type !== 'input') return event;
  return {...event, bytes: event.bytes === null ? null : base64(event.bytes)};
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
