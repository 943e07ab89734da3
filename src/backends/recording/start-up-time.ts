import {eventSeq, type SessionLogView} from '../../core/index.ts';

/**
 * For how long the program of a session had the terminal to itself, in milliseconds from its start: until the first command or key. Rather
 * too short than too long, since the log begins after it. Null when the log does not tell any more.
 */
export async function startUpMs(log: Pick<SessionLogView, 'events'>): Promise<number | null> {
  let startedAtMs: number | null = null;
  for await (const event of log.events(eventSeq(0), {output: false})) {
    if (event.type === 'open') startedAtMs = event.atMs;
    else if (event.type === 'command' || (event.type === 'input' && event.by.type !== 'emulator'))
      return startedAtMs === null ? null : event.atMs - startedAtMs;
    else if (event.type === 'gap') return null;
  }
  return null;
}
