/** Where a session stands, in one look: directory, host, processes, environment with secrets masked. */
import {hostname, userInfo} from 'node:os';
import {basename} from 'node:path';
import {type IntegrationLevel, showControls} from '../../core/index.ts';
import {readOutput} from '../output/read-output.ts';
import type {Session} from './session.ts';

export interface SessionSurroundings {
  readonly path: string;
  readonly hostname: string;
  readonly username: string;
  readonly shell: string;
  readonly cols: number;
  readonly rows: number;
  readonly tty: string;
  readonly pid: number;
  /** Name of the foreground program. */
  readonly jobName: string | null;
  readonly commandLine: string | null;
  readonly recentOutput: string;
  /** Characters of `recentOutput` that a person at the terminal does not see. */
  readonly hidden: number;
  readonly lastExitCode: number | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly shellIntegration: IntegrationLevel;
}

const RECENT_BYTES = 2000;
const SECRET_NAME =
  /token|secret|passw|passphrase|pass$|(^|_)pass_|pwd$|credential|key(_id)?$|api_?key|private|auth|cookie|nonce|jwt|bearer|dsn$|(^|_)pat$|webhook/i;
/** The directory, and nothing secret. */
const HARMLESS_NAME = /^(OLD)?PWD$/;
/** Values that are secrets by their look, whatever they are called: keys of well-known services, JWT, private keys. */
const SECRET_VALUE =
  /gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|sk-[\w-]{16,}|[rs]k_live_\w{16,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|npm_\w{30,}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g;

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
    path: tracker.integration === 'none' ? (look?.probe.cwd ?? tracker.cwd) : tracker.cwd,
    hostname: hostname(),
    username: userName(),
    shell: facts.argv[0] ?? '',
    cols: tracker.cols,
    rows: tracker.rows,
    tty: facts.tty,
    pid: facts.pid,
    jobName: look?.probe.foreground.at(-1)?.name ?? (alive ? basename(facts.argv[0] ?? '') : null),
    commandLine: tracker.current?.commandLine ?? null,
    recentOutput: recent.text,
    hidden: recent.hidden,
    lastExitCode: tracker.lastExitStatus,
    environment: masked(environment),
    shellIntegration: tracker.integration,
  };
}

/**
 * Values of names that look secret are replaced, and what looks secret in others; also who logs in, in a URL. Control characters
 * are shown: programs keep colours in variables.
 */
export function masked(environment: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(environment).map(([name, value]) => {
    if (SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)) return [name, '***'] as const;
    return [name, showControls(value.replace(/(:\/\/)[^/\s]*@/g, '$1***@').replace(SECRET_VALUE, '***'))] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? 'unknown';
  }
}
