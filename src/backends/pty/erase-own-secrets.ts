import {OWN_SECRETS} from '../../core/index.ts';
import {eraseVariable} from '../system/libc.ts';

/**
 * Makes our own secrets unreadable for the programs that this process starts, which are shown what it was started with. Whoever
 * needs them has read them before. As far as the system lets us.
 */
export function eraseOwnSecrets(): void {
  for (const name of OWN_SECRETS) {
    if (process.env[name] === undefined) continue;
    try {
      eraseVariable(name);
    } catch {
      // Without system calls they are at least not handed on.
      delete process.env[name];
    }
  }
}
