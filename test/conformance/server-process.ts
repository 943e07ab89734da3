/**
 * A server in a process of its own, made to be killed: opens a session on the host process, starts a command and tells its
 * parent `{home, sessionId, commandId}` once the command has printed `go`.
 * Arguments: shell, command line; `GATE` in it stands for the path of a pipe the parent makes.
 */
import {join} from 'node:path';
import {type ShellName, Stand} from './bench.ts';
import {Gate} from './gate.ts';
import {begin} from './programs.ts';

const [shell = 'bash', command = ''] = process.argv.slice(2);
const stand = await Stand.open({shell: shell as ShellName, hostProcess: true});
using _gate = new Gate(stand);
const commandId = await begin(stand, command.replaceAll('GATE', join(stand.home, 'home', 'gate')));
process.send?.({home: stand.home, sessionId: stand.sessionId, commandId});
await new Promise(() => process.on('message', () => undefined));
