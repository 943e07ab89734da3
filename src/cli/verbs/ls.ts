import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {listAll, sessionRow, unavailableInWords} from '../session-list.ts';

export const lsVerb = defineVerb({
  name: 'ls',
  usage: '',
  options: {},
  words: [0, 0],
  async run({output, env}) {
    using client = await openClient(env);
    const {sessions, unavailable} = await listAll(client);
    if (output.isJson) output.value({sessions, ...(unavailable.length > 0 ? {unavailable} : {})});
    else if (sessions.length > 0) {
      output.table(
        ['SESSION', 'NAME', 'STATE', 'SIZE', 'CWD', 'RUNNING'],
        sessions.map(sessionRow).map(row => [row.sessionId, row.name, row.state, row.size, row.cwd, row.commandLine]),
      );
    }
    // Not on stdout, which a program may read as a list.
    else if (unavailable.length === 0) output.complain('No sessions. Open one with: cotty new');
    if (!output.isJson) for (const missing of unavailable) output.complain(unavailableInWords(missing));
    return 0;
  },
});
