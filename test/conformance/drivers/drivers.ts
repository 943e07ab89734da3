import type {BackendDriver, BackendName} from './driver.ts';
import {ptyDriver} from './pty-driver.ts';

/** Every backend that the cases run on. */
export const drivers: Readonly<Record<BackendName, BackendDriver>> = {pty: ptyDriver};
