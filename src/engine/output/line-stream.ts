/** Live output as lines of plain text, for watches: control sequences gone, a growing last line visible at once. */
import {StringDecoder} from 'node:string_decoder';

const LINE_LIMIT = 64 * 1024;
const MARK_LIMIT = 64 * 1024;

export interface LineUpdate {
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
  readonly #isProved: (mark: string) => boolean;
  #region: StreamRegion;
  #state: EscapeState = 'text';
  #string = '';
  #line = '';
  #number = 0;
  #pendingReturn = false;
  /** The line in progress is not the one last told of. */
  #hasChanged = false;

  /** `isProved` says which marks are a shell's own; default all. */
  constructor(options: {region: StreamRegion; includeEcho: boolean; isProved?: (mark: string) => boolean}) {
    this.#region = options.region;
    this.#includeEcho = options.includeEcho;
    this.#isProved = options.isProved ?? (() => true);
  }

  /** The lines that changed with these bytes, in order. `typed`: somebody has typed on the present prompt line, or ahead of it. */
  push(bytes: Uint8Array, typed: boolean): LineUpdate[] {
    const updates: LineUpdate[] = [];
    const text = this.#decoder.write(bytes as Buffer);
    let plainFrom = -1;
    const flush = (to: number) => {
      if (plainFrom >= 0 && this.#wanted(typed)) this.#append(text.slice(plainFrom, to));
      plainFrom = -1;
    };
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#state === 'text' && code >= 0x20 && code !== 0x7f) {
        if (plainFrom < 0) plainFrom = at;
        continue;
      }
      flush(at);
      if (this.#state !== 'text') {
        this.#escape(code);
        continue;
      }
      if (code === 0x1b) this.#state = 'escape';
      else if (code === 0x0a) this.#wanted(typed) ? updates.push(this.#lineEnd()) : this.breakLine();
      else if (code === 0x0d) this.#pendingReturn = true;
      else if (code === 0x08) this.#line = this.#line.slice(0, -1);
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

  #wanted(typed: boolean): boolean {
    if (this.#includeEcho || this.#region === 'output') return true;
    return (this.#region === 'input' || this.#region === 'between') && !typed;
  }

  #escape(code: number): void {
    const before = this.#state;
    this.#state = nextState(before, code);
    if (this.#state === 'string') this.#string = before === 'string' ? this.#string + this.#stringPart(code) : '';
    else if (before === 'string' && this.#string.startsWith('133;')) this.#mark(this.#string.charAt(4));
  }

  #stringPart(code: number): string {
    const wanted = this.#string.startsWith('133;') ? this.#string.length < MARK_LIMIT : this.#string.length < 4;
    return wanted ? String.fromCharCode(code) : '';
  }

  #mark(letter: string): void {
    const region = REGIONS.get(letter);
    if (!region || region === this.#region || !this.#isProved(this.#string)) return;
    this.#region = region;
    this.breakLine();
  }

  #append(text: string): void {
    if (this.#pendingReturn) {
      this.#line = '';
      this.#pendingReturn = false;
    }
    // Of an endless line the beginning is all that is looked at, once.
    if (this.#line.length >= LINE_LIMIT) return;
    this.#line += text;
    this.#hasChanged = true;
  }

  #lineEnd(): LineUpdate {
    const update = {text: this.#line, number: this.#number, complete: true};
    this.breakLine();
    return update;
  }
}

const REGIONS: ReadonlyMap<string, StreamRegion> = new Map([
  ['A', 'prompt'],
  ['B', 'input'],
  ['C', 'output'],
  ['D', 'between'],
]);

type EscapeState = 'text' | 'escape' | 'csi' | 'string' | 'stringEscape' | 'intermediate';

/** ECMA-48 5.4 and 8.3: where a control sequence that began with ESC goes on and ends. */
function nextState(state: EscapeState, code: number): EscapeState {
  switch (state) {
    case 'text':
      return 'text';
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
      if (code === 0x07 || code === 0x18 || code === 0x1a) return 'text';
      return code === 0x1b ? 'stringEscape' : 'string';
    case 'stringEscape':
      return code === 0x5c ? 'text' : nextState('escape', code);
    default:
      return state satisfies never;
  }
}
