/** The program of the runner process. It starts locked down and does nothing but answer its host. */
import {lockDown} from './lock-down.ts';

// First, and before anything else is loaded.
lockDown();
const {serveRunner} = await import('./serve-runner.ts');
const {standardCommands} = await import('./standard-commands.ts');
serveRunner({commands: standardCommands});
