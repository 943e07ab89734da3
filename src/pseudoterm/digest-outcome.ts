import type {BuiltinOutcome} from './command.ts';

/** SHA-256, hex, of exit code, error word, stdout, stderr and result; the run's own id (in artifact paths) is masked. */
export async function digestOutcome(
  outcome: BuiltinOutcome & {readonly error: string | null},
  runId: string,
): Promise<string> {
  const {exitCode = 0, stdout = '', stderr = '', result = null, error} = outcome;
  const text = JSON.stringify([exitCode, error, stdout, stderr, result]).replaceAll(runId, 'RUN');
  // Browsers have SubtleCrypto on secure pages only; a run is a run without a digest too.
  if (!globalThis.crypto?.subtle) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, '0')).join('');
}
