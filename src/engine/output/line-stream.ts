/** Live output as lines of plain text, for watches: control sequences gone, a growing last line visible at once. */
import {StringDecoder} from 'node:string_decoder';
import {type LogCursor, logCursor} from '../../core/index.ts';
import {markConcealed, Pen, withoutForgedMarks, withoutLastCharacter, withoutWrap} from '../../screen/index.ts';

const LINE_LIMIT = 64 * 1024;
const MARK_LIMIT = 64 * 1024;
/** Parameters longer than this make a sequence meaningless. */
const BODY_LIMIT = 128;

export interface LineUpdate {
  /** What a person does not see of it is marked, for `revealHidden`. */
  readonly text: string;
  /** Number of the line in this stream; the same number again means the line has grown or was rewritten. */
  readonly number: number;
  readonly complete: boolean;
}

/**
 * Which part of the prompt cycle the stream is in, told by OSC 133 marks. `between` a command's end and its prompt only whole
 * lines count: background jobs print them, shells print fillers that are none.
 */
export type StreamRegion = 'output' | 'between' | 'prompt' | 'input';

export class LineStream {
  readonly #decoder = new StringDecoder('utf8');
  /** True when echo of typed lines is wanted too. */
  readonly #includeEcho: boolean;
  readonly #isProved: (at: LogCursor) => boolean;
  readonly #saysStarts: () => boolean;
  #region: StreamRegion;
  #state: EscapeState = 'text';
  #string = '';
  /** Where the present control string begins; null where no shell of ours begins one. */
  #stringAt: LogCursor | null = null;
  /** What stands between `CSI` and the final character. */
  #body = '';
  readonly #pen: Pen;
  readonly #columns: number;
  #line = '';
  #number = 0;
  #pendingReturn = false;
  /** Carriage returns right before, and how far the row before the first of them reached, in UTF-16 units. */
  #returns = 0;
  #rowEnd = 0;
  #column = 0;
  /** What the bytes that are looked at now have changed. */
  #updates: LineUpdate[] = [];
  /** The line in progress is not the one last told of. */
  #hasChanged = false;

  /**
   * `isProved` says whether the mark at a place of the output is a shell's own; default all are. `pen` is the style in which the stream
   * goes on; default plain. `saysStarts` is whether the shell marks where a command begins; else that is behind the line it was typed on.
   * `columns` is how wide the terminal is, for text that is printed without autowrap; `column` how far the row reaches already.
   */
  constructor(options: {
    region: StreamRegion;
    includeEcho: boolean;
    isProved?: (at: LogCursor) => boolean;
    saysStarts?: () => boolean;
    pen?: Pen | undefined;
    columns?: number | undefined;
    column?: number;
  }) {
    this.#region = options.region;
    this.#includeEcho = options.includeEcho;
    this.#isProved = options.isProved ?? (() => true);
    this.#saysStarts = options.saysStarts ?? (() => true);
    this.#pen = options.pen?.copy() ?? new Pen();
    this.#columns = options.columns ?? Number.POSITIVE_INFINITY;
    this.#column = options.column ?? 0;
  }

  /**
   * The lines that changed with these bytes of the output at `offset`, in order. `typed`: somebody has typed on the present prompt
   * line, or ahead of it.
   */
  push(bytes: Uint8Array, offset: LogCursor, typed: boolean): LineUpdate[] {
    const updates: LineUpdate[] = [];
    this.#updates = updates;
    const text = this.#decoder.write(bytes as Buffer);
    const escapes = new Escapes(bytes, offset);
    let plainFrom = -1;
    const flush = (to: number) => {
      if (plainFrom >= 0) {
        this.#returns = 0;
        this.#column += to - plainFrom;
        if (this.#wanted(typed)) this.#append(text.slice(plainFrom, to));
      }
      plainFrom = -1;
    };
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#state === 'text' && code >= 0x20 && (code < 0x7f || code > 0x9f)) {
        if (plainFrom < 0) plainFrom = at;
        continue;
      }
      flush(at);
      if (code === 0x1b) escapes.count++;
      if (this.#state !== 'text') {
        this.#escape(code, escapes);
        continue;
      }
      if (code === 0x1b) this.#state = 'escape';
      else if (code >= 0x80) this.#escape(code, escapes);
      else if (code === 0x0a) {
        this.#wanted(typed) ? updates.push(this.#lineEnd()) : this.breakLine();
        // busybox breaks the line that it edits at the edge of the screen by itself, and returns twice.
        const isBroken = this.#returns === 2 && this.#rowEnd >= this.#columns;
        if (this.#region === 'input' && !this.#saysStarts() && !isBroken) this.#region = 'output';
        this.#returns = 0;
      } else if (code === 0x0d) this.#carriageReturn();
      else if (code === 0x08) this.#backspace();
      else if (code === 0x09) this.#append('\t');
    }
    flush(text.length);
    if (this.#hasChanged && this.#line !== '' && this.#region !== 'between')
      updates.push({text: this.#line, number: this.#number, complete: false});
    this.#hasChanged = false;
    return updates;
  }

  /** Forgets the line in progress: a region that is not watched lies between. */
  breakLine(): void {
    this.#line = '';
    this.#pendingReturn = false;
    this.#number++;
  }

  #backspace(): void {
    this.#line = withoutLastCharacter(this.#line);
    this.#column = Math.max(0, this.#column - 1);
  }

  #carriageReturn(): void {
    this.#pendingReturn = true;
    if (this.#returns === 0) this.#rowEnd = this.#column;
    this.#returns++;
    this.#column = 0;
  }

  #wanted(typed: boolean): boolean {
    if (this.#includeEcho || this.#region === 'output') return true;
    return (this.#region === 'input' || this.#region === 'between') && !typed;
  }

  #escape(code: number, escapes: Escapes): void {
    const before = this.#state;
    this.#state = nextState(before, code);
    // The ESC in front of it may have come before these bytes.
    if (this.#state === 'string' && before !== 'string') this.#stringAt = before === 'text' ? null : escapes.last;
    if (this.#state === 'csi') this.#body = before === 'csi' ? this.#bodyWith(code) : '';
    else if (before === 'csi' && this.#state === 'text') this.#style(code);
    else if (before === 'escape' && this.#state === 'text') this.#styleByEscape(code);
    if (this.#state === 'string') this.#string = before === 'string' ? this.#string + this.#stringPart(code) : '';
    else if (before === 'string' && this.#string.startsWith('133;')) this.#mark(this.#string.charAt(4));
  }

  #bodyWith(code: number): string {
    return this.#body.length <= BODY_LIMIT ? this.#body + String.fromCharCode(code) : this.#body;
  }

  /** SGR, DECSTR, DECSET, DECRST */
  #style(final: number): void {
    if (this.#body.length > BODY_LIMIT) return;
    if (final === 0x6d) this.#pen.sgr(this.#body);
    else if (final === 0x70 && this.#body === '!') this.#pen.reset();
    else if ((final === 0x68 || final === 0x6c) && this.#body.startsWith('?'))
      this.#pen.decModes(this.#body.slice(1), final === 0x68);
  }

  /** DECSC, DECRC, RIS */
  #styleByEscape(final: number): void {
    if (final === 0x37) this.#pen.save(false);
    else if (final === 0x38) this.#pen.restore(false);
    else if (final === 0x63) this.#pen.reset();
  }

  #stringPart(code: number): string {
    const wanted = this.#string.startsWith('133;') ? this.#string.length < MARK_LIMIT : this.#string.length < 4;
    return wanted ? String.fromCharCode(code) : '';
  }

  #mark(letter: string): void {
    const region = REGIONS.get(letter);
    if (!region || region === this.#region || this.#stringAt === null || !this.#isProved(this.#stringAt)) return;
    // The output of a command may end without a line feed.
    if (this.#region === 'output' && this.#line !== '') this.#updates.push(this.#lineEnd());
    this.#region = region;
    this.breakLine();
    this.#hasChanged = false;
  }

  #append(text: string): void {
    if (this.#pendingReturn) {
      this.#line = '';
      this.#pendingReturn = false;
    }
    // Of an endless line the beginning is all that is looked at, once.
    if (this.#line.length >= LINE_LIMIT) return;
    const printed = withoutForgedMarks(text);
    this.#line += this.#pen.isConcealed ? markConcealed(printed) : printed;
    if (!this.#pen.wraps) this.#line = withoutWrap(this.#line, this.#columns);
    this.#hasChanged = true;
  }

  #lineEnd(): LineUpdate {
    const update = {text: this.#line, number: this.#number, complete: true};
    this.breakLine();
    return update;
  }
}

/**
 * Where the ESC stand in bytes whose text is read one by one: decoding UTF-8 neither takes one away nor makes one, so the same
 * number of them tells the place.
 */
class Escapes {
  readonly #bytes: Uint8Array;
  readonly #offset: number;
  #found = 0;
  #at = -1;
  /** So many were met in the text. */
  count = 0;

  constructor(bytes: Uint8Array, offset: LogCursor) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  /** Where the last one stands; right before these bytes while there was none. */
  get last(): LogCursor {
    for (; this.#found < this.count; this.#found++) this.#at = this.#bytes.indexOf(0x1b, this.#at + 1);
    return logCursor(this.#offset + this.#at);
  }
}

const REGIONS: ReadonlyMap<string, StreamRegion> = new Map([
  ['A', 'prompt'],
  ['B', 'input'],
  ['C', 'output'],
  ['D', 'between'],
]);

type EscapeState = 'text' | 'escape' | 'csi' | 'string' | 'stringEscape' | 'intermediate';

/** ECMA-48 5.4 and 8.3: where a control sequence that began with ESC or a C1 character goes on and ends. */
function nextState(state: EscapeState, code: number): EscapeState {
  switch (state) {
    case 'text':
      return code === 0x9b ? 'csi' : C1_STRINGS.has(code) ? 'string' : 'text';
    case 'escape':
      if (code === 0x5b) return 'csi';
      if (code === 0x5d || code === 0x50 || code === 0x5e || code === 0x5f || code === 0x58) return 'string';
      return code >= 0x20 && code <= 0x2f ? 'intermediate' : 'text';
    case 'intermediate':
      return code >= 0x20 && code <= 0x2f ? 'intermediate' : 'text';
    case 'csi':
      if (code === 0x1b) return 'escape';
      return code >= 0x40 && code <= 0x7e ? 'text' : 'csi';
    case 'string':
      if (code === 0x07 || code === 0x18 || code === 0x1a || code === 0x9c) return 'text';
      return code === 0x1b ? 'stringEscape' : 'string';
    case 'stringEscape':
      return code === 0x5c ? 'text' : nextState('escape', code);
    default:
      return state satisfies never;
  }
}

/** DCS, SOS, OSC, PM and APC as one character. */
const C1_STRINGS: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
