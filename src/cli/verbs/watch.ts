import {isCottyError, numberField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient, type ToolReply} from '../client.ts';
import {MOST_SERVERS} from '../run/followed-command.ts';

const DEFAULT_SECONDS = 60;

export const watchVerb = defineVerb({
  name: 'watch',
  usage: 'SESSION PATTERN [--timeout SECONDS] [--stop-pattern PATTERN] [--include-echo]',
  details:
    'Prints the lines that matched. Exits with 0 when one did, 124 when the time ran out first. Goes on when the server is replaced.',
  options: {
    timeout: {type: 'number', value: 'SECONDS', about: `give up after this long; default ${DEFAULT_SECONDS}`},
    'stop-pattern': {type: 'string', value: 'PATTERN', about: 'stop waiting when this appears (exit code 1)'},
    'include-echo': {type: 'boolean', about: 'also look at the echo of what is typed'},
  },
  words: [2, 2],
  places: ['session', []],
  async run({options, words, output, env}) {
    const value = await watchOn(env, {
      session_id: words[0],
      pattern: words[1],
      timeout: options.timeout ?? DEFAULT_SECONDS,
      ...(options['stop-pattern'] !== undefined && {stop_pattern: options['stop-pattern']}),
      ...(options['include-echo'] && {include_echo: true}),
    });
    const lines = Array.isArray(value.lines) ? value.lines.map(String) : [];
    if (output.isJson) output.value(value);
    else if (lines.length > 0) output.print(lines.join('\n'));
    if (value.matched === true) return 0;
    return value.timed_out === true ? 124 : 1;
  },
});

type WatchInput = Readonly<Record<string, unknown>> & {readonly timeout: number};

/** From one server to the next, from where the output stood when it began. */
async function watchOn(env: NodeJS.ProcessEnv, input: WatchInput): Promise<ToolReply['value']> {
  const deadline = performance.now() + input.timeout * 1000;
  let cursor: number | undefined;
  for (let servers = 1; ; servers++) {
    let client: Client | undefined;
    try {
      client = await openClient(env);
      cursor ??= numberField((await client.call('watch_output', {...input, timeout: 0})).value, 'cursor');
      const timeout = Math.max(0, deadline - performance.now()) / 1000;
      return (await client.call('watch_output', {...input, timeout, ...(cursor !== undefined && {cursor})})).value;
    } catch (error) {
      if (!isCottyError(error, 'server_unavailable') || client?.isLost === false || servers === MOST_SERVERS)
        throw error;
    } finally {
      client?.[Symbol.dispose]();
    }
  }
}
