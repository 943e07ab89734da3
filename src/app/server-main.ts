/** The server's program: started by `start-server.ts`, ends by itself when nobody needs it. */
import {closeSync, writeSync} from 'node:fs';
import module from 'node:module';
import {join} from 'node:path';
import {asCottyError} from '../core/index.ts';
import {dropAllocatorSettings} from './allocator-settings.ts';
import {keepCompiledCode} from './compile-cache.ts';
import {locateHome, prepareHome} from './home.ts';
import {takeServerLock} from './server-lock.ts';

/** Pipe to whoever started us, see `start-server.ts`. */
const READY_PIPE = 3;

dropAllocatorSettings(process.env);
const home = locateHome();
try {
  prepareHome(home);
  keepCompiledCode(home.run);
  using lock = takeServerLock(join(home.run, 'server.lock'));
  // Without the lock another server is there already, which is as good.
  if (lock) {
    const {runServer, tellFailure} = await import('./run-server.ts');
    // What one client's call leaves behind concerns no other client.
    process.on('unhandledRejection', tellFailure);
    await runServer({home, env: process.env, onReady: () => tellStarter('ready')});
  }
} catch (thrown) {
  const error = asCottyError(thrown);
  console.error(`${new Date().toISOString()} ${error.code}: ${error.message} ${error.hint}`);
  if (error.code === 'internal') console.error(error.cause ?? error);
  tellStarter(JSON.stringify(error));
  process.exitCode = 1;
}
// Everything is given back; a timer that somebody forgot must not keep a server that nobody can reach.
process.exit();

function tellStarter(word: string): void {
  try {
    writeSync(READY_PIPE, `${word}\n`);
    closeSync(READY_PIPE);
  } catch {
    // Started by hand, without the pipe.
  }
  module.flushCompileCache();
}
