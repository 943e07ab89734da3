import {closeSync, constants, openSync} from 'node:fs';
import {CottyError} from '../../../core/index.ts';

/** Names why no PTY could be started. node-pty drops errno, so the reason is found by asking for a PTY again. */
export function spawnFailure(spec: {readonly file: string}, cause: unknown): CottyError {
  const message = cause instanceof Error ? cause.message : String(cause);
  const refused = outOfFiles(cause) ?? ptyRefusal();
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
    'Close sessions you no longer need (manage_session action=list shows them) or raise kernel.pty.max.',
  ],
  EAGAIN: [
    'all PTYs of the system are in use',
    'Close sessions you no longer need (manage_session action=list shows them).',
  ],
  EMFILE: [
    'the host process has too many open files',
    'Close sessions, or raise the limit (ulimit -n) and restart cotty.',
  ],
  ENFILE: ['the system has too many open files', 'Close programs or sessions that hold files open.'],
};

/** The limit that kept a file from being opened; a new terminal needs some for its log already. */
export function outOfFiles(error: unknown): 'EMFILE' | 'ENFILE' | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'EMFILE' || code === 'ENFILE' ? code : undefined;
}

/** A PTY takes two descriptors, one for each side. */
function ptyRefusal(): string | undefined {
  const opened: number[] = [];
  try {
    opened.push(openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY));
    opened.push(openSync('/dev/null', constants.O_RDWR));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
