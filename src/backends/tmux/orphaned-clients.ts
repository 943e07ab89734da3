import {readProcessTable} from '../system/process-table.ts';
import type {CommandRunner} from './run-commands.ts';

/**
 * Ends the clients in control mode that a server of cotty's has left behind which was killed. tmux before 3.7 does not let go of one that it
 * was telling something at that moment (server-client.c, `server_client_check_exit`): it stays attached, and tmux itself cannot end then.
 */
export async function endOrphanedClients(server: CommandRunner): Promise<void> {
  const format = '#{client_pid} #{client_flags}';
  const lines = await server.run('list-clients', '-F', format).catch(() => []);
  const pids = new Set(lines.filter(isLikeOurs).map(line => Number.parseInt(line, 10)));
  if (pids.size === 0) return;
  const orphans = (await readProcessTable()).filter(({pid, parent}) => pids.has(pid) && parent === INIT);
  for (const {pid} of orphans) end(pid);
  // tmux has taken note of it when it answers.
  if (orphans.length > 0) await server.run('list-clients').catch(() => undefined);
}

/** As `TmuxProgram.attach` has them. */
function isLikeOurs(client: string): boolean {
  return ['control-mode', 'ignore-size', 'pause-after'].every(flag => client.includes(flag));
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended, or is another user's.
  }
}

/** Takes over whose parent has ended. */
const INIT = 1;
