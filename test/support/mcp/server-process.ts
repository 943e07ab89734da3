/** A server with the test tools, as a process of its own: `node server-process.ts SOCKET`. Tells on stdout what happens. */
import {createSocketServer} from '../../../src/transports/index.ts';
import {toolbox} from './toolbox.ts';

const tell = (event: unknown) => process.stdout.write(`${JSON.stringify(event)}\n`);
const {engine, tools, release} = toolbox(call => tell({event: 'call', ...call}));
process.stdin.on('data', release);
// A test that is given up leaves nothing behind that keeps its runner from ending.
process.stdin.on('end', () => process.exit());
await createSocketServer({path: process.argv[2] ?? '', version: '0.0.0-test', engine, tools});
tell({event: 'ready'});
