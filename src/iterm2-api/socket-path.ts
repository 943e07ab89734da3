import {homedir} from 'node:os';
import {join} from 'node:path';

/** Where clients look when there is no socket; iTerm2 itself has left it with 3.3.12. */
export const LEGACY_PORT = 1912;

/** Where iTerm2 listens and its clients look. Several instances differ by `IT2_SUITE`. */
export function defaultSocketPath(env: Readonly<Record<string, string | undefined>>): string {
  const suite = env['IT2_SUITE'] || 'iTerm2';
  return join(env['HOME'] || homedir(), 'Library', 'Application Support', suite, 'private', 'socket');
}
