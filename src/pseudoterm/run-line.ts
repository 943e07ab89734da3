/** One run from line to result. Everything that goes wrong becomes a result with the protocol's word for it. */
import {encodeId} from '../core/index.ts';
import {capAnswer} from './cap-answer.ts';
import {type AnyBuiltin, type BuiltinOutcome, defaultLimits, type ResourceLimits} from './command.ts';
import {countedFiles} from './counted-files.ts';
import {CountingSink} from './counting-sink.ts';
import {digestOutcome} from './digest-outcome.ts';
import {builtinHelp} from './protocol/help-text.ts';
import {type ParsedLine, parseLine} from './protocol/parse-line.ts';
import {exitCodeOf, isPseudoError, PseudoError} from './pseudo-error.ts';
import type {FinishedRun, ParsedCommand, RunHost, RunRequest} from './run-protocol.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Default: a new one. */
  readonly runId?: string;
  /** Told when the line is understood and the builtin is about to begin. */
  readonly onStart?: (parsed: ParsedCommand, limits: ResourceLimits) => void;
}

/** `r-` and 16 characters of Crockford base32: 80 random bits. */
export function newRunId(): string {
  return `r-${encodeId(crypto.getRandomValues(new Uint8Array(16)))}`;
}

export async function runLine(
  builtins: readonly AnyBuiltin[],
  request: RunRequest,
  host: RunHost,
  options: RunOptions = {},
): Promise<FinishedRun> {
  const startedAt = performance.now();
  const runId = options.runId ?? newRunId();
  let parsed: ParsedLine | null = null;
  let limits: ResourceLimits = defaultLimits;
  let outcome: Ended;
  const sink = new CountingSink(() => host.artifactsOf(runId));
  try {
    parsed = parseLine(request.command, builtins);
    limits = limitsOf(parsed.builtin, host, request);
    sink.limitBytes = limits.outputBytes;
    outcome = {...(await runParsed(parsed, builtins, {request, host, limits, sink, options})), error: null};
  } catch (error) {
    outcome = {...toOutcome(error), error: isPseudoError(error) ? error.code : 'CommandFailed'};
  }
  const {answer, truncated} = await capAnswer(outcome, sink);
  return {
    result: {
      exit_code: outcome.exitCode ?? 0,
      ...answer,
      artifacts: sink.kept,
      run_id: runId,
      error_code: outcome.error,
      truncated,
    },
    parsed: parsed && recordOf(parsed),
    durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    digest: await digestOutcome(outcome, runId),
    facts: parsed && recordedFacts(parsed.builtin, outcome),
  };
}

type Ended = BuiltinOutcome & {readonly error: FinishedRun['result']['error_code']};

interface Scope {
  readonly request: RunRequest;
  readonly host: RunHost;
  readonly limits: ResourceLimits;
  readonly sink: CountingSink;
  readonly options: RunOptions;
}

async function runParsed(parsed: ParsedLine, builtins: readonly AnyBuiltin[], scope: Scope): Promise<BuiltinOutcome> {
  const {builtin} = parsed;
  if (parsed.wantsHelp) return {stdout: `${builtinHelp(builtin)}\n`};
  const granted = scope.host.capabilities ?? ['read', 'write'];
  const missing = builtin.capabilities.filter(capability => !granted.includes(capability));
  if (missing.length > 0)
    throw new PseudoError(
      'NotSupported',
      `"${builtin.name}" needs ${missing.join(', ')}, which this host does not grant.`,
      {
        platform: 'host',
        format: missing.join(', '),
      },
    );
  const stdin = scope.request.stdin ?? null;
  if (stdin !== null && utf8Length(stdin) > scope.limits.inputBytes)
    throw new PseudoError('LimitExceeded', `stdin has more than ${scope.limits.inputBytes} bytes.`);
  scope.options.onStart?.(recordOf(parsed), scope.limits);
  const outcome = await withinTime(scope, async signal => {
    const done = await builtin.run({
      flags: parsed.flags,
      positionals: parsed.positionals,
      stdin,
      files: countedFiles(scope.host.files, scope.sink, {signal, inputBytes: scope.limits.inputBytes}),
      artifacts: scope.sink,
      packages: scope.host.packages,
      signal,
      limits: scope.limits,
      builtins,
    });
    await scope.host.settle?.();
    return done;
  });
  scope.sink.count(utf8Length(outcome.stdout ?? '') + utf8Length(outcome.stderr ?? ''));
  return outcome;
}

/** Ends the wait at the limit. Code that never yields is for the host to kill. */
async function withinTime<T>({limits, options}: Scope, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const {promise: ended, reject} = Promise.withResolvers<never>();
  const end = (message: string) => {
    const error = new PseudoError('Timeout', message);
    reject(error);
    stop.abort(error);
  };
  const onAbort = () => end('The caller gave up.');
  const timer = setTimeout(() => end(`Not done within ${limits.timeMs} ms.`), limits.timeMs);
  options.signal?.addEventListener('abort', onAbort, {once: true});
  if (options.signal?.aborted) onAbort();
  try {
    return await Promise.race([ended, task(stop.signal)]);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
  }
}

function limitsOf(builtin: AnyBuiltin, host: RunHost, request: RunRequest): ResourceLimits {
  const declared = {...defaultLimits, ...builtin.resourceLimits};
  const most = {...declared, ...host.limits};
  const timeMs = Math.min(declared.timeMs, most.timeMs, Math.max(1, request.timeout_ms ?? Infinity));
  return {
    inputBytes: Math.min(declared.inputBytes, most.inputBytes),
    outputBytes: Math.min(declared.outputBytes, most.outputBytes),
    memoryBytes: Math.min(declared.memoryBytes, most.memoryBytes),
    timeMs,
  };
}

function toOutcome(error: unknown): BuiltinOutcome {
  if (isPseudoError(error))
    return {exitCode: exitCodeOf[error.code], stderr: `${error.code}: ${error.message}\n`, result: error.details};
  const message = error instanceof Error ? error.message : String(error);
  return {exitCode: exitCodeOf.CommandFailed, stderr: `CommandFailed: ${message}\n`, result: null};
}

function recordOf({builtin, flags, positionals}: ParsedLine): ParsedCommand {
  const hidden = builtin.audit?.hiddenFlags ?? [];
  const shown = Object.entries(flags).filter(([, value]) => value !== undefined && value !== false);
  return {
    name: builtin.name,
    flags: Object.fromEntries(shown.map(([name, value]) => [name, hidden.includes(name) ? '***' : value])),
    positionals,
  };
}

function recordedFacts(builtin: AnyBuiltin, {result}: BuiltinOutcome): FinishedRun['facts'] {
  const names = builtin.audit?.resultFields ?? [];
  if (!result || names.length === 0) return null;
  return Object.fromEntries(names.flatMap(name => (result[name] === undefined ? [] : [[name, result[name]]])));
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
