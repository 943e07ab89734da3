import type {Span} from '../findings.ts';

/** Something that a word can become. */
export interface Known {
  readonly text: string;
  /** `*`, `?` and `[…]` in it stand for names of files. */
  readonly glob: boolean;
}

/** A word as the program gets it. */
export interface Argument extends Span {
  /** Everything it can become; null when that is not known before it runs. */
  readonly values: readonly Known[] | null;
  /** How it begins, as far as that is known. */
  readonly prefix: string;
  /** A pipe to a command of the same line, not a file. */
  readonly isPipe: boolean;
  /** As it was written. */
  readonly source: string;
  /** Names of variables in it whose values look like secrets. */
  readonly secrets: readonly string[];
}

/** The one text that it becomes; null when there may be others. */
export function textOf(argument: Argument | undefined): string | null {
  const only = argument?.values?.length === 1 ? argument.values[0] : undefined;
  return only && !only.glob ? only.text : null;
}

/** Names of files that begin with anything, so also with the dash of an option. */
export function mayBeAnyName({text, glob}: Known): boolean {
  return glob && /^[*?[]/.test(text);
}

/** A pattern, or an expansion outside of quotes; words that stand nowhere in the line are as many as there are names. */
export function mayBeSeveral({values, source}: Argument): boolean {
  const isOfLine = source !== '' && source !== '*';
  return !/^["']/.test(source) && (values === null ? /[$`]/.test(source) || !isOfLine : values.some(({glob}) => glob));
}

export function fixed(text: string, {start, end}: Span): Argument {
  return {start, end, values: [{text, glob: false}], prefix: text, isPipe: false, source: text, secrets: []};
}

export function unknownArgument({start, end}: Span, prefix = ''): Argument {
  return {start, end, values: null, prefix, isPipe: false, source: '', secrets: []};
}

/** Any name of a file below the working directory. */
export function someName({start, end}: Span): Argument {
  return {start, end, values: [{text: '*', glob: true}], prefix: '', isPipe: false, source: '*', secrets: []};
}

/** The part from `offset` on, as an argument of its own: the path in `--file=path`. */
export function tail(argument: Argument, offset: number): Argument {
  return {
    ...argument,
    values: argument.values?.map(({text, glob}) => ({text: text.slice(offset), glob})) ?? null,
    prefix: argument.prefix.slice(offset),
  };
}
