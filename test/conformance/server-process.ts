/**
 * A server in a process of its own, made to be killed: over terminals that outlive it, it opens a session in `FOLDER/home`
 * and starts a command; tells its parent `{sessionId, commandId}` once the command has printed `go`.
 * Arguments: backend, shell, FOLDER, command line.
 */
import {join} from 'node:path';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {drivers} from './drivers/drivers.ts';

const [backend = '', shell = 'bash', folder = '', command = ''] = process.argv.slice(2);
const driver = Object.values(drivers).find(candidate => candidate.backend === backend);
if (!driver) throw new Error(`There is no driver for ${backend}.`);
const home = join(folder, 'home');
const env = {...process.env, HOME: home, LANG: 'C.UTF-8'};
const source = await driver.connect({cottyHome: join(folder, 'cotty'), env, outlivesEngine: true});
const engine = new Engine({backends: [source]});
await engine.start();
const context = {
  services: servicesOf(engine),
  caller: engine.caller('case', {type: 'agent', name: 'case'}),
  signal: new AbortController().signal,
};
const call = async (tool: string, input: Record<string, unknown>) =>
  (await findTool(selectTools(['terminal']), tool).call(input, context)).value;

const {session_id: sessionId} = await call('manage_session', {action: 'create', backend, shell, cwd: home});
const {command_id: commandId} = await call('run_command', {command, until: '^go$'});
process.send?.({sessionId, commandId});
// An open channel keeps the process alive.
process.on('message', () => undefined);
