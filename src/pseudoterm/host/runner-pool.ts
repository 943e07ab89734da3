/** The runners of one workspace: one at work, one warm beside it, more work waits its turn. */
import type {RunnerSetup} from '../runner-messages.ts';
import type {RunnerProgram} from './runner-command.ts';
import {type RunnerAnswer, RunnerProcess, type RunnerQuestion} from './runner-process.ts';

/** Runs at once. The second is also the warm replacement of one that is killed. */
const RUNNERS = 2;

export class RunnerPool implements Disposable {
  readonly #setup: RunnerSetup;
  readonly #program: RunnerProgram | undefined;
  readonly #runners: RunnerProcess[] = [];
  readonly #waiting: (() => void)[] = [];
  /** Taken by a task between its choice and its question. */
  readonly #taken = new Set<RunnerProcess>();
  #isDisposed = false;

  constructor(setup: RunnerSetup, program?: RunnerProgram) {
    this.#setup = setup;
    this.#program = program;
  }

  /** Starts what is missing and waits for it. Throws `spawn_failed`. */
  async warm(): Promise<void> {
    while (this.#usable < RUNNERS) this.#start();
    await Promise.all(this.#runners.map(runner => runner.ready));
  }

  /** Never rejects once a runner is ready. Throws `spawn_failed` when none starts. */
  async ask(question: RunnerQuestion, signal?: AbortSignal): Promise<RunnerAnswer> {
    const runner = await this.#take();
    try {
      await runner.ready;
      const answer = await runner.ask(question, signal);
      // It only stopped waiting: code that is over its time may still be at work in there.
      if (answer.type === 'ran' && answer.run.result.error_code === 'Timeout') runner.kill('timeout');
      return answer;
    } finally {
      this.#taken.delete(runner);
      this.#waiting.shift()?.();
      if (!this.#isDisposed && this.#usable < RUNNERS) this.#start();
    }
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const runner of this.#runners.splice(0)) runner[Symbol.dispose]();
  }

  get #usable(): number {
    return this.#runners.filter(runner => runner.isUsable).length;
  }

  async #take(): Promise<RunnerProcess> {
    for (;;) {
      const idle = this.#runners.find(runner => runner.isUsable && !this.#taken.has(runner));
      const chosen = idle ?? (this.#usable < RUNNERS ? this.#start() : undefined);
      if (chosen) {
        this.#taken.add(chosen);
        return chosen;
      }
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  #start(): RunnerProcess {
    const runner = new RunnerProcess(this.#setup, {
      program: this.#program,
      onGone: () => {
        const at = this.#runners.indexOf(runner);
        if (at >= 0) this.#runners.splice(at, 1);
        this.#waiting.shift()?.();
      },
    });
    this.#runners.push(runner);
    return runner;
  }
}
