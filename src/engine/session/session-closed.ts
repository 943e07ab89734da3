import {CottyError, type ExitEvent, type SessionId} from '../../core/index.ts';

/** Nothing can be written to this session any more. `exit` is how its shell ended, where that is known. */
export function sessionClosed(id: SessionId, exit: Pick<ExitEvent, 'exitStatus' | 'signal'> | null): CottyError {
  return new CottyError(
    'session_closed',
    `Session ${id} has ended${exit ? ` (${exitWords(exit)})` : ''}.`,
    'Its output can still be read with read_output; go on where it was with manage_session action=recover.',
  );
}

function exitWords({signal, exitStatus}: Pick<ExitEvent, 'exitStatus' | 'signal'>): string {
  return signal ? `killed by ${signal}` : `exit status ${exitStatus ?? 'unknown'}`;
}
