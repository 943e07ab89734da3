import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {setTimeout as rest} from 'node:timers/promises';
import {promisify} from 'node:util';
import {Slices} from './slices.ts';

/** For walks through `/proc`: machines have thousands of processes, and all terminals share one thread. */
export const slices = new Slices(() => performance.now(), rest);

/** One row of the system's process table. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly processGroup: number;
  /** POSIX session; 0 where the system does not tell. */
  readonly posixSession: number;
  readonly name: string;
  /** Scheduler state letter: R, S, D, T, Z… */
  readonly state: string;
  /** Milliseconds since the machine started, in steps of {@link TICK_MS}; NaN where the system does not tell. */
  readonly startedAtMs: number;
  /** Where its stack begins, which each exec chooses anew; absent where the system does not tell. */
  readonly stackStart?: string;
}

/** The unit of times in /proc, for every program the same. */
export const TICK_MS = 10;

/** Every process of the machine. Linux: /proc, no process is started; elsewhere: `ps`. */
export async function readProcessTable(): Promise<readonly ProcessRow[]> {
  if (process.platform !== 'linux') return readWithPs();
  const rows: ProcessRow[] = [];
  for (const name of await readdir('/proc')) {
    const row = /^\d+$/.test(name) ? await slices.do(() => readProcessRow(Number(name))) : undefined;
    if (row) rows.push(row);
  }
  return rows;
}

/** One process, Linux only; undefined when it is gone. Format: proc_pid_stat(5). */
export function readProcessRow(pid: number): ProcessRow | undefined {
  const text = readProc(`${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = textAfterName(text).split(' ');
  const [state = '', parent, processGroup, posixSession] = fields;
  return {
    pid,
    parent: Number(parent),
    processGroup: Number(processGroup),
    posixSession: Number(posixSession),
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    state,
    startedAtMs: Number(fields[START_TIME]) * TICK_MS,
    stackStart: fields[STACK_START] ?? '',
  };
}

/** Its children, by the order in which they became that; none where the system does not tell. Linux only, and needs CONFIG_PROC_CHILDREN. */
export function childrenOf(pid: number): readonly number[] {
  const children = readProc(`${pid}/task/${pid}/children`)?.split(' ') ?? [];
  return children.filter(child => child !== '').map(Number);
}

/** Among the fields behind the name. */
const START_TIME = 19;
const STACK_START = 25;

/**
 * Whether a process is a copy of its parent (fork) that has become no program of its own (exec): its stack begins where the parent's does,
 * which each exec chooses anew. Undefined where addresses are not chosen at random, or not told. Linux only.
 */
export function isCopyOfParent({pid, parent}: Pick<ProcessRow, 'pid' | 'parent'>): boolean | undefined {
  if (!choosesAddresses(pid)) return undefined;
  const [own, other] = [pid, parent].map(id => textAfterName(readProc(`${id}/stat`) ?? '').split(' ')[STACK_START]);
  // 0 for processes that are not ours.
  return own === undefined || other === undefined || Number(own) === 0 ? undefined : own === other;
}

/** randomize_va_space in proc_sys_kernel(5), ADDR_NO_RANDOMIZE in personality(2). */
function choosesAddresses(pid: number): boolean {
  const personality = Number.parseInt(readProc(`${pid}/personality`) ?? '', 16);
  return Number(readProc('sys/kernel/randomize_va_space')) > 0 && (personality & ADDR_NO_RANDOMIZE) === 0;
}

const ADDR_NO_RANDOMIZE = 0x40000;

/** The fields behind the name, which stands in parentheses and may itself contain some: the last one closes it. */
function textAfterName(stat: string): string {
  return stat.slice(stat.lastIndexOf(')') + 2);
}

/** Process group in the foreground of a process's own terminal; null when it has none, or the system does not tell. */
export async function readForegroundOf(pid: number): Promise<number | null> {
  const text =
    process.platform === 'linux' ? textAfterName(readProc(`${pid}/stat`) ?? '') : await psColumn(pid, 'tpgid');
  // proc_pid_stat(5): state ppid pgrp session tty_nr tpgid
  const processGroup = Number(process.platform === 'linux' ? text?.split(' ')[5] : text);
  return processGroup > 0 ? processGroup : null;
}

/** The same at once; null also where only a program could be asked. */
export function readForegroundNow(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const processGroup = Number(textAfterName(readProc(`${pid}/stat`) ?? '').split(' ')[5]);
  return processGroup > 0 ? processGroup : null;
}

async function psColumn(pid: number, column: string): Promise<string | undefined> {
  try {
    const {stdout} = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/** Text of a file under /proc; undefined when it is gone or not ours to read. */
export function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return undefined;
  }
}

/** `pid` and everything below it in the tree of `rows`. */
export function withDescendants(pid: number, rows: readonly ProcessRow[]): readonly ProcessRow[] {
  const children = Map.groupBy(rows, row => row.parent);
  const found = rows.filter(row => row.pid === pid);
  for (let index = 0; index < found.length; index++) {
    const parent = found[index]?.pid;
    if (parent !== undefined) found.push(...(children.get(parent) ?? []));
  }
  return found;
}

async function readWithPs(): Promise<readonly ProcessRow[]> {
  const {stdout} = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,pgid=,state=,ucomm=']);
  const rows: ProcessRow[] = [];
  for (const line of stdout.split('\n')) {
    const [, pid, parent, processGroup, state, name] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state === undefined || name === undefined) continue;
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      processGroup: Number(processGroup),
      posixSession: 0,
      name: name.trim(),
      state: state.charAt(0),
      startedAtMs: Number.NaN,
    });
  }
  return rows;
}
