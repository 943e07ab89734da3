/**
 * Signals process groups; one that is gone since we looked, or another user's (a setuid program), is passed over. False when all were
 * passed over.
 */
export function sendSignal(processGroups: readonly number[], signal: NodeJS.Signals): boolean {
  let isSent = false;
  for (const processGroup of processGroups) {
    try {
      process.kill(-processGroup, signal);
      isSent = true;
    } catch {
      // Nothing we could do about it.
    }
  }
  return isSent;
}

/** What the kernel makes of ^C, ^\\ and ^Z alone where ISIG is on (termios(3): VINTR, VQUIT, VSUSP); undefined for all else. */
export function signalOf(bytes: Uint8Array): 'SIGINT' | 'SIGQUIT' | 'SIGTSTP' | undefined {
  return bytes.length === 1 ? SIGNAL_OF.get(bytes[0] ?? 0) : undefined;
}

const SIGNAL_OF: ReadonlyMap<number, 'SIGINT' | 'SIGQUIT' | 'SIGTSTP'> = new Map([
  [0x03, 'SIGINT'],
  [0x1c, 'SIGQUIT'],
  [0x1a, 'SIGTSTP'],
]);
