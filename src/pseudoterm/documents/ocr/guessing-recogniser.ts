import {type OcrLanguage, openRecogniser, type Recogniser, type Recognition} from './tesseract.ts';

/** What is tried, in this order, until a page is read with confidence. */
const guesses = [['eng'], ['chi_sim', 'eng']] as const satisfies readonly (readonly OcrLanguage[])[];
/** Mean confidence of a page in a language that was not expected stays below, even where only a line of it is. */
const SURE_OF_LANGUAGE = 90;

/** Reads pages whose language nobody has told. The guess that read a page best is the first for the next one. */
export class GuessingRecogniser implements Disposable {
  /** Best guess first. */
  readonly #recognisers: Recogniser[];
  readonly #unopened: (readonly OcrLanguage[])[];
  readonly #packages: string | undefined;

  private constructor(first: Recogniser, unopened: (readonly OcrLanguage[])[], packages: string | undefined) {
    this.#recognisers = [first];
    this.#unopened = unopened;
    this.#packages = packages;
  }

  /** Throws as `openRecogniser` does. */
  static async open(packages: string | undefined): Promise<GuessingRecogniser> {
    const [first, ...others] = guesses;
    return new GuessingRecogniser(await openRecogniser(first, packages), others, packages);
  }

  /** Throws `CommandFailed` for a picture that cannot be read. */
  async recognise(image: Uint8Array): Promise<Recognition> {
    let best: Recognition = {text: '', confidence: 0};
    for (let at = 0; best.confidence < SURE_OF_LANGUAGE; at++) {
      const recogniser = this.#recognisers[at] ?? (await this.#openNext());
      if (!recogniser) break;
      const found = recogniser.recognise(image);
      if (found.confidence <= best.confidence) continue;
      best = found;
      this.#recognisers.unshift(...this.#recognisers.splice(at, 1));
    }
    return best;
  }

  [Symbol.dispose](): void {
    for (const recogniser of this.#recognisers.splice(0)) recogniser[Symbol.dispose]();
  }

  async #openNext(): Promise<Recogniser | undefined> {
    const languages = this.#unopened.shift();
    if (!languages) return undefined;
    const recogniser = await openRecogniser(languages, this.#packages);
    this.#recognisers.push(recogniser);
    return recogniser;
  }
}
