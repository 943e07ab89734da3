/** What `cotty run` exits with and says when a command did not simply end. */
import {field, numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {wordsForPeople} from '../words-for-people.ts';

/** The command waits for input, and nobody here can give it. */
const NEEDS_INPUT = 123;
/** `timeout(1)` and `env(1)` use the same numbers for the same things. */
export const TIMED_OUT = 124;
export const COTTY_FAILED = 125;
const DENIED = 126;
/** 128 and the number of the signal, as shells count it. */
export const INTERRUPTED = 130;
export const NOBODY_READS = 141;
/** Of a stopped command, where its shell has no status of its own for that: SIGTSTP of Linux. */
const STOPPED = 148;

type RunValue = Readonly<Record<string, unknown>>;

export function exitCodeOf(value: RunValue): number {
  const exitCode = numberField(value, 'exit_code');
  switch (value.state) {
    case 'denied':
    case 'needs_confirmation':
    case 'needs_approval':
      return DENIED;
    case 'running':
      return wasMatched(value) ? 0 : TIMED_OUT;
    case 'awaiting_input':
    case 'secret_wanted':
    case 'tui':
      return wasMatched(value) ? 0 : value.timed_out === true ? TIMED_OUT : NEEDS_INPUT;
    case 'interrupted':
      return exitCode ?? INTERRUPTED;
    default:
      return exitCode ?? (value.suspended === true ? STOPPED : COTTY_FAILED);
  }
}

function wasMatched(value: RunValue): boolean {
  return value.via === 'until' && value.timed_out !== true;
}

/** Says why there is no exit code, when there is none, and what to do next. */
export function explain(value: RunValue, output: Output, {isPiped}: {readonly isPiped: boolean}): void {
  const refusal = textField(field(value, 'refusal'), 'message');
  if (refusal !== '') {
    tell(output, refusal, wordsForPeople(textField(value, 'hint')));
    return;
  }
  const what = unfinished(value, isPiped);
  if (what === undefined) {
    if (value.suspended === true) tellStopped(textField(value, 'session_id'), output);
    return;
  }
  const isOver = value.state === 'shell_exited' || value.state === 'lost' || value.state === 'completed';
  const session = textField(value, 'session_id');
  if (isPiped && value.state === 'awaiting_input') {
    tellPiped(what, session, output);
    return;
  }
  tell(
    output,
    what,
    isOver ? `It can still be read with: cotty read ${session}` : `Go on with: cotty attach ${session}`,
  );
}

function tellPiped(what: string, session: string, output: Output): void {
  tell(
    output,
    `${what}, and what is piped into \`cotty run\` does not reach it`,
    `Make the pipe part of it: cotty run -- "make-data | COMMAND"\n  Go on with: cotty attach ${session}`,
  );
}

/** It looks as a job of the shell that one stands in, and is none. */
function tellStopped(session: string, output: Output): void {
  tell(output, `the command is stopped, in ${session}`, `Let it go on with: cotty run -s ${session} -- fg`);
}

/** A sentence on stderr, and below it what to do. */
export function tell(output: Output, what: string, hint: string): void {
  output.complain(`cotty: ${what}\n  ${hint}`);
}

function unfinished(value: RunValue, isPiped: boolean): string | undefined {
  switch (value.state) {
    case 'running':
      if (value.via === 'until') return undefined;
      if (value.blocked_on_tty_read !== true) return 'the command still runs';
      return isPiped
        ? 'the command still runs, and reads its terminal: what is piped into `cotty run` does not reach it'
        : 'the command still runs, and reads its terminal';
    case 'awaiting_input':
      return 'the command waits for input';
    case 'secret_wanted':
      return 'the command asks for a secret';
    case 'tui':
      return 'the command uses the whole screen';
    case 'lost':
      return 'the session was lost';
    case 'shell_exited':
      return /the shell ended by SIG\w+/.exec(textField(value, 'hint'))?.[0] ?? 'the shell ended';
    default:
      if (value.exit_code !== null || value.suspended === true) return undefined;
      return 'the command ended; its exit code is not known';
  }
}
