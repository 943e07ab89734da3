/**
 * Searches text for patterns without holding up the server: what is short and simple at once, everything else on a thread of its
 * own, which ends when nobody has needed it for a while and gives its memory back.
 */
import {CottyError} from '../../core/index.ts';
import type {Pattern, StepBudget} from '../../patterns/index.ts';
import {LinePicker, type PickedLines, type Stretch, type WantedLines} from './pick-lines.ts';
import type {JobResults, SearchJob} from './search-messages.ts';
import {SearchThread} from './search-thread.ts';
import type {Stepwise} from './stepwise.ts';
import {TextTester} from './test-texts.ts';

export interface Searched<Result> {
  readonly result: Result;
  /** False when the budget ended first: the result is how far it came. */
  readonly isDone: boolean;
}

/** More output than this is not folded on the server's own thread for a search: it would hold up others, and fill the heap. */
const INLINE_BYTES = 256 * 1024;
/** Some milliseconds: what is not found out by then is left to the thread. */
const INLINE_STEPS = 600_000;
/** The thread ends after so long without work. */
const IDLE_MS = 5000;

export class Searcher implements AsyncDisposable {
  #thread: SearchThread | null = null;
  #idle: NodeJS.Timeout | null = null;
  #isDisposed = false;

  /** Picks lines out of a stretch of output, of which `allBytes` are to be searched. Throws `cancelled` when aborted. */
  pick(
    stretch: Stretch,
    wanted: WantedLines,
    {allBytes, ...options}: {readonly allBytes: number; readonly budget: StepBudget; readonly signal: AbortSignal},
  ): Promise<Searched<PickedLines>> {
    const inline = allBytes <= INLINE_BYTES ? () => new LinePicker(stretch, wanted) : null;
    return this.#search({type: 'pick', stretch, wanted}, inline, options);
  }

  /** By text: which of the patterns are found in it. Throws `cancelled` when aborted. */
  test(
    patterns: readonly Pattern[],
    texts: readonly string[],
    options: {readonly budget: StepBudget; readonly signal: AbortSignal},
  ): Promise<Searched<readonly (readonly boolean[])[]>> {
    const sources = patterns.map(pattern => pattern.source);
    return this.#search({type: 'test', patterns: sources, texts}, () => new TextTester(patterns, texts), options);
  }

  /** How many searches are under way on the thread. */
  get running(): number {
    return this.#thread?.pending ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    await this.#end();
  }

  async #search<Job extends SearchJob>(
    job: Job,
    inline: (() => Stepwise<JobResults[Job['type']]>) | null,
    {budget, signal}: {readonly budget: StepBudget; readonly signal: AbortSignal},
  ): Promise<Searched<JobResults[Job['type']]>> {
    signal.throwIfAborted();
    const work = inline?.();
    const {isDone, steps} = work?.go(Math.min(INLINE_STEPS, budget.left)) ?? {isDone: false, steps: 0};
    budget.spend(steps);
    if (work && (isDone || budget.isSpent)) return {result: work.result, isDone};
    const reply = await this.#onThread(thread => thread.run(job, budget.left, signal));
    budget.spend(reply.steps);
    return {result: reply.result, isDone: reply.isDone};
  }

  async #onThread<T>(task: (thread: SearchThread) => Promise<T>): Promise<T> {
    if (this.#isDisposed) throw new CottyError('cancelled', 'The server is ending.', 'Call again.');
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (!this.#thread?.isAlive) this.#thread = new SearchThread();
    const thread = this.#thread;
    try {
      return await task(thread);
    } finally {
      if (thread === this.#thread && thread.pending === 0 && !this.#isDisposed) this.#endLater();
    }
  }

  #endLater(): void {
    this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
  }

  async #end(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }
}
