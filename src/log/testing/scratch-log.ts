/** A directory for one test's log, removed with it; and clocks a test can turn. */
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Clock, eventSeq, logCursor, type SessionEvent} from '../../core/index.ts';
import type {SessionLogReader} from '../index.ts';

export class ScratchLog implements Disposable {
  readonly #parent = mkdtempSync(join(tmpdir(), 'cotty-log-'));
  readonly directory = join(this.#parent, 'log');

  /** Paths of the segment files, oldest first. */
  get segments(): string[] {
    return readdirSync(this.directory)
      .sort()
      .map(name => join(this.directory, name));
  }

  [Symbol.dispose](): void {
    rmSync(this.#parent, {recursive: true, force: true});
  }
}

export class HandClock implements Clock {
  monotonic = 1000;
  wall = 1_700_000_000_000;

  monotonicMs(): number {
    return this.monotonic;
  }

  wallMs(): number {
    return this.wall;
  }

  pass(ms: number): void {
    this.monotonic += ms;
    this.wall += ms;
  }
}

/** Every event of the log. */
export async function eventsOf(reader: SessionLogReader, after = 0): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of reader.events(eventSeq(after))) events.push(event);
  return events;
}

/** The whole output stream as far as it is kept, each hole as its length. */
export async function streamOf(reader: SessionLogReader): Promise<(Uint8Array | number)[]> {
  const parts: (Uint8Array | number)[] = [];
  for (let at = 0; at < reader.end; ) {
    const slice = await reader.readOutput(logCursor(at), reader.end);
    if (slice.missedBytes > 0) parts.push(slice.missedBytes);
    if (slice.bytes.length > 0) parts.push(slice.bytes);
    at = slice.from + slice.bytes.length;
  }
  return parts;
}
