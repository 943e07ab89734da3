import {readUnreadInput} from './libc.ts';

/**
 * Nobody reads what was typed on this tty, and its line discipline takes no more: it looks at nothing that comes behind, also at no ^C,
 * though the tty takes some 60 kB for it. So it is on Linux where lines are not collected (N_TTY_BUF_SIZE, less one).
 */
export function isInputFull(tty: string): boolean {
  return (readUnreadInput(tty) ?? 0) >= FULL_BYTES;
}

const FULL_BYTES = 4095;
