import type {TtyProbe} from '../../core/index.ts';

/** Of a terminal that nobody can look at. */
export const nothingTold: TtyProbe = {
  mode: null,
  shellPid: null,
  shell: null,
  foregroundProcessGroup: null,
  shellInForeground: null,
  foreground: null,
  cwd: null,
  unreadBytes: null,
};
