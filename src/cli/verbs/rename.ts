import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {refuseLivingName} from '../living-name.ts';

export const renameVerb = defineVerb({
  name: 'rename',
  usage: 'SESSION NAME',
  details: 'A session that has a name stays until it is closed.',
  options: {},
  words: [2, 2],
  places: ['session', []],
  async run({words: [session_id, name = ''], output, env}) {
    using client = await openClient(env);
    await refuseLivingName(client, name);
    const {value} = await client.call('manage_session', {action: 'rename', session_id, name});
    if (output.isJson) output.value(value);
    return 0;
  },
});
