import {withoutForgedMarks} from '../conceal/concealed-marks.ts';
import {Pen} from '../conceal/pen.ts';
import {FoldedPage} from './folded-page.ts';
import {toLineDrawing} from './line-drawing.ts';
import {SequenceParser} from './sequence-parser.ts';

export interface FoldOptions {
  /**
   * Width of the terminal that showed the output. Lines have no width here; it is used to join lines whose wrap a line
   * editor drew by hand, and to take away the filler that zsh and fish print after output without line end.
   */
  readonly columns?: number | undefined;
  /** Text that a person would not see is marked in the result, for {@link revealHidden}; the style begins as this pen has it. */
  readonly pen?: Pen | undefined;
}

/**
 * Folds raw terminal output to the text a person would copy, incrementally. Time and memory are linear in the input,
 * whatever it holds. See {@link foldOutput} for the rules.
 */
export class OutputFolder {
  readonly #decoder = new TextDecoder('utf-8', {ignoreBOM: true});
  readonly #page: FoldedPage;
  readonly #parser: SequenceParser;
  /** Null: nobody wants to know what can be seen. */
  readonly #pen: Pen | null;
  /** Designated character sets G0 to G3 by their final character, and which is in use. */
  #charsets = ['B', 'B', 'B', 'B'];
  #charset = 0;
  #alternate = false;
  #last = '';
  /** A carriage return was read and not yet carried out. */
  #returned = false;

  constructor(options: FoldOptions = {}) {
    this.#page = new FoldedPage(options.columns);
    this.#pen = options.pen?.copy() ?? null;
    if (this.#pen?.wraps === false) this.#page.setWrapping(false);
    this.#parser = new SequenceParser({
      print: text => this.#print(text),
      control: code => this.#control(code),
      escape: (intermediates, final) => this.#escape(intermediates, final),
      csi: (body, final) => this.#csi(body, final),
    });
  }

  /** The style in which the output goes on; a plain one when none was given. */
  get pen(): Pen {
    return this.#pen ?? new Pen();
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += CHUNK)
      this.#parse(this.#decoder.decode(bytes.subarray(at, at + CHUNK), {stream: true}));
  }

  /**
   * Takes the lines that are done, each with its line feed, so that what follows can be told while it comes. A line that changes
   * afterwards is taken again, in its last state.
   */
  takeLines(): string {
    return this.#page.takeLines();
  }

  /** What is on the way and not taken: the line in progress, or a block that is being redrawn. */
  get pending(): string {
    return this.#page.pending;
  }

  /** Takes all that was not taken. Ends the input, as `finish` does, and keeps the newline at the end. */
  takeRest(): string {
    this.#parse(this.#decoder.decode());
    this.#return();
    return this.#page.toText();
  }

  /** The folded text. Ends the input: an unfinished character counts as invalid, an unfinished sequence as nothing. */
  finish(): string {
    this.#parse(this.#decoder.decode());
    this.#return();
    const text = this.#page.toText();
    return text.endsWith('\n') ? text.slice(0, -1) : text;
  }

  #parse(text: string): void {
    this.#page.earn(text.length);
    this.#parser.push(text);
  }

  #print(text: string): void {
    if (this.#alternate) return;
    this.#return();
    const drawn = this.#charsets[this.#charset] === '0' ? toLineDrawing(text) : text;
    const shown = this.#pen ? withoutForgedMarks(drawn) : drawn;
    this.#last = LAST_CHARACTER.exec(shown.slice(-LONGEST_CHARACTER))?.[0] ?? '';
    this.#page.print(shown, this.#pen?.isConcealed);
  }

  #control(code: number): void {
    if (code === 0x0e) this.#charset = 1;
    else if (code === 0x0f) this.#charset = 0;
    if (this.#alternate) return;
    // CR LF is the end of a line; a carriage return alone may be part of a wrap drawn by hand.
    if (code === 0x0a) this.#returned = false;
    else this.#return();
    if (code === 0x08) this.#page.move(0, -1);
    else if (code === 0x09) this.#page.tab();
    else if (code === 0x0a || code === 0x85) this.#page.lineFeed();
    else if (code === 0x0b || code === 0x0c || code === 0x84) this.#page.move(1, 0);
    else if (code === 0x0d) this.#returned = true;
    else if (code === 0x8d) this.#page.move(-1, 0);
  }

  #return(): void {
    if (this.#returned) this.#page.carriageReturn();
    this.#returned = false;
  }

  #escape(intermediates: string, final: string): void {
    this.#return();
    const set = intermediates === '' ? -1 : '()*+'.indexOf(intermediates);
    if (set >= 0) this.#charsets[set] = final;
    if (intermediates !== '') return;
    if (final === 'c') this.#reset();
    if (final === 'n' || final === 'o') this.#charset = final === 'n' ? 2 : 3;
    if (final === '7') this.#pen?.save(this.#alternate);
    else if (final === '8') this.#pen?.restore(this.#alternate);
    if (this.#alternate) return;
    if (final === '7') this.#page.save();
    else if (final === '8') this.#page.restore();
    else if (final === 'D') this.#page.move(1, 0);
    else if (final === 'E') this.#page.lineFeed();
    else if (final === 'M') this.#page.move(-1, 0);
  }

  #csi(body: string, final: string): void {
    this.#return();
    if (this.#pen) this.#style(this.#pen, body, final);
    if (final === 'm') return;
    if ((final === 'h' || final === 'l') && /^\?[\d;]*$/.test(body)) this.#decModes(body.slice(1), final === 'h');
    if (this.#alternate || !/^[\d;]*$/.test(body)) return;
    const [first = 0, second = 0] = parameters(body).map(value => Math.min(value, MAX_PARAMETER));
    EDITS[final]?.(this.#page, {
      count: Math.max(1, first),
      first,
      second,
      last: this.#last,
      isConcealed: this.#pen?.isConcealed ?? false,
    });
  }

  #style(pen: Pen, body: string, final: string): void {
    if (final === 'm') pen.sgr(body);
    else if (final === 's' && body === '') pen.save(this.#alternate);
    else if (final === 'u' && body === '') pen.restore(this.#alternate);
    else if (final === 'p' && body === '!') pen.reset();
  }

  /** DECSET and DECRST: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
  #decModes(list: string, on: boolean): void {
    this.#pen?.decModes(list, on);
    for (const mode of parameters(list)) {
      if (mode === 7) this.#page.setWrapping(on);
      if (mode === 1048 || (mode === 1049 && on))
        on ? this.#pen?.save(this.#alternate) : this.#pen?.restore(this.#alternate);
      if (mode === 47 || mode === 1047 || mode === 1049) this.#alternate = on;
      else if (mode === 1048 && !this.#alternate) on ? this.#page.save() : this.#page.restore();
      if (mode === 1049 && !on) this.#pen?.restore(false);
    }
  }

  /** RIS */
  #reset(): void {
    this.#charsets = ['B', 'B', 'B', 'B'];
    this.#charset = 0;
    this.#alternate = false;
    this.#pen?.reset();
    this.#page.setWrapping(true);
    this.#page.newPage();
  }
}

interface Edit {
  /** First parameter, at least one. */
  readonly count: number;
  readonly first: number;
  readonly second: number;
  /** Last character printed. */
  readonly last: string;
  readonly isConcealed: boolean;
}

/** Editing functions of ECMA-48 that change what stands where, by final; all others change nothing in the text. */
const EDITS: Readonly<Record<string, (page: FoldedPage, edit: Edit) => void>> = {
  A: (page, {count}) => page.move(-count, 0),
  B: (page, {count}) => page.move(count, 0),
  e: (page, {count}) => page.move(count, 0),
  C: (page, {count}) => page.move(0, count),
  a: (page, {count}) => page.move(0, count),
  D: (page, {count}) => page.move(0, -count),
  E: (page, {count}) => {
    page.move(count, 0);
    page.carriageReturn();
  },
  F: (page, {count}) => {
    page.move(-count, 0);
    page.carriageReturn();
  },
  G: (page, {count}) => page.setColumn(count - 1),
  '`': (page, {count}) => page.setColumn(count - 1),
  H: (page, {count, second}) => page.moveTo(count - 1, Math.max(1, second) - 1),
  f: (page, {count, second}) => page.moveTo(count - 1, Math.max(1, second) - 1),
  d: (page, {count}) => page.moveTo(count - 1, undefined),
  J: (page, {first}) => page.eraseInPage(first),
  K: (page, {first}) => page.eraseInLine(first),
  X: (page, {count}) => page.eraseCharacters(count),
  P: (page, {count}) => page.deleteCharacters(count),
  '@': (page, {count}) => page.insertCharacters(count),
  L: (page, {count}) => page.insertLines(count),
  M: (page, {count}) => page.deleteLines(count),
  b: (page, {count, last, isConcealed}) => page.repeat(last, count, isConcealed),
  s: page => page.save(),
  u: page => page.restore(),
};

/** Bounds the decoded text held at once. */
const CHUNK = 1024 * 1024;
/** Far beyond any real screen. */
const MAX_PARAMETER = 1000;

function parameters(list: string): number[] {
  return list.split(';').map(Number);
}

/** A sign with all that is drawn over it: REP (ECMA-48 8.3.103) repeats it whole. */
const LAST_CHARACTER = /\P{M}\p{M}*$/u;
const LONGEST_CHARACTER = 16;
