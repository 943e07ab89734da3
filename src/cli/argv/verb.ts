/** The shape of a verb of the command line. Help, completion and the generated reference come from it. */
import type {Output} from './output.ts';

/**
 * What belongs in a place of the command line, for completion: one of these words, or something of a kind.
 * A `recording` is of a session that lives or has lived, `ended` of one that has; a `command` is a program or builtin with its own words.
 */
export type Place =
  | readonly string[]
  | 'verb'
  | 'session'
  | 'recording'
  | 'ended'
  | 'key'
  | 'file'
  | 'folder'
  | 'command';

export interface OptionSpec {
  readonly type: 'boolean' | 'string' | 'number' | 'strings';
  /** Placeholder shown in help, e.g. `SECONDS`. */
  readonly value?: string;
  readonly short?: string;
  readonly about: string;
  /** What it says without a value, which then follows only after `=`. */
  readonly bare?: string;
  /** What its value is. */
  readonly place?: Place;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type ValueOf<Spec extends OptionSpec> = Spec['type'] extends 'boolean'
  ? boolean
  : Spec['type'] extends 'number'
    ? number
    : Spec['type'] extends 'strings'
      ? readonly string[]
      : string;

export type OptionValues<Specs extends OptionSpecs> = {readonly [Name in keyof Specs]?: ValueOf<Specs[Name]>};

/** What an option holds once it is read. */
export type OptionValue = boolean | number | string | readonly string[];

export interface VerbCall<Options> {
  readonly options: Options;
  /** Words that are not options. */
  readonly words: readonly string[];
  /** Words after `--`, untouched; undefined without `--`. */
  readonly rest: readonly string[] | undefined;
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
  /** The others, for help and completion. */
  readonly verbs: EverydayVerbs;
}

/** The everyday verbs, as a verb sees them. */
export interface EverydayVerbs {
  readonly summaries: Readonly<Record<string, {readonly summary: string}>>;
  /** Undefined when no everyday verb has that name. */
  load(name: string): Promise<AnyVerb | undefined>;
}

export interface Verb<Specs extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  /** What follows the verb, e.g. `[--session S] -- COMMAND…`. */
  readonly usage: string;
  /** More to read in its help. */
  readonly details?: string;
  readonly options: Specs;
  /** Fewest and most words it takes. */
  readonly words: readonly [number, number];
  /** What these words are; the last place is that of all further words too. */
  readonly places?: readonly Place[];
  /** What follows after `--`. */
  readonly rest?: Place;
  /** It prints what is no value, so that `--json` is none of its options. */
  readonly hasNoValue?: boolean;
  /** Exit code when cotty itself fails; 1 unless the verb promises another. */
  readonly failureCode?: number;
  /** Resolves to the exit code. */
  run(call: VerbCall<OptionValues<Specs>>): Promise<number>;
}

/** A call before the verb's own option types are put on it. */
export type AnyVerbCall = VerbCall<Readonly<Record<string, OptionValue>>>;

/** A verb with its option types forgotten. */
export interface DefinedVerb extends Omit<Verb, 'run'> {
  run(call: AnyVerbCall): Promise<number>;
}

/** A verb as the command line offers it: what its one line in a list says belongs to it too. */
export interface AnyVerb extends DefinedVerb {
  readonly summary: string;
}

/** Ties the types of the options to what `run` receives. */
export function defineVerb<const Specs extends OptionSpecs>(verb: Verb<Specs>): DefinedVerb {
  // The parser fills `options` from `verb.options`, so the values have exactly these types.
  return {...verb, run: call => verb.run(call as VerbCall<OptionValues<Specs>>)};
}
