/** What goes into a run and what comes out: the wire format, in snake_case on every surface. */
import type {
  ArgumentValue,
  Artifact,
  ArtifactSink,
  Capability,
  FileAccess,
  JsonObject,
  ResourceLimits,
} from './command.ts';
import type {PseudoErrorCode} from './pseudo-error.ts';

export interface RunRequest {
  /** One line. */
  readonly command: string;
  readonly stdin?: string | undefined;
  /** Clipped to what the builtin and the host allow. */
  readonly timeout_ms?: number | undefined;
  /** The caller's word for what the same line asked about before. */
  readonly confirm?: boolean | undefined;
}

export interface ExecResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly result: JsonObject | null;
  readonly artifacts: readonly Artifact[];
  readonly run_id: string;
  readonly error_code: PseudoErrorCode | null;
  /** True when stdout, stderr or result were cut; the whole text is an artifact. */
  readonly truncated: boolean;
}

/** What the line was understood as; null when it was not. Hidden values are `***`. */
export interface ParsedCommand {
  readonly name: string;
  readonly flags: Readonly<Record<string, ArgumentValue>>;
  readonly positionals: Readonly<Record<string, ArgumentValue>>;
}

/** A run with what its record needs beside the result. */
export interface FinishedRun {
  readonly result: ExecResult;
  readonly parsed: ParsedCommand | null;
  readonly durationMs: number;
  /** Of the uncut outcome, artifacts and run id left out: equal digests mean an equal answer. */
  readonly digest: string;
  /** Fields of `result` that the builtin wants recorded. */
  readonly facts: JsonObject | null;
}

/** What a run may use. Injected: a browser has its own. */
export interface RunHost {
  readonly files: FileAccess;
  readonly artifactsOf: (runId: string) => ArtifactSink;
  /** Folder with a `node_modules` of what was installed for some commands; it need not exist. */
  readonly packages?: string;
  /** Called when a command is done, before its outcome counts: may still refuse with a {@link PseudoError}. */
  readonly settle?: (() => Promise<void>) | undefined;
  /** Default `read` and `write`. */
  readonly capabilities?: readonly Capability[];
  /** Lowers the limits of every builtin. */
  readonly limits?: Partial<ResourceLimits>;
}

/** Longest texts in an answer, in characters; the rest goes to artifacts. */
export const answerCaps = {stdout: 32_768, stderr: 8_192, result: 65_536} as const;
