/** What the judge is told of the lines of persons, which it does not judge. */
import type {WriteJudge} from './judge-write.ts';
import type {LinePlace} from './line-place.ts';
import type {TypedText} from './typed-text.ts';

/** Lines of which one is about to be entered there. */
export interface Told {
  readonly lines: readonly string[];
  readonly place: LinePlace;
}

export class PersonLines {
  readonly #judge: Pick<WriteJudge, 'notes' | 'clears' | 'ran'>;
  readonly #typed: Pick<TypedText, 'with' | 'withUnseen'>;
  /** What stood on the line of bash before its Enter, where nothing was entered since. `typedLines`: with that. */
  #said: {readonly line: string; readonly place: LinePlace; readonly typedLines: number} | null = null;

  constructor(judge: Pick<WriteJudge, 'notes' | 'clears' | 'ran'>, typed: Pick<TypedText, 'with' | 'withUnseen'>) {
    this.#judge = judge;
    this.#typed = typed;
  }

  /** What `bytes` may submit, and to whom; null where the judge need not be told. */
  async toldOf(bytes: Uint8Array, place: () => Promise<LinePlace>): Promise<Told | null> {
    const text = this.#typed.with(bytes);
    // What is not seen there is on its way, or another program has read it.
    const all = [text, this.#typed.withUnseen(text ?? '')].filter(each => each != null);
    const lines = all.filter(each => this.#judge.notes?.(each) === true);
    return lines.length === 0 ? null : {lines, place: await place()};
  }

  /** In bash, which says no more than that a line runs: it would take a suspicion, were it certain that it stands there before the Enter at the end of `bytes`, and `bytes` have no other. */
  mayClear({lines, place}: Told, bytes: Uint8Array): boolean {
    const isOne = bytes.findIndex(byte => byte === 13 || byte === 10) === bytes.length - 1;
    return isOne && place.family === 'bash' && lines.some(line => this.#judge.clears?.(line, place) === true);
  }

  /** Its Enter is about to be typed. `said`: what the shell has said before that stands on its line. */
  entered({lines, place}: Told, said: string | null, typedLines: number): void {
    for (const line of lines) this.#judge.ran?.(line, place, true);
    this.#said = said === null ? null : {line: said, place, typedLines};
  }

  /** One runs, as the shell tells it; null where it tells no more than that. */
  ran(text: string | null, place: LinePlace, typedLines: number): void {
    const said = this.#said;
    this.#said = null;
    if (text !== null && text !== '') this.#judge.ran?.(text, place, false);
    else if (text === null && said?.typedLines === typedLines) this.#judge.ran?.(said.line, said.place, false);
  }

  /** Something else may have been entered. */
  forget(): void {
    this.#said = null;
  }
}
