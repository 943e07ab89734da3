import {type Actor, CottyError} from '../../core/index.ts';
import {asksForSecret} from '../session/secrets-wanted.ts';
import type {Session} from '../session/session.ts';

/**
 * Types a secret and Enter for a person, if the program asks for one at this very moment: the echo is off, and it reads. Nothing of it is kept
 * anywhere but its length. Throws `denied` when nobody asks for a secret, otherwise what the gate throws.
 */
export async function typeSecret(
  session: Session,
  secret: string,
  {by, signal}: {readonly by: Actor; readonly signal: AbortSignal},
): Promise<void> {
  if (/[\r\n\0]/.test(secret))
    throw new CottyError('invalid_argument', 'A secret is one line.', 'Type the rest when it is asked for.');
  const isAsked = async (): Promise<void> => {
    if (await asksForSecret(session)) return;
    throw new CottyError(
      'denied',
      `Nothing in ${session.id} asks for a secret now: what is typed would be shown.`,
      'Look with read_screen.',
    );
  };
  await isAsked();
  await session.gate.write(by, Buffer.from(`${secret}\r`), {kind: 'secret', ready: isAsked, signal});
}
