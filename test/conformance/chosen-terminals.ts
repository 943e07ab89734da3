/**
 * On which terminals a run of the suite is: by default on the built-in backend, in every shell. On tmux it takes as long again, and some cases
 * do not hold there yet on a busy machine (`docs/reference/conformance.md`): `npm run conformance -- --backend tmux` is a run on that.
 */
import type {BackendName} from './drivers/driver.ts';

/** The backend that a run is on. */
const chosen: string = process.env.COTTY_TEST_BACKEND ?? ('pty' satisfies BackendName);

/** A run has tests on this backend. */
export function isChosen(backend: string): boolean {
  return backend === chosen;
}
