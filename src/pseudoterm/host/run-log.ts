/** The record of every run, also of refused ones: JSON lines in `COTTY_HOME/runs.jsonl`. Format: docs/spec/pseudoterm.md. */
import {existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {readPrivateFile, writePrivateFile} from '../../private/index.ts';
import type {JsonObject} from '../command.ts';
import {MAX_LINE} from '../protocol/split-words.ts';
import type {PseudoErrorCode} from '../pseudo-error.ts';
import type {FinishedRun, ParsedCommand, RunRequest} from '../run-protocol.ts';

export interface RunRecord {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly run_id: string;
  readonly command: string;
  readonly parsed_command: ParsedCommand | null;
  readonly exit_code: number;
  readonly duration_ms: number;
  /** Paths. */
  readonly artifacts: readonly string[];
  readonly error_code: PseudoErrorCode | null;
  /** First line of stderr when there is an error code. */
  readonly message: string | null;
  readonly caller: string;
  readonly workspace: string;
  readonly timeout_ms: number | null;
  /** The caller's word for what the line had asked about. */
  readonly confirmed: boolean;
  /** Null when none was given, or when it is too long for the line: then it is in `stdin_file`. */
  readonly stdin: string | null;
  readonly stdin_file: string | null;
  /** SHA-256 of the outcome; see section 8 of the specification. */
  readonly digest: string;
  readonly facts: JsonObject | null;
  /** The run that this one repeats. */
  readonly replay_of: string | null;
}

export interface RunScope {
  readonly workspace: string;
  readonly caller: string;
  readonly replayOf: string | null;
}

/** Where records go. The audit chain can take the place of the file. */
export interface RunRecordSink {
  append(record: RunRecord): void;
}

const LONGEST_STDIN = 65_536;
/** One more than a line may have, so that a repetition is refused as the run was. */
const LONGEST_COMMAND = MAX_LINE + 1;
const LARGEST_FILE = 16 * 1024 * 1024;

export class RunLog {
  readonly #file: string;
  readonly #older: string;
  readonly #artifacts: string;
  readonly #sink: RunRecordSink | undefined;

  constructor(home: string, artifacts: string, sink?: RunRecordSink) {
    this.#file = join(home, 'runs.jsonl');
    this.#older = join(home, 'runs.1.jsonl');
    this.#artifacts = artifacts;
    this.#sink = sink;
  }

  add(request: RunRequest, run: FinishedRun, scope: RunScope): RunRecord {
    const {result} = run;
    const isLong = (request.stdin?.length ?? 0) > LONGEST_STDIN;
    const record: RunRecord = {
      timestamp: new Date().toISOString(),
      run_id: result.run_id,
      command: hasHidden(run.parsed) ? `${run.parsed?.name} ***` : request.command.slice(0, LONGEST_COMMAND),
      parsed_command: run.parsed,
      exit_code: result.exit_code,
      duration_ms: run.durationMs,
      artifacts: result.artifacts.map(artifact => artifact.path),
      error_code: result.error_code,
      message: result.error_code && (result.stderr.split('\n')[0] ?? null),
      caller: scope.caller,
      workspace: scope.workspace,
      timeout_ms: request.timeout_ms ?? null,
      confirmed: request.confirm ?? false,
      stdin: isLong ? null : (request.stdin ?? null),
      stdin_file: isLong ? this.#keepStdin(result.run_id, request.stdin ?? '') : null,
      digest: run.digest,
      facts: run.facts,
      replay_of: scope.replayOf,
    };
    this.#rotate();
    writePrivateFile(this.#file, `${JSON.stringify(record)}\n`, {as: 'append'});
    this.#sink?.append(record);
    return record;
  }

  /** Undefined when the run is unknown, or too long ago. */
  find(runId: string): RunRecord | undefined {
    for (const file of [this.#file, this.#older]) {
      if (!existsSync(file)) continue;
      const line = readPrivateFile(file)
        .split('\n')
        .findLast(text => text.includes(`"run_id":"${runId}"`));
      if (line === undefined) continue;
      const record: RunRecord = JSON.parse(line);
      if (record.run_id === runId) return record;
    }
    return undefined;
  }

  /** The newest ones, the last one first. */
  newest(limit: number): readonly RunRecord[] {
    const lines: string[] = [];
    for (const file of [this.#file, this.#older]) {
      if (lines.length >= limit || !existsSync(file)) continue;
      const all = readPrivateFile(file).split('\n');
      lines.push(...all.filter(line => line !== '').reverse());
    }
    return lines.slice(0, limit).flatMap(line => recordIn(line) ?? []);
  }

  /** What to run to repeat it. */
  requestOf(record: RunRecord): RunRequest {
    const stdin = record.stdin_file === null ? record.stdin : keptStdin(record.stdin_file);
    return {
      command: record.command,
      ...(stdin !== null && {stdin}),
      ...(record.timeout_ms !== null && {timeout_ms: record.timeout_ms}),
    };
  }

  #keepStdin(runId: string, stdin: string): string {
    const folder = join(this.#artifacts, runId);
    mkdirSync(folder, {recursive: true, mode: 0o700});
    const path = join(folder, 'stdin.txt');
    writeFileSync(path, stdin, {mode: 0o600});
    return path;
  }

  #rotate(): void {
    const size = statSync(this.#file, {throwIfNoEntry: false})?.size ?? 0;
    if (size > LARGEST_FILE) renameSync(this.#file, this.#older);
  }
}

/** Undefined for a line that was cut short, as by a full disk. */
function recordIn(line: string): RunRecord | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function keptStdin(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  throw new CottyError(
    'not_supported',
    `What the run read from stdin is gone: ${path}.`,
    'Artifacts are kept for 30 days. Run the line again with its input.',
  );
}

function hasHidden(parsed: ParsedCommand | null): boolean {
  return parsed !== null && Object.values(parsed.flags).includes('***');
}
