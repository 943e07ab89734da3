import {locateHome, version} from '../../app/index.ts';
import {textField} from '../../core/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {openRunningClient} from '../client.ts';
import {listSessions, sessionRow} from '../session-list.ts';

export const statusVerb = defineVerb({
  name: 'status',
  usage: '',
  options: {},
  words: [0, 0],
  async run({output, env}) {
    const home = locateHome(env);
    using client = await openRunningClient(env);
    const sessions = client ? await listSessions(client) : [];
    const server = client && (await client.ask('status'));
    if (output.isJson) {
      output.value({version, home: home.path, server: server ?? null, sessions});
      return 0;
    }
    output.print(`cotty ${version}: ${server ? `server ${textField(server, 'pid')} runs` : 'no server runs yet'}`);
    output.print(`home ${home.path}`);
    if (sessions.length > 0) {
      const rows = sessions.map(sessionRow);
      output.print(`\n${rows.length} session${rows.length === 1 ? '' : 's'}:`);
      output.table(
        ['SESSION', 'NAME', 'STATE', 'CWD'],
        rows.map(row => [row.sessionId, row.name, row.state, row.cwd]),
      );
    }
    output.print('\nNext:');
    for (const [command, about] of nextSteps(sessions.length > 0))
      output.print(`  ${command.padEnd(24)}${output.dim(about)}`);
    return 0;
  },
});

function nextSteps(hasSessions: boolean): readonly (readonly [string, string])[] {
  return [
    ...(hasSessions ? ([['cotty attach SESSION', 'look over an agent’s shoulder, or take over']] as const) : []),
    ['cotty run -- ls', 'run a command and get its exit code'],
    ['cotty mcp', 'what an MCP client starts, e.g. claude mcp add cotty -- cotty mcp'],
    ['cotty demo', 'see it at work in a minute'],
    ['cotty help', 'everything else'],
  ];
}
