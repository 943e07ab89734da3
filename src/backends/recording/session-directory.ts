/** Where sessions live on disk: `<home>/sessions/<session id>/` with `log/`, `shell/` and `facts.json`. */
import {existsSync, mkdirSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {CottyError, parseSessionId, type SessionId, type TerminalFacts} from '../../core/index.ts';
import {isPrivateFolder, readPrivateFile, writePrivateFile} from '../../private/index.ts';

export interface SessionDirectory {
  readonly root: string;
  readonly log: string;
  readonly shell: string;
}

export function sessionDirectory(home: string, sessionId: SessionId): SessionDirectory {
  const root = join(home, 'sessions', sessionId);
  return {root, log: join(root, 'log'), shell: join(root, 'shell')};
}

/** Makes the directory of a new session; false when the id was used before. Error: `home_unwritable`. */
export function createSessionDirectory(home: string, sessionId: SessionId): boolean {
  const directory = sessionDirectory(home, sessionId);
  try {
    mkdirSync(join(home, 'sessions'), {recursive: true, mode: 0o700});
    mkdirSync(directory.root, {mode: 0o700});
    mkdirSync(directory.log, {mode: 0o700});
    mkdirSync(directory.shell, {mode: 0o700});
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw new CottyError(
      'home_unwritable',
      `${directory.root} cannot be made: ${cause instanceof Error ? cause.message : cause}`,
      'Make COTTY_HOME a directory you can write to, or set COTTY_HOME to another one.',
      {cause},
    );
  }
}

/** Takes back the directory of a session that never began, as far as the system lets us. */
export function removeSessionDirectory(home: string, sessionId: SessionId): void {
  try {
    rmSync(sessionDirectory(home, sessionId).root, {recursive: true, force: true});
  } catch {
    // Without facts it is no session to anybody.
  }
}

/** Ids of all sessions whose facts are there. */
export function listSessionDirectories(home: string): readonly SessionId[] {
  try {
    const names = readdirSync(join(home, 'sessions'));
    return names.flatMap(name => (isSessionOfOurs(join(home, 'sessions', name)) ? (parseSessionId(name) ?? []) : []));
  } catch {
    return [];
  }
}

/** Others may have put theirs beside ours while they could write there. */
function isSessionOfOurs(folder: string): boolean {
  return isPrivateFolder(folder) && existsSync(join(folder, 'facts.json'));
}

/** Replaces the facts in one step, so that a reader sees the old or the new ones. */
export function writeFacts(home: string, facts: TerminalFacts): void {
  const path = join(sessionDirectory(home, facts.sessionId).root, 'facts.json');
  writePrivateFile(`${path}.new`, `${JSON.stringify(facts, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** Facts as last written; undefined when there are none that can be read. */
export function readFacts(home: string, sessionId: SessionId): TerminalFacts | undefined {
  const {root} = sessionDirectory(home, sessionId);
  if (!isSessionOfOurs(root)) return undefined;
  try {
    const facts: TerminalFacts = JSON.parse(readPrivateFile(join(root, 'facts.json')));
    return facts.sessionId === sessionId ? facts : undefined;
  } catch {
    return undefined;
  }
}
