import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {readProc} from '../system/process-table.ts';
import {WrittenBytes} from '../system/written-bytes.ts';
import {JudgedShell, type JudgedTerminal} from './judged-shell.ts';

/** Longer than all looks at a command together. */
const ALL_LOOKS_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
});

afterEach(() => {
  vi.useRealTimers();
});

/** In place of a shell: it writes what it is given, and the system counts that. */
class Writer implements Disposable {
  readonly #process = spawn('cat', {stdio: ['pipe', 'ignore', 'ignore']});
  readonly #written: WrittenBytes;
  /** Called once, when the process is asked for the next time. */
  onAsked: (() => void) | undefined;

  private constructor() {
    this.#written = new WrittenBytes(this.#ownPid);
  }

  static async start(): Promise<Writer> {
    const writer = new Writer();
    await once(writer.#process, 'spawn');
    return writer;
  }

  get #ownPid(): number {
    return this.#process.pid ?? 0;
  }

  get pid(): number {
    const asked = this.onAsked;
    this.onAsked = undefined;
    asked?.();
    return this.#ownPid;
  }

  /** Resolves with nothing else having run in this process: it waits by looking, until the bytes count and it sleeps. */
  write(bytes: number): void {
    const until = (this.#written.total ?? 0) + bytes;
    this.#process.stdin.write('x'.repeat(bytes));
    while ((this.#written.total ?? 0) < until || !/\) S /.test(readProc(`${this.#ownPid}/stat`) ?? ''));
  }

  [Symbol.dispose](): void {
    this.#written[Symbol.dispose]();
    this.#process.kill();
  }
}

/** Two facts about what a shell that runs a command has written, with nothing printed meanwhile that would have it counted anew. */
const linux = test.skipIf(process.platform !== 'linux');

linux('a look at a running command that found more on its way is taken again', async () => {
  using writer = await Writer.start();
  const terminal = {isBusy: false, foreground: () => null, isDrained: () => !terminal.isBusy, drain: () => undefined};
  using shell = open(writer, terminal);
  shell.begin();
  await Promise.resolve();
  writer.write(100);
  terminal.isBusy = true;
  vi.advanceTimersByTime(20);
  terminal.isBusy = false;
  vi.advanceTimersByTime(ALL_LOOKS_MS);
  expect(shell.canHaveWritten(1, shell.written)).toBe(false);
  expect(shell.sleptThrough).toBe(true);
});

linux('all that a shell has written counts that was seen asleep behind it', async () => {
  using writer = await Writer.start();
  using shell = open(writer, {foreground: () => null, isDrained: () => true, drain: () => undefined});
  shell.begin();
  await Promise.resolve();
  writer.onAsked = () => writer.write(100);
  vi.advanceTimersByTime(ALL_LOOKS_MS);
  expect(writer.onAsked).toBeUndefined();
  expect(shell.sleptThrough).toBe(true);
  expect(shell.canHaveWritten(1, shell.written)).toBe(false);
});

function open(shell: {readonly pid: number}, terminal: JudgedTerminal): JudgedShell {
  const process = {
    get pid() {
      return shell.pid;
    },
    processGroup: 100,
    graded: false,
  };
  return new JudgedShell(process, terminal, () => false);
}
