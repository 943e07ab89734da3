import type {Level} from '../level.ts';

/**
 * What a word of a command is to the program. `make`: written as a whole, and nothing is shown of what it held. `build`: so, from sources of the
 * project, which whoever runs it has. `any`: whatever it is, it does no harm, also as an option.
 */
export type WordKind = 'text' | 'read' | 'look' | 'write' | 'make' | 'build' | 'run' | 'code' | 'any';

export interface OptionFacts {
  /** `attached`: only in the same word; `two`: the next two words. */
  readonly value: 'none' | 'always' | 'attached' | 'two';
  readonly kind: WordKind;
  /** Of the program when it is given. */
  readonly level: Level;
  /** It says what the first operand otherwise says. */
  readonly replacesFirst: boolean;
}

/** What a table knows of a program, or of one of its subcommands. */
export interface Row {
  /** Its subcommands' rows begin with this. */
  readonly name: string;
  readonly level: Level;
  readonly operands: Operands;
  readonly options: ReadonlyMap<string, OptionFacts>;
  /** The first operand names a row of its own. */
  readonly hasSubcommands: boolean;
  /** Some option of it is dangerous, or writes or runs something. */
  readonly hasWorseOptions: boolean;
  /** `-name` is one option, not four. */
  readonly hasLongDashes: boolean;
}

export interface Operands {
  readonly first: readonly WordKind[];
  /** Of all between; undefined when there may be none. */
  readonly rest: WordKind | undefined;
  /** Of the last, where that one is special. */
  readonly last: WordKind | undefined;
}

/**
 * Reads a table. One program a line: `names | level | operands | options`.
 *
 * - level: `S`, `C` or `D`
 * - operands: letters with commas, `*` repeats: `t` text, `r` read, `l` looked at, `w` written, `m` made, `b` built, `x` run, `c` shell text, `a` anything;
 *   `r*,w`: the last is written; `sub`: a subcommand; `-`: none; `-long` behind it: `-name` is one option
 * - options: `-abc` three of one letter, `-n:` takes a value, `-n:w` one that is written, `-i?` one in the same word, `-#` a number;
 *   `^C`, `^D` say how bad it is, `!` that it stands for the first operand
 */
export function readTable(text: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  for (const line of text.split('\n')) {
    const all = columnOf(line, 0)
      .split(',')
      .map(name => name.trim());
    // Programs with several names have their subcommands under the first.
    for (const name of all)
      if (name !== '') rows.set(name, new LineOfTable(name.includes(' ') ? name : (all[0] ?? name), line));
  }
  return rows;
}

/** Options as they stand in the last column of a table. */
export function tableOptions(options: string, hasLongDashes = false): ReadonlyMap<string, OptionFacts> {
  const facts = new Map<string, OptionFacts>();
  for (const token of options.split(/\s+/)) if (token !== '') addOption(token, facts, hasLongDashes);
  return facts;
}

/** There are thousands, of which a process asks for a few: what a line says is read when somebody wants to know it. */
class LineOfTable implements Row {
  readonly name: string;
  readonly #line: string;
  #operands: Operands | undefined;
  #options: ReadonlyMap<string, OptionFacts> | undefined;
  #hasWorseOptions: boolean | undefined;

  constructor(name: string, line: string) {
    this.name = name;
    this.#line = line;
  }

  get level(): Level {
    return LEVELS[columnOf(this.#line, 1)] ?? 'CAUTION';
  }

  get operands(): Operands {
    this.#operands ??= toOperands(columnOf(this.#line, 2).replace('-long', '').trim());
    return this.#operands;
  }

  get options(): ReadonlyMap<string, OptionFacts> {
    this.#options ??= tableOptions(columnOf(this.#line, 3), this.hasLongDashes);
    return this.#options;
  }

  get hasSubcommands(): boolean {
    return columnOf(this.#line, 2).startsWith('sub');
  }

  get hasWorseOptions(): boolean {
    this.#hasWorseOptions ??= [...this.options.values()].some(
      option => option.level === 'DANGEROUS' || isActing(option.kind),
    );
    return this.#hasWorseOptions;
  }

  get hasLongDashes(): boolean {
    return columnOf(this.#line, 2).includes('-long');
  }
}

/** Empty where the line is shorter. */
function columnOf(line: string, place: number): string {
  let start = 0;
  for (let passed = 0; passed < place; passed++) {
    const end = line.indexOf('|', start);
    if (end < 0) return '';
    start = end + 1;
  }
  const end = line.indexOf('|', start);
  return line.slice(start, end < 0 ? line.length : end).trim();
}

function isActing(kind: WordKind): boolean {
  return kind === 'write' || kind === 'make' || kind === 'build' || kind === 'run' || kind === 'code';
}

function addOption(token: string, facts: Map<string, OptionFacts>, isWord: boolean): void {
  const [, names = '', takes = '', kind = '', bang = '', level = ''] =
    /^([-+]-?[^:?^!]+)(?:(::|[:?])([a-z]?))?(!?)(?:\^([CD]))?$/.exec(token) ?? [];
  const option: OptionFacts = {
    value: TAKES[takes] ?? 'none',
    kind: KINDS[kind] ?? 'text',
    level: LEVELS[level] ?? 'SAFE',
    replacesFirst: bang !== '',
  };
  if (isWord || names.startsWith('--') || takes !== '' || names.length === 2) facts.set(names, option);
  else for (const letter of names.slice(1)) facts.set(`-${letter}`, option);
}

function toOperands(text: string): Operands {
  if (text === '' || text === '-' || text === 'sub') return {first: [], rest: undefined, last: undefined};
  const kinds = text.split(',');
  const repeated = kinds.findIndex(kind => kind.endsWith('*'));
  const kindAt = (place: number): WordKind | undefined => KINDS[kinds[place]?.slice(0, 1) ?? ''];
  const upTo = repeated < 0 ? kinds.length : repeated;
  return {
    first: kinds.slice(0, upTo).flatMap(kind => KINDS[kind.slice(0, 1)] ?? []),
    rest: repeated < 0 ? undefined : kindAt(repeated),
    last: repeated < 0 ? undefined : kindAt(repeated + 1),
  };
}

const TAKES: Readonly<Record<string, OptionFacts['value']>> = {':': 'always', '?': 'attached', '::': 'two'};

const LEVELS: Readonly<Record<string, Level>> = {S: 'SAFE', C: 'CAUTION', D: 'DANGEROUS'};

const KINDS: Readonly<Record<string, WordKind>> = {
  t: 'text',
  r: 'read',
  l: 'look',
  w: 'write',
  m: 'make',
  b: 'build',
  x: 'run',
  c: 'code',
  a: 'any',
};
