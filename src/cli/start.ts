/** Light on purpose: what a verb needs is loaded by the verb. */
import {keepCompiledCode, locateHome, prepareHome, storeCompiledCode} from '../app/index.ts';

/** Does what the command line says; the exit code is that of this process. */
export async function start(): Promise<void> {
  const home = locateHome();
  try {
    prepareHome(home, {makes: false});
    keepCompiledCode(home.run);
  } catch {
    // A verb that needs this home says what is wrong with it; `help` does not.
  }
  leaveWhenNobodyReads();
  const {dispatch} = await import('./argv/dispatch.ts');
  exitOnceWritten(await dispatch(process.argv.slice(2), process.env));
}

/** Everything is said and given back; to take Node.js apart as well would take as long as many a verb. */
function exitOnceWritten(exitCode: number): void {
  process.exitCode = exitCode;
  storeCompiledCode();
  // A failure is told by whoever listens for it. What goes to stderr is written at once.
  process.stdout.write('', failure => failure || process.exit());
}

/** `cotty ls | head -1` closes our stdout early; that is no failure. A verb that listens for it ends by itself. */
function leaveWhenNobodyReads(): void {
  let isTold = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const isClosed = error.code === 'EPIPE';
    if (!isClosed && !isTold) process.stderr.write(`cotty: the output cannot be written: ${error.message}\n`);
    isTold = true;
    if (process.stdout.listenerCount('error') === 1) process.exit(isClosed ? 0 : 1);
  });
}
