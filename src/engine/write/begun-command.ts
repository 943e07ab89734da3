/**
 * The lines of a command that goes over several, as bash was given them one by one: it tells nothing of those before the one that stands there. They
 * are known for as long as it is certain that nothing else was entered.
 */
import type {ComposedLine} from './judge-write.ts';
import {isSamePlace, type LinePlace} from './line-place.ts';
import type {SeenLine, TypedText} from './typed-text.ts';

/** Where its lines are seen. */
interface SeenCommand {
  readonly seen: Pick<SeenLine, 'lines'>;
  /** Resolves when that holds, after something was printed, or when it has had the time to. */
  readonly shown: (isShown: () => boolean, signal: AbortSignal | undefined) => Promise<void>;
}

/** The command so far, with the line that is about to be entered. */
export interface Begun {
  readonly text: string;
  readonly place: LinePlace;
  /** Line feeds in the output before its Enter. */
  readonly lines: number;
}

/** What was typed on its newest line, with what is about to be typed there (`act`). */
interface TypedOn {
  readonly typed: Pick<TypedText, 'isAlone' | 'with'>;
  readonly act: Uint8Array;
  readonly place: LinePlace;
  readonly typedLines: number;
}

/** A longer command is nobody's to type line by line. */
const MOST_CHARS = 64 * 1024;
/** What history expansion may change, by what stands on that line alone. */
const HISTORY_SIGNS = /!|^\^/m;

export class BegunCommand {
  readonly #options: SeenCommand;
  #newest: (Begun & {readonly typedLines: number}) | null = null;

  constructor(options: SeenCommand) {
    this.#options = options;
  }

  /** What will have begun once this line is entered; null where a further line could not be judged with it. */
  with({text, place}: ComposedLine): Begun | null {
    const isShell = place.family === 'bash' && place.reading === 'shell' && place.program === null;
    if (text === null || !isShell || text.length > MOST_CHARS || HISTORY_SIGNS.test(text)) return null;
    // Of several lines that stood there at once some may have run.
    return text.includes('\n') && !place.continues ? null : {text, place, lines: this.#options.seen.lines()};
  }

  /** Its Enter was typed. `typedLines`: how many lines and signals were typed by then, by anybody. */
  entered(begun: Begun | null, typedLines: number): void {
    this.#newest = begun && {...begun, typedLines};
  }

  /** Something else went to the shell. */
  forget(): void {
    this.#newest = null;
  }

  /** The whole command so far with what was typed on its newest line, where that is seen to stand there behind the prompt, and nothing else. */
  async goesOn({typed, act, place, typedLines}: TypedOn, signal: AbortSignal | undefined): Promise<string | null> {
    if (!this.#newest) return null;
    await this.#options.shown(() => typed.isAlone, signal);
    return this.goesOnWith(typed.isAlone ? typed.with(act, place.program) : null, place, typedLines);
  }

  /**
   * The whole command so far, where `line` stands behind what was entered last; null where nobody knows it. Somebody who types at the terminal
   * itself is not always seen: each Enter has one line feed printed, and so none but ours was pressed.
   */
  goesOnWith(line: string | null, place: LinePlace, typedLines: number): string | null {
    const before = this.#newest;
    if (!before || line === null || line.includes('\n') || HISTORY_SIGNS.test(line)) return null;
    if (before.typedLines !== typedLines || this.#options.seen.lines() !== before.lines + 1) return null;
    const isSame = before.place.shell === place.shell && isSamePlace({...before.place, continues: true}, place);
    return isSame ? `${before.text}\n${line}` : null;
  }
}
