import {currentFolder, loadConfig, locateHome} from '../../app/index.ts';
import {textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';

export const readVerb = defineVerb({
  name: 'read',
  usage: 'SESSION [--lines N] [--screen] [--grep PATTERN]',
  options: {
    lines: {type: 'number', about: 'last N lines of output; default from the configuration (50)'},
    screen: {type: 'boolean', about: 'what the screen shows now, instead of the output'},
    grep: {type: 'string', value: 'PATTERN', about: 'only lines that match this regular expression'},
    command: {type: 'string', value: 'ID', about: 'the output of this command only'},
  },
  words: [1, 1],
  places: ['session'],
  async run({options, words, output, env}) {
    using client = await openClient(env);
    const session_id = words[0];
    const lines =
      options.lines ??
      (await loadConfig({home: locateHome(env), env, cwd: currentFolder()})).session.default_read_lines;
    const {value} = options.screen
      ? await client.call('read_screen', {session_id})
      : await client.call('read_output', {
          ...(options.command === undefined ? {session_id} : {command_id: options.command}),
          ...(options.grep === undefined ? {offset_lines: -lines, limit_lines: lines} : {grep: options.grep}),
        });
    if (output.isJson) output.value(value);
    else output.print(textField(value, 'text'));
    return 0;
  },
});
