import type {Session} from '../session/session.ts';
import type {Caller} from './caller.ts';

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

/** A command of somebody who stands `here` may run in it unasked: its shell stands there, or began there. */
export function standsWith({tracker, facts}: Session, here: string | undefined): boolean {
  return here === undefined || tracker.cwd === here || facts.cwd === here;
}

/** The same for the caller's active session, which may have been chosen from where the caller stands. */
export function activeStandsWith(active: Session, {cwd, activeFrom}: Pick<Caller, 'cwd' | 'activeFrom'>): boolean {
  if (activeFrom === undefined) return standsWith(active, cwd);
  return cwd === undefined || active.tracker.cwd === cwd || activeFrom === cwd;
}
