/**
 * Processes that a test has to look at or to end though they are no children of its own. Each is known by its id and the
 * moment it was started: the system gives an id again, and a test ends only what it had started.
 */
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, readlinkSync} from 'node:fs';

export class RecordedProcess {
  readonly pid: number;
  readonly #startedAt: string;

  private constructor(pid: number, startedAt: string) {
    this.pid = pid;
    this.#startedAt = startedAt;
  }

  /** The process that has this id now. Throws when there is none: a test that records too late must not pass. */
  static of(pid: unknown): RecordedProcess {
    const id = Number(pid);
    const startedAt = Number.isSafeInteger(id) && id > 1 ? startOf(id) : undefined;
    if (startedAt === undefined) throw new Error(`There is no process ${pid}.`);
    return new RecordedProcess(id, startedAt);
  }

  /** False for a process that is dead, also when nobody has waited for it yet, and when its id is another's by now. */
  get isAlive(): boolean {
    return startOf(this.pid) === this.#startedAt;
  }

  /** Does nothing to a process that is gone. */
  signal(signal: NodeJS.Signals): void {
    if (this.isAlive) process.kill(this.pid, signal);
  }

  /** Resolves when the process is dead. The system tells its parent alone, so it is asked again and again. */
  async ended(): Promise<void> {
    while (this.isAlive) await new Promise(resolve => setTimeout(resolve, 10));
  }
}

/** When the process was started; undefined for one that is gone or dead. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startInProc(pid);
  try {
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {encoding: 'utf8'}).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

/** Format: proc_pid_stat(5). The name stands in parentheses and may itself contain some; the last one closes it. */
function startInProc(pid: number): string | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return /[ZX]/.test(fields[0] ?? '') ? undefined : fields[19];
}

/** For the message of a wait that was in vain: what the process and its children stand in, as far as the system tells (proc(5)). */
export function whatItDoes(pid: number): Readonly<Record<string, unknown>> {
  const told = (name: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ').trim();
    } catch (error) {
      return String(error);
    }
  };
  const children = told(`task/${pid}/children`).split(' ').map(Number).filter(Boolean);
  return {
    pid,
    command: told('cmdline'),
    state: /^State:\s*(.*)$/m.exec(told('status'))?.[1] ?? 'gone',
    waitsIn: [told('wchan'), told('syscall')],
    reads: whatItReads(pid, told('syscall')),
    children: children.map(child => whatItDoes(child)),
  };
}

/** Of a process that is in read(2): what it reads, and which other processes of the machine have that open. */
function whatItReads(pid: number, syscall: string): Readonly<Record<string, unknown>> | null {
  const [, descriptor] = /^0 (0x[0-9a-f]+) /.exec(syscall) ?? [];
  if (descriptor === undefined) return null;
  const what = linkOf(`/proc/${pid}/fd/${Number(descriptor)}`);
  const holders = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(holder => descriptorsOf(holder).filter(path => linkOf(path) === what));
  return {what, holders};
}

function descriptorsOf(pid: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map(name => `/proc/${pid}/fd/${name}`);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    return String(error);
  }
}
