import type {Session} from '../session/session.ts';

/** A command runs there that neither asks for anything nor waits for input, as far as anybody can see: a build, a server. */
export async function isAtWork(session: Session): Promise<boolean> {
  if (session.isClosed || session.tracker.phase !== 'running') return false;
  const look = await session.look().catch(() => null);
  return look?.claim.type === 'busy' || look?.claim.type === 'unknown';
}

/** Its shell is at a prompt with nothing on it, and nobody is about to give it something. */
export function isFree({isClosed, tracker, turns}: Session): boolean {
  return (
    !isClosed && tracker.phase === 'prompt' && !tracker.lineDirty && tracker.nestedShell === null && turns.length === 0
  );
}
