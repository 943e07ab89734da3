import {textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';

export const keysVerb = defineVerb({
  name: 'keys',
  usage: 'SESSION KEY… [--wait-for PATTERN] [--settle-ms N]',
  details: 'Keys are names such as Enter Tab Escape Up F5 C-c M-x S-Tab, text:… for plain text, or click:ROW,COL.',
  options: {
    'wait-for': {type: 'string', value: 'PATTERN', about: 'then wait until the screen shows this regular expression'},
    'settle-ms': {type: 'number', about: 'then wait until the screen rests this long'},
  },
  words: [2, 1000],
  places: ['session', 'key'],
  async run({options, words, output, env}) {
    using client = await openClient(env);
    const [session_id, ...keys] = words;
    const {value} = await client.call('send_keys', {
      session_id,
      keys,
      ...(options['wait-for'] !== undefined && {wait_for: options['wait-for']}),
      ...(options['settle-ms'] !== undefined && {settle_ms: options['settle-ms']}),
    });
    const isWaitedFor = options['wait-for'] !== undefined || options['settle-ms'] !== undefined;
    const text = isWaitedFor ? textField(value, 'text') : '';
    if (output.isJson) output.value(value);
    else if (text !== '') output.print(text);
    return 0;
  },
});
