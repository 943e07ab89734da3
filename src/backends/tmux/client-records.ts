import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {readPrivateFile, usePrivateFolder, writePrivateFile} from '../../private/index.ts';
import {type ProcessRow, readProcessRow, readProcessTable} from '../system/process-table.ts';

/**
 * The clients of tmux that processes of cotty's have started, in its home: so is one told from others whose cotty was killed. Whoever takes
 * over its children then, the first process of the machine or another (`PR_SET_CHILD_SUBREAPER` in prctl(2)), did not start them.
 */
export class ClientRecords {
  readonly #folder: string;

  /** `home` is COTTY_HOME. */
  constructor(home: string) {
    this.#folder = join(home, 'run', 'tmux-clients');
  }

  /** A client that this process has just started, until it has ended. Where nothing can be written nothing is known later. */
  note(pid: number): void {
    const startedAtMs = readProcessRow(pid)?.startedAtMs ?? Number.NaN;
    try {
      usePrivateFolder(this.#folder);
      writePrivateFile(this.#file(pid), recordOf({startedAtMs, parent: process.pid}));
    } catch {
      // It serves only to tidy up after a server of cotty's that is killed.
    }
  }

  forget(pid: number): void {
    rmSync(this.#file(pid), {force: true});
  }

  /** Those of these processes that cotty has started and whose parent is another than it was then. */
  async orphansAmong(pids: ReadonlySet<number>): Promise<readonly number[]> {
    const known = this.#known();
    if (known.length === 0) return [];
    const rows = new Map((await readProcessTable()).map(row => [row.pid, row]));
    return known.flatMap(pid => {
      const row = rows.get(pid);
      const record = this.#read(pid);
      if (row && isSameProcess(row, record)) return pids.has(pid) && recordOf(row) !== record ? [pid] : [];
      this.forget(pid);
      return [];
    });
  }

  #known(): readonly number[] {
    try {
      return readdirSync(this.#folder).map(Number);
    } catch {
      return [];
    }
  }

  #read(pid: number): string {
    try {
      return readPrivateFile(this.#file(pid));
    } catch {
      return '';
    }
  }

  #file(pid: number): string {
    return join(this.#folder, String(pid));
  }
}

/** When it was started, and by whom. */
function recordOf({startedAtMs, parent}: Pick<ProcessRow, 'startedAtMs' | 'parent'>): string {
  return `${startedAtMs} ${parent}`;
}

function isSameProcess({startedAtMs}: ProcessRow, record: string): boolean {
  return record.split(' ')[0] === String(startedAtMs);
}
