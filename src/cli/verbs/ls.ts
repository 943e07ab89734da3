import {defineVerb} from '../argv/verb.ts';
import {openClient} from '../client.ts';
import {listAll, sessionRow, unavailableInWords} from '../session-list.ts';

export const lsVerb = defineVerb({
  name: 'ls',
  usage: '[--all]',
  details: [
    'A session that a tool opened by itself and nobody uses any more ends by itself ([session] abandoned_minutes), and says when. A name',
    '(manage-session --action rename) or attaching keeps it. Ended ones are read with `cotty read`, and begun anew with `cotty new --recover`.',
  ].join('\n'),
  options: {all: {type: 'boolean', about: 'also those that have ended, with how and when'}},
  words: [0, 0],
  async run({options, output, env}) {
    using client = await openClient(env);
    const {sessions, omitted, unavailable} = await listAll(client, options);
    if (output.isJson)
      output.value({
        sessions,
        ...(omitted > 0 && {ended_omitted: omitted}),
        ...(unavailable.length > 0 && {unavailable}),
      });
    else if (sessions.length > 0) {
      output.table(
        ['SESSION', 'NAME', 'STATE', 'SIZE', 'CWD', 'RUNNING'],
        sessions.map(sessionRow).map(row => [row.sessionId, row.name, row.state, row.size, row.cwd, row.commandLine]),
      );
    }
    // Not on stdout, which a program may read as a list.
    else if (unavailable.length === 0) output.complain('No sessions. Open one with: cotty new');
    if (output.isJson) return 0;
    if (omitted > 0) output.complain(`${omitted} that ended earlier are not shown.`);
    for (const missing of unavailable) output.complain(unavailableInWords(missing));
    return 0;
  },
});
