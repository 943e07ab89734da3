/** Gives the shell that reads lines now marks of its own, when somebody asks for it. */
import {
  type Actor,
  CottyError,
  type IntegrationLevel,
  isCottyError,
  Patience,
  pause,
  type ShellFamily,
  type TtyProbe,
} from '../../core/index.ts';
import {awaitPrompt} from '../command/await-prompt.ts';
import {requireEmptyLine} from '../command/half-line.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import type {Session} from '../session/session.ts';

/** For the shell before it to come to a prompt, and for its own first prompt afterwards. */
const PROMPT_MS = 15_000;
const SETTING_UP_MS = 500;
const LOOK_AGAIN_MS = 50;

export interface IntegrateRequest {
  readonly by: Actor;
  /** What shell it is, by name; null where it shall be found out. */
  readonly shell: string | null;
  readonly signal: AbortSignal;
}

export interface Integrated {
  readonly integration: IntegrationLevel;
  readonly family: ShellFamily;
}

/**
 * Nothing happens when its marks are there already. Throws `session_busy` when something runs in it, `not_supported` when what
 * reads is no shell we have marks for.
 */
export async function integrateShell(session: Session, request: IntegrateRequest): Promise<Integrated> {
  using limit = new Patience(PROMPT_MS, request.signal);
  const turn = await session.turns.take(limit.signal);
  if (!turn) throw inUse(session);
  using _turn = turn;
  if ((await awaitPrompt(session, limit.signal)).taker === 'integrated') return integrated(session);
  const shell = await findShell(session, request.shell, limit.signal);
  await requireEmptyLine(session);
  const {by, signal} = request;
  const bracketedPaste = session.tracker.mode('bracketedPaste') > 0;
  const nested = await session.gate.integrate(by, {...shell, bracketedPaste}, signal);
  const {tracker} = session;
  using marked = new Patience(PROMPT_MS, signal);
  await session.waiters
    .until(
      () => (tracker.nestedShell?.shell === nested.shell && tracker.phase === 'prompt') || undefined,
      marked.signal,
    )
    .catch(() => {
      throw silent(session);
    });
  // What it is now tells later whether its process has become another program.
  await session.look().catch(() => undefined);
  return integrated(session);
}

/** A line editor that has just drawn its prompt may still be setting up the tty: it is looked at again. */
async function findShell(
  session: Session,
  named: string | null,
  signal: AbortSignal,
): Promise<ReturnType<typeof shellIn>> {
  const until = session.clock.monotonicMs() + SETTING_UP_MS;
  for (;;) {
    try {
      return shellIn(await session.look(), named ?? familyInside(session));
    } catch (error) {
      if (!isCottyError(error, 'not_supported') || signal.aborted || session.clock.monotonicMs() > until) throw error;
    }
    await pause(LOOK_AGAIN_MS, signal);
  }
}

/** Of a nested shell that had marks, and lost them, it is known what it is. */
function familyInside({tracker, claim}: Session): string | null {
  const {nestedShell} = tracker;
  if (!nestedShell || claim?.type !== 'shellReads' || !claim.nested) return null;
  return nestedShell.family === 'posix' ? 'sh' : nestedShell.family;
}

/** What is known of the shell that would be asked. Throws when it cannot be one. */
function shellIn(
  {claim, probe}: {claim: ForegroundClaim; probe: TtyProbe},
  named: string | null,
): {shell: string | null; pid: number | null} {
  if (claim.type === 'shellReads') return {shell: named ?? probe.shell?.name ?? null, pid: claim.pid};
  // Where nobody can look, only what answers as a shell does is one.
  if (claim.type === 'unknown') return {shell: named, pid: null};
  // The session's own shell reads without a line editor: whoever asks for marks says that it does so at its prompt.
  if (claim.type === 'awaiting' && claim.kind === 'prompt' && claim.pid === probe.shellPid && !claim.replaced)
    return {shell: named ?? claim.program, pid: claim.pid};
  if (claim.type !== 'awaiting' || (claim.kind !== 'shell' && (claim.kind !== 'repl' || named === null)))
    throw noShell('program' in claim ? claim.program : null);
  const isSeen = claim.kind === 'shell' && !claim.carried;
  return isSeen ? {shell: named ?? claim.program, pid: claim.pid} : {shell: named, pid: null};
}

function integrated({tracker}: Session): Integrated {
  return {integration: tracker.integration, family: tracker.shellFamily};
}

function noShell(program: string | null): CottyError {
  return new CottyError(
    'not_supported',
    `${program ?? 'What runs there'} does not look like a shell.`,
    'Where a shell runs inside of it, say which: shell=bash, zsh, fish or sh.',
  );
}

function inUse({id}: Session): CottyError {
  return new CottyError(
    'session_busy',
    `A command was waited for in ${id} all the time.`,
    'Wait for it with read_output, then call again.',
  );
}

function silent({id}: Session): CottyError {
  return new CottyError(
    'not_supported',
    `The shell in ${id} took the marks and has not said any.`,
    'Look with read_screen. It can be driven on as it is; exit codes stay unknown.',
  );
}
