/** Light on purpose: what a verb needs is loaded by the verb. */
import {existsSync} from 'node:fs';
import module from 'node:module';
import {locateHome} from './home.ts';

/** Does what the command line says; the exit code is that of this process. */
export async function start(): Promise<void> {
  keepCompiledCode();
  leaveWhenNobodyReads();
  const {dispatch} = await import('./dispatch.ts');
  process.exitCode = await dispatch(process.argv.slice(2), process.env);
}

/** Compiled code is kept in our own private folder, never in a shared temporary one; not before that folder exists. */
function keepCompiledCode(): void {
  const {run} = locateHome();
  if (existsSync(run)) module.enableCompileCache(`${run}/compile-cache`);
}

/** `cotty ls | head -1` closes our stdout early; that is no failure. */
function leaveWhenNobodyReads(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
