/**
 * A server in a process of its own, made to be killed: over the host process of `FOLDER/cotty` it opens a session in
 * `FOLDER/home` and starts a command; tells its parent `{sessionId, commandId}` once the command has printed `go`.
 * Arguments: FOLDER, shell, command line.
 */
import {join} from 'node:path';
import {createPtyBackend, startHost} from '../../src/backends/index.ts';
import {Engine} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';

const [folder = '', shell = 'bash', command = ''] = process.argv.slice(2);
const home = join(folder, 'home');
const env = {...process.env, HOME: home, LANG: 'C.UTF-8'};
const host = await startHost({home: join(folder, 'cotty'), env, idleMs: 500});
const engine = new Engine({backends: [createPtyBackend({home: join(folder, 'cotty'), host})]});
await engine.start();
const context = {
  engine,
  caller: engine.caller('case', {type: 'agent', name: 'case'}),
  signal: new AbortController().signal,
};
const call = async (tool: string, input: Record<string, unknown>) =>
  (await findTool(selectTools(['terminal']), tool).call(input, context)).value;

const {session_id: sessionId} = await call('manage_session', {action: 'create', shell, cwd: home});
const {command_id: commandId} = await call('run_command', {command, until: '^go$'});
process.send?.({sessionId, commandId});
// An open channel keeps the process alive.
process.on('message', () => undefined);
