/**
 * On which terminals a run of the suite is. By default on all of the built-in backend, and on tmux in one shell: there the shells differ no
 * more than they do elsewhere, and a whole run takes as long again. `npm run conformance -- --backend tmux` is a whole run on one backend.
 */
import type {BackendName} from './drivers/driver.ts';

/** The one backend that a run is on; undefined for the usual run. */
const only = process.env.COTTY_TEST_BACKEND;

const USUAL_SHELLS: Readonly<Record<BackendName, readonly string[] | null>> = {
  pty: null,
  tmux: ['bash', 'dash', 'tcsh'],
};

/** A run has tests in this shell on this backend. */
export function isChosen(backend: string, shell: string): boolean {
  if (only) return backend === only;
  const usual = backend in USUAL_SHELLS ? USUAL_SHELLS[backend as BackendName] : null;
  return usual === null || usual.includes(shell);
}
