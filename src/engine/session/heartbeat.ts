import type {CommandRecord} from '../projection/command-record.ts';
import type {Session} from './session.ts';

/** What MCP clients survive: they reset their idle timers on progress (about every five seconds). */
const BEAT_MS = 5000;

export type Heartbeat = (progress: {elapsedMs: number; message: string}) => void;

/**
 * Tells whoever asked how long the wait has lasted and what the last line of output is, until disposed. The output is
 * that of `record` when there is one; without a session there is none to tell of.
 */
export function heartbeat(
  session: Session | null,
  record: CommandRecord | null,
  onBeat: Heartbeat | undefined,
): Disposable {
  if (!onBeat) return {[Symbol.dispose]: () => undefined};
  const since = performance.now();
  const timer = setInterval(() => {
    const message = session?.lastLine(record?.outputStart ?? record?.submittedAt) || 'waiting';
    onBeat({elapsedMs: Math.round(performance.now() - since), message});
  }, BEAT_MS);
  timer.unref();
  return {[Symbol.dispose]: () => clearInterval(timer)};
}
