/** `resize-window`, panes with options of their own, `new-window -e` and `send-keys -H` are of tmux 3.0 or little older (its CHANGES). */
export const OLDEST_TMUX = '3.0';

/** `version` as tmux tells it: `3.3a`, `next-3.6`. */
export function isTooOld(version: string): boolean {
  return isBefore(version, 3, 0);
}

/**
 * tmux 3.0 and 3.1. Panes have no hooks there, clients no flags, and nothing ends what is kept for a client that does not read (`pause-after`):
 * all of that is of 3.2.
 */
export function isBefore32(version: string): boolean {
  return isBefore(version, 3, 2);
}

/** tmux 3.0. */
export function isBefore31(version: string): boolean {
  return isBefore(version, 3, 1);
}

function isBefore(version: string, oldestMajor: number, oldestMinor: number): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) < oldestMajor || (Number(major) === oldestMajor && Number(minor) < oldestMinor);
}
