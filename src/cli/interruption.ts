/** Lets work end by itself, and be recorded, when the person or the system wants this process to stop. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal;
  /** As shells count it, 128 and the signal's number; undefined when nothing came. */
  readonly exitCode: number | undefined;
}

const NUMBERS = {SIGHUP: 1, SIGINT: 2, SIGTERM: 15} as const;

/** Listens until it is disposed. A second signal ends the process at once. */
export function listenForInterruption(): Interruption {
  const abort = new AbortController();
  let exitCode: number | undefined;
  const onSignal = (name: keyof typeof NUMBERS) => {
    exitCode = 128 + NUMBERS[name];
    abort.abort();
    stop();
  };
  const stop = () => {
    process.off('SIGHUP', onSignal).off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
  process.on('SIGHUP', onSignal).on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: abort.signal,
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: stop,
  };
}
