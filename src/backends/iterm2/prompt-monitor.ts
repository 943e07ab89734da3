import type {PromptNews} from '../../iterm2-api/index.ts';
import type {SessionJournal} from '../recording/session-journal.ts';
import {type PromptPlace, PromptPlaces} from './prompt-places.ts';

/** After this long what the monitor speaks of was printed past us, and it is told as of now. */
const LATE_MS = 1000;

/**
 * Puts what iTerm2's monitor tells of prompts and commands into the log, where in the output it belongs. It tells by another way than the
 * output comes: so each of its news waits for the mark that it was read from.
 */
export class PromptMonitor implements Disposable {
  readonly #journal: SessionJournal;
  readonly #places: PromptPlaces;
  readonly #news: PromptNews[] = [];
  #late: NodeJS.Timeout | undefined;

  /** Hears of output from the journal's present end on. */
  constructor(journal: SessionJournal) {
    this.#journal = journal;
    const {end, lines} = journal.position;
    this.#places = new PromptPlaces({offset: end, lines});
  }

  /** Right before the journal takes these bytes. */
  willPrint(bytes: Uint8Array): void {
    this.#places.push(bytes);
  }

  /** The journal has them. */
  printed(): void {
    this.#tell();
  }

  heard(news: PromptNews): void {
    this.#news.push(news);
    this.#tell();
  }

  /** It is known otherwise, and as of now. */
  found(news: PromptNews): void {
    const {end, lines} = this.#journal.position;
    this.#append(news, {offset: end, lines});
  }

  /** There was no monitor for a time. */
  missed(): void {
    this.#places.forget();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#late);
  }

  #tell(): void {
    for (let next = this.#news[0]; next; next = this.#news[0]) {
      const place = this.#places.take(next.type);
      if (!place) {
        this.#late ??= setTimeout(() => this.#tellLate(), LATE_MS);
        return;
      }
      this.#news.shift();
      this.#append(next, place);
    }
    clearTimeout(this.#late);
    this.#late = undefined;
  }

  #tellLate(): void {
    this.#late = undefined;
    const next = this.#news.shift();
    if (!next) return;
    const {end, lines} = this.#journal.position;
    this.#append(next, {offset: end, lines});
    this.#tell();
  }

  #append(news: PromptNews, {offset, lines}: PromptPlace): void {
    this.#journal.appendAt(offset, {
      type: 'prompt',
      kind: news.type,
      promptId: news.id,
      exitStatus: news.type === 'commandEnd' ? news.exitStatus : null,
      // Read off the screen, where it may be cut or wrapped: what was handed over is known better.
      commandLine: null,
      cwd: news.type === 'prompt' ? news.cwd : null,
      lines,
    });
  }
}
