/** One runner process as its host sees it: asks, limits, kills. Disposable, idempotent. */
import {type ChildProcess, spawn} from 'node:child_process';
import {asCottyError, CottyError} from '../../core/index.ts';
import type {ResourceLimits} from '../command.ts';
import type {ParsedCommand} from '../run-protocol.ts';
import type {FromRunner, RunnerSetup, ToRunner} from '../runner-messages.ts';
import {type RunnerProgram, runnerCommand} from './runner-command.ts';
import {watchMemory} from './watch-memory.ts';

/** Why a runner did not answer. */
export type RunnerEnd =
  | {readonly type: 'abandoned'; readonly parsed: ParsedCommand | null}
  | {readonly type: 'timeout'; readonly limits: ResourceLimits | null; readonly parsed: ParsedCommand | null}
  | {readonly type: 'memory'; readonly limits: ResourceLimits | null; readonly parsed: ParsedCommand | null}
  | {readonly type: 'crashed'; readonly message: string; readonly parsed: ParsedCommand | null};

export type RunnerAnswer =
  | Exclude<FromRunner, {type: 'ready' | 'started'}>
  | {readonly type: 'ended'; readonly end: RunnerEnd};

type Question = Exclude<ToRunner, {type: 'cancel'}>;
/** A question before it has its number. */
export type RunnerQuestion = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

interface Pending {
  readonly answer: (answer: RunnerAnswer) => void;
  parsed: ParsedCommand | null;
  limits: ResourceLimits | null;
  timer: NodeJS.Timeout;
  /** The caller gave up. */
  isAbandoned: boolean;
  memory: Disposable | null;
}

/** For parsing and for file operations, which declare no limits. */
const DEFAULT_TIME_MS = 30_000;
/** The runner ends its own waits at the limit; beyond this much more it is killed. */
const GRACE_MS = 250;
const START_TIME_MS = 20_000;

export class RunnerProcess implements Disposable {
  /** Resolves when it takes questions; rejects with `spawn_failed`. */
  readonly ready: Promise<void>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #ready = Promise.withResolvers<void>();
  #nextId = 1;
  #complaints = '';
  #isGone = false;
  #isDoomed = false;
  #killedFor: RunnerEnd['type'] = 'crashed';

  constructor(setup: RunnerSetup, {program, onGone}: {readonly program?: RunnerProgram | undefined; onGone(): void}) {
    const [node = '', ...args] = runnerCommand(setup, program);
    this.ready = this.#ready.promise;
    this.ready.catch(() => {});
    // No environment: nothing in ours is any of its business, and NODE_OPTIONS would reach it.
    this.#child = spawn(node, args, {stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: {}, cwd: '/'});
    this.#child.on('message', (message: FromRunner) => this.#onMessage(message));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints = (this.#complaints + text).slice(-4_000);
    });
    const timer = setTimeout(() => this.kill('timeout'), START_TIME_MS);
    this.ready.then(() => clearTimeout(timer)).catch(() => clearTimeout(timer));
    const gone = (reason: string) => {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#ready.reject(
        new CottyError('spawn_failed', `The runner ended: ${reason}`, 'Look at the message; then call again.'),
      );
      for (const [id, pending] of this.#pending)
        this.#finish(id, pending, {type: 'ended', end: this.#endOf(pending, reason)});
      onGone();
    };
    this.#child.once('error', error => gone(asCottyError(error).message));
    // 'close' and not 'exit': only then all of stderr is here, and all messages.
    this.#child.once('close', (code, signal) => gone(this.#complaints.trim() || `exit ${code ?? signal}`));
    this.#keepAlive(false);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False once it is ended or about to be. */
  get isUsable(): boolean {
    return !this.#isGone && !this.#isDoomed;
  }

  /** Never rejects: a runner that dies is an answer too. Aborting cancels the work; one that goes on is killed. */
  async ask(question: RunnerQuestion, signal?: AbortSignal): Promise<RunnerAnswer> {
    const {promise, resolve} = Promise.withResolvers<RunnerAnswer>();
    const id = this.#nextId++;
    const pending: Pending = {
      answer: resolve,
      parsed: null,
      limits: null,
      memory: null,
      isAbandoned: false,
      timer: setTimeout(() => this.kill('timeout'), DEFAULT_TIME_MS + GRACE_MS),
    };
    if (this.#isGone) {
      clearTimeout(pending.timer);
      return {type: 'ended', end: this.#endOf(pending, 'it had ended before')};
    }
    this.#pending.set(id, pending);
    this.#keepAlive(true);
    this.#send({...question, id});
    const onAbort = () => {
      pending.isAbandoned = true;
      this.#send({type: 'cancel', id});
      this.#limitTime(pending, GRACE_MS);
    };
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, {once: true});
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  kill(reason: RunnerEnd['type']): void {
    if (this.#isGone) return;
    this.#isDoomed = true;
    this.#killedFor = reason;
    this.#child.kill('SIGKILL');
  }

  [Symbol.dispose](): void {
    this.kill('crashed');
  }

  #onMessage(message: FromRunner): void {
    switch (message.type) {
      case 'ready':
        this.#ready.resolve();
        return;
      case 'started': {
        const pending = this.#pending.get(message.id);
        if (pending) this.#enforce(pending, message);
        return;
      }
      case 'ran':
      case 'file':
      case 'completed': {
        const pending = this.#pending.get(message.id);
        if (pending) this.#finish(message.id, pending, message);
        return;
      }
      default:
        message satisfies never;
    }
  }

  #enforce(pending: Pending, {parsed, limits}: Extract<FromRunner, {type: 'started'}>): void {
    pending.parsed = parsed;
    pending.limits = limits;
    if (!pending.isAbandoned) this.#limitTime(pending, limits.timeMs + GRACE_MS);
    if (this.#child.pid !== undefined)
      pending.memory = watchMemory(this.#child.pid, limits.memoryBytes, () => this.kill('memory'));
  }

  #limitTime(pending: Pending, ms: number): void {
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => this.kill('timeout'), ms);
  }

  #finish(id: number, pending: Pending, answer: RunnerAnswer): void {
    clearTimeout(pending.timer);
    pending.memory?.[Symbol.dispose]();
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#keepAlive(false);
    pending.answer(answer);
  }

  #endOf({parsed, limits, isAbandoned}: Pending, reason: string): RunnerEnd {
    if (isAbandoned) return {type: 'abandoned', parsed};
    if (this.#killedFor === 'timeout') return {type: 'timeout', limits, parsed};
    const isOutOfHeap = /heap out of memory|Allocation failed|Array buffer allocation/i.test(reason);
    if (this.#killedFor === 'memory' || isOutOfHeap) return {type: 'memory', limits, parsed};
    return {type: 'crashed', message: reason.split('\n').slice(0, 8).join('\n'), parsed};
  }

  #send(message: ToRunner): void {
    // A channel that breaks means a process that ends, which is told elsewhere.
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** An idle runner must not keep the host's process from ending. */
  #keepAlive(on: boolean): void {
    const verb = on ? 'ref' : 'unref';
    this.#child[verb]();
    this.#child.channel?.[verb]();
    const stderr = this.#child.stderr;
    if (stderr && verb in stderr) Reflect.apply(Reflect.get(stderr, verb), stderr, []);
  }
}
