import {eventSeq} from '../../src/core/index.ts';
import type {Session} from '../../src/engine/index.ts';
import {whatItDoes} from '../support/processes.ts';

/** How many of a session's events are told, the newest ones, and of each the last of its bytes. */
const EVENTS = 60;
const BYTES = 2000;

/** For the message of a test: what is known and seen of a session, what its processes stand in, and what was typed and printed there last. */
export async function whatIsSeen(session: Session): Promise<string> {
  const {phase, integration, lineTaken, lineDirty, interrupted, promptMayBeLost, heard, current} = session.tracker;
  const newest: unknown[] = [];
  for await (const event of session.log.events(eventSeq(-1))) {
    newest.push(
      'bytes' in event && event.bytes
        ? {...event, bytes: Buffer.from(event.bytes.slice(-BYTES)).toString('latin1')}
        : event,
    );
    if (newest.length > EVENTS) newest.shift();
  }
  const {pid} = session.facts;
  return JSON.stringify({
    tracker: {phase, integration, lineTaken, lineDirty, interrupted, promptMayBeLost, heard, current},
    logEnd: session.log.end,
    isClosed: session.isClosed,
    look: await session.look().catch(String),
    shell: pid === null ? null : whatItDoes(pid),
    newest,
  });
}
