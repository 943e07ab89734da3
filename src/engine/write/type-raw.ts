import type {Actor} from '../../core/index.ts';
import type {Session} from '../session/session.ts';

/** Types bytes as they are, for whoever makes them as a terminal does. Errors: those of the gate. */
export async function typeRaw(
  session: Session,
  bytes: Uint8Array,
  {by, signal}: {readonly by: Actor; readonly signal: AbortSignal},
): Promise<void> {
  await session.gate.write(by, bytes, {kind: 'typed', signal});
}
