import {fstatSync} from 'node:fs';
import {currentFolder, loadConfig, locateHome} from '../../app/index.ts';
import {isCottyError, quoteWords, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient, refuseOwnSession} from '../client.ts';
import {FollowedCommand} from '../run/followed-command.ts';
import {handOn} from '../run/hands.ts';
import {COTTY_FAILED, exitCodeOf, explain, INTERRUPTED, tell} from '../run/run-outcome.ts';
import {chooseScene, hasPerson} from '../run/scene.ts';

export const runVerb = defineVerb({
  name: 'run',
  usage: '[--session S] [--timeout SECONDS] [--until PATTERN] [--confirm] -- COMMAND…',
  details: [
    'One word is a command line for the shell; several words reach the command exactly as they are.',
    'Prints the output while it comes and exits with the exit code of the command. On a terminal it is as if the command had',
    'been typed there: no limit of time, colours, and questions and full-screen programs are yours to answer. Ctrl-] d leaves',
    'them, also when it was pressed before they came; before anything was asked, Ctrl-C pressed three times leaves a command that',
    'takes no notice. In a pipe the output is plain text.',
    'The command reads the terminal of its session: what is piped into `cotty run` does not reach it. One that reads while something',
    'is piped ends the wait (123); let it read a file, or make the pipe part of it: cotty run -- "make-data | COMMAND".',
    'Without --session it runs where you stand: in the session opened last when that was opened or chosen from here or stands here, else',
    'in a free one of yours that does, or a new one; when that is another session than before, it says so.',
    'In a pipe it is an agent that runs it: what the policy does not let through ends with 126 and says what to do (docs/guide/security.md).',
    'Exit codes of its own: 123 when the command waits for input and no terminal is there to give it, 124 when it still runs',
    'after the timeout (in both cases it goes on), 125 when cotty failed or the shell ended without a code,',
    '130 when you left it with Ctrl-] d (it goes on). Ctrl-C goes to the command. One that is stopped by Ctrl-Z stays in its session.',
  ].join('\n'),
  options: {
    session: {
      type: 'string',
      short: 's',
      value: 'S',
      place: 'session',
      about: 'id, unique prefix or name; default is the one opened last, unless it is busy or stands elsewhere',
    },
    timeout: {
      type: 'number',
      value: 'SECONDS',
      about: 'wait this long; default is no limit on a terminal, else from the configuration (30)',
    },
    confirm: {type: 'boolean', about: 'you mean the command that was answered with needs_confirmation'},
    until: {type: 'string', value: 'PATTERN', about: 'stop waiting once the output matches this regular expression'},
  },
  words: [0, 0],
  rest: 'command',
  failureCode: COTTY_FAILED,
  async run({options, rest, output, env}) {
    if (!rest || rest.join('').trim() === '') throw usageError(runVerb, 'The command is missing; it follows after --');
    refuseOwnSession(options.session, env);
    const {session, timeout = await defaultTimeout(output, env), ...others} = options;
    const command = rest.length === 1 ? rest[0] : quoteWords(rest);
    const client = await openClient(env);
    const {stdin, stdout} = process;
    const isPiped = isPipe(stdin.fd);
    using scene = chooseScene(output, {stdin, stdout, env, followed: () => followed});
    using followed = new FollowedCommand(client, env, {hearer: scene.hearer, isPiped, words: rest});
    using hands = handOn(followed, session);
    try {
      const value = await followed.run({
        command,
        timeout,
        ...(session !== undefined && {session_id: session}),
        ...others,
      });
      scene[Symbol.dispose]();
      if (output.isJson) output.value(value);
      else explain(value, output, {isPiped});
      if (!output.isJson && session === undefined) tellMoved(value, output);
      if (!output.isJson && followed.hidden > 0) tellHidden(followed, output);
      return hands.exitCode ?? exitCodeOf(value);
    } catch (error) {
      scene[Symbol.dispose]();
      if (!isCottyError(error, 'cancelled')) throw error;
      if (followed.sessionId !== undefined && hands.exitCode === undefined)
        tell(output, 'the command goes on', `Go on with: cotty attach ${followed.sessionId}`);
      return hands.exitCode ?? INTERRUPTED;
    }
  },
});

/** A pipe of a shell or a file: not `/dev/null`, nor the socket that programs give those they start. */
function isPipe(descriptor: number): boolean {
  try {
    const facts = fstatSync(descriptor);
    return facts.isFIFO() || facts.isFile();
  } catch {
    return false;
  }
}

async function defaultTimeout(output: Output, env: NodeJS.ProcessEnv): Promise<number> {
  if (hasPerson(output, process.stdin)) return Number.POSITIVE_INFINITY;
  return (await loadConfig({home: locateHome(env), env, cwd: currentFolder()})).session.default_timeout;
}

/** Nobody named the session that is in use or stands elsewhere, so it ran in another one. */
function tellMoved(value: Record<string, unknown>, output: Output): void {
  const [, moved] = /^(\S+ (?:is at work|waits for input|stands in .+?)), so /.exec(textField(value, 'hint')) ?? [];
  if (moved !== undefined) tell(output, moved, `This ran in another session: ${textField(value, 'session_id')}`);
}

/** What is printed is for a reader: whoever wants it for a program must know. */
function tellHidden({hidden, sessionId}: FollowedCommand, output: Output): void {
  tell(
    output,
    `${hidden} characters that a terminal does not show were made visible`,
    `As they were printed: cotty read ${sessionId ?? 'SESSION'} --raw`,
  );
}
