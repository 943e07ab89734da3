/** A running `cotty serve`, and what its port says to bytes that no HTTP library would send. */
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {TestHome} from './cotty-process.ts';

export interface HttpDoor extends AsyncDisposable {
  readonly home: TestHome;
  readonly port: number;
  readonly token: string;
}

export async function openHttpDoor(env: NodeJS.ProcessEnv = {}): Promise<HttpDoor> {
  const home = await TestHome.make(env);
  const child = home.start('serve', '--port', '0', '--json');
  const [bytes] = await once(child.stdout, 'data');
  const {port} = JSON.parse(String(bytes));
  const token = (await readFile(join(home.path, 'token'), 'utf8')).trim();
  return {
    home,
    port,
    token,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await once(child, 'exit');
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Sends the bytes as they are and gives everything that comes back until the other side closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answer.push(chunk));
  // A connection that is cut while we still write is an answer too.
  socket.on('error', () => {});
  const closed = new Promise(resolve => socket.once('close', resolve));
  socket.write(bytes, 'latin1');
  await closed;
  return Buffer.concat(answer).toString('latin1');
}

/** The status of every answer in there, in order. */
export function statuses(answer: string): readonly number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
