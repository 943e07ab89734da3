import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPtyBackend, Host} from '../../src/backends/index.ts';
import {eventSeq} from '../../src/core/index.ts';
import {Engine} from '../../src/engine/index.ts';
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

test('a person attaches, types, resizes, and sees the session end', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cotty-attach-'));
  try {
    await using engine = new Engine({backends: [createPtyBackend({home, host: new Host({home})})]});
    const path = join(home, 'server.sock');
    await using _server = await createSocketServer({path, version, engine, tools: []});
    const session = await engine.open({shell: 'sh'});
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
  } finally {
    await rm(home, {recursive: true, force: true});
  }
});

test('an attachment that the server ends for a fault says which', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cotty-attach-'));
  try {
    await using engine = new Engine({backends: [createPtyBackend({home, host: new Host({home})})]});
    const path = join(home, 'server.sock');
    await using _server = await createSocketServer({path, version, engine, tools: []});
    const session = await engine.open({shell: 'sh'});
    const {socket} = await connectSocket({path, role: 'attach', version});
    using attached = await attachClient(socket, {session: session.id, cols: 91, rows: 31, name: 'me', ...screen()});
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]));
    expect(await attached.ended).toMatchObject({type: 'lost', error: {code: 'protocol_error'}});
  } finally {
    await rm(home, {recursive: true, force: true});
  }
});

test('what a terminal sends again over its next connection is typed once, and what it adds follows', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cotty-attach-'));
  try {
    await using engine = new Engine({backends: [createPtyBackend({home, host: new Host({home})})]});
    const path = join(home, 'server.sock');
    await using _server = await createSocketServer({path, version, engine, tools: []});
    const session = await engine.open({shell: 'sh'});
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
  } finally {
    await rm(home, {recursive: true, force: true});
  }
});
