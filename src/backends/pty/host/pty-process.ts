/** One program on one PTY. The only file that knows node-pty. */
import {closeSync, constants as fileModes, openSync, readSync} from 'node:fs';
import {createRequire} from 'node:module';
import {constants} from 'node:os';
import {ReadStream} from 'node:tty';
import type {ExitEvent} from '../../../core/index.ts';
import {InputQueue} from '../../system/input-queue.ts';
import {closeOnExec} from '../../system/libc.ts';
import {spawnFailure} from './spawn-failure.ts';

export interface PtySpec {
  readonly file: string;
  /** Without the program's own name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cols: number;
  readonly rows: number;
}

export interface PtyListener {
  /** `bytes` is valid during the call only. */
  onOutput(bytes: Uint8Array): void;
  /** The program ended; everything it had written was given to `onOutput` before. */
  onExit(exit: Pick<ExitEvent, 'exitStatus' | 'signal'>): void;
}

/**
 * node-pty's native half without its stream half, for three reasons measured or read in 1.1.0: its `write` blocks the
 * whole process while a program does not read its input (libuv marks the manager side "blocking writes"), its exit
 * event waits 200 ms when a background child keeps the tty open, and one read per event costs about a tenth of the throughput
 * of a flood plus seven times as many chunks.
 */
export class PtyProcess {
  readonly pid: number;
  /** Path of the program's side. */
  readonly tty: string;
  readonly input: InputQueue;
  readonly #fd: number;
  /**
   * The program's side, never read nor written. Were the program the only one to have it open, it would lose its terminal, and be hung up, as soon as it has
   * closed its three streams, which many do right before they exit: how it ends would not be known.
   */
  readonly #held: number | undefined;
  readonly #stream: ReadStream;
  readonly #listener: PtyListener;
  #open = true;
  #isGivenUp = false;

  constructor(spec: PtySpec, listener: PtyListener) {
    this.#listener = listener;
    const native = loadNative();
    const env = Object.entries(spec.env).map(([name, value]) => `${name}=${value}`);
    try {
      const forked = native.fork(
        spec.file,
        [...spec.args],
        env,
        spec.cwd,
        spec.cols,
        spec.rows,
        -1,
        -1,
        true,
        spawnHelper(),
        (status, signal) => this.#exited(status, signal),
      );
      this.pid = forked.pid;
      this.tty = forked.pty;
      this.#fd = forked.fd;
    } catch (cause) {
      throw spawnFailure(spec, cause);
    }
    closeOnExec(this.#fd);
    this.#held = opened(this.tty);
    this.input = new InputQueue(this.#fd);
    try {
      this.#stream = new ReadStream(this.#fd, {onread: {buffer: chunk, callback: length => this.#readable(length)}});
    } catch (cause) {
      // Nobody reads it: the program is hung up, and how it ends is told to nobody.
      this.#open = false;
      this.#isGivenUp = true;
      this.input.close();
      for (const descriptor of [this.#held, this.#fd]) if (descriptor !== undefined) closeSync(descriptor);
      throw spawnFailure(spec, cause);
    }
    // EIO: the tty was hung up, as the kernel does when its session's first process exits. The exit itself is reported by the process.
    this.#stream.on('error', () => this.#release());
    this.#stream.on('close', () => this.#release());
    this.#stream.resume();
  }

  /** The manager side's descriptor, or undefined once it is closed: the number may belong to somebody else then. */
  get fd(): number | undefined {
    return this.#open ? this.#fd : undefined;
  }

  resize(cols: number, rows: number): void {
    if (this.#open) loadNative().resize(this.#fd, cols, rows);
  }

  /** Stops reading, so that the program is held up by its full tty. */
  pause(): void {
    if (this.#open) this.#stream.pause();
  }

  resume(): void {
    if (this.#open) this.#stream.resume();
  }

  /**
   * Gives `onOutput` everything that has been written until now. The kernel holds less than DRAIN_BYTES per tty, so
   * whoever goes on printing cannot keep us here; reading flushes the kernel's own queue first (n_tty_read), so nothing
   * comes later.
   */
  drain(): void {
    if (!this.#open) return;
    for (let left = DRAIN_BYTES; left > 0; ) {
      const length = this.#read(0);
      if (length === 0) return;
      left -= length;
      this.#listener.onOutput(chunk.subarray(0, length));
    }
  }

  /** The stream gave the first bytes of a wake-up; during a flood more is there already, so take it in the same go. */
  #readable(first: number): boolean {
    let filled = first;
    let budget = WAKE_UP_BYTES - first;
    if (first >= FLOOD_READ_BYTES) {
      while (budget > 0) {
        const length = this.#read(filled);
        if (length === 0) break;
        filled += length;
        budget -= length;
        if (chunk.length - filled < FLOOD_READ_BYTES * 2) {
          this.#listener.onOutput(chunk.subarray(0, filled));
          filled = 0;
          if (!this.#open) return false;
        }
      }
    }
    if (filled > 0) this.#listener.onOutput(chunk.subarray(0, filled));
    return true;
  }

  #read(at: number): number {
    // Whoever was given what came may have ended this terminal: its number may be another file's by now.
    if (!this.#open) return 0;
    try {
      return readSync(this.#fd, chunk, at, chunk.length - at, null);
    } catch {
      return 0;
    }
  }

  #exited(status: number, signal: number): void {
    // It could not be read from its first byte on: who wanted it was told so.
    if (this.#isGivenUp) return;
    this.drain();
    this.#release();
    this.#listener.onExit(
      signal > 0 ? {exitStatus: null, signal: signalName(signal)} : {exitStatus: status, signal: null},
    );
  }

  #release(): void {
    if (!this.#open) return;
    this.#open = false;
    if (this.#held !== undefined) closeSync(this.#held);
    this.input.close();
    this.#stream.destroy();
  }
}

/** Every session reads into this one: a read is followed by its listener before the next can begin. */
const chunk = Buffer.allocUnsafeSlow(64 * 1024);
/** Most bytes taken in one turn of the event loop, so that a flood does not hold up a Ctrl-C: some 4 ms. */
const WAKE_UP_BYTES = 256 * 1024;
/** A tty read gives at most 4 KiB; less than half of that means the program is not flooding. */
const FLOOD_READ_BYTES = 2048;
const DRAIN_BYTES = 256 * 1024;

interface Native {
  fork(
    file: string,
    args: string[],
    env: string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    utf8: boolean,
    helperPath: string,
    onExit: (status: number, signal: number) => void,
  ): {fd: number; pid: number; pty: string};
  resize(fd: number, cols: number, rows: number): void;
}

const requireHere = createRequire(import.meta.url);
let native: Native | undefined;

function loadNative(): Native {
  if (native) return native;
  const binary: {requireBinary: (name: string) => Native} = requireHere('@lydell/node-pty/requireBinary.js');
  native = binary.requireBinary('pty.node');
  return native;
}

/** Undefined where there are no descriptors left, or the program has ended already. */
function opened(tty: string): number | undefined {
  try {
    return openSync(tty, fileModes.O_RDWR | fileModes.O_NOCTTY | fileModes.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** macOS starts programs through a small helper that lies beside the binary. */
function spawnHelper(): string {
  if (process.platform !== 'darwin') return '';
  const fromNodePty = createRequire(requireHere.resolve('@lydell/node-pty'));
  return fromNodePty.resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`);
}

function signalName(number: number): string {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] ?? `SIG${number}`;
}
