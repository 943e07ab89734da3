/**
 * A server with the test tools, as a process of its own: `node server-process.ts SOCKET`. Tells on stdout what happens. The first line on
 * stdin has it listen, others let held calls end.
 */
import {once} from 'node:events';
import {createSocketServer} from '../../../src/transports/index.ts';
import {toolbox} from './toolbox.ts';

const tell = (event: unknown) => process.stdout.write(`${JSON.stringify(event)}\n`);
const {engine, tools, release} = toolbox(call => tell({event: 'call', ...call}));
// A test that is given up leaves nothing behind that keeps its runner from ending.
process.stdin.on('end', () => process.exit());
tell({event: 'loaded'});
await once(process.stdin, 'data');
process.stdin.on('data', release);
await createSocketServer({path: process.argv[2] ?? '', version: '0.0.0-test', engine, tools});
tell({event: 'ready'});
