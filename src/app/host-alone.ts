import {connectHost, countRecordedSessions} from '../backends/index.ts';
import type {Home} from './home.ts';

/** A host that lives without a server, as after `server stop`: the next server finds its sessions. */
export interface HostAlone {
  readonly pid: number;
  /** How many sessions live; unknown when the host is of another version. */
  readonly sessions: number | null;
}

/** Undefined when there is no host. Starts nothing. */
export async function lookForHost(home: Home): Promise<HostAlone | undefined> {
  const connection = await connectHost(home.path);
  if (connection.type === 'absent') return undefined;
  const {pid} = connection.hello;
  if (connection.type === 'mismatch') return {pid, sessions: null};
  await using host = connection.host;
  return {pid, sessions: (await host.list()).length};
}

/** How many sessions live without a server, as far as can be told while there is none; null when the host is of another version. Starts nothing. */
export async function sessionsAlone(home: Home, host: HostAlone | undefined): Promise<number | null> {
  const recorded = countRecordedSessions(home.path);
  if (host?.sessions === null) return null;
  return (host?.sessions ?? 0) + recorded;
}
