import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CleanUp} from '../../src/app/clean-up.ts';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {eventSeq} from '../../src/core/index.ts';
import {Engine, type Session} from '../../src/engine/index.ts';
import {attachClient, connectSocket, createSocketServer} from '../../src/transports/index.ts';
import {encodeFrame, FrameReader} from '../../src/transports/socket/attach-frames.ts';

const version = '0.0.0-test';

/** Collects output; `seen` resolves once it contains the text. */
function screen(): {onOutput: (bytes: Buffer) => void; seen(text: string): Promise<void>} {
  let output = '';
  let look = () => {};
  return {
    onOutput(bytes) {
      output += bytes.toString();
      look();
    },
    seen: text =>
      new Promise(resolve => {
        look = () => {
          if (output.includes(text)) resolve();
        };
        look();
      }),
  };
}

/** A session, and a server to attach to it by. */
class Served implements AsyncDisposable {
  readonly path: string;
  readonly session: Session;
  readonly #cleanUp: CleanUp;

  private constructor(path: string, session: Session, cleanUp: CleanUp) {
    this.path = path;
    this.session = session;
    this.#cleanUp = cleanUp;
  }

  static async open(): Promise<Served> {
    const home = await mkdtemp(join(tmpdir(), 'cotty-attach-'));
    const cleanUp = new CleanUp();
    cleanUp.defer(() => rm(home, {recursive: true, force: true}));
    const engine = cleanUp.use(new Engine({backends: [createPtyBackend({home, host: new Host({home})})]}));
    const path = join(home, 'server.sock');
    cleanUp.use(await createSocketServer({path, version, engine, tools: []}));
    return new Served(path, await engine.open({shell: 'sh'}), cleanUp);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanUp[Symbol.asyncDispose]();
  }
}

test('a person attaches, types, resizes, and sees the session end', async () => {
  await using served = await Served.open();
  const {path, session} = served;
  const {socket} = await connectSocket({path, role: 'attach', version});
  const {onOutput, seen} = screen();
  using attached = await attachClient(socket, {session: session.id, cols: 91, rows: 31, name: 'me', onOutput});
  expect(attached.sessionId).toBe(session.id);

  attached.type(Buffer.from('echo 6x$((7*6))\r'));
  await seen('6x42');
  attached.resize(77, 22);
  attached.type(Buffer.from('stty size\r'));
  await seen('22 77');

  attached.type(Buffer.from('exit 3\r'));
  expect(await attached.ended).toMatchObject({type: 'closed', exit: {exitStatus: 3}});
});

test('an attachment that the server ends for a fault says which', async () => {
  await using served = await Served.open();
  const {path, session} = served;
  const {socket} = await connectSocket({path, role: 'attach', version});
  using attached = await attachClient(socket, {session: session.id, cols: 91, rows: 31, name: 'me', ...screen()});
  socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]));
  expect(await attached.ended).toMatchObject({type: 'lost', error: {code: 'protocol_error'}});
});

test('what a terminal sends again over its next connection is typed once, and what it adds follows', async () => {
  await using served = await Served.open();
  const {path, session} = served;
  const place = {session: session.id, cols: 91, rows: 31, name: 'me'};
  const typing = {stream: 'one terminal', offset: 7};
  const send = async (...typed: readonly string[]) => {
    const {socket} = await connectSocket({path, role: 'attach', version});
    const frames = new FrameReader();
    const upTo = Promise.withResolvers<number>();
    let taken = 0;
    socket.on('data', (chunk: Buffer) => {
      for (const frame of frames.push(chunk))
        if (frame.type === 'taken' && ++taken === typed.length) upTo.resolve(frame.upTo);
    });
    socket.write(encodeFrame({type: 'open', ...place, typing}));
    for (const text of typed) socket.write(encodeFrame({type: 'input', bytes: Buffer.from(text)}));
    socket.resume();
    const answer = await upTo.promise;
    socket.destroy();
    return answer;
  };
  expect(await send('echo a', ' b')).toBe(15);
  // The server went away before it could say so.
  expect(await send('echo a b', ' c\r')).toBe(18);
  const inputs: string[] = [];
  for await (const event of session.log.events(eventSeq(0)))
    if (event.type === 'input' && event.kind === 'typed' && event.bytes)
      inputs.push(Buffer.from(event.bytes).toString());
  expect(inputs).toEqual(['echo a', ' b', ' c\r']);
});
