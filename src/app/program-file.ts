/** Programs and threads that cotty starts from its own code, wherever it runs: from `dist/` or from the source. */
import {fileURLToPath} from 'node:url';

/** The server's program. */
export const serverProgram: string = fileURLToPath(new URL('./server-main.ts', import.meta.url));

/** Flags `node` needs to run it: Node.js 22 calls its SQLite experimental, again and again in our log. */
export const nodeFlags: readonly string[] = ['--disable-warning=ExperimentalWarning'];
