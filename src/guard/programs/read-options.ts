import {type Argument, mayBeAnyName, mayBeSeveral, tail, textOf} from '../shell/argument.ts';
import type {OptionFacts, Row} from './row.ts';

/** An option as it was given. */
export interface GivenOption {
  readonly name: string;
  readonly facts: OptionFacts;
  readonly value: Argument | null;
  readonly at: Argument;
}

/** The words of a command by what they are to its program. */
export interface ReadOptions {
  readonly options: readonly GivenOption[];
  readonly operands: readonly Argument[];
  /** Options that the row does not know. */
  readonly unknown: readonly Argument[];
  /** Words that may be options and may be none. */
  readonly uncertain: readonly Argument[];
  /** Words from the first operand on, where options end there. */
  readonly rest: readonly Argument[];
}

/** `stops`: options end at the first operand, as for wrappers and programs with subcommands. */
export function readOptions(
  row: Pick<Row, 'options' | 'hasLongDashes'>,
  args: readonly Argument[],
  stops: boolean,
): ReadOptions {
  const reader = new OptionReader(row, args);
  reader.read(stops);
  return reader;
}

class OptionReader implements ReadOptions {
  readonly options: GivenOption[] = [];
  readonly operands: Argument[] = [];
  readonly unknown: Argument[] = [];
  readonly uncertain: Argument[] = [];
  rest: readonly Argument[] = [];
  readonly #row: Pick<Row, 'options' | 'hasLongDashes'>;
  readonly #args: readonly Argument[];
  #at = 0;

  constructor(row: Pick<Row, 'options' | 'hasLongDashes'>, args: readonly Argument[]) {
    this.#row = row;
    this.#args = args;
  }

  read(stops: boolean): void {
    while (this.#at < this.#args.length) {
      const argument = this.#args[this.#at];
      if (!argument) return;
      const text = textOf(argument);
      if (text === '--') {
        this.#operandsFrom(this.#at + 1);
        return;
      }
      if (text === null) {
        if (!this.#isOperand(argument)) {
          if (argument.prefix.startsWith('-') && this.#option(argument, argument.prefix)) continue;
          this.uncertain.push(argument);
        }
      } else if (/^[-+]./.test(text) && this.#option(argument, text)) continue;
      if (stops) {
        this.#operandsFrom(this.#at);
        return;
      }
      this.operands.push(argument);
      this.#at++;
    }
  }

  #operandsFrom(place: number): void {
    this.rest = this.#args.slice(place);
    for (const argument of this.rest) this.operands.push(argument);
  }

  #isOperand({values, prefix}: Argument): boolean {
    if (values === null) return prefix !== '' && !/^[-+]/.test(prefix);
    return values.every(each => !/^[-+]/.test(each.text) && !mayBeAnyName(each));
  }

  /** False when it is none: `+x` that no row knows. Moves on behind it. */
  #option(argument: Argument, text: string): boolean {
    const {options, hasLongDashes} = this.#row;
    if (text.startsWith('+') && !options.keys().some(name => name.startsWith('+') && text.startsWith(name)))
      return false;
    const isWhole = textOf(argument) !== null;
    const equals = text.indexOf('=');
    const name = equals > 0 ? text.slice(0, equals) : text;
    // To programs whose options are words one dash is as good as two.
    const facts =
      options.get(name) ?? (hasLongDashes && name.startsWith('--') ? options.get(name.slice(1)) : undefined);
    this.#at++;
    if (facts && (isWhole || equals > 0)) this.#named(argument, name, facts, equals);
    else if (text.startsWith('--') || this.#row.hasLongDashes) this.#long(argument, text, isWhole);
    else this.#cluster(argument, text, isWhole);
    return true;
  }

  #named(argument: Argument, name: string, facts: OptionFacts, equals: number): void {
    const attached = equals > 0 ? tail(argument, equals + 1) : null;
    if (attached && facts.value === 'none') this.unknown.push(argument);
    // Of two words the first is a name.
    if (facts.value === 'two') this.#at++;
    const follows = facts.value === 'two' || (facts.value === 'always' && !attached);
    this.options.push({name, facts, value: attached ?? (follows ? this.#next() : null), at: argument});
  }

  #next(): Argument | null {
    const value = this.#args[this.#at++] ?? null;
    // Only the first word of several is the value.
    if (value && mayBeSeveral(value) && !this.#isOperand(value)) this.uncertain.push(value);
    return value;
  }

  /** `-5`, `-n5` and `-name` of programs whose options are words; what is abbreviated is not known for sure, and judged all the same. */
  #long(argument: Argument, text: string, isWhole: boolean): void {
    if (/^-\d+$/.test(text) && this.#row.options.has('-#')) return;
    const short = text.startsWith('--') ? undefined : this.#row.options.get(text.slice(0, 2));
    if (isWhole && short && short.value !== 'none')
      this.options.push({name: text.slice(0, 2), facts: short, value: tail(argument, 2), at: argument});
    else {
      this.unknown.push(argument);
      const [begun = text] = text.split('=');
      if (begun.length <= (text.startsWith('--') ? 2 : 3)) return;
      // Which of them is meant may not be clear: each counts, with the value that it would have.
      const attached = begun.length < text.length ? tail(argument, begun.length + 1) : null;
      const next = isWhole ? (this.#args[this.#at] ?? null) : null;
      for (const [name, facts] of this.#row.options) {
        if (!name.startsWith(begun)) continue;
        const value = facts.value === 'none' ? null : (attached ?? (facts.value === 'always' ? next : null));
        this.options.push({name, facts, value, at: argument});
      }
    }
  }

  /** Behind a letter that is not known, dangerous letters still count. */
  #worstOf(argument: Argument, letters: string, sign: string): void {
    for (const letter of letters) {
      const facts = this.#row.options.get(sign + letter);
      if (facts?.level === 'DANGEROUS') this.options.push({name: sign + letter, facts, value: null, at: argument});
    }
  }

  /** `-abc`, `-n5`. */
  #cluster(argument: Argument, text: string, isWhole: boolean): void {
    const sign = text.slice(0, 1);
    for (let place = 1; place < text.length; place++) {
      if (/^\d+$/.test(text.slice(place)) && this.#row.options.has('-#')) return;
      const name = sign + text.slice(place, place + 1);
      const facts = this.#row.options.get(name);
      if (!facts) {
        this.unknown.push(argument);
        this.#worstOf(argument, text.slice(place + 1), sign);
        return;
      }
      if (facts.value === 'none') {
        this.options.push({name, facts, value: null, at: argument});
        continue;
      }
      const attached = place + 1 < text.length || !isWhole ? tail(argument, place + 1) : null;
      const value = attached ?? (facts.value === 'attached' ? null : this.#next());
      this.options.push({name, facts, value, at: argument});
      return;
    }
    if (!isWhole) this.unknown.push(argument);
  }
}
