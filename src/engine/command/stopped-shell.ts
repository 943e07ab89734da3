import {CottyError} from '../../core/index.ts';
import type {Look} from '../session/foreground-look.ts';
import type {Session} from '../session/session.ts';

/** By `suspend`, or a SIGSTOP: there is no shell above it that could have it go on. */
export function isShellStopped({probe}: Look): boolean {
  const {shell, shellInForeground, foreground} = probe;
  return shell?.stopped === true && (shellInForeground === true || foreground?.length === 0);
}

export function stopped({id, facts}: Session): CottyError {
  return new CottyError(
    'session_busy',
    `The shell of ${id} is stopped, as by suspend or kill -STOP: it reads nothing and runs nothing.`,
    `Have it go on with "kill -CONT ${facts.pid}" in another session, or close this one with manage_session action=close.`,
  );
}
