import {currentFolder, loadConfig, locateHome} from '../../app/index.ts';
import {numberField, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {callOnRecorded} from '../find-session-log.ts';

const MOST_RAW_BYTES = 1_000_000;

export const readVerb = defineVerb({
  name: 'read',
  usage: 'SESSION [--lines N] [--screen] [--grep PATTERN] [--raw]',
  details: 'What a person at the terminal does not see is printed as <U+202E> or <hidden>…</hidden>.',
  options: {
    lines: {type: 'number', about: 'last N lines of output; default from the configuration (50)'},
    screen: {type: 'boolean', about: 'what the screen shows now, instead of the output'},
    grep: {type: 'string', value: 'PATTERN', about: 'only lines that match this regular expression'},
    command: {type: 'string', value: 'ID', about: 'the output of this command only'},
    raw: {type: 'boolean', about: 'as it was printed, with control sequences: the newest megabyte, or all of --screen'},
  },
  words: [1, 1],
  places: ['recording'],
  async run({options, words, output, env}) {
    using client = await openClient(env);
    const [reference = ''] = words;
    const home = locateHome(env);
    const lines = options.lines ?? (await loadConfig({home, env, cwd: currentFolder()})).session.default_read_lines;
    const {value} = options.screen
      ? await client.call('read_screen', {session_id: reference, ...(options.raw && {raw: true})})
      : await callOnRecorded(home, reference, session_id =>
          client.call('read_output', {
            ...(options.command === undefined ? {session_id} : {command_id: options.command}),
            ...(options.grep !== undefined && {grep: options.grep}),
            ...(options.raw && {raw: true, max_output_bytes: MOST_RAW_BYTES}),
            ...(options.grep === undefined && !options.raw && {offset_lines: -lines, limit_lines: lines}),
          }),
        );
    if (output.isJson) output.value(value);
    else if (options.raw) output.raw(textField(value, 'text'));
    else output.print(textField(value, 'text'));
    if (value.search_incomplete === true) tellIncomplete(value, output);
    const skipped = numberField(value, 'skipped_bytes');
    if (skipped !== undefined && !output.isJson)
      output.complain(`${skipped} bytes of output were passed over and may be missing from this screen`);
    return 0;
  },
});

/** Lines that were not searched must not pass for lines without a match. */
function tellIncomplete(value: Readonly<Record<string, unknown>>, output: Output): void {
  output.complain(
    `cotty: the pattern needed too many steps; the output was searched up to cursor ${numberField(value, 'next_cursor')}`,
  );
  output.complain('  Use a simpler pattern: lower counts in {…}, fewer alternatives that begin alike.');
}
