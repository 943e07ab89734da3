/** What a {@link SequenceParser} finds, in stream order. */
export interface SequenceHandler {
  /** Text without any control character. */
  print(text: string): void;
  /** A C0 or C1 control character, or DEL. */
  control(code: number): void;
  /** `ESC` intermediates final. */
  escape(intermediates: string, final: string): void;
  /** `CSI` with everything between introducer and final as it was sent. */
  csi(body: string, final: string): void;
}

type State = 'ground' | 'escape' | 'csi' | 'osc' | 'string';

/** Parameters longer than this make a sequence meaningless; it is skipped whole. */
const MAX_BODY = 128;
/** A string (OSC, DCS, …) longer than this was never ended; text after it is text again. Sixel images are shorter. */
const MAX_STRING = 16 * 1024 * 1024;

/**
 * Splits decoded terminal output into text and control sequences; strings are passed over. Incremental: a sequence may
 * be split at any place. States as in https://vt100.net/emu/dec_ansi_parser, without the ones that make no difference.
 */
export class SequenceParser {
  readonly #handler: SequenceHandler;
  #state: State = 'ground';
  #body = '';
  #stringLength = 0;

  constructor(handler: SequenceHandler) {
    this.#handler = handler;
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#state === 'ground') at = this.#ground(text, at);
      else if (this.#state === 'osc' || this.#state === 'string') at = this.#string(text, at);
      else at = this.#sequence(text, at);
    }
  }

  #ground(text: string, from: number): number {
    const at = next(CONTROL, text, from);
    if (at > from) this.#handler.print(text.slice(from, at));
    if (at === text.length) return at;
    const code = text.charCodeAt(at);
    const state = INTRODUCERS.get(code);
    if (state) this.#enter(state);
    else this.#handler.control(code);
    return at + 1;
  }

  #string(text: string, from: number): number {
    const at = next(this.#state === 'osc' ? OSC_END : STRING_END, text, from);
    this.#stringLength += at - from;
    if (at < text.length) this.#enter(text.charCodeAt(at) === ESC ? 'escape' : 'ground');
    else if (this.#stringLength > MAX_STRING) this.#enter('ground');
    return Math.min(at + 1, text.length);
  }

  #sequence(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === ESC) this.#enter('escape');
    else if (code === CAN || code === SUB) this.#enter('ground');
    else if (code < 0x20) this.#handler.control(code);
    else if (code > 0x7f) {
      // No part of any sequence: give up on it and read the character again as text.
      this.#enter('ground');
      return at;
    } else if (code < 0x7f) this.#character(text.charAt(at), code);
    return at + 1;
  }

  #character(character: string, code: number): void {
    const inEscape = this.#state === 'escape';
    if (code < (inEscape ? 0x30 : 0x40)) {
      if (this.#body.length <= MAX_BODY) this.#body += character;
      return;
    }
    const body = this.#body;
    const state = inEscape && body === '' ? ESCAPE_INTRODUCERS.get(character) : undefined;
    this.#enter(state ?? 'ground');
    if (state || body.length > MAX_BODY) return;
    if (inEscape) this.#handler.escape(body, character);
    else this.#handler.csi(body, character);
  }

  #enter(state: State): void {
    this.#state = state;
    this.#body = '';
    this.#stringLength = 0;
  }
}

const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
const CONTROL = /[\x00-\x1f\x7f-\x9f]/g;
const OSC_END = /[\x07\x18\x1a\x1b\x9c]/g;
const STRING_END = /[\x18\x1a\x1b\x9c]/g;

const INTRODUCERS: ReadonlyMap<number, State> = new Map([
  [ESC, 'escape'],
  [0x9b, 'csi'],
  [0x9d, 'osc'],
  [0x90, 'string'],
  [0x98, 'string'],
  [0x9e, 'string'],
  [0x9f, 'string'],
]);

const ESCAPE_INTRODUCERS: ReadonlyMap<string, State> = new Map([
  ['[', 'csi'],
  [']', 'osc'],
  ['P', 'string'],
  ['X', 'string'],
  ['^', 'string'],
  ['_', 'string'],
]);

/** Index of the next match at or after `from`, or the length of the text. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}
