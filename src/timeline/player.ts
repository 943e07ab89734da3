/** Plays footage on a stage: the one model behind the page, the player in a file, and `cotty replay`. */
import {chapterAt, nextChapter, previousChapter} from './chapters.ts';
import type {Chapter, Footage, Frame, Match, Piece, Place} from './footage.ts';
import {shownPauseMs} from './idle.ts';

/** Where it is shown. What is given is given in order, one thing at a time. */
export interface Stage {
  /** Instead of what is there. */
  show(frame: Frame): Promise<void> | void;
  /** Resolves when it can take more. */
  add(piece: Piece): Promise<void> | void;
}

export interface PlayerClock {
  nowMs(): number;
  /** Resolves after so long. */
  pause(ms: number): Promise<void>;
}

export const speeds = [1, 2, 4, 8, 16] as const;
export type Speed = (typeof speeds)[number];

export interface PlayerOptions {
  readonly clock: PlayerClock;
  /** Longer pauses are shown as this one while {@link Player.cutsIdle}; default 2 s. */
  readonly idleLimitMs?: number;
  /** Told of every change of what can be asked here. */
  readonly onChange?: () => void;
  /** The footage cannot be read any more; playing stops. */
  readonly onError?: (error: unknown) => void;
}

/** To another moment. */
interface Jump {
  readonly abort: AbortController;
  /** Somebody wants to know where it arrives: no later one makes it pointless. */
  isAwaited: boolean;
}

const STEP_MS = 33;
const IDLE_LIMIT_MS = 2000;

export class Player {
  readonly footage: Footage;
  readonly #stage: Stage;
  readonly #options: PlayerOptions;
  #positionMs = 0;
  /** What the stage shows. */
  #place: Place = {atMs: 0, at: 0};
  #ahead: Piece[] = [];
  #isRead = false;
  #isPlaying = false;
  #speed: Speed = 1;
  #cutsIdle = true;
  /** Whatever was begun before the last one is of no use. */
  #jump: Jump = newJump();
  #isOver = false;
  /** The stage gets one thing after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(footage: Footage, stage: Stage, options: PlayerOptions) {
    this.footage = footage;
    this.#stage = stage;
    this.#options = options;
  }

  get positionMs(): number {
    return this.#positionMs;
  }

  /** Where what was asked for last stands, once it is on stage; also when something else is asked for meanwhile. */
  settled(): Promise<Place> {
    const jump = this.#jump;
    jump.isAwaited = true;
    return this.#inTurn(async () => {
      jump.isAwaited = false;
      return this.#place;
    });
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get speed(): Speed {
    return this.#speed;
  }

  get cutsIdle(): boolean {
    return this.#cutsIdle;
  }

  get chapter(): Chapter | undefined {
    return chapterAt(this.footage.facts.chapters, this.#positionMs);
  }

  get isAtEnd(): boolean {
    return this.#positionMs >= this.footage.facts.length_ms;
  }

  /** Jumps, with `at` to a place in the output of that moment; what is on stage afterwards is the screen of that moment. A later jump makes this one pointless unless somebody waits for it ({@link settled}): then it does nothing. */
  async seek(atMs: number, at?: number): Promise<void> {
    if (!this.#jump.isAwaited) this.#jump.abort.abort();
    const jump = newJump();
    this.#jump = jump;
    const {signal} = jump.abort;
    const {oldest_ms, length_ms} = this.footage.facts;
    this.#positionMs = Math.min(Math.max(atMs, oldest_ms), length_ms);
    this.#tell();
    const wanted = this.#positionMs;
    try {
      await this.#inTurn(async () => {
        if (!this.#isWanted(jump)) return;
        const frame = await this.footage.frame(wanted, {at, signal});
        if (!this.#isWanted(jump)) return;
        await this.#stage.show(frame);
        this.#place = {atMs: wanted, at: frame.at};
        this.#ahead = [];
        this.#isRead = false;
      });
    } catch (error) {
      if (this.#isWanted(jump)) throw error;
    }
    this.#tell();
  }

  play(): void {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#tell();
    void this.#run();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#tell();
  }

  /** At the end it begins anew. */
  async toggle(): Promise<void> {
    if (this.#isPlaying) return this.pause();
    if (this.isAtEnd) await this.seek(0);
    this.play();
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
    this.#tell();
  }

  setCutsIdle(cuts: boolean): void {
    this.#cutsIdle = cuts;
    this.#tell();
  }

  /** False when there is none. */
  async toNextChapter(): Promise<boolean> {
    return this.#toChapter(nextChapter(this.footage.facts.chapters, this.#positionMs));
  }

  async toPreviousChapter(): Promise<boolean> {
    return this.#toChapter(previousChapter(this.footage.facts.chapters, this.#positionMs));
  }

  async toMatch({at_ms}: Match): Promise<void> {
    this.pause();
    await this.seek(at_ms);
  }

  /** Goes on by so much shown time, as playing does. */
  async advance(shownMs: number): Promise<void> {
    const jump = this.#jump;
    await this.#inTurn(() => this.#advance(shownMs, () => jump === this.#jump && !this.#isOver));
    this.#tell();
  }

  /** Nothing is shown any more. */
  dispose(): void {
    this.#isPlaying = false;
    this.#isOver = true;
    this.#jump.abort.abort();
  }

  #isWanted(jump: Jump): boolean {
    return !this.#isOver && (jump === this.#jump || jump.isAwaited);
  }

  async #toChapter(chapter: Chapter | undefined): Promise<boolean> {
    if (chapter) await this.seek(chapter.start_ms, chapter.from);
    return chapter !== undefined;
  }

  async #run(): Promise<void> {
    const {clock} = this.#options;
    try {
      let lastMs = clock.nowMs();
      while (this.#isPlaying) {
        await clock.pause(STEP_MS);
        if (!this.#isPlaying) return;
        const nowMs = clock.nowMs();
        const jump = this.#jump;
        await this.advance((nowMs - lastMs) * this.#speed);
        // What a jump took was not played.
        lastMs = jump === this.#jump ? nowMs : clock.nowMs();
        if (this.isAtEnd) this.pause();
      }
    } catch (error) {
      this.pause();
      this.#options.onError?.(error);
    }
  }

  async #advance(shownMs: number, isWanted: () => boolean): Promise<void> {
    let restMs = shownMs;
    while (isWanted() && restMs > 0) {
      const next = await this.#next();
      if (!isWanted()) return;
      const untilMs = next?.atMs ?? this.footage.facts.length_ms;
      const pauseMs = Math.max(0, untilMs - this.#place.atMs);
      const rate = pauseMs === 0 ? 1 : shownPauseMs(pauseMs, this.#limitMs) / pauseMs;
      const shownUntilMs = Math.max(0, untilMs - this.#positionMs) * rate;
      if (shownUntilMs > restMs) {
        this.#positionMs += restMs / rate;
        return;
      }
      restMs -= shownUntilMs;
      this.#positionMs = Math.max(this.#positionMs, untilMs);
      if (!next) return;
      this.#ahead.shift();
      await this.#stage.add(next);
      this.#place = {atMs: next.atMs, at: next.at};
    }
  }

  async #next(): Promise<Piece | undefined> {
    if (this.#ahead.length === 0 && !this.#isRead) {
      this.#ahead = [...(await this.footage.pieces(this.#place, this.#jump.abort.signal))];
      this.#isRead = this.#ahead.length === 0;
    }
    return this.#ahead[0];
  }

  get #limitMs(): number | null {
    return this.#cutsIdle ? (this.#options.idleLimitMs ?? IDLE_LIMIT_MS) : null;
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #tell(): void {
    this.#options.onChange?.();
  }
}

function newJump(): Jump {
  return {abort: new AbortController(), isAwaited: false};
}
