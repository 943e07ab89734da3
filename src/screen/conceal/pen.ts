import {type Colour, DEFAULT, rgb} from '../colour.ts';
import {type Ink, isConcealed} from './is-concealed.ts';

export interface PenState {
  readonly ink: Ink;
  /** With the cursor of the primary and of the alternate screen. */
  readonly saved: readonly [Ink, Ink];
  readonly wraps: boolean;
}

/** What a stream has set so far, as much of it as decides whether the text that follows can be seen. */
export class Pen {
  #style: Style = styleOf(PLAIN);
  /** Saved with the cursor, of the primary and of the alternate screen. */
  #saved: readonly [Style, Style] = [this.#style, this.#style];

  /** DECAWM: text goes on in the next row at the end of one; else each character there takes the place of the one before. */
  wraps = true;

  /** True when text written now is not seen. */
  get isConcealed(): boolean {
    return this.#style.isConcealed;
  }

  /** A pen that stands where that one stood. */
  static at({ink, saved, wraps}: PenState): Pen {
    const pen = new Pen();
    pen.wraps = wraps;
    pen.#style = styleOf(ink);
    pen.#saved = [styleOf(saved[0]), styleOf(saved[1])];
    return pen;
  }

  /** Plain data, for another thread. */
  get state(): PenState {
    return {ink: this.#style.ink, saved: [this.#saved[0].ink, this.#saved[1].ink], wraps: this.wraps};
  }

  copy(): Pen {
    const copy = new Pen();
    copy.#saved = this.#saved;
    copy.#style = this.#style;
    copy.wraps = this.wraps;
    return copy;
  }

  /** SGR, given what stands between `CSI` and `m`. Private sequences that end like it change nothing. */
  sgr(body: string): void {
    this.#style = this.#style.after.get(body) ?? styleAfter(this.#style, body);
  }

  /** DECSC and its relatives save the style too. */
  save(isAlternate: boolean): void {
    const [primary, alternate] = this.#saved;
    this.#saved = isAlternate ? [primary, this.#style] : [this.#style, alternate];
  }

  restore(isAlternate: boolean): void {
    this.#style = this.#saved[isAlternate ? 1 : 0];
  }

  /** RIS, DECSTR */
  reset(): void {
    this.#style = styleOf(PLAIN);
    this.#saved = [this.#style, this.#style];
    this.wraps = true;
  }

  /** DECSET and DECRST, given what stands between `CSI ?` and `h` or `l`. */
  decModes(list: string, on: boolean): void {
    if (AUTOWRAP.test(list)) this.wraps = on;
  }
}

const AUTOWRAP = /(?:^|;)0*7(?:;|$)/;

const PLAIN: Ink = {conceal: false, bold: false, foreground: DEFAULT, background: DEFAULT};

/** Programs repeat a few sequences again and again: what each of them leads to is looked up. */
interface Style {
  readonly ink: Ink;
  readonly isConcealed: boolean;
  /** By what stands between `CSI` and `m`. */
  readonly after: Map<string, Style>;
}

const STYLES_KEPT = 1000;
const AFTER_KEPT = 64;
const SHORT = 32;
const styles = new Map<string, Style>();

function styleOf(ink: Ink): Style {
  const key = `${ink.conceal},${ink.bold},${ink.foreground},${ink.background}`;
  const known = styles.get(key);
  if (known) return known;
  if (styles.size >= STYLES_KEPT) styles.clear();
  const style = {ink, isConcealed: isConcealed(ink), after: new Map<string, Style>()};
  styles.set(key, style);
  return style;
}

function styleAfter(style: Style, body: string): Style {
  const next = styleOf(inkAfter(style.ink, body));
  if (body.length <= SHORT && style.after.size < AFTER_KEPT) style.after.set(body, next);
  return next;
}

/** ECMA-48 8.3.117; colours as in ITU-T T.416, with colons, and as xterm takes them, with semicolons. */
function inkAfter(before: Ink, body: string): Ink {
  if (!/^[\d;:]*$/.test(body)) return before;
  const fields = body.split(';');
  let ink = before;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const code = Number.parseInt(field, 10) || 0;
    if (!COLOURED.has(code)) {
      if (!field.includes(':')) ink = changed(ink, code);
      continue;
    }
    const {colour, used} = field.includes(':') ? colonColour(field) : semicolonColour(fields, at);
    at += used;
    if (colour !== undefined && code === 38) ink = {...ink, foreground: colour};
    if (colour !== undefined && code === 48) ink = {...ink, background: colour};
  }
  return ink;
}

/** Foreground, background and underline: a colour follows. */
const COLOURED: ReadonlySet<number> = new Set([38, 48, 58]);

function changed(ink: Ink, code: number): Ink {
  if (code === 0) return PLAIN;
  if (code === 1) return {...ink, bold: true};
  if (code === 22) return {...ink, bold: false};
  if (code === 8) return {...ink, conceal: true};
  if (code === 28) return {...ink, conceal: false};
  if (code === 39) return {...ink, foreground: DEFAULT};
  if (code === 49) return {...ink, background: DEFAULT};
  if (code >= 30 && code <= 37) return {...ink, foreground: code - 30};
  if (code >= 40 && code <= 47) return {...ink, background: code - 40};
  if (code >= 90 && code <= 97) return {...ink, foreground: code - 82};
  if (code >= 100 && code <= 107) return {...ink, background: code - 92};
  return ink;
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
