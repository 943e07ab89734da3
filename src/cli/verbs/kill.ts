import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';

export const killVerb = defineVerb({
  name: 'kill',
  usage: 'SESSION…',
  details: 'Its program gets a hang-up and, after a grace period, is killed. The recording stays.',
  options: {},
  words: [1, 1000],
  places: ['session'],
  async run({words, output, env}) {
    using client = await openClient(env);
    const closed = [];
    for (const session of words)
      closed.push((await client.call('manage_session', {action: 'close', session_id: session})).value);
    const [first, ...others] = closed;
    if (!output.isJson) output.print(words.map(session => `closed ${session}`).join('\n'));
    else output.value(first && others.length === 0 ? first : {closed: closed.map(value => value.closed)});
    return 0;
  },
});
