import type {ClientRecords} from './client-records.ts';
import type {CommandRunner} from './run-commands.ts';

/**
 * Ends the clients in control mode that a server of cotty's has left behind which was killed. tmux before 3.7 does not let go of one that it
 * was telling something at that moment (server-client.c, `server_client_check_exit`): it stays attached, and tmux itself cannot end then.
 */
export async function endOrphanedClients(server: CommandRunner, records: ClientRecords): Promise<void> {
  const format = '#{client_control_mode} #{client_pid}';
  const lines = await server.run('list-clients', '-F', format).catch(() => []);
  const pids = lines.flatMap(line => /^1 (\d+)$/.exec(line)?.[1] ?? []).map(Number);
  const orphans = pids.length === 0 ? [] : await records.orphansAmong(new Set(pids));
  for (const pid of orphans) end(pid);
  // tmux has taken note of it when it answers.
  if (orphans.length > 0) await server.run('list-clients').catch(() => undefined);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended, or is another user's.
  }
}
