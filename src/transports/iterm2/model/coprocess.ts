/**
 * Coprocesses, as far as there are any here: one copies all that a session prints, byte for byte but for its secrets, into a named pipe. Any other program would
 * run past the policy.
 */
import {closeSync, constants, fstatSync, openSync} from 'node:fs';
import {Socket} from 'node:net';
import {CottyError, logCursor} from '../../../core/index.ts';
import {MaskedStream, readRange, type Session} from '../../../engine/index.ts';

/** `echo` tells the reader that it is there, `cat` copies; a signal does not end it before all is copied. */
const COPIES = /^trap '' HUP INT TERM; exec > '([^'\n]+)'; echo; exec cat$/;
/** Read at once. */
const SLICE_BYTES = 256 * 1024;

/** Of each session at most one, as in iTerm2. */
export class Coprocesses implements Disposable {
  readonly #running = new Map<string, Coprocess>();

  /** False when the session has one. Errors: `not_supported` for a command line that does anything else. */
  run(session: Session, commandLine: string): boolean {
    if (this.#running.has(session.id)) return false;
    const [, path] = COPIES.exec(commandLine) ?? [];
    if (path === undefined)
      throw new CottyError(
        'not_supported',
        'A coprocess would run past the policy: here one may only copy output into a named pipe.',
        'See docs/guide/iterm2.md.',
      );
    const coprocess = new Coprocess(session, commandLine, path);
    this.#running.set(session.id, coprocess);
    void coprocess.ended.then(() => {
      if (this.#running.get(session.id) === coprocess) this.#running.delete(session.id);
    });
    return true;
  }

  /** Its command line. */
  of(session: Session): string | null {
    return this.#running.get(session.id)?.commandLine ?? null;
  }

  /** False when there was none. */
  stop(session: Session): boolean {
    const coprocess = this.#running.get(session.id);
    coprocess?.[Symbol.dispose]();
    return this.#running.delete(session.id);
  }

  [Symbol.dispose](): void {
    for (const coprocess of this.#running.values()) coprocess[Symbol.dispose]();
    this.#running.clear();
  }
}

class Coprocess implements Disposable {
  readonly commandLine: string;
  readonly ended: Promise<void>;
  readonly #session: Session;
  readonly #pipe: Socket;
  readonly #stopped = new AbortController();

  /** What is printed from now on goes into the pipe at `path`. */
  constructor(session: Session, commandLine: string, path: string) {
    this.#session = session;
    this.commandLine = commandLine;
    const from = session.log.end;
    this.#pipe = new Socket({fd: openPipe(path), readable: false, writable: true});
    // Nobody reads it any more.
    this.#pipe.on('error', () => this.#stopped.abort());
    this.#pipe.on('close', () => this.#stopped.abort());
    this.ended = this.#copy(from).catch(() => undefined);
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
  }

  async #copy(from: number): Promise<void> {
    const session = this.#session;
    const {signal} = this.#stopped;
    const masked = session.secrets && new MaskedStream(session.secrets);
    try {
      await this.#write(Buffer.from('\n'));
      for (let at = from; !signal.aborted; ) {
        const end = Math.min(session.log.end, at + SLICE_BYTES);
        if (end > at) {
          const {bytes} = await readRange(session, logCursor(at), logCursor(end));
          await this.#write(masked?.push(bytes) ?? bytes);
          at = end;
        } else if (session.isClosed) break;
        else await session.waiters.until(() => (session.log.end > at || session.isClosed ? true : undefined), signal);
      }
      if (masked) await this.#write(masked.end());
    } finally {
      if (signal.aborted) this.#pipe.destroy();
      else this.#pipe.end();
    }
  }

  /** Resolves when the pipe has room again. */
  async #write(bytes: Uint8Array): Promise<void> {
    const {promise, resolve, reject} = Promise.withResolvers<void>();
    this.#pipe.write(bytes, error => (error ? reject(error) : resolve()));
    await promise;
  }
}

/** Of a file nothing is overwritten, and without a reader there is nothing to copy for. */
function openPipe(path: string): number {
  const {O_WRONLY, O_NONBLOCK, O_NOFOLLOW} = constants;
  const descriptor = openSync(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
  const facts = fstatSync(descriptor);
  if (facts.isFIFO() && facts.uid === process.geteuid?.()) return descriptor;
  closeSync(descriptor);
  throw new CottyError('not_supported', `${path} is no named pipe of yours.`, 'Make one with mkfifo.');
}
