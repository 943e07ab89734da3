import type {FollowedCommand} from './followed-command.ts';
import {COTTY_FAILED, NOBODY_READS} from './run-outcome.ts';

export interface Hands extends Disposable {
  /** What to exit with because the output went nowhere. */
  readonly exitCode: number | undefined;
}

/** Hands on what a terminal or a pipe would do to the command: Ctrl-C, and the end of whoever reads the output. */
export function handOn(followed: FollowedCommand, session: string | undefined): Hands {
  let exitCode: number | undefined;
  const onInterrupt = () => void followed.interrupt(session).catch(() => undefined);
  const onBrokenOutput = ({code}: NodeJS.ErrnoException) => {
    if (exitCode !== undefined) return;
    exitCode = code === 'EPIPE' ? NOBODY_READS : COTTY_FAILED;
    followed
      .interrupt(session)
      .catch(() => undefined)
      .finally(() => followed.leave());
  };
  process.on('SIGINT', onInterrupt);
  process.stdout.on('error', onBrokenOutput);
  return {
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => void process.off('SIGINT', onInterrupt),
  };
}
