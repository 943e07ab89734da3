/** The player's buttons and keys, on the page and in a page that brings its own player. */
import {
  chapterWords,
  clockWords,
  type Footage,
  type Match,
  Player,
  type PlayerClock,
  speeds,
} from '../../../src/timeline/index.ts';
import {Bar} from './bar.ts';
import {button, copyText, make} from './dom.ts';
import type {TerminalStage} from './terminal-stage.ts';

export interface ControlsOptions {
  /** A link to the present moment. */
  readonly linkTo: (atMs: number) => string;
  /** More to offer, e.g. to export a stretch or to leave. */
  readonly extras?: (controls: Controls) => readonly Node[];
  readonly onClose?: () => void;
}

const STEP_MS = 5000;

const clock: PlayerClock = {
  nowMs: () => performance.now(),
  pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
};

export class Controls {
  readonly element = make('section', {class: 'timeline', 'aria-label': 'time line'});
  readonly player: Player;
  readonly bar: Bar;
  readonly #options: ControlsOptions;
  readonly #stage: TerminalStage;
  readonly #play = button('▶', 'play or pause (space)', () => this.player.toggle());
  readonly #speed = make('select', {title: 'speed (+ and -)', 'aria-label': 'speed'});
  readonly #cut = make('input', {type: 'checkbox', checked: ''});
  readonly #time = make('span', {class: 'time'});
  readonly #chapter = make('span', {class: 'now', role: 'status'});
  readonly #words = make('input', {
    type: 'search',
    placeholder: 'search all output (/)',
    'aria-label': 'search all output',
  });
  readonly #results = make('ol', {class: 'results', hidden: ''});
  readonly #stop = new AbortController();
  #matches: readonly Match[] = [];
  #match = -1;
  #searched = '';
  #shownChapter = '';
  #search = new AbortController();

  readonly #keys: Readonly<Record<string, () => unknown>> = {
    ' ': () => this.player.toggle(),
    ArrowLeft: () => this.#seek(this.player.positionMs - STEP_MS),
    ArrowRight: () => this.#seek(this.player.positionMs + STEP_MS),
    Home: () => this.#seek(0),
    End: () => this.#seek(this.player.footage.facts.length_ms),
    p: () => this.player.toPreviousChapter(),
    n: () => this.player.toNextChapter(),
    '+': () => this.player.setSpeed(speeds[speeds.indexOf(this.player.speed) + 1] ?? 16),
    '-': () => this.player.setSpeed(speeds[speeds.indexOf(this.player.speed) - 1] ?? 1),
    i: () => this.player.setCutsIdle(!this.player.cutsIdle),
    c: () => this.#copyScreen(),
    l: () => this.#link(),
    '/': () => this.#words.focus(),
    Escape: () => this.#options.onClose?.(),
  };

  constructor(footage: Footage, stage: TerminalStage, options: ControlsOptions) {
    this.#stage = stage;
    this.#options = options;
    this.player = new Player(footage, stage, {
      clock,
      onChange: () => this.#show(),
      onError: error => this.say(error instanceof Error ? error.message : String(error)),
    });
    this.bar = new Bar(footage.facts, {onSeek: atMs => this.#seek(atMs)});
    for (const speed of speeds) this.#speed.add(new Option(`${speed}×`, String(speed)));
    this.#speed.addEventListener('change', () =>
      this.player.setSpeed(speeds.find(speed => String(speed) === this.#speed.value) ?? 1),
    );
    this.#cut.addEventListener('change', () => this.player.setCutsIdle(this.#cut.checked));
    this.#words.addEventListener('keydown', event => this.#searchKey(event));
    this.element.append(this.bar.element, this.#row(), this.#results);
    document.addEventListener('keydown', event => this.#key(event), {signal: this.#stop.signal});
    this.#show();
  }

  /** A word to the person, in place of the chapter until that changes. */
  say(text: string): void {
    this.#chapter.textContent = text;
  }

  dispose(): void {
    this.#stop.abort();
    this.#search.abort();
    this.player.dispose();
    this.element.remove();
  }

  #row(): HTMLElement {
    const {player} = this;
    return make(
      'div',
      {class: 'controls'},
      button('⏮', 'previous command (p)', () => player.toPreviousChapter()),
      this.#play,
      button('⏭', 'next command (n)', () => player.toNextChapter()),
      this.#speed,
      make('label', {title: 'pauses last two seconds at most (i)'}, this.#cut, ' cut pauses'),
      this.#time,
      this.#chapter,
      this.#words,
      button('copy', 'copy the screen of this moment (c)', () => this.#copyScreen()),
      button('link', 'copy a link to this moment (l)', () => this.#link()),
      ...(this.#options.extras?.(this) ?? []),
    );
  }

  #link(): Promise<void> {
    const link = this.#options.linkTo(this.player.positionMs);
    history.replaceState(null, '', link);
    return this.#copy(new URL(link, location.href).href, 'The link is copied.');
  }

  /** A jump may be on its way: the screen is that where it arrives. */
  async #copyScreen(): Promise<void> {
    await this.player.settled();
    await this.#copy(this.#stage.text(), 'The screen is copied.');
  }

  async #copy(text: string, said: string): Promise<void> {
    this.say(
      await copyText(text).then(
        () => said,
        () => 'Not copied: the browser permits this page no clipboard.',
      ),
    );
  }

  #seek(atMs: number): void {
    this.player.seek(atMs).catch((error: unknown) => this.say(error instanceof Error ? error.message : String(error)));
  }

  #show(): void {
    const {player} = this;
    this.#play.textContent = player.isPlaying ? '⏸' : '▶';
    this.#speed.value = String(player.speed);
    this.#cut.checked = player.cutsIdle;
    this.#time.textContent = `${clockWords(player.positionMs)} / ${clockWords(player.footage.facts.length_ms)}`;
    this.bar.move(player.positionMs);
    const {chapter} = player;
    const words = chapter ? chapterWords(chapter) : '';
    if (words === this.#shownChapter) return;
    this.#shownChapter = words;
    this.#chapter.textContent = words;
    this.#chapter.title = words;
  }

  #key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement && event.target.type === 'search') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement || (event.target instanceof HTMLButtonElement && event.key === ' '))
      return;
    const act = this.#keys[event.key];
    if (!act) return;
    event.preventDefault();
    void act();
  }

  #searchKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.#found([]);
      this.#words.blur();
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (this.#words.value === this.#searched && this.#matches.length > 0)
      this.#go(this.#match + (event.shiftKey ? -1 : 1));
    else void this.#look(this.#words.value);
  }

  async #look(words: string): Promise<void> {
    this.#search.abort();
    this.#search = new AbortController();
    this.#searched = words;
    if (words === '') return this.#found([]);
    this.say('searching …');
    try {
      const {matches, is_cut} = await this.player.footage.search(words, this.#search.signal);
      this.#found(matches);
      this.say(matches.length === 0 ? `not found: ${words}` : `${matches.length}${is_cut ? ' and more' : ''} found`);
      const next = matches.findIndex(({at_ms}) => at_ms >= this.player.positionMs);
      if (matches.length > 0) this.#go(Math.max(0, next));
    } catch (error) {
      if (!this.#search.signal.aborted) this.say(error instanceof Error ? error.message : String(error));
    }
  }

  #found(matches: readonly Match[]): void {
    this.#matches = matches;
    this.#match = -1;
    this.bar.showMatches(matches);
    this.#results.hidden = matches.length === 0;
    this.#results.replaceChildren(
      ...matches.slice(0, 100).map((match, index) => {
        const item = make(
          'li',
          {},
          button(`${clockWords(match.at_ms)}  ${match.line}`, match.line, () => this.#go(index)),
        );
        return item;
      }),
    );
  }

  #go(index: number): void {
    this.#match = (index + this.#matches.length) % this.#matches.length;
    const match = this.#matches[this.#match];
    if (!match) return;
    for (const [at, item] of [...this.#results.children].entries()) item.classList.toggle('chosen', at === this.#match);
    this.player.toMatch(match).catch(() => undefined);
    this.say(`${this.#match + 1} of ${this.#matches.length}: ${match.line}`);
  }
}
