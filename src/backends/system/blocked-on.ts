/**
 * What a Linux process is blocked on, from /proc/PID/syscall (number and arguments of the call it sleeps in), the
 * descriptors behind those arguments, and /proc/PID/wchan. Everything may be withheld (another user's process): then 'unknown'.
 */
import {readdirSync, readlinkSync, statSync} from 'node:fs';
import type {BlockedOn} from '../../core/index.ts';
import {readUnreadInput} from './libc.ts';
import {readProcessMemory} from './process-memory.ts';
import {type ProcessRow, readProc} from './process-table.ts';

/**
 * Strongest finding over the process's threads: the first thread in a tty read, then one that runs (another that reads
 * meanwhile only passes input on), then any other in a tty read, then an event loop on the tty.
 */
export function readBlockedOn(row: ProcessRow, tty: string): BlockedOn {
  const threads = threadsOf(row.pid);
  // It has ended since it was listed.
  if (threads.length === 0) return 'nothing';
  // Who waits for a terminal can be woken: this one waits for a disk, or is frozen (cgroup freezer), with its last call still in the registers.
  if (row.state === 'D') return 'nothing';
  const findings = threads.map(thread => threadBlockedOn(row.pid, thread, tty));
  if (findings[threads.indexOf(String(row.pid))] === 'tty_read') return 'tty_read';
  return STRENGTH.find(finding => findings.includes(finding)) ?? 'unknown';
}

const STRENGTH: readonly BlockedOn[] = ['nothing', 'tty_read', 'tty_poll', 'unknown', 'other'];
const MOST_THREADS = 64;

type Wait = 'read' | 'poll' | 'select' | 'epoll';

/** Linux syscall numbers: `asm/unistd_64.h` (x86-64) and `asm-generic/unistd.h` (arm64). */
const WAITS: Readonly<Record<string, Readonly<Record<number, Wait>>>> = {
  x64: {
    0: 'read',
    19: 'read',
    7: 'poll',
    271: 'poll',
    23: 'select',
    270: 'select',
    232: 'epoll',
    281: 'epoll',
    441: 'epoll',
  },
  arm64: {63: 'read', 65: 'read', 73: 'poll', 72: 'select', 22: 'epoll', 441: 'epoll'},
};

/** `restart_syscall(2)`: a poll that a stop or a debugger has interrupted goes on as this call, with its arguments still in the registers. */
const RESTARTED: Readonly<Record<string, number>> = {x64: 219, arm64: 128};

/** Threads of a process, the first ones of very many; none when it is gone. */
export function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).slice(0, MOST_THREADS);
  } catch {
    return [];
  }
}

function threadBlockedOn(pid: number, thread: string, tty: string): BlockedOn {
  const line = readProc(`${pid}/task/${thread}/syscall`);
  if (line?.startsWith('running')) return 'nothing';
  const [number = '', ...rest] = line?.trim().split(' ') ?? [];
  if (!/^\d+$/.test(number)) return fromState(pid, thread);
  const [first = 0n, second = 0n] = rest.filter(word => word.startsWith('0x')).map(BigInt);
  const wait = waitOf(pid, thread, Number(number));
  switch (wait) {
    case 'read':
      return isTty(pid, Number(first), tty) ? 'tty_read' : 'other';
    case 'poll':
      return polls(pid, pollDescriptors(pid, first, Number(second)), tty);
    case 'select':
      return polls(pid, selectDescriptors(pid, Number(first), second), tty);
    case 'epoll':
      return polls(pid, epollDescriptors(pid, Number(first)), tty);
    case undefined:
      return 'other';
    default:
      return wait satisfies never;
  }
}

function waitOf(pid: number, thread: string, number: number): Wait | undefined {
  if (number !== RESTARTED[process.arch]) return WAITS[process.arch]?.[number];
  // Sleeps and locks are restarted so too.
  return readProc(`${pid}/task/${thread}/wchan`)?.startsWith('poll_schedule_timeout') ? 'poll' : undefined;
}

/**
 * The read call that a process's main thread sleeps in: descriptor, buffer and length, and behind `@` where its stack begins; undefined when it
 * is in none, or it is withheld.
 */
export function readCallOf({pid, stackStart = ''}: Pick<ProcessRow, 'pid' | 'stackStart'>): string | undefined {
  const [number = '', ...given] = readProc(`${pid}/task/${pid}/syscall`)?.trim().split(' ') ?? [];
  const isRead = /^\d+$/.test(number) && WAITS[process.arch]?.[Number(number)] === 'read';
  return isRead ? `${given.slice(0, 3).join(' ')} @${stackStart}` : undefined;
}

/**
 * Where a process's main thread waits for input: the kind of call, where its stack stands, and behind `@` where that begins; undefined when it waits
 * for nothing, or it is withheld (proc_pid_syscall(5): the number, six arguments, the stack pointer, the program counter).
 */
export function waitsAtOf({pid, stackStart = ''}: Pick<ProcessRow, 'pid' | 'stackStart'>): string | undefined {
  const words = readProc(`${pid}/task/${pid}/syscall`)?.trim().split(' ') ?? [];
  const [number = '', stack] = [words[0], words.at(-2)];
  const wait = /^\d+$/.test(number) && words.length === 9 ? waitOf(pid, String(pid), Number(number)) : undefined;
  return wait === undefined ? undefined : `${wait} ${stack} @${stackStart}`;
}

/** Without the syscall: a thread that runs or has ended is seen by its state, a tty read by the kernel function it waits in. */
function fromState(pid: number, thread: string): BlockedOn {
  const stat = readProc(`${pid}/task/${thread}/stat`);
  const state = stat?.charAt(stat.lastIndexOf(')') + 2);
  if (state === undefined || 'RZX'.includes(state)) return 'nothing';
  const waitChannel = readProc(`${pid}/task/${thread}/wchan`);
  return waitChannel === 'n_tty_read' ? 'tty_read' : 'unknown';
}

function polls(pid: number, descriptors: readonly number[] | undefined, tty: string): BlockedOn {
  // Memory withheld: holding the tty as standard input is the best guess left.
  const watched = descriptors ?? [0];
  return watched.some(descriptor => isTty(pid, descriptor, tty)) ? 'tty_poll' : 'other';
}

const MOST_DESCRIPTORS = 256;

/** True when it has the manager's side of a pseudo-terminal open (pty(7), pts(4)): `script`, `expect`, `pty.spawn` of Python. */
export function holdsTerminal(pid: number): boolean {
  try {
    const descriptors = readdirSync(`/proc/${pid}/fd`).slice(0, MOST_DESCRIPTORS);
    return descriptors.some(descriptor => MANAGERS.has(linkOf(`/proc/${pid}/fd/${descriptor}`)));
  } catch {
    return false;
  }
}

const MANAGERS: ReadonlySet<string> = new Set(['/dev/ptmx', '/dev/pts/ptmx']);

/** Empty when it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** `/dev/tty` counts as ours: only processes of this tty are asked about. */
function isTty(pid: number, descriptor: number, tty: string): boolean {
  try {
    const path = `/proc/${pid}/fd/${descriptor}`;
    const target = readlinkSync(path);
    return target === tty || target === '/dev/tty' || (target === '/dev/console' && isSameFile(path, tty));
  } catch {
    return false;
  }
}

/** In a sandbox the tty has no name of its own but this one, by which zsh opens it anew. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

/** `struct pollfd {int fd; short events; short revents}`; those asking for POLLIN. */
function pollDescriptors(pid: number, address: bigint, count: number): readonly number[] | undefined {
  const memory = readProcessMemory(pid, address, Math.min(count, 1024) * 8);
  if (!memory) return undefined;
  const found: number[] = [];
  for (let at = 0; at + 8 <= memory.length; at += 8)
    if ((memory.readInt16LE(at + 4) & POLLIN) !== 0) found.push(memory.readInt32LE(at));
  return found;
}

const POLLIN = 1;

function selectDescriptors(pid: number, count: number, address: bigint): readonly number[] | undefined {
  if (address === 0n) return [];
  const memory = readProcessMemory(pid, address, Math.ceil(Math.min(count, 1024) / 64) * 8);
  if (!memory) return undefined;
  const found: number[] = [];
  for (let descriptor = 0; descriptor < count && descriptor < 1024; descriptor++)
    if (((memory[descriptor >> 3] ?? 0) & (1 << (descriptor & 7))) !== 0) found.push(descriptor);
  return found;
}

/** proc_pid_fdinfo(5): one `tfd: N events: HEX …` line for each watched descriptor. */
function epollDescriptors(pid: number, epoll: number): readonly number[] | undefined {
  const info = readProc(`${pid}/fdinfo/${epoll}`);
  if (info === undefined) return undefined;
  const found: number[] = [];
  for (const [, descriptor, events] of info.matchAll(/^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)/gm))
    if ((Number.parseInt(events ?? '0', 16) & POLLIN) !== 0) found.push(Number(descriptor));
  return found;
}

/** The main thread waits for input from the tty, and there is none; false also where nobody can tell. At once, and cheap. */
export function waitsForInput(pid: number, tty: string): boolean {
  // First, for it hands over what is on its way.
  if (readUnreadInput(tty) !== 0) return false;
  const stat = readProc(`${pid}/stat`);
  if (stat?.charAt(stat.lastIndexOf(')') + 2) !== 'S') return false;
  const finding = threadBlockedOn(pid, String(pid), tty);
  return finding === 'tty_read' || finding === 'tty_poll';
}
