import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Iterm2Backend} from '../../../src/backends/index.ts';
import {RecordedProcess} from '../../support/processes.ts';
import type {BackendDriver} from './driver.ts';
import {ptyDriver} from './pty-driver.ts';

/** What the cases' client has to know of the iTerm2 that it speaks to. */
interface Started {
  readonly pid: number;
  readonly home: string;
  readonly cookie: string;
}

/**
 * Sessions of cotty's own endpoint, of which each COTTY_HOME on test has one for itself, in a process of its own: that is what iTerm2 is to a
 * client, and it outlives whatever a case does to the engine.
 */
export const iterm2Driver: BackendDriver = {
  ...ptyDriver,
  backend: 'iterm2',
  async connect({cottyHome, env, clock, maxLogBytes}) {
    const {home, cookie} = startedFor(cottyHome) ?? (await start(cottyHome));
    return new Iterm2Backend({
      home: cottyHome,
      env,
      iterm2: {HOME: home, ITERM2_COOKIE: cookie},
      clock,
      maxLogBytes,
    });
  },
  carrier: cottyHome => RecordedProcess.of(startedFor(cottyHome)?.pid),
  async pendingInput(session) {
    const probe = await session.link.probe();
    return probe?.unreadBytes ?? 0;
  },
  tidyUp(cottyHome) {
    const started = startedFor(cottyHome);
    if (!started) return;
    if (isAlive(started.pid)) RecordedProcess.of(started.pid).signal('SIGTERM');
    // A case has killed it.
    else rmSync(dirname(started.home), {recursive: true, force: true, maxRetries: 3});
  },
};

/** By which a client finds that iTerm2, and is let in. */
export function iterm2Environment(cottyHome: string): NodeJS.ProcessEnv {
  const started = startedFor(cottyHome);
  if (!started) throw new Error(`${cottyHome} has no iTerm2.`);
  return {HOME: started.home, ITERM2_COOKIE: started.cookie};
}

const program = join(import.meta.dirname, 'iterm2-process.ts');

async function start(cottyHome: string): Promise<Started> {
  const child: ChildProcess = fork(program, [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    serialization: 'advanced',
  });
  const [told] = await once(child, 'message');
  child.disconnect();
  child.unref();
  const started: Started = {...told, pid: child.pid};
  writeFileSync(recordOf(cottyHome), JSON.stringify(started));
  return started;
}

function startedFor(cottyHome: string): Started | undefined {
  return existsSync(recordOf(cottyHome)) ? JSON.parse(readFileSync(recordOf(cottyHome), 'utf8')) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return RecordedProcess.of(pid).isAlive;
  } catch {
    return false;
  }
}

/** Beside COTTY_HOME, whose bytes the cases look at. */
function recordOf(cottyHome: string): string {
  return join(dirname(cottyHome), 'iterm2.json');
}
