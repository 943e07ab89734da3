import type {CommandRecord} from './command-record.ts';
import {lastLine} from './last-line.ts';
import type {Session} from './session.ts';

/** What MCP clients survive: they reset their idle timers on progress (about every five seconds). */
const BEAT_MS = 5000;

export type Heartbeat = (progress: {elapsedMs: number; message: string}) => void;

/** Tells whoever asked how long the wait has lasted and what the last line of output is, until disposed. */
export function heartbeat(session: Session, record: CommandRecord | null, onBeat: Heartbeat | undefined): Disposable {
  if (!onBeat) return {[Symbol.dispose]: () => undefined};
  const since = session.clock.monotonicMs();
  const timer = setInterval(() => {
    const from = record?.outputStart ?? record?.submittedAt ?? session.log.oldest;
    onBeat({
      elapsedMs: Math.round(session.clock.monotonicMs() - since),
      message: lastLine(session, from) || 'waiting',
    });
  }, BEAT_MS);
  timer.unref();
  return {[Symbol.dispose]: () => clearInterval(timer)};
}
