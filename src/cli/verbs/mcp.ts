import {
  chosenToolsets,
  connectOrStart,
  connectToNext,
  currentFolder,
  locateHome,
  serveEphemeralMcp,
  servePseudoMcp,
  toolsetNames,
} from '../../app/index.ts';
import {runBridge} from '../../transports/index.ts';
import {defineVerb} from '../argv/verb.ts';
import {environmentField} from '../client.ts';

export const mcpVerb = defineVerb({
  name: 'mcp',
  usage: '[--toolsets A,B] [--ephemeral | --pseudo [--workspace DIR]]',
  details: [
    'What an MCP client starts. By default a thin bridge to the background server: sessions outlive the client.',
    'With --ephemeral everything lives in this one process and ends with it.',
    'With --pseudo there is no shell at all: only terminal_exec, skills and files of the workspace.',
  ].join('\n'),
  hasNoValue: true,
  options: {
    toolsets: {type: 'string', value: 'A,B', place: toolsetNames, about: `tools to offer: ${toolsetNames.join(', ')}`},
    ephemeral: {type: 'boolean', about: 'no background server; nothing is left behind'},
    pseudo: {type: 'boolean', about: 'the pseudo-terminal only: no shell, no programs, no background server'},
    workspace: {
      type: 'string',
      value: 'DIR',
      place: 'folder',
      about: 'with --pseudo: the folder it may use; default is here',
    },
  },
  words: [0, 0],
  async run({options, env}) {
    if (options.pseudo) {
      await servePseudoMcp({workspace: options.workspace, env});
      return 0;
    }
    if (options.ephemeral) {
      await serveEphemeralMcp({toolsets: options.toolsets, env});
      return 0;
    }
    const toolsets = await chosenToolsets(options.toolsets, env);
    const home = locateHome(env);
    const here = currentFolder();
    const own = {
      ...(here && {cwd: here}),
      ...(env.COTTY_SESSION && {inside: env.COTTY_SESSION}),
      ...(env.COTTY_AGENT && {agent: env.COTTY_AGENT}),
      ...(toolsets && {toolsets: toolsets.join(',')}),
      env: environmentField(env),
    };
    await runBridge({
      stdin: process.stdin,
      stdout: process.stdout,
      connect: async fields => {
        const {socket} = await connectOrStart({home, role: 'mcp', fields: {...own, ...fields}});
        return socket;
      },
      rejoin: async (fields, signal) => {
        const {socket} = await connectToNext({home, role: 'mcp', fields: {...own, ...fields}}, signal);
        return socket;
      },
    });
    return 0;
  },
});
