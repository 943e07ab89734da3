/**
 * The shape of a builtin: one command of the pseudo-terminal, its declaration and its code. Help, completion, argument
 * checks, limits and the run record come from the declaration. No `node:*` here: registries run in browsers too.
 */

/** What a builtin may do. A host that grants less refuses the builtin before it starts. */
export type Capability = 'read' | 'write' | 'network' | 'high-risk';

/** Ceilings of one run. A host may lower them, never raise them. */
export interface ResourceLimits {
  /** Most bytes of one input file, and of stdin. */
  readonly inputBytes: number;
  /** Most bytes a run may produce in all: stdout, stderr, result, files and artifacts together. */
  readonly outputBytes: number;
  readonly timeMs: number;
  /** Resident memory of the runner during the run. */
  readonly memoryBytes: number;
}

interface ArgumentBase {
  /** One line for help. */
  readonly about: string;
  /** Placeholder in the usage line, e.g. `PATH`; default from the type. */
  readonly value?: string;
  readonly required?: boolean;
}

export type ArgumentSpec =
  | (ArgumentBase & {readonly type: 'string'; readonly default?: string})
  /** A path inside the workspace; resolving and confining is the work of {@link FileAccess}. */
  | (ArgumentBase & {readonly type: 'path'; readonly default?: string})
  /** `--name`, `--name=true` or `--name=false`; never takes the next word. Flags only. */
  | (ArgumentBase & {readonly type: 'boolean'; readonly default?: boolean})
  /** A decimal integer, inclusive bounds. */
  | (ArgumentBase & {readonly type: 'int'; readonly min?: number; readonly max?: number; readonly default?: number})
  | (ArgumentBase & {readonly type: 'choice'; readonly choices: readonly string[]; readonly default?: string});

/** A positional may gather all that remain; only the last one, and never a boolean. */
export type PositionalSpec = Exclude<ArgumentSpec, {readonly type: 'boolean'}> & {readonly variadic?: boolean};

/** By name without dashes: `{'max-chars': {type: 'int', …}}`. */
export type FlagSpecs = Readonly<Record<string, ArgumentSpec>>;
/** By name, in order. */
export type PositionalSpecs = Readonly<Record<string, PositionalSpec>>;

type Scalar<Spec extends ArgumentSpec> = Spec extends {readonly type: 'boolean'}
  ? boolean
  : Spec extends {readonly type: 'int'}
    ? number
    : Spec extends {readonly type: 'choice'; readonly choices: readonly (infer Choice)[]}
      ? Choice
      : string;

/** `undefined` only when the argument is neither required nor has a default; a boolean is false when absent. */
type Given<Spec extends ArgumentSpec> = Spec extends {readonly variadic: true}
  ? readonly Scalar<Spec>[]
  : Spec extends {readonly required: true} | {readonly default: unknown} | {readonly type: 'boolean'}
    ? Scalar<Spec>
    : Scalar<Spec> | undefined;

export type ArgumentValues<Specs extends Readonly<Record<string, ArgumentSpec>>> = {
  readonly [Name in keyof Specs]: Given<Specs[Name]>;
};

export type ArgumentValue = string | number | boolean | readonly (string | number | boolean)[] | undefined;

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

export interface FileFacts {
  /** Relative to the workspace, with `/`; absolute for artifacts. */
  readonly path: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
  readonly sizeBytes: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

/**
 * Files as a builtin sees them. Paths are relative to the workspace (or absolute inside it); every method throws
 * `PathDenied` for a path that leads out of it by `..`, a symbolic link or otherwise, and for device files. Artifacts of
 * earlier runs can be read by the path that was reported, never written. Missing files are `CommandFailed`.
 */
export interface FileAccess {
  /** The whole file. `LimitExceeded` above `maxBytes` (default: the run's `inputBytes`). */
  read(path: string, options?: {readonly maxBytes?: number}): Promise<Uint8Array>;
  /** Null when there is nothing. Symbolic links inside the workspace are followed. */
  stat(path: string): Promise<FileFacts | null>;
  /** Entries of one directory, sorted by name; links are not followed. */
  list(path: string): Promise<readonly FileFacts[]>;
  /** Atomic: the file is complete or untouched. Makes missing parents. Refuses to replace a file without `overwrite`. */
  write(path: string, content: Uint8Array | string, options?: {readonly overwrite?: boolean}): Promise<FileFacts>;
  /** With missing parents; nothing happens when it exists. */
  makeDirectory(path: string): Promise<void>;
}

export interface Artifact {
  /** Absolute where there is a file system. */
  readonly path: string;
  readonly mime: string;
  readonly description: string;
}

/** Keeps what is too long to answer with, under `COTTY_HOME/artifacts/<run_id>/`. */
export interface ArtifactSink {
  /** `name` is a plain file name; one that is taken gets a number. */
  add(artifact: {
    readonly name: string;
    readonly mime: string;
    readonly description: string;
    readonly content: Uint8Array | string;
  }): Promise<Artifact>;
}

export interface BuiltinContext<Flags = FlagSpecs, Positionals = PositionalSpecs> {
  readonly flags: Flags;
  readonly positionals: Positionals;
  /** Null when the caller gave none. */
  readonly stdin: string | null;
  readonly files: FileAccess;
  readonly artifacts: ArtifactSink;
  /** Folder with a `node_modules` of what was installed for some commands, where the host has one; it need not exist. */
  readonly packages?: string | undefined;
  /** Aborted at the time limit or when the caller gives up; check it in long loops. */
  readonly signal: AbortSignal;
  /** What this run really gets: the declaration, lowered by the host. */
  readonly limits: ResourceLimits;
  /** Every builtin registered beside this one, sorted by name. */
  readonly builtins: readonly AnyBuiltin[];
}

/** What a builtin comes back with. Long text may be returned whole: the caller caps it and keeps the rest as an artifact. */
export interface BuiltinOutcome {
  /** Default 0. */
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly result?: JsonObject | null;
}

export interface Builtin<Flags extends FlagSpecs = FlagSpecs, Positionals extends PositionalSpecs = PositionalSpecs> {
  /** One or two words, e.g. `hash` or `doc extract`: lower case letters, digits, dashes. */
  readonly name: string;
  /** One line, lower case, no full stop. */
  readonly summary: string;
  /** More to read in `help NAME`. */
  readonly details?: string;
  readonly flags?: Flags;
  readonly positionals?: Positionals;
  /** It reads stdin when no file is named by --in or by a path. */
  readonly readsStdin?: boolean;
  /** Full command lines for help. */
  readonly examples?: readonly string[];
  /** Empty for a builtin that only computes. */
  readonly capabilities: readonly Capability[];
  /** What is left out has the defaults of {@link defaultLimits}. */
  readonly resourceLimits?: Partial<ResourceLimits>;
  /** What the run record keeps beside the common fields. */
  readonly audit?: {
    /** Top-level keys of `result` that are recorded. */
    readonly resultFields?: readonly string[];
    /** Flags whose values are recorded as `***`. */
    readonly hiddenFlags?: readonly string[];
  };
  /** Resolves to an outcome; throws {@link PseudoError}. Anything else that is thrown becomes `CommandFailed`. */
  run(context: BuiltinContext<ArgumentValues<Flags>, ArgumentValues<Positionals>>): Promise<BuiltinOutcome>;
}

type AnyContext = BuiltinContext<Readonly<Record<string, ArgumentValue>>, Readonly<Record<string, ArgumentValue>>>;

/** A builtin with its argument types forgotten, as the registry holds it. */
export interface AnyBuiltin extends Omit<Builtin, 'run'> {
  run(context: AnyContext): Promise<BuiltinOutcome>;
}

/** For what a declaration leaves out: 64 MiB in, 64 MiB out, 30 s, 512 MiB. */
export const defaultLimits: ResourceLimits = {
  inputBytes: 64 * 1024 * 1024,
  outputBytes: 64 * 1024 * 1024,
  timeMs: 30_000,
  memoryBytes: 512 * 1024 * 1024,
};

/** Ties the argument declarations to what `run` receives. */
export function defineBuiltin<const Flags extends FlagSpecs, const Positionals extends PositionalSpecs>(
  builtin: Builtin<Flags, Positionals>,
): AnyBuiltin {
  // The parser fills both records from these very declarations, so the values have exactly these types.
  return {
    ...builtin,
    run: context => builtin.run(context as BuiltinContext<ArgumentValues<Flags>, ArgumentValues<Positionals>>),
  };
}
