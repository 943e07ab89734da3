import {highest, type Level} from './level.ts';

/** Of the line that was judged: UTF-16 units, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Why a line has the level it has. */
export interface Reason extends Span {
  readonly level: Level;
  /** Kebab-case words, from general to special: `path.secret`. */
  readonly rule: string;
  /** A sentence for whoever decides. */
  readonly message: string;
  /** Which of the commands it is about, when it is about what that program does; null for facts of the line, which no rule allows. */
  readonly command: number | null;
  /** Nothing may ever do this: no rule and no mode allows it. */
  readonly isFloor: boolean;
}

/** A command that the line can run. */
export interface FoundCommand extends Span {
  /** What the program gets; null where a word is not known before the line runs. */
  readonly argv: readonly (string | null)[];
}

/** The work for one line, at most; an ordinary line takes some dozens of steps. One takes about a microsecond. */
const MOST_STEPS = 20_000;
/** Reasons that are kept. The level counts the others too. */
const MOST_REASONS = 200;
const MOST_COMMANDS = 1_000;

/** What a judgement has come to so far. */
export class Findings {
  readonly reasons: Reason[] = [];
  readonly commands: FoundCommand[] = [];
  level: Level = 'SAFE';
  /** Where links lead, for whoever is asked: no reason to ask. */
  readonly links: Reason[] = [];
  /** More was found than is kept. */
  isCut = false;
  /** More is there than was looked at. */
  isUnread = false;
  #steps = 0;
  readonly #known = new Set<string>();

  /** False when the line is more than can be looked through: then it is dangerous, and whoever asks stops. `work`: in ordinary steps. */
  step(span: Span, work = 1): boolean {
    this.#steps += work;
    if (this.#steps <= MOST_STEPS) return true;
    this.unread('line.too-much', 'The line does more than can be looked through.', span);
    return false;
  }

  /** All the work that one line may cost is done. */
  get isSpent(): boolean {
    return this.#steps > MOST_STEPS;
  }

  /** There is more in the line than was looked at, which may be anything. */
  unread(rule: string, message: string, span: Span): void {
    this.isUnread = true;
    this.add('DANGEROUS', rule, message, span);
  }

  /** Steps taken: what a judgement has cost. */
  get steps(): number {
    return this.#steps;
  }

  /** The number of the command, for reasons about it. */
  command(span: Span, argv: readonly (string | null)[]): number {
    if (this.commands.length < MOST_COMMANDS) this.commands.push({...span, argv});
    else {
      this.isCut = true;
      this.unread('line.too-much', 'The line runs more commands than are kept.', span);
    }
    return this.commands.length - 1;
  }

  /** A path of the line leads elsewhere. An answer is for where it led: set anew, it is another question. */
  link(message: string, {start, end}: Span, command: number): void {
    const key = `link ${message} ${start} ${end}`;
    if (this.#known.has(key)) return;
    if (this.links.length >= MOST_REASONS) {
      this.isCut = true;
      return;
    }
    this.#known.add(key);
    const about = command < 0 ? null : command;
    this.links.push({level: 'SAFE', rule: 'path.link', message, start, end, command: about, isFloor: false});
  }

  add(level: Level, rule: string, message: string, span: Span, more: {command?: number; isFloor?: boolean} = {}): void {
    if (level === 'SAFE') return;
    this.level = highest(this.level, level);
    const {start, end} = span;
    if (this.reasons.length >= MOST_REASONS) {
      this.isCut = true;
      if (!more.isFloor) return;
    }
    const key = `${level} ${rule} ${start} ${end} ${more.command ?? ''}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.reasons.push({
      level,
      rule,
      message,
      start,
      end,
      command: more.command ?? null,
      isFloor: more.isFloor ?? false,
    });
  }
}
