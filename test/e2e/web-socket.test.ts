/** Several look at one session over WebSocket, and none can harm another. */
import {once} from 'node:events';
import {connect} from 'node:net';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {WebSocket} from 'ws';
import {ScreenPool} from '../../src/screen/index.ts';
import {type HttpDoor, openHttpDoor, sendRaw, statuses} from '../support/http-door.ts';
import {WebClient} from '../support/web-client.ts';

let door: HttpDoor;

beforeAll(async () => {
  door = await openHttpDoor();
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
});

test('what one types all see, and one who comes late sees the present screen and then what follows', async () => {
  await using first = await WebClient.open(door);
  first.type('echo first-$((1+1))\r');
  await first.shows(/first-2$/m);
  await using late = await WebClient.open(door);
  await late.shows(/first-2$/m);
  late.type('echo second-$((2+2))\r');
  // With the prompt behind it: it comes by itself.
  const pattern = /first-2\n[\s\S]*second-4\n.*[#$]\s*$/;
  const [one, other] = [await first.shows(pattern), await late.shows(pattern)];
  expect(other).toBe(one);
});

test('a session is chosen by id or name, and one that is not is an error with a hint', async () => {
  await door.home.verb('new', 'chosen', '--shell', 'sh');
  await using client = await WebClient.open(door, '?session=chosen');
  client.type('echo in-$((3*3))\r');
  await client.shows(/in-9$/m);
  const nobody = await WebClient.open(door, '?session=nobody');
  expect(await nobody.closed).toBe(1008);
  expect(nobody.messages).toContainEqual({type: 'error', error: expect.objectContaining({code: 'unknown_session'})});
});

test('the terminal of the session takes the size of the page', async () => {
  await door.home.verb('new', 'sized', '--shell', 'sh');
  await using client = await WebClient.open(door, '?session=sized', {cols: 101, rows: 31});
  client.say({type: 'resize', cols: 101, rows: 31});
  client.type('stty size\r');
  await client.shows(/31 101$/m);
});

test('of a column count that no terminal has the session takes what it can, and goes on', async () => {
  await door.home.verb('new', 'wide', '--shell', 'sh');
  await using client = await WebClient.open(door, '?session=wide', {cols: 2000, rows: 30});
  client.say({type: 'resize', cols: 10_000, rows: 30});
  client.type('stty size\r');
  await client.shows(/30 2000/);
});

test('a client is told that the session is over', async () => {
  await door.home.verb('new', 'ending', '--shell', 'sh');
  await using client = await WebClient.open(door, '?session=ending');
  client.type('exit\r');
  expect(await client.closed).toBe(1000);
  expect(client.messages.at(-1)).toMatchObject({type: 'closed'});
});

test.for([
  ['binary garbage', Buffer.from([0, 255, 254, 1, 2, 3])],
  ['no JSON', 'garbage'],
  ['another message', '{"type":"exec","data":"ls"}'],
  ['sizes that are none', '{"type":"resize","cols":-1,"rows":"x"}'],
] as const)('%s closes the connection of its sender alone', async ([, message]) => {
  await using other = await WebClient.open(door);
  await using client = await WebClient.open(door);
  client.socket.send(message);
  expect(await client.closed).toBe(1003);
  other.type('echo unharmed-$((5*5))\r');
  await other.shows(/unharmed-25$/m);
});

test('a message that is too long closes the connection of its sender alone', async () => {
  await using client = await WebClient.open(door);
  client.type('x'.repeat(3_000_000));
  expect(await client.closed).toBe(1009);
});

test('a client that never reads keeps nobody waiting', async () => {
  await door.home.verb('new', 'flooded', '--shell', 'sh');
  const idle = connect(door.port, '127.0.0.1');
  idle.pause();
  idle.write(
    `GET /ws?session=flooded HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: Bearer ${door.token}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await once(idle, 'connect');
  await using client = await WebClient.open(door, '?session=flooded');
  client.type('seq -f %070.0f 220000; echo all-of-$((6*6))\r');
  await client.shows(/^0+219999\n0+220000\nall-of-36$/m);
  idle.destroy();
});

test('twenty look on while megabytes are printed, and all end on the screen of the session', async () => {
  await door.home.verb('new', 'crowded', '--shell', 'sh');
  await using pool = new ScreenPool({maxLive: 20});
  const clients = await Promise.all(
    Array.from({length: 20}, (_, i) => WebClient.open(door, '?session=crowded', {pool, tellsShown: i % 2 === 0})),
  );
  clients[0]?.type('seq -f %070.0f 50000; echo all-of-$((7*7))\r');
  // With the prompt behind it, and all of its rows: both come by themselves.
  const screens = await Promise.all(clients.map(client => client.shows(/49999\n0+50000\nall-of-49\n.*[#$]\s*$/)));
  const {stdout} = await door.home.verb('read', 'crowded', '--screen');
  expect(new Set(screens)).toEqual(new Set([stdout.trimEnd()]));
  await Promise.all(clients.map(client => client[Symbol.asyncDispose]()));
});

test.for([
  ['without the token', {}, 401],
  ['with another token', {authorization: 'Bearer wrong'}, 401],
  ['from another origin', {origin: 'https://evil.example'}, 403],
  ['from another page of this machine', {origin: 'http://localhost:1'}, 403],
  ['across sites', {'sec-fetch-site': 'cross-site'}, 403],
] as const)('%s there is no WebSocket', async ([, headers, status]) => {
  const authorization = status === 401 ? {} : {authorization: `Bearer ${door.token}`};
  const socket = new WebSocket(`ws://127.0.0.1:${door.port}/ws`, {headers: {...authorization, ...headers}});
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain(String(status));
});

test('elsewhere there is no WebSocket', async () => {
  const head = `Host: 127.0.0.1:${door.port}\r\nAuthorization: Bearer ${door.token}\r\nConnection: Upgrade\r\nUpgrade: websocket`;
  expect(statuses(await sendRaw(door.port, `GET /mcp HTTP/1.1\r\n${head}\r\n\r\n`))).toEqual([404]);
});
