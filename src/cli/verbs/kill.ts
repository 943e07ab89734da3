import {openClient} from '../client.ts';
import {defineVerb} from '../verb.ts';

export const killVerb = defineVerb({
  name: 'kill',
  summary: 'close a session',
  usage: 'SESSION…',
  details: 'Its program gets a hang-up and, after a grace period, is killed. The recording stays.',
  options: {},
  words: [1, 1000],
  async run({words, output, env}) {
    using client = await openClient(env);
    const closed: string[] = [];
    for (const session of words) {
      await client.call('manage_session', {action: 'close', session_id: session});
      closed.push(session);
    }
    if (output.isJson) output.value({closed});
    else output.print(closed.map(session => `closed ${session}`).join('\n'));
    return 0;
  },
});
