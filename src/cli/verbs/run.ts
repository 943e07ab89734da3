import {type CottyError, isCottyError} from '../../core/index.ts';
import {type Client, openClient, refuseOwnSession} from '../client.ts';
import {loadConfig} from '../config.ts';
import {locateHome} from '../home.ts';
import {numberField, textField} from '../json-fields.ts';
import type {Output} from '../output.ts';
import {usageError} from '../parse-words.ts';
import {quoteWords} from '../quote-words.ts';
import {defineVerb} from '../verb.ts';

/** `timeout(1)` and `env(1)` use the same numbers for the same things. */
const TIMED_OUT = 124;
const COTTY_FAILED = 125;
const DENIED = 126;

/** Of a long output, read at once. */
const PIECE_BYTES = 1_000_000;

export const runVerb = defineVerb({
  name: 'run',
  summary: 'run a command in a session; exits with its exit code',
  usage: '[--session S] [--timeout SECONDS] -- COMMAND…',
  details: [
    'One word is a command line for the shell; several words reach the command exactly as they are.',
    'Prints the output and exits with the exit code of the command: 124 when it still runs after the timeout',
    '(it goes on running), 125 when cotty failed, 126 when it was denied.',
  ].join('\n'),
  options: {
    session: {
      type: 'string',
      short: 's',
      value: 'S',
      about: 'id, unique prefix or name; default is the one opened last, unless busy',
    },
    timeout: {type: 'number', value: 'SECONDS', about: 'wait this long; default from the configuration (30)'},
    until: {type: 'string', value: 'PATTERN', about: 'stop waiting once the output matches this regular expression'},
    confirm: {type: 'boolean', about: 'confirm a command that asks for it'},
  },
  words: [0, 0],
  failureCode: COTTY_FAILED,
  async run({options, rest, output, env}) {
    if (!rest || rest.length === 0) throw usageError(runVerb, 'The command is missing; it follows after --');
    refuseOwnSession(options.session, env);
    const config = await loadConfig({home: locateHome(env), env, cwd: process.cwd()});
    using client = await openClient(env);
    using interrupts = forwardInterrupts(client, options.session);
    const {session, timeout = config.session.default_timeout, ...others} = options;
    const command = rest.length === 1 ? rest[0] : quoteWords(rest);
    const onProgress = () => interrupts.arm();
    const call = () =>
      client.call(
        'run_command',
        {command, timeout, ...(session !== undefined && {session_id: session}), ...others},
        {onProgress},
      );
    const {value} = await call().catch(async error => {
      if (session !== undefined || !isCottyError(error, 'session_busy')) throw error;
      await openBeside(client, error, output);
      return call();
    });
    if (output.isJson) output.value(value);
    else await printResult(client, value, output);
    return exitCodeOf(value);
  },
});

/** Nobody named the session that is busy, so another one serves as well, and for what comes next too. */
async function openBeside(client: Client, busy: CottyError, output: Output): Promise<void> {
  const {value} = await client.call('manage_session', {action: 'create', cwd: process.cwd()});
  output.complain(`cotty: ${busy.message}\n  This runs in a new session: ${textField(value, 'session_id')}`);
}

function exitCodeOf(value: Readonly<Record<string, unknown>>): number {
  const exitCode = numberField(value, 'exit_code');
  switch (value.state) {
    case 'denied':
    case 'needs_confirmation':
    case 'needs_approval':
      return DENIED;
    case 'running':
    case 'awaiting_input':
    case 'secret_wanted':
    case 'tui':
      return value.via === 'until' && value.timed_out !== true ? 0 : TIMED_OUT;
    default:
      return exitCode ?? COTTY_FAILED;
  }
}

async function printResult(client: Client, value: Readonly<Record<string, unknown>>, output: Output): Promise<void> {
  if (value.omitted === null || value.omitted === undefined) printText(textField(value, 'output'), output);
  else await printWhole(client, textField(value, 'command_id'), output);
  const session = textField(value, 'session_id');
  const reason = unfinished(textField(value, 'state'), value.via);
  if (reason === undefined) return;
  output.complain(`cotty: ${reason}`);
  const isOver = value.state === 'shell_exited' || value.state === 'lost';
  output.complain(
    `  ${isOver ? 'It can still be read' : 'Go on'} with: cotty ${isOver ? 'read' : 'attach'} ${session}`,
  );
}

/** Why there is no exit code; undefined when there is nothing to explain. */
function unfinished(state: string, via: unknown): string | undefined {
  switch (state) {
    case 'running':
      return via === 'until' ? undefined : 'the command still runs';
    case 'awaiting_input':
      return 'the command waits for input';
    case 'secret_wanted':
      return 'the command asks for a secret';
    case 'tui':
      return 'the command uses the whole screen';
    case 'lost':
      return 'the session was lost';
    case 'shell_exited':
      return 'the shell ended';
    case 'denied':
    case 'needs_confirmation':
    case 'needs_approval':
      return `not run (${state})`;
    default:
      return undefined;
  }
}

/** The reply holds the beginning and the end of a long output; the whole is read piece by piece. */
async function printWhole(client: Client, commandId: string, output: Output): Promise<void> {
  for (let cursor = 0, last = '\n'; ; ) {
    const {value} = await client.call('read_output', {command_id: commandId, cursor, max_output_bytes: PIECE_BYTES});
    const text = textField(value, 'text');
    const next = numberField(value, 'next_cursor') ?? cursor;
    output.raw(text);
    last = text.at(-1) ?? last;
    if (next <= cursor || text === '') return last === '\n' ? undefined : output.raw('\n');
    cursor = next;
  }
}

function printText(text: string, output: Output): void {
  if (text !== '') output.print(text);
}

/** The first Ctrl-C goes to the command, as it would in its own terminal; the second one ends the wait. */
function forwardInterrupts(client: Client, session: string | undefined): Disposable & {arm(): void} {
  const onInterrupt = () => {
    process.off('SIGINT', onInterrupt);
    client.call('send_control', {character: 'C', ...(session !== undefined && {session_id: session})}).catch(() => {});
  };
  process.on('SIGINT', onInterrupt);
  return {
    // A command that goes on after Ctrl-C can be interrupted again.
    arm() {
      if (!process.listeners('SIGINT').includes(onInterrupt)) process.on('SIGINT', onInterrupt);
    },
    [Symbol.dispose]: () => void process.off('SIGINT', onInterrupt),
  };
}
