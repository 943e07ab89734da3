import {type Colour, DEFAULT, type Ink, isConcealed, rgb} from './is-concealed.ts';

/** What the SGR sequences of a stream have set so far, as much of it as decides whether the text that follows can be seen. */
export class Pen {
  /** True when text written now is not seen. */
  isConcealed = false;
  #ink: Ink = PLAIN;
  /** Saved with the cursor, of the primary and of the alternate screen. */
  #saved: readonly [Ink, Ink] = [PLAIN, PLAIN];

  copy(): Pen {
    const copy = new Pen();
    copy.#saved = this.#saved;
    copy.#take(this.#ink);
    return copy;
  }

  /** SGR, given what stands between `CSI` and `m`. Private sequences that end like it change nothing. */
  sgr(body: string): void {
    const known = REMEMBERED.get(body);
    const changes = known ?? parseSgr(body);
    if (!known && body.length <= SHORT) remember(body, changes);
    if (changes.length > 0) this.#take(changes.reduce<Ink>((ink, change) => ({...ink, ...change}), this.#ink));
  }

  /** DECSC and its relatives save the style too. */
  save(isAlternate: boolean): void {
    const [primary, alternate] = this.#saved;
    this.#saved = isAlternate ? [primary, this.#ink] : [this.#ink, alternate];
  }

  restore(isAlternate: boolean): void {
    this.#take(this.#saved[isAlternate ? 1 : 0]);
  }

  /** RIS, DECSTR */
  reset(): void {
    this.#saved = [PLAIN, PLAIN];
    this.#take(PLAIN);
  }

  #take(ink: Ink): void {
    this.#ink = ink;
    this.isConcealed = isConcealed(ink);
  }
}

const PLAIN: Ink = {conceal: false, bold: false, foreground: DEFAULT, background: DEFAULT};

type Change = Partial<Ink>;

/** Programs repeat a few sequences again and again. */
const REMEMBERED = new Map<string, readonly Change[]>();
const SHORT = 32;

function remember(body: string, changes: readonly Change[]): void {
  if (REMEMBERED.size >= 1000) REMEMBERED.clear();
  REMEMBERED.set(body, changes);
}

/** ECMA-48 8.3.117; colours as in ITU-T T.416, with colons, and as xterm takes them, with semicolons. */
function parseSgr(body: string): readonly Change[] {
  if (!/^[\d;:]*$/.test(body)) return [];
  const fields = body.split(';');
  const changes: Change[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const code = Number.parseInt(field, 10) || 0;
    if (code !== 38 && code !== 48) {
      if (!field.includes(':')) changes.push(simpleChange(code));
      continue;
    }
    const {colour, used} = field.includes(':') ? colonColour(field) : semicolonColour(fields, at);
    at += used;
    if (colour !== undefined) changes.push(code === 38 ? {foreground: colour} : {background: colour});
  }
  return changes;
}

function simpleChange(code: number): Change {
  if (code === 0) return PLAIN;
  if (code === 1) return {bold: true};
  if (code === 22) return {bold: false};
  if (code === 8) return {conceal: true};
  if (code === 28) return {conceal: false};
  if (code === 39) return {foreground: DEFAULT};
  if (code === 49) return {background: DEFAULT};
  if (code >= 30 && code <= 37) return {foreground: code - 30};
  if (code >= 40 && code <= 47) return {background: code - 40};
  if (code >= 90 && code <= 97) return {foreground: code - 82};
  if (code >= 100 && code <= 107) return {background: code - 92};
  return {};
}

interface ReadColour {
  readonly colour: Colour | undefined;
  /** Fields behind the one that began it. */
  readonly used: number;
}

/** `38;5;n` and `38;2;r;g;b`. */
function semicolonColour(fields: readonly string[], at: number): ReadColour {
  const [kind, one, two, three] = fields.slice(at + 1, at + 5).map(Number);
  if (kind === 5) return {colour: indexed(one), used: 2};
  if (kind === 2) return {colour: direct(one, two, three), used: 4};
  return {colour: undefined, used: 1};
}

/** `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`. */
function colonColour(field: string): ReadColour {
  const [, kind, ...rest] = field.split(':').map(Number);
  const [red, green, blue] = rest.length > 3 ? rest.slice(1) : rest;
  return {colour: kind === 5 ? indexed(rest[0]) : kind === 2 ? direct(red, green, blue) : undefined, used: 0};
}

function indexed(index: number | undefined): Colour | undefined {
  return index !== undefined && index <= 255 ? index : undefined;
}

function direct(red = 0, green = 0, blue = 0): Colour | undefined {
  return Math.max(red, green, blue) <= 255 ? rgb(red, green, blue) : undefined;
}
