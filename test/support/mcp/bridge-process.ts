/** The stdio bridge as a process of its own: `node bridge-process.ts SOCKET`. */
import {connectSocket, runBridge} from '../../../src/transports/index.ts';

await runBridge({
  stdin: process.stdin,
  stdout: process.stdout,
  connect: async fields => {
    const path = process.argv[2] ?? '';
    return (await connectSocket({path, role: 'mcp', version: '0.0.0-test', fields})).socket;
  },
});
