// A process in the place of one of cotty's that hands bytes on, and does nothing else. `bridge SOCKET`: stdio to a socket; `server OWN
// NEXT FILE`: one socket to the next, after a write to the disk where there is a FILE; `host OWN`: a socket to bash on a PTY.
import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {connect, createServer} from 'node:net';
import {spawn} from '@lydell/node-pty';

const RECORD = Buffer.alloc(1024, 'x');
const ROOM_BYTES = 1 << 20;
const [role, own = '', next = '', file = ''] = process.argv.slice(2);

if (role === 'bridge') {
  const server = connect(own);
  process.stdin.on('data', bytes => server.write(bytes)).on('end', () => process.exit());
  server.on('data', bytes => process.stdout.write(bytes)).on('close', () => process.exit());
} else if (role === 'server') {
  const write = file === '' ? () => {} : durably(file);
  serve(client => {
    const host = connect(next);
    client.on('data', bytes => {
      write();
      host.write(bytes);
    });
    host.on('data', bytes => client.write(bytes));
    client.on('close', () => process.exit());
  });
} else {
  serve(client => {
    const pty = spawn('bash', ['--norc', '--noprofile'], {encoding: null, cols: 80, rows: 24, env: process.env});
    client.on('data', bytes => pty.write(bytes.toString('latin1')));
    pty.onData(bytes => client.write(bytes));
    client.on('close', () => process.exit());
  });
}

function serve(accept) {
  createServer(accept).listen(own, () => process.send?.('listening'));
}

/** As the audit writes: into room that the file has already, and on the disk when it returns. */
function durably(path) {
  const room = openSync(path, 'w', 0o600);
  writeSync(room, Buffer.alloc(ROOM_BYTES), 0, ROOM_BYTES, 0);
  closeSync(room);
  const disk = openSync(path, constants.O_RDWR | constants.O_DSYNC);
  let at = 0;
  return () => {
    writeSync(disk, RECORD, 0, RECORD.length, at);
    at = (at + RECORD.length) % ROOM_BYTES;
  };
}
