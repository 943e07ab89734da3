import type {EventOf, MarkKind} from '../../src/core/index.ts';
import {eventSeq, logCursor} from '../../src/core/index.ts';
import type {TestTerminal} from './test-terminal.ts';

/** Every byte the session's programs have written so far. */
export async function rawOutput(terminal: TestTerminal): Promise<Buffer> {
  const {log} = terminal.session;
  const parts: Uint8Array[] = [];
  for (let at: number = log.oldest; at < log.end; ) {
    const slice = await log.readOutput(logCursor(at), log.end);
    if (slice.bytes.length === 0) break;
    parts.push(slice.bytes);
    at = slice.from + slice.bytes.length;
  }
  return Buffer.concat(parts);
}

/** Marks of the session in log order, with or without proof. */
export async function marks(terminal: TestTerminal): Promise<EventOf<'mark'>[]> {
  const found: EventOf<'mark'>[] = [];
  for await (const event of terminal.session.log.events(eventSeq(0), {output: false}))
    if (event.type === 'mark') found.push(event);
  return found;
}

/** How many proved marks of a kind the session has. */
export async function countMarks(terminal: TestTerminal, kind: MarkKind): Promise<number> {
  return (await marks(terminal)).filter(mark => mark.proved && mark.kind === kind).length;
}

/** How many bytes of output the log has after the last input with these bytes. */
export async function outputAfterInput(terminal: TestTerminal, bytes: string): Promise<number> {
  const {log} = terminal.session;
  let typedAt: number | undefined;
  for await (const event of log.events(eventSeq(0), {output: false}))
    if (event.type === 'input' && Buffer.from(event.bytes ?? []).toString('latin1') === bytes) typedAt = event.offset;
  if (typedAt === undefined) throw new Error(`Nobody has typed ${JSON.stringify(bytes)}.`);
  return log.end - typedAt;
}
