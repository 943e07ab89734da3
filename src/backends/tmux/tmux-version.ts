/**
 * Client flags on `attach-session`, flow control for clients in control mode and `refresh-client -B` are of tmux 3.2 (its CHANGES). An
 * older one answers a client in control mode that could not attach, and tells it nothing of any pane.
 */
export const OLDEST_TMUX = '3.2';

/** `version` as `tmux -V` tells it: `3.3a`, `next-3.6`. */
export function isTooOld(version: string): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) < 3 || (Number(major) === 3 && Number(minor) < 2);
}
