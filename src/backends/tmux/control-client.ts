import type {Writable} from 'node:stream';
import {CottyError} from '../../core/index.ts';
import type {ClientRecords} from './client-records.ts';
import {type ControlListener, ControlParser} from './control-parser.ts';
import {startControlProcess} from './control-process.ts';

export interface ControlClientOptions {
  /** Path of the program. */
  readonly tmux: string;
  /** What it is started with, the command that attaches among them. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** It has to say something within this time when it is asked. */
  readonly mostSilentMs: number;
  /** Where it is written down until it ends. */
  readonly records?: ClientRecords | undefined;
  readonly listener: Omit<ControlListener, 'onReply'>;
  /** tmux has let go of it, or has ended. Called once. */
  readonly onEnd: () => void;
}

interface Waiting {
  /** Answers that are still to come. */
  left: number;
  readonly lines: string[];
  readonly resolve: (lines: readonly string[]) => void;
  readonly reject: (error: CottyError) => void;
}

/** One client of a tmux server in control mode: `tmux -C`. Commands are answered in the order in which they were sent. */
export class ControlClient implements Disposable {
  /** What tmux calls it, which has no terminal (tmux server-client.c, `server_client_dispatch_identify`). */
  readonly name: string;
  /** Resolves when tmux has let go of it. */
  readonly ended: Promise<void>;
  /** Of a server that stands still. */
  readonly #endLater: () => void;
  readonly #input: Writable;
  readonly #waiting: Waiting[] = [];
  readonly #onEnd: () => void;
  readonly #mostSilentMs: number;
  #said = '';
  #isAttached = false;
  #hasEnded = false;
  #isLeaving = false;
  /** Runs while something is asked. */
  #silence: NodeJS.Timeout | undefined;
  /** It was asked, said nothing for too long, and has said nothing since. */
  #standsStill = false;
  /** Told when it says something again, or has ended. */
  readonly #wakes = new Set<() => void>();

  constructor({tmux, args, env, mostSilentMs, records, listener, onEnd}: ControlClientOptions) {
    this.#onEnd = onEnd;
    this.#mostSilentMs = mostSilentMs;
    const {child, input, errors, closed} = startControlProcess(tmux, args, env, bytes => {
      this.#goesOn();
      this.#silence?.refresh();
      parser.push(bytes);
    });
    const {pid = 0} = child;
    this.name = `client-${pid}`;
    records?.note(pid);
    this.#input = input;
    const parser = new ControlParser({
      ...listener,
      onReply: (lines, failed) => this.#answered(lines, failed),
      onNotification: (name, rest) => {
        if (name === 'session-changed') this.#isAttached = true;
        listener.onNotification(name, rest);
      },
    });
    errors.on('data', (bytes: Buffer) => {
      this.#said = (this.#said + bytes.toString('utf8')).slice(-MOST_SAID);
    });
    child.on('error', error => this.#ended(error.message));
    this.ended = closed.then(() => {
      records?.forget(pid);
      this.#ended(this.#said.trim());
    });
    this.#endLater = () => {
      const end = setTimeout(() => child.kill('SIGKILL'), MOST_LEAVING_MS).unref();
      child.once('close', () => clearTimeout(end));
    };
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** False too for one that leaves: what it is asked from then on nobody answers. */
  get takesCommands(): boolean {
    return !this.#hasEnded && !this.#isLeaving;
  }

  /**
   * Resolves when it has a session, and hears of its panes. tmux may answer before: it reads what is asked as soon as it has been given the
   * client's input, and the command that attaches comes to it by another way. Errors: those of `run`.
   */
  async attached(): Promise<void> {
    while (!this.#isAttached) await this.run('display-message -p ""');
  }

  /**
   * Lines of all its `answers`: a command that runs another gives one for each. Errors: `not_supported` with what tmux says
   * against it, `server_unavailable` when it has ended, or says nothing at all though it is asked: until it does, it is asked nothing more.
   */
  run(command: string, answers = 1): Promise<readonly string[]> {
    if (this.#hasEnded) return Promise.reject(gone(this.#said));
    if (this.#standsStill) return this.#whenItGoesOn().then(() => this.run(command, answers));
    return new Promise((resolve, reject) => {
      this.#waiting.push({left: answers, lines: [], resolve, reject});
      this.#silence ??= setTimeout(() => this.#isSilent(), this.#mostSilentMs).unref();
      this.#input.write(`${command}\n`);
    });
  }

  /** tmux detaches a client whose input ends, and does not answer then what it was asked before: that is waited for. */
  [Symbol.dispose](): void {
    if (this.#hasEnded || this.#isLeaving) return;
    this.#isLeaving = true;
    if (this.#waiting.length === 0) this.#input.end();
    this.#endLater();
  }

  #answered(lines: readonly string[], failed: boolean): void {
    const [waiting] = this.#waiting;
    if (!waiting) return;
    // What would have come behind a refusal does not.
    waiting.left = failed ? 0 : waiting.left - 1;
    if (!failed) waiting.lines.push(...lines);
    if (waiting.left > 0) return;
    this.#waiting.shift();
    if (this.#waiting.length === 0) {
      this.#stopWaiting();
      if (this.#isLeaving) this.#input.end();
    }
    if (failed) waiting.reject(refusal(lines.join(' ')));
    else waiting.resolve(waiting.lines);
  }

  /** What is asked keeps its place: it is answered, to nobody, when tmux goes on. */
  #isSilent(): void {
    this.#silence = undefined;
    this.#standsStill = true;
    for (const {reject} of this.#waiting) reject(silent());
  }

  /** It may have gone on just now. Error: `server_unavailable`. */
  #whenItGoesOn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#wakes.delete(wake);
        reject(silent());
      };
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(giveUp, Math.min(MOST_WAKING_MS, this.#mostSilentMs));
      this.#wakes.add(wake);
    });
  }

  #goesOn(): void {
    this.#standsStill = false;
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  #stopWaiting(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  #ended(said: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#goesOn();
    this.#stopWaiting();
    for (const {reject} of this.#waiting.splice(0)) reject(gone(said));
    this.#onEnd();
  }
}

const MOST_SAID = 2000;
const MOST_LEAVING_MS = 2000;
const MOST_WAKING_MS = 1000;

function refusal(said: string): CottyError {
  return new CottyError(
    'not_supported',
    `tmux refuses: ${said}`,
    'Look at the pane with read_screen, or at tmux itself.',
  );
}

function silent(): CottyError {
  return new CottyError(
    'server_unavailable',
    'The tmux server does not answer.',
    'Its sessions are still there; what was asked of it may yet be done. Try again later, or look at tmux itself.',
  );
}

function gone(said: string): CottyError {
  return new CottyError(
    'server_unavailable',
    `The tmux server is gone${said === '' ? '' : `: ${said}`}.`,
    'Its sessions have ended with it. Open a new one.',
  );
}
