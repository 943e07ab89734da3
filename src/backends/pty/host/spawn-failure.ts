import {closeSync, constants, openSync} from 'node:fs';
import {CottyError} from '../../../core/index.ts';

/** True when a file could not be opened because too many are; a new terminal needs some. */
export function isOutOfFiles(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE');
}

/** Names why no PTY could be started. node-pty drops errno, so the reason is found by asking for a PTY again. */
export function spawnFailure(spec: {readonly file: string}, cause: unknown): CottyError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const refused = ptyRefusal();
  if (refused === undefined)
    return new CottyError(
      'spawn_failed',
      `${spec.file} could not be started: ${message}`,
      'The system refused a new process; check the process limit (ulimit -u), memory, and that the program can be executed.',
      {cause},
    );
  const [what, hint] = EXHAUSTION[refused] ?? [
    `the system refused a PTY (${refused})`,
    'Check that /dev/ptmx can be opened.',
  ];
  return new CottyError('pty_exhausted', `No terminal could be made: ${what}.`, hint, {cause});
}

const EXHAUSTION: Readonly<Record<string, readonly [string, string]>> = {
  ENOSPC: [
    'all PTYs of the system are in use',
    'Close sessions you no longer need (list_sessions shows them) or raise kernel.pty.max.',
  ],
  EAGAIN: ['all PTYs of the system are in use', 'Close sessions you no longer need (list_sessions shows them).'],
  EMFILE: [
    'the host process has too many open files',
    'Close sessions, or raise the limit (ulimit -n) and restart cotty.',
  ],
  ENFILE: ['the system has too many open files', 'Close programs or sessions that hold files open.'],
};

function ptyRefusal(): string | undefined {
  try {
    closeSync(openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
