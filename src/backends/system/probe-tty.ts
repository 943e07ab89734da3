import {closeSync, constants, openSync} from 'node:fs';
import {isDeepStrictEqual} from 'node:util';
import type {ProcessFacts, TtyMode, TtyProbe} from '../../core/index.ts';
import {readForegroundProcessGroup, readSpecialCharacters, readTtyMode, readUnreadInput} from './libc.ts';
import {readForegroundOf} from './process-table.ts';
import {processesOfGroup, processFacts, workingDirectory} from './processes.ts';

export interface ProbedTty {
  /** Device path of the program's side. */
  readonly tty: string;
  /** The program that the terminal was opened with, leader of its own process group. */
  readonly shellPid: number;
  /**
   * The manager's side, for whoever has it; else the tty is looked at by its path. Undefined once it is closed, which may happen while it is looked at: its
   * number may belong to another file then, so it is asked for anew each time.
   */
  readonly descriptor?: () => number | undefined;
}

/** What a tty of this machine tells. */
export interface SeenTty extends TtyProbe {
  readonly mode: TtyMode;
  readonly shellPid: number;
  readonly shellInForeground: boolean;
  readonly foreground: readonly ProcessFacts[];
}

/** A program that changes the modes that often in a row is seen as the last look saw it. */
const MOST_LOOKS = 4;

/** Looks at the modes of a tty and at who uses it. Undefined when the tty is gone. */
export async function probeTty(probed: ProbedTty): Promise<SeenTty | undefined> {
  for (let looks = 1; ; looks++) {
    const seen = await lookAt(probed);
    const mode = seen && modeOf(probed);
    if (!seen || !mode) return undefined;
    // Who is seen reading has set the modes it reads with before; those that were read first may be others.
    if (isDeepStrictEqual(mode, seen.mode) || looks === MOST_LOOKS) return seen;
  }
}

function modeOf({tty, descriptor}: ProbedTty): TtyMode | undefined {
  if (!descriptor) return withTty(tty, readTtyMode);
  const open = descriptor();
  return open === undefined ? undefined : readTtyMode(open);
}

async function lookAt(probed: ProbedTty): Promise<SeenTty | undefined> {
  const {tty, shellPid, descriptor} = probed;
  const mode = modeOf(probed);
  if (!mode) return undefined;
  const open = descriptor?.();
  // The program's side tells its foreground only to those who live on it.
  const foregroundProcessGroup =
    open === undefined ? await readForegroundOf(shellPid) : readForegroundProcessGroup(open);
  // First, so that who is seen reading afterwards has taken all that had come by now.
  const unreadBytes = readUnreadInput(tty);
  const [shell, group] = await Promise.all([
    processFacts(shellPid, tty),
    foregroundProcessGroup === null ? null : processesOfGroup(foregroundProcessGroup, shellPid, tty),
  ]);
  // A tty that a program made its own (`setsid -c`) has no foreground once that is gone: whoever reads it has it.
  const foreground = group ?? (shell?.blockedOn === 'tty_read' || shell?.blockedOn === 'tty_poll' ? [shell] : []);
  return {
    mode,
    shellPid,
    shell,
    foregroundProcessGroup,
    shellInForeground: foregroundProcessGroup === shellPid,
    foreground,
    cwd: workingDirectory(shellPid),
    unreadBytes,
  };
}

/** As {@link readSpecialCharacters}, of a tty by its path. */
export function readSpecialCharactersOf(tty: string): readonly number[] {
  return withTty(tty, readSpecialCharacters) ?? [];
}

/** The modes of a tty by its path; undefined when it is gone. */
export function readTtyModeOf(tty: string): TtyMode | undefined {
  return withTty(tty, readTtyMode);
}

/** Opens the program's side for a moment, without becoming one of those who live on it. */
function withTty<T>(tty: string, look: (descriptor: number) => T): T | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(tty, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    return look(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
