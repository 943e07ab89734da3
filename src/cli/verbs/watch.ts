import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';

export const watchVerb = defineVerb({
  name: 'watch',
  usage: 'SESSION PATTERN [--timeout SECONDS] [--stop-pattern PATTERN] [--include-echo]',
  details: 'Prints the lines that matched. Exits with 0 when one did, 124 when the time ran out first.',
  options: {
    timeout: {type: 'number', value: 'SECONDS', about: 'give up after this long; default 60'},
    'stop-pattern': {type: 'string', value: 'PATTERN', about: 'stop waiting when this appears (exit code 1)'},
    'include-echo': {type: 'boolean', about: 'also look at the echo of what is typed'},
  },
  words: [2, 2],
  places: ['session', []],
  async run({options, words, output, env}) {
    using client = await openClient(env);
    const {value} = await client.call('watch_output', {
      session_id: words[0],
      pattern: words[1],
      ...(options.timeout !== undefined && {timeout: options.timeout}),
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
