import {type ChildProcess, spawn} from 'node:child_process';
import {closeSync} from 'node:fs';
import {Socket} from 'node:net';
import type {Readable, Writable} from 'node:stream';
import {connectedPair} from '../system/libc.ts';
import {noDescriptors, requireDescriptors} from '../system/require-descriptors.ts';

export interface ControlProcess {
  readonly child: ChildProcess;
  readonly input: Writable;
  readonly errors: Readable;
  /** Resolves when it has ended and all it wrote was received. */
  readonly closed: Promise<void>;
}

/**
 * Starts a client of tmux. What it writes is read into memory that is used again, so that `receive` has the bytes during the call only: with
 * new memory for each read, as a pipe of Node.js has it, a flood kept the collector at work, and tmux waited meanwhile.
 */
export function startControlProcess(
  tmux: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  receive: (bytes: Buffer) => void,
): ControlProcess {
  const [reading, writing] = connectedPair();
  const memory = Buffer.allocUnsafeSlow(MOST_READ_BYTES);
  const output = new Socket({
    fd: reading,
    writable: false,
    onread: {
      buffer: memory,
      callback: length => {
        receive(memory.subarray(0, length));
        return true;
      },
    },
  });
  // Who has gone says so by its end.
  output.on('error', () => undefined);
  const child = started(tmux, args, env, writing, output);
  const {stdin: input, stderr: errors} = child;
  if (!input || !errors) {
    // It says so by an error as well, for want of descriptors.
    child.on('error', () => undefined);
    throw noDescriptors();
  }
  for (const stream of [input, errors]) stream.on('error', () => undefined);
  const closed = Promise.all([output, child].map(one => new Promise(resolve => void one.once('close', resolve))));
  return {child, input, errors, closed: closed.then(() => undefined)};
}

function started(
  tmux: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: number,
  readAt: Socket,
): ChildProcess {
  try {
    requireDescriptors();
    return spawn(tmux, args, {env, stdio: ['pipe', output, 'pipe']});
  } catch (error) {
    readAt.destroy();
    throw error;
  } finally {
    closeSync(output);
  }
}

const MOST_READ_BYTES = 128 * 1024;
