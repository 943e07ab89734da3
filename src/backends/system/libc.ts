/**
 * The few system calls Node does not offer. The only file that loads koffi.
 * Layouts: Linux `asm-generic/termbits.h`, macOS `sys/termios.h`.
 */
import {closeSync, constants, openSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {CottyError, type TtyMode} from '../../core/index.ts';
import {noDescriptors} from './require-descriptors.ts';

/** Reads the line discipline's modes through the PTY's own descriptor; undefined when the tty is gone. */
export function readTtyMode(fd: number): TtyMode | undefined {
  if (calls().tcgetattr(fd, termios) !== 0) return undefined;
  const inputFlags = termios.readUInt32LE(0);
  const localFlags = termios.readUInt32LE(flags.localFlagsOffset);
  return {
    canonical: (localFlags & flags.canonical) !== 0,
    echo: (localFlags & flags.echo) !== 0,
    signals: (localFlags & flags.signals) !== 0,
    enterIsLineFeed: (inputFlags & ICRNL) !== 0,
    ...((inputFlags & INLCR) !== 0 ? {lineFeedIsEnter: true} : {}),
  };
}

/** Characters that the kernel takes for itself also where a line editor reads key by key: they are signals, or stop the output. Empty when the tty is gone. */
export function readSpecialCharacters(fd: number): readonly number[] {
  if (calls().tcgetattr(fd, termios) !== 0) return [];
  const isSignalling = (termios.readUInt32LE(flags.localFlagsOffset) & flags.signals) !== 0;
  const isStopping = (termios.readUInt32LE(0) & flags.stopping) !== 0;
  const indexes = [...(isSignalling ? characters.signals : []), ...(isStopping ? characters.stopping : [])];
  return indexes.map(index => termios.readUInt8(characters.offset + index)).filter(code => code !== characters.none);
}

/**
 * The whole settings a tty starts with, to be given back by {@link restoreTermios}. The program on it may have changed
 * them already: then those of an earlier one serve, for all start alike, and at last those the kernel gives a new tty.
 */
export function copySaneTermios(fd: number): Buffer | undefined {
  if (isSane(fd)) sane = Buffer.from(termios);
  sane ??= kernelTermios();
  return sane;
}

let sane: Buffer | undefined;

function isSane(fd: number): boolean {
  const mode = readTtyMode(fd);
  return mode?.canonical === true && mode.echo && mode.signals;
}

function kernelTermios(): Buffer | undefined {
  try {
    const fd = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY);
    try {
      return isSane(fd) ? Buffer.from(termios) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Sets what {@link copySaneTermios} gave, at once. */
export function restoreTermios(fd: number, settings: Buffer): void {
  calls().tcsetattr(fd, TCSANOW, settings);
}

/** Process group in the foreground of the tty; null when there is none or the system does not tell. */
export function readForegroundProcessGroup(fd: number): number | null {
  const processGroup = calls().tcgetpgrp(fd);
  return processGroup > 0 ? processGroup : null;
}

/** Something can be read from `fd` now. On the manager side of a PTY that is all a program has written before this call. */
export function hasInput(fd: number): boolean {
  pollDescriptor.writeInt32LE(fd, 0);
  pollDescriptor.writeInt16LE(POLLIN, 4);
  return calls().poll(pollDescriptor, 1, 0) > 0;
}

/** `struct pollfd {int fd; short events; short revents}` */
const pollDescriptor = Buffer.alloc(8);
const POLLIN = 1;

/**
 * Bytes that a read on this tty would give at once; null when the tty is gone. `tty` is the device path: the manager's own
 * descriptor would tell of the output instead. FIONREAD: tty_ioctl(2), which in canonical mode counts whole lines alone. The poll
 * before it makes Linux pass on first what was written to the other side (n_tty_poll), so the count is about all that was written.
 */
export function readUnreadInput(tty: string): number | null {
  let fd: number;
  try {
    fd = openSync(tty, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    hasInput(fd);
    return countUnread(fd);
  } finally {
    closeSync(fd);
  }
}

/** Bytes that a read of this tty or pipe would give at once; null where the system does not tell. */
export function countUnread(fd: number): number | null {
  return calls().ioctl(fd, FIONREAD, 'void *', count) === 0 ? count.readInt32LE(0) : null;
}

/** The size that programs on this tty are told (TIOCGWINSZ: tty_ioctl(2)); null when the tty is gone. */
export function readSize(tty: string): {readonly cols: number; readonly rows: number} | null {
  let fd: number;
  try {
    fd = openSync(tty, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const size = Buffer.alloc(8);
    if (calls().ioctl(fd, TIOCGWINSZ, 'void *', size) !== 0) return null;
    const numbers = new Uint16Array(size.buffer, size.byteOffset, 2);
    return {cols: numbers[1] ?? 0, rows: numbers[0] ?? 0};
  } finally {
    closeSync(fd);
  }
}

/** Has the programs on this tty told another size than they were (TIOCSWINSZ: tty_ioctl(2)). Nothing where the tty is gone. */
export function tellSize(tty: string, {cols, rows}: {readonly cols: number; readonly rows: number}): void {
  let fd: number;
  try {
    fd = openSync(tty, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    calls().ioctl(fd, TIOCSWINSZ, 'void *', Buffer.from(new Uint16Array([rows, cols, 0, 0]).buffer));
  } finally {
    closeSync(fd);
  }
}

/** Drops what was typed on this tty and not read; see {@link readUnreadInput} for how much. */
export function dropUnreadInput(tty: string): void {
  let fd: number;
  try {
    fd = openSync(tty, constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
  } catch {
    return;
  }
  try {
    calls().tcflush(fd, TCIFLUSH);
  } finally {
    closeSync(fd);
  }
}

/** Keeps programs started later from inheriting `fd`; `forkpty` leaves it open for them. */
export function closeOnExec(fd: number): void {
  calls().fcntl(fd, F_SETFD, 'int', FD_CLOEXEC);
}

/** The same for all that this process was started with beside the three streams, which whoever started it may have left open. */
export function closeInheritedOnExec(): void {
  for (const name of readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd'))
    if (Number(name) > 2) closeOnExec(Number(name));
}

/** Takes an exclusive `flock` on `fd` without waiting; false when another process holds it. The system frees it at death. */
export function tryLock(fd: number): boolean {
  return calls().flock(fd, LOCK_EX | LOCK_NB) === 0;
}

/** Makes a named pipe that only this user opens; false where the file system has none. */
export function makeFifo(path: string): boolean {
  return calls().mkfifo(path, 0o600) === 0;
}

/**
 * Two descriptors of a connection, neither of which programs started later inherit: what is written to the second can be read from the
 * first. The system keeps as much of it as it may for one connection. Error: `not_supported` when there are no descriptors left.
 */
export function connectedPair(): readonly [reading: number, writing: number] {
  const {socketpair, setsockopt} = calls();
  const pair = Buffer.alloc(8);
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) !== 0) throw noDescriptors();
  const [reading, writing] = [pair.readInt32LE(0), pair.readInt32LE(4)];
  closeOnExec(reading);
  closeOnExec(writing);
  const size = Buffer.alloc(4);
  size.writeInt32LE(MOST_WAITING_BYTES);
  // Linux takes what it may (socket(7), SO_SNDBUF); where it takes nothing the usual size stays.
  setsockopt(writing, SOL_SOCKET, SO_SNDBUF, size, size.length);
  return [reading, writing];
}

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Takes a variable out of our environment, and overwrites its value where the system shows it to others: what a process was started
 * with stays readable in /proc/PID/environ (and for `ps e`) however the environment changes.
 */
export function eraseVariable(name: string): void {
  const value = calls().getenv(name);
  if (value !== null) calls().memset(value, 0x2a, calls().strlen(value));
  delete process.env[name];
}

/** A process that connected to a socket, or made it listen. */
export interface Peer {
  readonly uid: number;
  /** Null on macOS, whose call tells the user alone. */
  readonly pid: number | null;
}

/** Null when the system does not tell. */
export function readPeer(fd: number): Peer | null {
  const {getsockopt, getpeereid} = calls();
  if (getpeereid) return getpeereid(fd, peer, peerSize) === 0 ? {uid: peer.readUInt32LE(0), pid: null} : null;
  peerSize.writeUInt32LE(UCRED_BYTES);
  const isTold = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, peer, peerSize) === 0;
  if (!isTold || peerSize.readUInt32LE() !== UCRED_BYTES) return null;
  return {uid: peer.readUInt32LE(UCRED_UID_OFFSET), pid: peer.readInt32LE(0)};
}

/** Linux `struct ucred`: pid, uid, gid (unix(7)). macOS fills in the user at the front. */
const peer = Buffer.alloc(12);
const peerSize = Buffer.alloc(4);
const SOL_SOCKET = process.platform === 'darwin' ? 0xffff : 1;
const SO_SNDBUF = process.platform === 'darwin' ? 0x1001 : 7;
const SO_PEERCRED = 17;
const UCRED_BYTES = 12;
const UCRED_UID_OFFSET = 4;

/** Linux `asm-generic/ioctls.h`, macOS `sys/filio.h`. */
const TIOCSWINSZ = process.platform === 'darwin' ? 0x80087467 : 0x5414;
const TIOCGWINSZ = process.platform === 'darwin' ? 0x40087468 : 0x5413;
const FIONREAD = process.platform === 'darwin' ? 0x4004667f : 0x541b;
const count = Buffer.alloc(4);
const TCIFLUSH = process.platform === 'darwin' ? 1 : 0;
const TCSANOW = 0;
const F_SETFD = 2;
const FD_CLOEXEC = 1;
const LOCK_EX = 2;
const LOCK_NB = 4;

/** The same bits on Linux and macOS. */
const ICRNL = 0x100;
const INLCR = 0x40;
const flags =
  process.platform === 'darwin'
    ? {localFlagsOffset: 24, canonical: 0x100, echo: 0x8, signals: 0x80, stopping: 0x200}
    : {localFlagsOffset: 12, canonical: 0x2, echo: 0x8, signals: 0x1, stopping: 0x400};

/** Where c_cc begins, and in it VINTR, VQUIT, VSUSP (macOS: VDSUSP too) and, with IXON, VSTART and VSTOP; what stands for none (_POSIX_VDISABLE). */
const characters =
  process.platform === 'darwin'
    ? {offset: 32, signals: [8, 9, 10, 11], stopping: [12, 13], none: 0xff}
    : {offset: 17, signals: [0, 1, 10], stopping: [8, 9], none: 0};

/** Larger than any system's `struct termios`; reused, because every call here is synchronous. */
const termios = Buffer.alloc(256);

interface Calls {
  readonly tcgetattr: (fd: number, into: Buffer) => number;
  readonly tcsetattr: (fd: number, when: number, from: Buffer) => number;
  readonly tcflush: (fd: number, queue: number) => number;
  readonly tcgetpgrp: (fd: number) => number;
  readonly fcntl: (fd: number, command: number, type: 'int', value: number) => number;
  readonly ioctl: (fd: number, request: number, type: 'void *', into: Buffer) => number;
  readonly flock: (fd: number, operation: number) => number;
  readonly poll: (descriptors: Buffer, count: number, timeoutMs: number) => number;
  /** Null, or where the value stands. */
  readonly getenv: (name: string) => bigint | null;
  readonly strlen: (text: bigint) => number;
  readonly memset: (at: bigint, value: number, length: number) => void;
  readonly mkfifo: (path: string, mode: number) => number;
  readonly socketpair: (domain: number, type: number, protocol: number, into: Buffer) => number;
  readonly setsockopt: (fd: number, level: number, name: number, from: Buffer, size: number) => number;
  readonly getsockopt: (fd: number, level: number, name: number, into: Buffer, size: Buffer) => number;
  /** macOS has this in place of `SO_PEERCRED`. */
  readonly getpeereid: ((fd: number, user: Buffer, group: Buffer) => number) | undefined;
}

let loaded: Calls | undefined;

function calls(): Calls {
  loaded ??= load();
  return loaded;
}

function load(): Calls {
  try {
    const koffi: typeof import('koffi') = createRequire(import.meta.url)('koffi');
    const library = koffi.load(null);
    return {
      tcgetattr: library.func('int tcgetattr(int fd, void *termios)'),
      tcsetattr: library.func('int tcsetattr(int fd, int when, const void *termios)'),
      tcflush: library.func('int tcflush(int fd, int queue)'),
      tcgetpgrp: library.func('int tcgetpgrp(int fd)'),
      fcntl: library.func('int fcntl(int fd, int command, ...)'),
      ioctl: library.func('int ioctl(int fd, unsigned long request, ...)'),
      flock: library.func('int flock(int fd, int operation)'),
      poll: library.func('int poll(void *descriptors, unsigned long count, int timeout)'),
      getenv: library.func('void *getenv(const char *name)'),
      strlen: library.func('size_t strlen(const void *text)'),
      memset: library.func('void memset(void *at, int value, size_t length)'),
      mkfifo: library.func('int mkfifo(const char *path, unsigned int mode)'),
      socketpair: library.func('int socketpair(int domain, int type, int protocol, void *into)'),
      setsockopt: library.func('int setsockopt(int fd, int level, int name, const void *from, unsigned int size)'),
      getsockopt: library.func('int getsockopt(int fd, int level, int name, void *into, void *size)'),
      getpeereid:
        process.platform === 'darwin' ? library.func('int getpeereid(int fd, void *user, void *group)') : undefined,
    };
  } catch (cause) {
    throw new CottyError(
      'not_supported',
      `System calls cannot be reached on ${process.platform}-${process.arch}.`,
      'Install cotty again with its optional dependencies (npm install without --omit=optional).',
      {cause},
    );
  }
}
