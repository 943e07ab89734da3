import {type LogCursor, logCursor} from '../../core/index.ts';
import type {PromptNews} from '../../iterm2-api/index.ts';

export interface PromptPlace {
  readonly offset: LogCursor;
  /** Line feeds in the output before it. */
  readonly lines: number;
}

interface FoundMark {
  /** Where it begins. */
  readonly mark: number;
  readonly place: PromptPlace;
}

/** FinalTerm's marks (OSC 133), which iTerm2's prompt monitor speaks of. */
const MARKS = /\x1b\]133;([BCD])([^\x07\x1b]*)(?:\x07|\x1b\\)/g;
const BEGINNING = '\x1b]133;';
/** Of a mark that has not ended yet. */
const LONGEST_MARK = 8192;

/**
 * Where in the output those marks stand, by whose reading iTerm2's monitor tells of prompts and commands. Both come in the same order, each
 * by its own way.
 */
export class PromptPlaces {
  #tail = '';
  #offset: number;
  #lines: number;
  /** Where the mark stands that was told of last. */
  #taken = -1;
  /** As iTerm2 has it: a command begins behind a prompt, and ends once it has begun. `any`: what there was before is not known. */
  #phase: 'any' | 'output' | 'prompt' | 'command' = 'any';
  readonly #found: Readonly<Record<PromptNews['type'], FoundMark[]>> = {prompt: [], commandStart: [], commandEnd: []};

  constructor({offset, lines}: {readonly offset: number; readonly lines: number}) {
    this.#offset = offset;
    this.#lines = lines;
  }

  push(bytes: Uint8Array): void {
    const text = this.#tail + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const start = this.#offset - this.#tail.length;
    let counted = 0;
    let lines = this.#lines;
    for (const {index, 0: mark, 1: letter = '', 2: rest = ''} of text.matchAll(MARKS)) {
      lines += feedsIn(text, counted, index);
      counted = index;
      this.#take(letter, rest, {before: start + index, behind: start + index + mark.length, lines});
    }
    const last = text.lastIndexOf(BEGINNING.slice(0, 2));
    const isOpen = last >= counted && last >= text.length - LONGEST_MARK && !/[\x07]|\x1b\\/.test(text.slice(last));
    const kept = isOpen && BEGINNING.startsWith(text.slice(last, last + BEGINNING.length)) ? last : lastEscape(text);
    this.#lines = lines + feedsIn(text, counted, kept);
    this.#tail = text.slice(kept);
    this.#offset = start + text.length;
  }

  /**
   * The place that the next of the monitor's news of this kind is about; undefined when it was not printed yet. News come in the order of
   * the marks, but not of every one: of a prompt that is drawn again nothing may be told.
   */
  take(kind: PromptNews['type']): PromptPlace | undefined {
    const found = this.#found[kind];
    for (let next = found.shift(); next; next = found.shift()) {
      if (next.mark < this.#taken) continue;
      this.#taken = next.mark;
      return next.place;
    }
    return undefined;
  }

  /** Nobody will tell of what was printed until now. */
  forget(): void {
    for (const found of Object.values(this.#found)) found.length = 0;
  }

  #take(letter: string, rest: string, at: {before: number; behind: number; lines: number}): void {
    const found = (offset: number): FoundMark => ({
      mark: at.before,
      place: {offset: logCursor(offset), lines: at.lines},
    });
    if (letter === 'B') {
      this.#phase = 'prompt';
      this.#found.prompt.push(found(at.behind));
    } else if (letter === 'C' && (this.#phase === 'prompt' || this.#phase === 'any')) {
      this.#phase = 'command';
      this.#found.commandStart.push(found(at.behind));
    } else if (letter === 'D' && (this.#phase === 'command' || this.#phase === 'any') && rest.startsWith(';')) {
      this.#phase = 'output';
      this.#found.commandEnd.push(found(at.before));
    }
  }
}

/** Where an escape stands at the very end, which may begin a mark. */
function lastEscape(text: string): number {
  return text.endsWith('\x1b') ? text.length - 1 : text.length;
}

function feedsIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
