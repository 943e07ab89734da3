import {field, textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {exitCodeOf, explain, TIMED_OUT, tell} from '../run/run-outcome.ts';

export const keysVerb = defineVerb({
  name: 'keys',
  usage: 'SESSION KEY… [--wait-for PATTERN] [--settle-ms N] [--confirm]',
  details: 'Keys are names such as Enter Tab Escape Up F5 C-c M-x S-Tab, text:… for plain text, or click:ROW,COL.',
  options: {
    'wait-for': {
      type: 'string',
      value: 'PATTERN',
      about: 'then wait until the screen shows this regular expression, 30 s at most (then exit code 124)',
    },
    'settle-ms': {type: 'number', about: 'then wait until the screen rests this long'},
    confirm: {type: 'boolean', about: 'you mean the line that was answered with needs_confirmation'},
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
      ...(options.confirm && {confirm: true}),
    });
    if (field(value, 'refusal') !== undefined) {
      if (output.isJson) output.value(value);
      else explain(value, output, {isPiped: false});
      return exitCodeOf(value);
    }
    const isWaitedFor = options['wait-for'] !== undefined || options['settle-ms'] !== undefined;
    const text = isWaitedFor ? textField(value, 'text') : '';
    if (output.isJson) output.value(value);
    else if (text !== '') output.print(text);
    if (value.matched !== false) return 0;
    const hint = `The keys were pressed. Look with: cotty read ${textField(value, 'session_id')} --screen`;
    if (!output.isJson) tell(output, `the screen did not come to show ${options['wait-for']}`, hint);
    return TIMED_OUT;
  },
});
