import {currentFolder, loadConfig, locateHome} from '../../app/index.ts';
import {type CottyError, isCottyError, numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {quoteWords} from '../argv/quote-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient, refuseOwnSession} from '../client.ts';
import {FollowedCommand} from '../followed-command.ts';
import {LivePrinter} from '../live-printer.ts';

/** `timeout(1)` and `env(1)` use the same numbers for the same things. */
const TIMED_OUT = 124;
const COTTY_FAILED = 125;
const DENIED = 126;
/** 128 and the number of the signal, as shells count it. */
const INTERRUPTED = 130;
const NOBODY_READS = 141;

export const runVerb = defineVerb({
  name: 'run',
  usage: '[--session S] [--timeout SECONDS] -- COMMAND…',
  details: [
    'One word is a command line for the shell; several words reach the command exactly as they are.',
    'Prints the output while it comes and exits with the exit code of the command: 124 when it still runs after the',
    'timeout (it goes on running), 125 when cotty failed, 126 when it was denied. Ctrl-C goes to the command; pressed',
    'three times it leaves a command that takes no notice.',
  ].join('\n'),
  options: {
    session: {
      type: 'string',
      short: 's',
      value: 'S',
      place: 'session',
      about: 'id, unique prefix or name; default is the one opened last, unless busy',
    },
    timeout: {type: 'number', value: 'SECONDS', about: 'wait this long; default from the configuration (30)'},
    until: {type: 'string', value: 'PATTERN', about: 'stop waiting once the output matches this regular expression'},
    confirm: {type: 'boolean', about: 'confirm a command that asks for it'},
  },
  words: [0, 0],
  rest: 'command',
  failureCode: COTTY_FAILED,
  async run({options, rest, output, env}) {
    if (!rest || rest.join('').trim() === '') throw usageError(runVerb, 'The command is missing; it follows after --');
    refuseOwnSession(options.session, env);
    const config = await loadConfig({home: locateHome(env), env, cwd: currentFolder()});
    const {session, timeout = config.session.default_timeout, ...others} = options;
    const command = rest.length === 1 ? rest[0] : quoteWords(rest);
    const printer = output.isJson ? undefined : new LivePrinter(output, () => process.stdout);
    const client = await openClient(env);
    using followed = new FollowedCommand(client, env, printer);
    using hands = handOn(followed, session);
    const run = () => followed.run({command, timeout, ...(session !== undefined && {session_id: session}), ...others});
    try {
      const value = await run().catch(async error => {
        if (session !== undefined || !isCottyError(error, 'session_busy')) throw error;
        await openBeside(client, error, output);
        return run();
      });
      printer?.end();
      if (output.isJson) output.value(value);
      else explain(value, output);
      return hands.exitCode ?? exitCodeOf(value);
    } catch (error) {
      printer?.end();
      if (!isCottyError(error, 'cancelled')) throw error;
      if (followed.sessionId !== undefined && hands.exitCode === undefined)
        tell(output, 'the command goes on', `Go on with: cotty attach ${followed.sessionId}`);
      return hands.exitCode ?? INTERRUPTED;
    }
  },
});

/** Nobody named the session that is busy, so another one serves as well, and for what comes next too. */
async function openBeside(client: Client, busy: CottyError, output: Output): Promise<void> {
  const {value} = await client.call('manage_session', {action: 'create'});
  tell(output, busy.message, `This runs in a new session: ${textField(value, 'session_id')}`);
}

interface Hands extends Disposable {
  /** What to exit with because the output went nowhere. */
  readonly exitCode: number | undefined;
}

/** Hands on what a terminal or a pipe would do to the command: Ctrl-C, and the end of whoever reads the output. */
function handOn(followed: FollowedCommand, session: string | undefined): Hands {
  let exitCode: number | undefined;
  const onInterrupt = () => void followed.interrupt(session).catch(() => undefined);
  const onBrokenOutput = ({code}: NodeJS.ErrnoException) => {
    if (exitCode !== undefined) return;
    exitCode = code === 'EPIPE' ? NOBODY_READS : COTTY_FAILED;
    followed
      .interrupt(session)
      .catch(() => undefined)
      .finally(() => followed.leave());
  };
  process.on('SIGINT', onInterrupt);
  process.stdout.on('error', onBrokenOutput);
  return {
    get exitCode() {
      return exitCode;
    },
    [Symbol.dispose]: () => void process.off('SIGINT', onInterrupt),
  };
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
    case 'interrupted':
      return exitCode ?? INTERRUPTED;
    default:
      return exitCode ?? COTTY_FAILED;
  }
}

/** Says why there is no exit code, when there is none, and what to do next. */
function explain(value: Readonly<Record<string, unknown>>, output: Output): void {
  const what = unfinished(value);
  if (what === undefined) return;
  const isOver = value.state === 'shell_exited' || value.state === 'lost' || value.state === 'completed';
  const session = textField(value, 'session_id');
  tell(
    output,
    what,
    isOver ? `It can still be read with: cotty read ${session}` : `Go on with: cotty attach ${session}`,
  );
}

function unfinished(value: Readonly<Record<string, unknown>>): string | undefined {
  switch (value.state) {
    case 'running':
      return value.via === 'until' ? undefined : 'the command still runs';
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
      return `not run (${value.state})`;
    default:
      return value.exit_code === null ? 'the command ended; its exit code is not known' : undefined;
  }
}

function tell(output: Output, what: string, hint: string): void {
  output.complain(`cotty: ${what}\n  ${hint}`);
}
