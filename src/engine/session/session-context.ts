/** Where a session stands, in one look: directory, host, processes, environment with secrets masked. */
import {hostname, userInfo} from 'node:os';
import {basename} from 'node:path';
import {type IntegrationLevel, showControls} from '../../core/index.ts';
import {readOutput} from '../output/read-output.ts';
import type {Look} from './foreground-look.ts';
import {maskEnvironment} from './mask-environment.ts';
import type {Session} from './session.ts';

export interface SessionSurroundings {
  readonly path: string;
  readonly hostname: string;
  readonly username: string;
  readonly shell: string;
  readonly cols: number;
  readonly rows: number;
  /** Null where nobody can tell. */
  readonly tty: string | null;
  readonly pid: number | null;
  /** Name of the foreground program; null where nobody can tell. */
  readonly jobName: string | null;
  readonly commandLine: string | null;
  readonly recentOutput: string;
  /** Characters of `recentOutput` that a person at the terminal does not see. */
  readonly hidden: number;
  readonly lastExitCode: number | null;
  /** Null where nobody can tell. */
  readonly environment: Readonly<Record<string, string>> | null;
  readonly shellIntegration: IntegrationLevel;
}

const RECENT_BYTES = 2000;

export async function surroundings(session: Session, signal: AbortSignal): Promise<SessionSurroundings> {
  const {tracker, facts} = session;
  const alive = !session.isClosed;
  const look = alive ? await session.look().catch(() => null) : null;
  const environment = alive ? await session.link.environment().catch(() => ({})) : {};
  const recent = await readOutput(session, null, {
    contextLines: 0,
    maxOutputBytes: RECENT_BYTES,
    searcher: session.searcher,
    signal,
  });
  return {
    path: session.foreground.cwd ?? tracker.cwd,
    hostname: hostname(),
    username: userName(),
    shell: facts.argv[0] ?? '',
    cols: tracker.cols,
    rows: tracker.rows,
    tty: facts.tty,
    pid: facts.pid,
    jobName: alive ? jobName(session, look) : null,
    commandLine: await session.screen.runningLine(),
    recentOutput: recent.text,
    hidden: recent.hidden,
    lastExitCode: tracker.lastExitStatus,
    environment: environment && withVisibleControls(maskEnvironment(environment)),
    shellIntegration: tracker.integration,
  };
}

/** At the shell's prompt it is the shell, whoever can be seen there. */
function jobName({tracker, facts}: Session, look: Look | null): string | null {
  const isKnown = look?.probe.foreground != null || tracker.phase === 'prompt';
  return look?.probe.foreground?.at(-1)?.name ?? (isKnown ? basename(facts.argv[0] ?? '') : null);
}

/** Programs keep colours in variables. */
function withVisibleControls(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, showControls(value)]));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? 'unknown';
  }
}
