import type {EventOf, MarkKind} from '../../src/core/index.ts';
import {eventSeq, logCursor} from '../../src/core/index.ts';
import type {Stand} from './bench.ts';

/** Every byte the session's programs have written so far. */
export async function rawOutput(stand: Stand): Promise<Buffer> {
  const {log} = stand.session;
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
export async function marks(stand: Stand): Promise<EventOf<'mark'>[]> {
  const found: EventOf<'mark'>[] = [];
  for await (const event of stand.session.log.events(eventSeq(0), {output: false}))
    if (event.type === 'mark') found.push(event);
  return found;
}

/** How many proved marks of a kind the session has. */
export async function countMarks(stand: Stand, kind: MarkKind): Promise<number> {
  return (await marks(stand)).filter(mark => mark.proved && mark.kind === kind).length;
}

/** Proof of the session's present prompt cycle, as our script writes it: `cotty=NONCE.N`. */
export async function proof(stand: Stand): Promise<string> {
  const text = (await rawOutput(stand)).toString('latin1');
  const found = [...text.matchAll(/cotty=[\w-]+\.\d+/g)].at(-1)?.[0];
  if (found === undefined) throw new Error('The session has said no mark yet.');
  return found;
}
