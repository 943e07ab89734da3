import {execFileSync} from 'node:child_process';
import {closeSync, constants, existsSync, openSync, read, writeSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {TestTerminal} from './test-terminal.ts';

/**
 * A named pipe in the case's HOME. A program that reads it waits for the test, not for a clock: `head -n1 NAME` goes on
 * when the test opens the gate, `cat NAME` prints what the test pours, byte by byte if it likes.
 */
export class Gate implements Disposable {
  readonly path: string;
  #fd: number | null;

  constructor(terminal: Pick<TestTerminal, 'home'>, name = 'gate') {
    this.path = join(terminal.home, name);
    if (!existsSync(this.path)) execFileSync('mkfifo', [this.path]);
    // Read and write: opening waits for nobody, and the reader sees no end before `close`.
    this.#fd = openSync(this.path, constants.O_RDWR);
  }

  /** Shell text that waits at the gate, silently. */
  get wait(): string {
    return `head -n1 ${this.path} >/dev/null`;
  }

  /**
   * The same for `sh`, without another process. dash starts those by vfork(2): a child that ^Z stops before it has become its program holds
   * up its parent for ever, which does not stop then.
   */
  get waitItself(): string {
    return `read -r line <${this.path}`;
  }

  /** Lets one waiter through. */
  open(): void {
    this.pour('\n');
  }

  pour(bytes: string | Uint8Array): void {
    if (this.#fd !== null) writeSync(this.#fd, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  }

  /** Resolves when a program has written a line into the gate, which is then the test's to read. */
  async line(): Promise<void> {
    if (this.#fd !== null) await promisify(read)(this.#fd, Buffer.alloc(64), 0, 64, null);
  }

  /** The reader sees the end of the file, once it has read everything. Idempotent. */
  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
