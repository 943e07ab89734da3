/** A recording on a person's terminal: the screen as it was, and below it the time line. */
import {setTimeout as pause} from 'node:timers/promises';
import {type Footage, type Match, Player, type Speed, speeds} from '../../../timeline/index.ts';
import type {PersonTerminal} from '../person-terminal.ts';
import {barLine, statusLine} from './replay-bar.ts';
import {keysIn, type ReplayKey, replayKey, replayKeysHelp} from './replay-keys.ts';
import {ScreenStage} from './screen-stage.ts';
import {WordsLine} from './words-line.ts';

const STEP_MS = 5000;
const FRAME_MS = 33;
/** Of the time line. */
const OWN_ROWS = 2;
const PLAIN = '\x1b[m';

export interface ReplayOptions {
  /** And where its output had come to. */
  readonly start: {readonly ms: number; readonly at: number};
  readonly speed: Speed;
  readonly idleLimitMs: number;
  readonly plays: boolean;
}

export class Replay implements AsyncDisposable {
  readonly player: Player;
  readonly #terminal: PersonTerminal;
  readonly #stage = new ScreenStage();
  readonly #left = Promise.withResolvers<void>();
  #shown: readonly string[] = [];
  #isDrawing = false;
  #isStale = true;
  #isOver = false;
  #words: WordsLine | null = null;
  #note: string | null = null;
  #matches: readonly Match[] = [];
  #match = -1;
  #searching = new AbortController();

  constructor(footage: Footage, terminal: PersonTerminal, {idleLimitMs, speed}: ReplayOptions) {
    this.#terminal = terminal;
    this.player = new Player(footage, this.#stage, {
      clock: {nowMs: () => performance.now(), pause: ms => pause(ms)},
      idleLimitMs,
      onChange: () => this.#change(),
      onError: error => this.#say(error instanceof Error ? error.message : String(error)),
    });
    this.player.setSpeed(speed);
    terminal.onBytes(bytes => this.#hear(bytes));
    terminal.onResize(() => {
      this.#shown = [];
      this.#change();
    });
    terminal.onGone(() => this.#leave());
  }

  /** Resolves when the person has left. */
  async run({start, plays}: ReplayOptions): Promise<void> {
    await this.player.seek(start.ms, start.at);
    if (plays) this.player.play();
    await this.#left.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leave();
    this.player.dispose();
    await this.#stage[Symbol.asyncDispose]();
  }

  #leave(): void {
    this.#isOver = true;
    this.#searching.abort();
    this.#left.resolve();
  }

  #hear(bytes: Uint8Array): void {
    for (const key of keysIn(bytes)) {
      if (this.#words) this.#hearWord(this.#words, key);
      else this.#act(key);
    }
    this.#change();
  }

  #act(text: string): void {
    const key = replayKey(text);
    this.#note = null;
    if (key) Promise.resolve(this.#acts[key]()).catch((error: unknown) => this.#say(String(error)));
  }

  #hearWord(words: WordsLine, key: string): void {
    const state = words.push(key);
    if (state !== 'typing') this.#words = null;
    if (state === 'taken' && words.text !== '') void this.#search(words.text);
  }

  readonly #acts: Readonly<Record<ReplayKey, () => unknown>> = {
    toggle: () => this.player.toggle(),
    back: () => this.player.seek(this.player.positionMs - STEP_MS),
    forward: () => this.player.seek(this.player.positionMs + STEP_MS),
    start: () => this.player.seek(0),
    end: () => this.player.seek(this.player.footage.facts.length_ms),
    nextCommand: async () => (await this.player.toNextChapter()) || this.#say('There is no later command.'),
    previousCommand: async () => (await this.player.toPreviousChapter()) || this.#say('There is no command.'),
    faster: () => this.player.setSpeed(speeds[speeds.indexOf(this.player.speed) + 1] ?? this.player.speed),
    slower: () => this.player.setSpeed(speeds[speeds.indexOf(this.player.speed) - 1] ?? this.player.speed),
    idle: () => this.player.setCutsIdle(!this.player.cutsIdle),
    search: () => {
      this.player.pause();
      this.#words = new WordsLine();
    },
    nextMatch: () => this.#go(this.#match + 1),
    previousMatch: () => this.#go(this.#match - 1),
    help: () => {
      this.player.pause();
      this.#note = HELP;
    },
    quit: () => this.#leave(),
  };

  async #search(words: string): Promise<void> {
    this.#searching.abort();
    this.#searching = new AbortController();
    this.#say(`looking for ${words} …`);
    const {matches} = await this.player.footage
      .search(words, this.#searching.signal)
      .catch(() => ({matches: [] as readonly Match[]}));
    this.#matches = matches;
    if (matches.length === 0) return this.#say(`not found: ${words}`);
    await this.#go(
      Math.max(
        0,
        matches.findIndex(({at_ms}) => at_ms >= this.player.positionMs),
      ),
    );
  }

  async #go(index: number): Promise<void> {
    if (this.#matches.length === 0) return this.#say('Nothing was looked for; / begins.');
    this.#match = (index + this.#matches.length) % this.#matches.length;
    const match = this.#matches[this.#match];
    if (!match) return;
    await this.player.toMatch(match);
    this.#say(`${this.#match + 1} of ${this.#matches.length}: ${match.line}`);
  }

  #say(note: string): void {
    this.#note = note;
    this.#change();
  }

  /** What is shown is drawn anew soon, once for many changes. */
  #change(): void {
    this.#isStale = true;
    if (this.#isDrawing || this.#isOver) return;
    this.#isDrawing = true;
    void this.#draw().finally(() => {
      this.#isDrawing = false;
    });
  }

  async #draw(): Promise<void> {
    while (this.#isStale && !this.#isOver) {
      this.#isStale = false;
      const {cols = 80, rows = 24} = this.#terminal.size;
      const painted = await this.#stage.paint({cols, rows: rows - OWN_ROWS}).catch(() => []);
      if (this.#isOver) return;
      this.#put(this.#rows(painted, cols, rows));
      await pause(FRAME_MS);
    }
  }

  #rows(painted: readonly string[], cols: number, rows: number): readonly string[] {
    const {player} = this;
    const note = this.#words ? `/${this.#words.text}` : this.#note === HELP ? 'any key goes on' : this.#note;
    const bar = {
      ...{facts: player.footage.facts, positionMs: player.positionMs, isPlaying: player.isPlaying, note},
      ...{speed: player.speed, cutsIdle: player.cutsIdle, chapter: player.chapter},
    };
    const above = this.#note === HELP ? replayKeysHelp.map(line => line.slice(0, cols)) : painted;
    const screen = Array.from({length: Math.max(0, rows - OWN_ROWS)}, (_, row) => above[row] ?? '');
    return [...screen, barLine(bar, cols), statusLine(bar, cols)];
  }

  #put(rows: readonly string[]): void {
    const changed = rows.flatMap((row, at) =>
      row === this.#shown[at]
        ? []
        : [`\x1b[${at + 1};1H${PLAIN}${row}${PLAIN}${at < rows.length - OWN_ROWS ? '\x1b[K' : ''}`],
    );
    this.#shown = rows;
    if (changed.length > 0) this.#terminal.showApart(changed.join(''));
  }
}

const HELP = 'help';
