import {CottyError, type ExitEvent, type SessionId, type TerminalView} from '../../core/index.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {WriteGate} from '../write/write-gate.ts';

/**
 * Nothing can be written to this session any more. `exit` is how its shell ended, where that is known; `unused` the program of a session in which
 * nobody has given a command or typed a line.
 */
export function sessionClosed(
  id: SessionId,
  exit: Pick<ExitEvent, 'exitStatus' | 'signal'> | null,
  unused: string | null = null,
): CottyError {
  if (exit && exit.signal === null && unused !== null)
    return new CottyError(
      'session_closed',
      `Session ${id} has ended (${exitWords(exit)}): ${unused} ended by itself, before anybody used it.`,
      'Where it is no shell, or cannot start, take another one: "shell" when a session is created, shell in [session] of config.toml, or SHELL in the environment. What it has printed can be read with read_output.',
    );
  return new CottyError(
    'session_closed',
    `Session ${id} has ended${exit ? ` (${exitWords(exit)})` : ''}.`,
    'Its output can still be read with read_output; go on where it was with manage_session action=recover.',
  );
}

interface ClosingSession {
  readonly id: SessionId;
  readonly facts: Pick<TerminalView['facts'], 'argv'>;
  readonly tracker: Pick<SessionTracker, 'exit' | 'recentCommands'>;
  readonly gate: Pick<WriteGate, 'typedLines'>;
  readonly isClosed: boolean;
  readonly isClosing: boolean;
}

/** Throws `session_closed` when nothing can be written any more. */
export function requireOpen({id, facts, tracker, gate, isClosed, isClosing}: ClosingSession): void {
  if (!isClosed && !isClosing) return;
  const isUnused = tracker.recentCommands(1).length === 0 && gate.typedLines === 0;
  throw sessionClosed(id, tracker.exit, isUnused && !isClosing ? (facts.argv[0] ?? null) : null);
}

function exitWords({signal, exitStatus}: Pick<ExitEvent, 'exitStatus' | 'signal'>): string {
  return signal ? `killed by ${signal}` : `exit status ${exitStatus ?? 'unknown'}`;
}
