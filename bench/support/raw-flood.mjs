// Reads everything a program prints on a PTY and throws it away: the floor of throughput. Prints bytes and milliseconds.
import {spawn} from '@lydell/node-pty';

const start = performance.now();
let bytes = 0;
const pty = spawn('cat', [process.argv[2]], {encoding: null, cols: 80, rows: 24});
pty.onData(data => {
  bytes += data.length;
});
pty.onExit(() => {
  process.stdout.write(JSON.stringify({bytes, ms: performance.now() - start}));
  process.exit(0);
});
