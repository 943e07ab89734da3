import {readdirSync, readFileSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {createPtyBackend, Host, type HostProbe, startHost} from '../../../src/backends/index.ts';
import {RecordedProcess} from '../../support/processes.ts';
import type {BackendDriver} from './driver.ts';

/** Terminals that cotty itself owns: by a host in this process, or by one in a process of its own. */
export const ptyDriver: BackendDriver = {
  backend: 'pty',
  async connect({cottyHome, env, outlivesEngine = false, clock, maxLogBytes}) {
    const host = outlivesEngine
      ? await startHost({home: cottyHome, env, idleMs: 500})
      : new Host({home: cottyHome, env, maxLogBytes, clock});
    return createPtyBackend({home: cottyHome, host});
  },
  carrier: cottyHome => RecordedProcess.of(readFileSync(join(cottyHome, 'run', 'host.lock'), 'utf8')),
  shellOf: session => RecordedProcess.of(session.facts.pid),
  processOf: pid => RecordedProcess.of(pid),
  async pendingInput(session) {
    const probe = (await session.link.probe()) as HostProbe;
    return probe.pendingInputBytes;
  },
  async foreground(session) {
    const probe = await session.link.probe();
    return probe?.foreground?.map(process => process.name) ?? null;
  },
  carrierMemoryBytes(cottyHome) {
    if (process.platform !== 'linux') return null;
    const {pid} = this.carrier(cottyHome);
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1024;
  },
  logBytes(cottyHome, sessionId) {
    const folder = join(cottyHome, 'sessions', sessionId, 'log');
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  },
  argumentsAndEnvironment(pid) {
    if (process.platform !== 'linux') return null;
    return ['cmdline', 'environ'].map(name => readFileSync(`/proc/${pid}/${name}`, 'utf8')).join('\0');
  },
  heldOpen() {
    if (process.platform !== 'linux') return null;
    const targets = readdirSync('/proc/self/fd').flatMap(name => targetOf(`/proc/self/fd/${name}`));
    return {descriptors: targets.length, terminals: targets.filter(target => target.endsWith('ptmx')).length};
  },
  tidyUp() {
    // A host ends by itself when it has no session.
  },
  everythingWritten(cottyHome) {
    const files = readdirSync(cottyHome, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
    return files.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
  },
};

/** Of the descriptor that listed the others there is nothing any more. */
function targetOf(link: string): readonly string[] {
  try {
    return [readlinkSync(link)];
  } catch {
    return [];
  }
}
