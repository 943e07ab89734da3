/** Runs command lines and file operations for many callers, each workspace in its own restricted processes, all recorded. */
import {existsSync, readFileSync, realpathSync} from 'node:fs';
import {join, resolve, sep} from 'node:path';
import {CottyError} from '../../core/index.ts';
import {usePrivateFolder} from '../../private/index.ts';
import {ocrFolder} from '../documents/ocr/ocr-packages.ts';
import type {FileOperation, FileReply} from '../files/file-operations.ts';
import type {Completion} from '../protocol/complete-line.ts';
import {newRunId} from '../run-line.ts';
import type {ExecResult, FinishedRun, RunRequest} from '../run-protocol.ts';
import type {Writes} from '../runner-messages.ts';
import {endedRun} from './ended-run.ts';
import {pruneArtifacts} from './prune-artifacts.ts';
import {Questions} from './questions.ts';
import {RunLog, type RunRecord, type RunRecordSink} from './run-log.ts';
import type {RunnerProgram} from './runner-command.ts';
import {RunnerPool} from './runner-pool.ts';
import {listSkills, readSkill, type SkillFacts, type SkillText, shippedSkills} from './skills.ts';
import {closedIn, workspaceOf} from './workspace.ts';

export interface PseudoTerminalHostOptions {
  /** `COTTY_HOME`: artifacts, run log. */
  readonly home: string;
  /** The folder of every caller; default is each caller's own. */
  readonly workspace?: string | undefined;
  /** Commands of your own: a program that calls `serveRunner`. */
  readonly program?: RunnerProgram | undefined;
  /** Gets a copy of every record. */
  readonly records?: RunRecordSink | undefined;
  /** Processes without work end after this long; 0 keeps them. Default ten minutes. */
  readonly idleMs?: number | undefined;
}

export interface CallScope {
  /** The folder the caller works in. */
  readonly cwd?: string | undefined;
  /** Name for the record. */
  readonly caller?: string | undefined;
  /** A run that would replace files asks first (`NeedsConfirmation`), as the file tools do. Default: its flags are word enough. */
  readonly asks?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Replay {
  readonly before: RunRecord;
  readonly result: ExecResult;
  /** Exit code, error word, stdout, stderr and result are what they were. */
  readonly isSame: boolean;
}

interface RunPlan {
  readonly workspace: string;
  readonly replayOf: string | null;
  readonly writes: Writes;
  readonly answered: string | null;
}

/** Workspaces with living processes at once. */
const MOST_POOLS = 4;

export class PseudoTerminalHost implements AsyncDisposable {
  readonly home: string;
  /** The skills that ship with cotty. */
  readonly skillsFolder = shippedSkills();
  readonly #options: PseudoTerminalHostOptions;
  readonly #artifacts: string;
  readonly #log: RunLog;
  /** By workspace, the latest used last. */
  readonly #pools = new Map<string, RunnerPool>();
  readonly #questions = new Questions();
  readonly #idleTimers = new Map<string, NodeJS.Timeout>();

  constructor(options: PseudoTerminalHostOptions) {
    this.#options = options;
    this.home = options.home;
    const artifacts = join(options.home, 'artifacts');
    usePrivateFolder(artifacts);
    this.#artifacts = realpathSync(artifacts);
    void pruneArtifacts(this.#artifacts);
    this.#log = new RunLog(options.home, this.#artifacts, options.records);
  }

  /** Every refusal and failure of the command is a result. Throws `spawn_failed`, `invalid_argument` for the workspace. */
  async exec(request: RunRequest, scope: CallScope = {}): Promise<ExecResult> {
    const workspace = this.workspace(scope);
    const about = `${workspace}\0${scope.caller}\0run\0${request.command}`;
    const answered = request.confirm ? this.#questions.answer(about) : null;
    const plan = {workspace, replayOf: null, writes: scope.asks ? 'asking' : 'real', answered} as const;
    const {result} = await this.#run(request, scope, plan);
    const question = result.error_code === 'NeedsConfirmation' ? result.result?.question : undefined;
    if (typeof question === 'string') this.#questions.ask(about, question);
    return result;
  }

  /** Runs a recorded line again in the workspace it had, without writing files. Throws `invalid_argument` for an unknown run. */
  async replay(runId: string, scope: CallScope = {}): Promise<Replay> {
    const before = this.#log.find(runId);
    if (!before)
      throw new CottyError(
        'invalid_argument',
        `There is no record of a run ${runId}.`,
        'Run ids are in COTTY_HOME/runs.jsonl.',
      );
    if (Object.values(before.parsed_command?.flags ?? {}).includes('***'))
      throw new CottyError('not_supported', 'The line held a secret, which was not recorded.', 'Run it again by hand.');
    const workspace = workspaceOf(before.workspace, this.home);
    const run = await this.#run(this.#log.requestOf(before), scope, {
      workspace,
      replayOf: runId,
      writes: replayWrites(before),
      answered: null,
    });
    return {before, result: run.result, isSame: run.digest === before.digest};
  }

  /** Runs that are on record, the last one first. */
  runs(limit: number): readonly RunRecord[] {
    return this.#log.newest(limit);
  }

  /** An artifact that a run on record has left. Throws `invalid_argument` for any other file, and for one that is gone. */
  artifact(runId: string, path: string): Uint8Array {
    const isIts = this.#log.find(runId)?.artifacts.includes(path) && resolve(path).startsWith(this.#artifacts + sep);
    if (isIts && existsSync(path)) return readFileSync(path);
    throw new CottyError(
      'invalid_argument',
      `The run ${runId} has left no ${path}, or it is gone.`,
      'Artifacts are kept for 30 days.',
    );
  }

  async file(operation: FileOperation, scope: CallScope = {}): Promise<FileReply> {
    const workspace = this.workspace(scope);
    const about = `${workspace}\0${scope.caller}\0${operation.type}\0${operation.path}`;
    const answered = 'confirmed' in operation && operation.confirmed ? this.#questions.answer(about) : null;
    const answer = await this.#pool(workspace).ask({type: 'file', operation, answered}, scope.signal);
    if (answer.type === 'file') {
      if (answer.reply.type === 'needs_confirmation') this.#questions.ask(about, answer.reply.question);
      return answer.reply;
    }
    if (answer.type === 'ended') {
      const {result} = await endedRun(answer.end, '', 0);
      return {type: 'refused', code: result.error_code ?? 'CommandFailed', message: result.stderr.trim()};
    }
    throw new CottyError(
      'internal',
      'The runner answered another question.',
      'This is a fault in cotty; please report it.',
    );
  }

  async complete(line: string, scope: CallScope = {}): Promise<Completion> {
    const answer = await this.#pool(this.workspace(scope)).ask({type: 'complete', line}, scope.signal);
    return answer.type === 'completed' ? answer : {candidates: [], word: ''};
  }

  /** Starts the processes of a workspace before they are needed. */
  async warm(scope: CallScope = {}): Promise<void> {
    await this.#pool(this.workspace(scope)).warm();
  }

  skills(scope: CallScope = {}): readonly SkillFacts[] {
    return listSkills({home: this.home, workspace: this.workspace(scope)});
  }

  /** Throws `invalid_argument` naming the nearest. */
  skill(name: string, scope: CallScope = {}): SkillText {
    return readSkill({home: this.home, workspace: this.workspace(scope)}, name);
  }

  /** Real path of the folder that a caller works in. */
  workspace(scope: CallScope): string {
    return workspaceOf(this.#options.workspace ?? scope.cwd, this.home);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const workspace of [...this.#pools.keys()]) this.#drop(workspace);
  }

  async #run(request: RunRequest, scope: CallScope, plan: RunPlan): Promise<FinishedRun> {
    const {workspace, replayOf, writes, answered} = plan;
    const runId = newRunId();
    const startedAt = performance.now();
    const answer = await this.#pool(workspace).ask({type: 'run', runId, request, writes, answered}, scope.signal);
    const run =
      answer.type === 'ran'
        ? answer.run
        : await endedRun(
            answer.type === 'ended'
              ? answer.end
              : {type: 'crashed', message: 'it answered another question', parsed: null},
            runId,
            Math.round(performance.now() - startedAt),
          );
    this.#log.add(request, run, {workspace, caller: scope.caller ?? 'unknown', replayOf});
    return run;
  }

  #newPool(workspace: string): RunnerPool {
    const home = realpathSync(this.home);
    const setup = {workspace, artifacts: this.#artifacts, closed: [home, ...closedIn(home)], packages: ocrFolder(home)};
    return new RunnerPool(setup, this.#options.program);
  }

  #pool(workspace: string): RunnerPool {
    const pool = this.#pools.get(workspace) ?? this.#newPool(workspace);
    this.#pools.delete(workspace);
    this.#pools.set(workspace, pool);
    this.#restartIdleTimer(workspace);
    const [oldest] = this.#pools.keys();
    if (this.#pools.size > MOST_POOLS && oldest !== undefined) this.#drop(oldest);
    return pool;
  }

  #restartIdleTimer(workspace: string): void {
    clearTimeout(this.#idleTimers.get(workspace));
    const {idleMs = 600_000} = this.#options;
    if (idleMs > 0) this.#idleTimers.set(workspace, setTimeout(() => this.#drop(workspace), idleMs).unref());
  }

  #drop(workspace: string): void {
    clearTimeout(this.#idleTimers.get(workspace));
    this.#idleTimers.delete(workspace);
    const pool = this.#pools.get(workspace);
    this.#pools.delete(workspace);
    pool?.[Symbol.dispose]();
  }
}

function replayWrites({error_code}: RunRecord): Writes {
  if (error_code === null) return 'dry';
  return error_code === 'NeedsConfirmation' ? 'dry-asking' : 'dry-checked';
}
