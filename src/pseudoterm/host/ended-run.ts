import {digestOutcome} from '../digest-outcome.ts';
import {exitCodeOf, type PseudoErrorCode} from '../pseudo-error.ts';
import type {FinishedRun} from '../run-protocol.ts';
import type {RunnerEnd} from './runner-process.ts';

/** The result of a run whose process did not live to give one. */
export async function endedRun(end: RunnerEnd, runId: string, durationMs: number): Promise<FinishedRun> {
  const {code, message} = explain(end);
  const stderr = `${code}: ${message}\n`;
  return {
    result: {
      exit_code: exitCodeOf[code],
      stdout: '',
      stderr,
      result: null,
      artifacts: [],
      run_id: runId,
      error_code: code,
      truncated: false,
    },
    parsed: end.parsed,
    durationMs,
    digest: await digestOutcome({exitCode: exitCodeOf[code], stderr, error: code}, runId),
    facts: null,
  };
}

function explain(end: RunnerEnd): {readonly code: PseudoErrorCode; readonly message: string} {
  switch (end.type) {
    case 'timeout':
      return {code: 'Timeout', message: `Not done within ${end.limits?.timeMs ?? 30_000} ms; the runner was stopped.`};
    case 'abandoned':
      return {code: 'Timeout', message: 'The caller gave up; the runner was stopped.'};
    case 'memory': {
      const limit = end.limits ? `${Math.round(end.limits.memoryBytes / 1024 / 1024)} MiB` : 'its limit';
      return {code: 'LimitExceeded', message: `The run needed more memory than ${limit}; the runner was stopped.`};
    }
    case 'crashed':
      return {code: 'CommandFailed', message: `The runner ended: ${end.message}`};
    default:
      return end satisfies never;
  }
}
