/** The pseudo-terminal: its runs one below the other, a line for the next one, and what each has left. */
import {ask} from './ask.ts';
import {keyed} from './page-key.ts';
import {button, copyText, make} from './timeline/dom.ts';

interface RunRow {
  readonly run_id: string;
  readonly timestamp: string;
  readonly command: string;
  readonly exit_code: number;
  readonly duration_ms: number;
  readonly artifacts: readonly string[];
  readonly error_code: string | null;
  readonly message: string | null;
  readonly caller: string;
  readonly replay_of: string | null;
}

interface RunResult {
  readonly run_id: string;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly is_same?: boolean;
}

export class RunsPanel {
  readonly #list = make('ol', {class: 'runs'});
  readonly #line = make('input', {
    type: 'text',
    'aria-label': 'next line',
    placeholder: 'a line for the pseudo-terminal, e.g. help',
    autocomplete: 'off',
  });
  readonly #stop = button('stop', 'stop what runs', () => this.#stopRun());
  /** By their ids: what is opened stays open when the list is another one. */
  #items = new Map<string, HTMLElement>();
  /** The lists are asked for one after the other: none is older than what it replaces. */
  #turn: Promise<void> = Promise.resolve();
  /** Of the run that was asked for last; empty when it has been answered. */
  #key = '';

  constructor(place: HTMLElement, onClose: () => void) {
    this.#line.addEventListener('keydown', event => {
      if (event.key === 'Enter' && this.#line.value !== '') void this.#run(this.#line.value);
    });
    this.#stop.disabled = true;
    place.replaceChildren(
      make(
        'section',
        {class: 'runs-panel', 'aria-label': 'runs of the pseudo-terminal'},
        make('div', {class: 'controls'}, this.#line, this.#stop, button('live', 'back to the terminal', onClose)),
        this.#list,
      ),
    );
    this.#line.focus();
  }

  refresh(): Promise<void> {
    const turn = this.#turn.then(() => this.#refreshNow());
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #refreshNow(): Promise<void> {
    const {runs}: {runs: RunRow[]} = await ask('/runs');
    const focused = document.activeElement;
    this.#items = new Map(runs.map(run => [run.run_id, this.#items.get(run.run_id) ?? this.#item(run)]));
    this.#list.replaceChildren(...this.#items.values());
    if (focused instanceof HTMLElement && this.#list.contains(focused)) focused.focus();
  }

  async #run(command: string): Promise<void> {
    const key = newKey();
    this.#key = key;
    this.#stop.disabled = false;
    let result: RunResult | null = null;
    let failure: unknown = null;
    try {
      result = await ask<RunResult>('/runs', {command, key});
      // The next line may have been begun meanwhile.
      if (this.#line.value === command) this.#line.value = '';
    } catch (error) {
      failure = error;
    }
    if (this.#key === key) {
      this.#key = '';
      this.#stop.disabled = true;
    }
    await this.refresh();
    if (result) this.#open(result);
    if (failure) this.#list.prepend(make('li', {class: 'failed'}, wordsOf(failure)));
  }

  async #stopRun(): Promise<void> {
    for (const key = this.#key; key !== '' && this.#key === key; ) {
      const {stopped}: {stopped: boolean} = await ask('/runs/stop', {key});
      if (stopped) return;
      // The server has not heard of it yet, or is about to answer.
      await new Promise(resolve => setTimeout(resolve, 100));
    }
  }

  #item(run: RunRow): HTMLElement {
    const words = `${run.exit_code === 0 ? '✓' : (run.error_code ?? `exit ${run.exit_code}`)} · ${run.duration_ms} ms · ${run.caller}${run.replay_of ? ' · replay' : ''}`;
    const output = make('div', {class: 'output'});
    const replays = button('replay', 'run it again without writing files, and compare', async () => {
      output.textContent = '…';
      try {
        this.#show(output, await ask<RunResult>('/runs/replay', {run_id: run.run_id}));
      } catch (error) {
        output.textContent = wordsOf(error);
      }
    });
    const item = make(
      'li',
      {},
      make(
        'details',
        {},
        make('summary', {}, make('code', {}, run.command), make('small', {}, words)),
        make(
          'p',
          {},
          `${new Date(run.timestamp).toLocaleString()} · ${run.run_id}`,
          ...(run.message ? [make('pre', {}, run.message)] : []),
        ),
        replays,
        ...run.artifacts.map(path => this.#artifact(run.run_id, path)),
        output,
      ),
    );
    item.dataset.id = run.run_id;
    item.classList.toggle('failed', run.exit_code !== 0);
    return item;
  }

  #artifact(runId: string, path: string): HTMLElement {
    const text = make('pre');
    const details = make('details', {class: 'artifact'}, make('summary', {}, path.split('/').at(-1) ?? path), text);
    details.addEventListener('toggle', async () => {
      if (!details.open || text.textContent !== '') return;
      const answer = await fetch(keyed(`/runs/artifact?${new URLSearchParams({run_id: runId, path})}`));
      text.textContent = answer.ok ? await answer.text() : (await answer.json()).message;
    });
    return details;
  }

  #open(result: RunResult): void {
    const details = this.#list.querySelector<HTMLDetailsElement>(`li[data-id="${CSS.escape(result.run_id)}"] details`);
    const output = details?.querySelector<HTMLElement>('.output');
    if (!details || !output) return;
    details.open = true;
    this.#show(output, result);
  }

  #show(output: HTMLElement, {stdout, stderr, is_same}: RunResult): void {
    const text = `${stdout}${stderr}`;
    output.replaceChildren(
      ...(is_same === undefined
        ? []
        : [make('p', {}, is_same ? 'The result is the same.' : 'The result is another one.')]),
      button('copy', 'copy the output', () => copyText(text)),
      make('pre', {}, text),
    );
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Not `crypto.randomUUID`, which pages have only on localhost and over TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), word => word.toString(36).padStart(7, '0')).join('');
}
