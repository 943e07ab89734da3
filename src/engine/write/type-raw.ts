import type {Actor} from '../../core/index.ts';
import type {Session} from '../session/session.ts';
import type {Consent} from './judge-write.ts';

/** Types bytes as they are, for whoever makes them as a terminal does. Errors: those of the gate. */
export async function typeRaw(
  session: Session,
  bytes: Uint8Array,
  {by, signal, consent}: {readonly by: Actor; readonly signal: AbortSignal; readonly consent?: Consent},
): Promise<void> {
  await session.gate.write(by, bytes, {kind: 'typed', consent, signal});
}
