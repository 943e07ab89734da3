import {CottyError} from '../../core/index.ts';
import type {CommandRunner} from './run-commands.ts';

/**
 * Throws `denied` where tmux would detach the person as soon as cotty attaches: a hook of theirs leaves the newest client alone with the
 * session. One that tells clients in control mode apart is taken at its word.
 */
export async function requireNoDetachingHook(server: CommandRunner, session: string): Promise<void> {
  const ofAll = await server.run('show-hooks', '-g', 'client-attached').catch(() => []);
  const ofSession = await server.run('show-hooks', '-t', session, 'client-attached').catch(() => []);
  const hook = [...ofAll, ...ofSession].find(line => DETACHES.test(line) && !line.includes('client_control_mode'));
  if (hook === undefined) return;
  throw new CottyError(
    'denied',
    `Cotty does not attach to this tmux server: its hook would detach the person at once (${hook}).`,
    `Have the person leave clients in control mode out of the hook (${EXAMPLE}), or use backend=pty.`,
  );
}

/** `detach-client`, its alias or an abbreviation, with `-a` (all others) or `-s` (all of a session). */
const DETACHES = /\bdetach\S*(?:\s+\S+)*?\s+-\w*[as]\b/;
const EXAMPLE = `set-hook -g client-attached 'if -F "#{client_control_mode}" "" "detach-client -a"'`;
