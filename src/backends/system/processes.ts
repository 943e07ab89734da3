/** What runs on a tty right now. */
import {execFile} from 'node:child_process';
import {readlinkSync} from 'node:fs';
import {promisify} from 'node:util';
import type {ProcessFacts} from '../../core/index.ts';
import {holdsTerminal, readBlockedOn, readCallOf, threadsOf, waitsAtOf} from './blocked-on.ts';
import {
  childrenOf,
  isCopyOfParent,
  type ProcessRow,
  readProc,
  readProcessRow,
  readProcessTable,
  slices,
  TICK_MS,
  withDescendants,
} from './process-table.ts';

/** Of a group with more members the first ones are looked into: what is said of a group is said because one of them was seen doing it. */
const MOST_LOOKED_INTO = 128;
/** Below one shell. Whoever runs more of them is not asked who reads. */
const MOST_WALKED = 4096;

/**
 * Members of one process group, of very many the first. The shell's descendants are looked at first: most often that is all. Where no member reads the
 * tty, who reads it for one is told with them.
 */
export async function processesOfGroup(
  processGroup: number,
  shellPid: number,
  tty: string,
): Promise<readonly ProcessFacts[]> {
  const isMember = (row: ProcessRow): boolean => row.processGroup === processGroup;
  const below = process.platform === 'linux' ? await descendantsOf(shellPid) : [];
  const near = below.filter(isMember);
  const members = near.length > 0 ? near : (await readProcessTable()).filter(isMember);
  const described: ProcessFacts[] = [];
  for (const row of members.filter(member => member.state !== 'Z').slice(0, MOST_LOOKED_INTO))
    described.push(await slices.do(() => describe(row, tty)));
  if (described.some(reads)) return described;
  for (const row of apart(below, near, shellPid)) {
    const found = await slices.do(() => describe(row, tty));
    if (reads(found)) described.push(found);
  }
  return described;
}

function reads({blockedOn}: ProcessFacts): boolean {
  return blockedOn === 'tty_read' || blockedOn === 'tty_poll';
}

/**
 * Descendants of these members in a POSIX session of their own: `su USER -c COMMAND` and `setsid -w` give their program one, and its terminal is none of
 * theirs then, so nothing stops them at reading it.
 */
function apart(below: readonly ProcessRow[], members: readonly ProcessRow[], shellPid: number): readonly ProcessRow[] {
  const own = below.find(row => row.pid === shellPid)?.posixSession;
  const others = below.filter(row => row.posixSession !== own && row.state !== 'Z' && row.state !== 'T');
  if (others.length === 0) return others;
  const ours = members.filter(row => row.pid !== shellPid).flatMap(row => withDescendants(row.pid, below));
  return others.filter(row => ours.includes(row)).slice(0, MOST_LOOKED_INTO);
}

/** One process; null when it is gone. */
export async function processFacts(pid: number, tty: string): Promise<ProcessFacts | null> {
  const row =
    process.platform === 'linux' ? readProcessRow(pid) : (await readProcessTable()).find(other => other.pid === pid);
  return row && row.state !== 'Z' ? describe(row, tty) : null;
}

/** Working directory; null when the system does not tell. */
export function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Environment the process was started with, or undefined when the system does not tell. */
export function environmentOf(pid: number): Readonly<Record<string, string>> | undefined {
  const text = readProc(`${pid}/environ`);
  // Between fork and exec a child shows our own, during exec none.
  if (!text || text === readProc('self/environ')) return undefined;
  const entries = text.split('\0').filter(entry => entry.includes('='));
  return Object.fromEntries(
    entries.map(entry => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/**
 * Process groups a signal to the whole session must reach: those of the POSIX session the shell leads, and those of its
 * descendants that left it. The shell's own group comes last, so that it sees its children end.
 */
export async function processGroupsOfSession(shellPid: number): Promise<readonly number[]> {
  const rows = await readProcessTable();
  const ours = [...withDescendants(shellPid, rows), ...rows.filter(row => row.posixSession === shellPid)];
  const groups = new Set(ours.filter(row => row.state !== 'Z').map(row => row.processGroup));
  groups.delete(shellPid);
  return [...groups, shellPid];
}

/**
 * Whether the POSIX session that the shell leads has other members, or the shell descendants; those that were started within `startUpMs`
 * after it do not count, since its own start-up files did that. True also when the system does not tell.
 */
export async function runsBeside(shellPid: number, startUpMs: number | null): Promise<boolean> {
  const rows = (await readProcessTable()).filter(row => row.state !== 'Z');
  const shell = rows.find(row => row.pid === shellPid);
  if (!shell) return true;
  // Times are rounded down to ticks: whatever started after the first command has a later one than this.
  const latestMs = shell.startedAtMs + (startUpMs ?? 0) - TICK_MS;
  const ours = [...withDescendants(shellPid, rows), ...rows.filter(row => row.posixSession === shellPid)];
  return ours.some(row => row.pid !== shellPid && !(startUpMs !== null && row.startedAtMs <= latestMs));
}

/** The process group, and those that descendants of its members have made for themselves. */
export async function processGroupsBelow(processGroup: number): Promise<readonly number[]> {
  const rows = await readProcessTable();
  const members = rows.filter(row => row.processGroup === processGroup);
  const ours = members.flatMap(row => withDescendants(row.pid, rows));
  return [...new Set(ours.filter(row => row.state !== 'Z').map(row => row.processGroup))];
}

/** Needs CONFIG_PROC_CHILDREN; empty without it. */
async function descendantsOf(pid: number): Promise<readonly ProcessRow[]> {
  const rows: ProcessRow[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined && rows.length < MOST_WALKED; next = waiting.pop()) {
    const parent = next;
    const found = await slices.do(() => ({row: readProcessRow(parent), children: childrenOf(parent)}));
    if (!found.row) continue;
    rows.push(found.row);
    waiting.push(...found.children);
  }
  return rows;
}

/** A process that becomes another program while it is looked at (exec) is looked at anew: what it waits for belongs to the program that it is told as. */
async function describe(row: ProcessRow, tty: string): Promise<ProcessFacts> {
  const facts = await describeAs(row, tty);
  const now = process.platform === 'linux' ? readProcessRow(row.pid) : undefined;
  const isAnother =
    now !== undefined && now.state !== 'Z' && (now.stackStart !== row.stackStart || now.name !== row.name);
  return isAnother ? describe(now, tty) : facts;
}

async function describeAs(row: ProcessRow, tty: string): Promise<ProcessFacts> {
  const stopped = row.state === 'T' || row.state === 't';
  const blockedOn = process.platform === 'linux' ? readBlockedOn(row, tty) : 'unknown';
  const isReader = blockedOn === 'tty_read' || blockedOn === 'tty_poll';
  const isCopy = isReader ? isCopyOfParent(row) : undefined;
  const readCall = blockedOn === 'tty_read' ? readCallOf(row) : undefined;
  const waitsAt = isReader ? waitsAtOf(row) : undefined;
  const argv = await readArgv(row.pid);
  return {
    pid: row.pid,
    name: ofProgram(row.name, argv),
    argv,
    blockedOn,
    stopped,
    wakeUps: readWakeUps(row.pid),
    ...(isCopy === undefined ? {} : {isCopy}),
    // 0 for processes that are not ours.
    ...(Number(row.stackStart ?? 0) === 0 ? {} : {exec: row.stackStart}),
    ...(readCall === undefined ? {} : {readCall}),
    ...(waitsAt === undefined ? {} : {waitsAt}),
    ...(isReader && holdsTerminal(row.pid) ? {holdsTerminal: true} : {}),
  };
}

/** Node.js gives its main thread a name of its own from 24 on, and Linux takes that for the process's. */
function ofProgram(name: string, [called = '']: readonly string[]): string {
  return name === 'MainThread' && called !== '' ? called.slice(called.lastIndexOf('/') + 1) : name;
}

/** proc_pid_status(5): how often a thread gave the processor back because it had to wait. One that sleeps on does not. */
function readWakeUps(pid: number): number | null {
  let sum = 0;
  for (const thread of threadsOf(pid)) {
    const [, waits] = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readProc(`${pid}/task/${thread}/status`) ?? '') ?? [];
    if (waits === undefined) return null;
    sum += Number(waits);
  }
  return sum;
}

async function readArgv(pid: number): Promise<readonly string[]> {
  if (process.platform === 'linux') {
    const text = readProc(`${pid}/cmdline`) ?? '';
    return text === '' ? [] : text.replace(/\0$/, '').split('\0');
  }
  try {
    // `ps` shows one line; words with spaces cannot be told apart there.
    const {stdout} = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.trim().split(/\s+/);
  } catch {
    return [];
  }
}
