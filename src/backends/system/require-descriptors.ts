import {closeSync, openSync} from 'node:fs';
import {CottyError} from '../../core/index.ts';

/**
 * Throws `not_supported` where the system has too few descriptors left to start a program. Node.js never closes the pipes that it has made for
 * one which could not be started for that reason (lib/internal/child_process.js, UV_EMFILE), so that each attempt would leave fewer.
 */
export function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < MOST_NEEDED) opened.push(openSync('/dev/null', 'r'));
  } catch {
    throw noDescriptors();
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

export function noDescriptors(): CottyError {
  return new CottyError(
    'not_supported',
    'The system gives no more descriptors.',
    'Close sessions, or raise ulimit -n.',
  );
}

/** Both ends of three pipes, and of the one by which libuv hears of a failure. */
const MOST_NEEDED = 8;
