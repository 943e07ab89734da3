import {readlinkSync} from 'node:fs';
import {isSameFile} from './blocked-on.ts';
import {newestPid} from './newest-pid.ts';
import {childrenOf, type ProcessRow, readProcessRow} from './process-table.ts';

/** What has the terminal at the moment. */
interface ShellOnTerminal {
  /** The session's own. */
  readonly shellPid: number;
  /** Process group in the foreground; null where nobody can tell. */
  readonly foreground: number | null;
  /** A nested shell of this machine, when it stands at its prompt. */
  readonly nestedPid: number | null;
}

/**
 * Who may print on a terminal beside what its shell runs: children that the shell has disowned, and what programs have left behind, in
 * the same POSIX session or in another. Of those that are orphans the system says no more than who has them now, an ancestor of the shell. So
 * among the children of each ancestor those are looked at that were not there the last time. Where nothing was started on the whole machine
 * since a look that found the shell alone, it is alone still.
 */
export class BesideShell {
  /** Device path of the program's side. */
  readonly #tty: string;
  /** By ancestor: children that do not print here, and so never will. */
  readonly #strangers = new Map<number, ReadonlySet<number>>();
  /** What the last look saw, when that was a shell in the foreground with nobody below it and nobody beside it. */
  #alone: {readonly shellPid: number; readonly foreground: number | null; readonly newest: number} | undefined;

  constructor(tty: string) {
    this.#tty = tty;
  }

  /** At the moment, when the shell has read nothing yet of what it is to run; false too where the system does not tell. Linux only. */
  mayPrint(shown: ShellOnTerminal): boolean {
    const {shellPid, foreground, nestedPid} = shown;
    const newest = newestPid();
    if (this.#isStillAlone(shown, newest)) return false;
    this.#alone = undefined;
    const shell = process.platform === 'linux' ? readProcessRow(shellPid) : undefined;
    if (!shell) return false;
    const children = childrenOf(shellPid);
    const nested = nestedPid === null ? undefined : readProcessRow(nestedPid);
    // A nested shell or a REPL is no bystander, and neither is what carries it.
    const carriers = ancestorsOf(foreground === shell.processGroup ? shellPid : (foreground ?? shellPid), shellPid);
    const isBeside = (pid: number, parent: ProcessRow): boolean => {
      const row = carriers.has(pid) ? undefined : readProcessRow(pid);
      if (!row || (row.processGroup === foreground && row.processGroup !== parent.processGroup)) return false;
      return this.#prints(row, shell);
    };
    if (children.some(pid => isBeside(pid, shell))) return true;
    if (nested && childrenOf(nested.pid).some(pid => isBeside(pid, nested))) return true;
    if (this.#hasOrphan(shell, carriers)) return true;
    const isAlone = children.length === 0 && foreground === shell.processGroup;
    if (isAlone && newest !== undefined) this.#alone = {shellPid, foreground, newest};
    return false;
  }

  #isStillAlone({shellPid, foreground, nestedPid}: ShellOnTerminal, newest: number | undefined): boolean {
    const last = this.#alone;
    return (
      nestedPid === null && last?.newest === newest && last?.shellPid === shellPid && last.foreground === foreground
    );
  }

  #hasOrphan(shell: ProcessRow, carriers: ReadonlySet<number>): boolean {
    let found = false;
    const ancestors = ancestorsOf(shell.parent, 0);
    for (const ancestor of ancestors) {
      const known = this.#strangers.get(ancestor);
      const strangers = new Set<number>();
      for (const pid of childrenOf(ancestor)) {
        if (known?.has(pid) || ancestors.has(pid) || pid === shell.pid || carriers.has(pid)) {
          strangers.add(pid);
          continue;
        }
        const row = readProcessRow(pid);
        if (row && this.#prints(row, shell)) found = true;
        else strangers.add(pid);
      }
      this.#strangers.set(ancestor, strangers);
    }
    for (const ancestor of this.#strangers.keys()) if (!ancestors.has(ancestor)) this.#strangers.delete(ancestor);
    return found;
  }

  /** Its standard output or standard error is this terminal; another user's process, of which nobody can tell, is of the shell's POSIX session. */
  #prints({pid, state, posixSession}: ProcessRow, shell: ProcessRow): boolean {
    if (state === 'Z') return false;
    const isOfSession = posixSession === shell.posixSession;
    for (const path of [`/proc/${pid}/fd/1`, `/proc/${pid}/fd/2`]) {
      try {
        const target = readlinkSync(path);
        if (target === this.#tty || (target === '/dev/tty' && isOfSession)) return true;
        if (target === '/dev/console' && isSameFile(path, this.#tty)) return true;
      } catch (error) {
        if (isOfSession && (error as NodeJS.ErrnoException).code === 'EACCES') return true;
      }
    }
    return false;
  }
}

/** A process, and those above it up to `end`, which is one of them, or 0. */
function ancestorsOf(pid: number, end: number): ReadonlySet<number> {
  const found = new Set<number>();
  for (let next: number | undefined = pid; next !== undefined && next > 0 && !found.has(next); ) {
    found.add(next);
    next = next === end ? undefined : parentOf(next);
  }
  return found;
}

function parentOf(pid: number): number | undefined {
  return pid === process.pid ? process.ppid : readProcessRow(pid)?.parent;
}
