/** Programs and threads that cotty starts from its own code, wherever it runs: from `dist/` or from the source. */
import {fileURLToPath} from 'node:url';

/** The server's program. */
export const serverProgram: string = fileURLToPath(new URL('./server-main.ts', import.meta.url));

/** Flags `node` needs to run it: the ones this process was started with, e.g. to strip types. */
export const nodeFlags: readonly string[] = process.execArgv.filter(flag => /strip-types|disable-warning/.test(flag));
