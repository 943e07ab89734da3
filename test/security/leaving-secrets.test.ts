/**
 * Canaries: secrets that stand in a terminal, in files and in the server's own environment are looked for in every file and message that leaves,
 * also where they are in another form there. Who reads is an agent; a person's own terminal is tried at the end.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {afterAll, beforeAll, expect as check, describe, test} from 'vitest';
import {WebSocket} from 'ws';
import {version} from '../../src/app/index.ts';
import {Iterm2Client, NotificationType} from '../../src/iterm2-api/index.ts';
import {expect, launch} from '../../src/library/tui-test.ts';
import {attachClient, connectSocket} from '../../src/transports/index.ts';
import {guidOf} from '../../src/transports/iterm2/model/guid.ts';
import {needsBrowser} from '../support/chromium.ts';
import {finish} from '../support/cotty-process.ts';
import {type HttpDoor, openHttpDoor} from '../support/http-door.ts';
import {Iterm2Endpoint} from '../support/iterm2-endpoint.ts';
import {needs} from '../support/needs.ts';

const TOKEN = 'ghp_Zx81kd93JdkLq0vN2sYtW5hBzz';
const TYPED = 'sk-ant-api03-Qw7rTy2uIo9pAs4dFg6hJk';
const OWN = 'canary of the server 77';
/** Ends of them too: a part that is seen is seen. */
const CANARIES = [
  TOKEN.slice(4, 14),
  TOKEN.slice(-10),
  TYPED.slice(13, 23),
  TYPED.slice(-10),
  OWN,
  OWN.slice(0, 10),
  OWN.slice(-10),
];

let door: HttpDoor;
let session = '';
let lastCommand = '';
/** A message for each that was given while it was printed, by clients that looked on all the time. */
const streamed: Record<string, Buffer> = {};

beforeAll(async () => {
  door = await openHttpDoor({SERVICE_API_TOKEN: OWN});
  const {home} = door;
  const text = `start\n${TOKEN} behind\n\x1b[32mghp_\x1b[1m${TOKEN.slice(4, 15)}\x1b[0m${TOKEN.slice(15)}\nx ${OWN} y\n\x1b]0;${TOKEN}\x07`;
  writeFileSync(join(home.path, 'text'), text);
  // Byte by byte, each for itself.
  writeFileSync(
    join(home.path, 'slowly.mjs'),
    `import {readFileSync} from 'node:fs';
     import {setTimeout as pause} from 'node:timers/promises';
     for (const byte of readFileSync('${home.path}/text')) { process.stdout.write(Buffer.from([byte])); await pause(1); }`,
  );
  ({session_id: session} = (await home.value('new', 'printing', '--shell', 'bash')) as {session_id: string});
  const web = new WebSocket(`ws://127.0.0.1:${door.port}/ws?session=${session}`, {
    headers: {authorization: `Bearer ${door.token}`},
  });
  const parts = new Gathered();
  web.on('message', (data: Buffer) => parts.add(data));
  await once(web, 'open');
  const attached = new Gathered();
  const {socket} = await connectSocket({
    path: join(home.path, 'run/server.sock'),
    role: 'attach',
    version,
  });
  using _client = await attachClient(socket, {
    session,
    cols: 60,
    rows: 20,
    name: 'an agent',
    onOutput: bytes => attached.add(bytes),
  });
  await home.run(
    'run',
    '--session',
    session,
    '--',
    `${process.execPath} ${home.path}/slowly.mjs; cat ${home.path}/text`,
  );
  const run = await home.json('run', '--session', session, '--', `echo ${TYPED} last-$((40+2))`);
  lastCommand = String(run['command_id']);
  await Promise.all([parts.has('last-42'), attached.has('last-42')]);
  Object.assign(streamed, {'a WebSocket': parts.bytes, 'an attached agent': attached.bytes});
  web.terminate();
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
});

/** What a client was given. */
class Gathered {
  readonly #parts: Buffer[] = [];
  #wake: () => void = () => {};

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  add(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#wake();
  }

  /** Resolves when that is in it. */
  async has(text: string): Promise<void> {
    while (!this.bytes.includes(text))
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
  }
}

/** Where a canary is in there, as it is or in another form. */
function seen(message: Buffer | string): readonly string[] {
  const bytes = typeof message === 'string' ? Buffer.from(message) : message;
  const texts = [bytes.toString('latin1'), bytes.toString('utf16le')];
  const plain = (text: string): string =>
    text
      .replaceAll(/\\u001b|\\x1b/g, '\x1b')
      .replaceAll(/\x1b\][^\x07\x1b]*;/g, '')
      .replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, '')
      .replaceAll(/\\[rn]/g, '');
  const joined = plain(texts[0] ?? '').replaceAll(/[\r\n]/g, '');
  const packed = [...(texts[0] ?? '').matchAll(/[A-Za-z0-9+/=]{24,}/g)].map(([word]) => Buffer.from(word, 'base64'));
  const unpacked = packed.map(part =>
    (part[0] === 0x1f && part[1] === 0x8b ? gunzipSync(part) : part).toString('latin1'),
  );
  // Pieces that stand in a list, one behind the other.
  const pieces = [...texts, ...unpacked].map(text =>
    plain([...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, string]) => string).join('')),
  );
  const bases = pieces.map(text => Buffer.from(text.replaceAll(/[^A-Za-z0-9+/=]/g, ''), 'base64').toString('latin1'));
  const all = [...texts, joined, ...unpacked, ...unpacked.map(plain), ...pieces, ...bases];
  return CANARIES.filter(canary => all.some(text => text.includes(canary)));
}

async function http(path: string, body?: unknown): Promise<{status: number; bytes: Buffer}> {
  const headers = {authorization: `Bearer ${door.token}`, 'content-type': 'application/json'};
  const answer = await fetch(`http://127.0.0.1:${door.port}${path}`, {
    headers,
    ...(body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)}),
  });
  return {status: answer.status, bytes: Buffer.from(await answer.arrayBuffer())};
}

test('the search finds them in each form in which they could leave', () => {
  const forms = [
    TOKEN,
    `\x1b[1m${TOKEN.slice(0, 9)}\x1b[m${TOKEN.slice(9)}`,
    JSON.stringify([
      [0.1, 'o', TOKEN.slice(0, 9)],
      [0.2, 'o', TOKEN.slice(9)],
    ]).replaceAll('"o"', ''),
    Buffer.from(`x ${TOKEN}`).toString('base64'),
  ];
  for (const form of forms) check(seen(form)).not.toEqual([]);
  check(seen('nothing of that')).toEqual([]);
});

test('streams: a WebSocket, and a terminal that an agent has attached, while it is printed byte by byte', () => {
  for (const [name, bytes] of Object.entries(streamed)) {
    check([name, seen(bytes)]).toEqual([name, []]);
    check(bytes.toString()).toContain('[redacted]');
  }
});

test('a client that comes late is given the screen without them', async () => {
  const parts = new Gathered();
  const web = new WebSocket(`ws://127.0.0.1:${door.port}/ws?session=${session}`, {
    headers: {authorization: `Bearer ${door.token}`},
  });
  web.on('message', (data: Buffer) => parts.add(data));
  await parts.has('last-42');
  web.terminate();
  check(seen(parts.bytes)).toEqual([]);
});

test('a person’s own page shows what there is, as their terminal does; several who look on have the same', async () => {
  const {stdout} = await door.home.run('serve', '--link', '--json');
  const {hash} = new URL(JSON.parse(stdout).link);
  const base = `127.0.0.1:${door.port}`;
  const answer = await fetch(`http://${base}/login`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({code: hash.replace(/^#(?:code=)?/, '')}),
  });
  const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  const {key} = (await answer.json()) as {key: string};
  const open = async (headers: Record<string, string>) => {
    const parts = new Gathered();
    const web = new WebSocket(`ws://${base}/ws?session=${session}&key=${key}`, {headers});
    web.on('message', (data: Buffer, isBinary: boolean) => isBinary && parts.add(data));
    await once(web, 'open');
    await parts.has('last-42');
    return {parts, web};
  };
  const person = await open({cookie, origin: `http://${base}`});
  const first = await open({authorization: `Bearer ${door.token}`});
  await door.home.verb('run', '--session', session, '--', `echo begun-$((40+2)) ${TOKEN}`);
  await Promise.all([person, first].map(({parts}) => parts.has('begun-42')));
  const late = await open({authorization: `Bearer ${door.token}`});
  await door.home.verb('run', '--session', session, '--', `echo ${TOKEN} over-$((40+2))`);
  await Promise.all([person, first, late].map(({parts}) => parts.has('over-42')));
  const since = ({parts}: typeof late) => parts.bytes.subarray(parts.bytes.lastIndexOf('begun-42')).toString();
  check(since(person)).toContain(`${TOKEN} over-42`);
  for (const agent of [first, late]) {
    check(seen(agent.parts.bytes)).toEqual([]);
    check(since(agent)).toMatch(/\[redacted\]\*+ over-42/);
  }
  for (const {web} of [person, first, late]) web.terminate();
});

describe('HTTP', () => {
  const at = (query = ''): string => `session=${encodeURIComponent(session)}${query}`;
  test.for<readonly [string, () => string, unknown?]>([
    ['the list', () => '/sessions'],
    ['the time line', () => `/timeline?${at()}`],
    ['a frame', () => `/timeline/frame?${at('&at_ms=999999999')}`],
    ['pieces', () => `/timeline/pieces?${at('&at_ms=-1&at=0')}`],
    ['what is found', () => `/timeline/search?${at(`&words=${encodeURIComponent('behind')}`)}`],
    ['an asciicast', () => `/timeline/export?${at('&format=cast')}`],
    ['a part as asciicast', () => `/timeline/export?${at(`&format=cast&from=${lastCommand}`)}`],
    ['a page', () => `/timeline/export?${at('&format=html')}`],
    ['numbers', () => '/metrics'],
    ['an error', () => `/timeline?session=${TOKEN}`],
    ['a result', () => '/api/v1/read_screen', {session_id: 'printing', scrollback: true}],
    ['a raw result', () => '/api/v1/read_output', {session_id: 'printing', cursor: 0, raw: true}],
    ['a run of the pseudo-terminal', () => '/runs', {command: `text normalize --in text`}],
    ['all runs', () => '/runs'],
  ])('%s', async ([, path, body]) => {
    const {bytes} = await http(path(), body);
    check(bytes.length).toBeGreaterThan(20);
    check(seen(bytes)).toEqual([]);
  });

  test('nothing is found by words that stand in one', async () => {
    const {bytes} = await http(`/timeline/search?${at(`&words=${TOKEN.slice(6, 12)}`)}`);
    check(JSON.parse(bytes.toString())).toMatchObject({matches: []});
  });
});

describe('files of the command line', () => {
  test.for([
    ['--cast'],
    ['--cast', '--v2', '--input'],
    ['--cast', '--from', 'LAST'],
    ['--html'],
    ['--html', '--from', 'LAST'],
  ])('cotty export %j', async ([format = '', ...rest]) => {
    const file = join(door.home.path, `out${[format, ...rest].join('')}`);
    const options = rest.map(word => (word === 'LAST' ? lastCommand : word));
    check((await door.home.run('export', session, format, file, ...options)).exitCode).toBe(0);
    check(seen(readFileSync(file))).toEqual([]);
    check(existsSync(file)).toBe(true);
  });

  test('every place of a recording is that of the log', async () => {
    const {stdout} = await door.home.run('export', session, '--cast', '-');
    const off = await door.home.startWith({COTTY_SECURITY_MASK_SECRETS: 'false'}, 'export', session, '--cast', '-');
    off.stdin.end();
    let whole = '';
    off.stdout.on('data', (bytes: Buffer) => {
      whole += bytes;
    });
    await once(off, 'close');
    const lengths = (cast: string): readonly unknown[] =>
      cast
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
        .map(line => (Array.isArray(line) ? [line[0], line[1], line[2].length] : 'header'));
    check(lengths(stdout)).toEqual(lengths(whole));
    check(whole).toContain(TOKEN);
  });

  test('cotty replay', async () => {
    const {home} = door;
    const line = home.commandLine('replay', session, '--paused', '--from', lastCommand);
    await using app = await launch(line, {cols: 90, rows: 24, env: {COTTY_HOME: home.path}});
    await expect(app).toShow('behind', {timeoutMs: 40_000});
    check(seen(await app.screen())).toEqual([]);
    await app.press('q');
  });
});

test('files and the output of the pseudo-terminal', async () => {
  const {home} = door;
  const calls = [
    ['read-file', '--path', 'text'],
    ['grep-files', '--pattern', 'behind', '--path', '.'],
    ['terminal-exec', '--command', 'text normalize --in text'],
    ['exec', 'text normalize --in text'],
  ];
  for (const words of calls) {
    const {stdout, stderr} = await home.run(...words);
    check([words, stdout]).toEqual([words, check.stringContaining('behind')]);
    check([words, seen(stdout + stderr)]).toEqual([words, []]);
  }
});

test('a mask is not written where the secret stands', async () => {
  const {home} = door;
  mkdirSync(join(home.path, 'files'), {recursive: true});
  const file = join(home.path, 'files', 'settings');
  writeFileSync(file, `TOKEN=${TOKEN}\nMODE=one\n`);
  const {text} = await home.json('read-file', '--path', 'files/settings');
  check(text).toContain('[redacted]');
  const written = await home.run(
    'write-file',
    '--path',
    'files/settings',
    '--content',
    String(text).replace('one', 'two'),
    '--confirm',
  );
  check(written.stderr).toContain('has a mask where');
  const masked = String(text).split('\n')[0] ?? '';
  const edited = await home.run(
    'edit-file',
    '--path',
    'files/settings',
    '--old-text',
    'MODE=one',
    '--new-text',
    `MODE=two\n${masked}`,
  );
  check(edited.stderr).toContain('has a mask where');
  check(
    await home.run(
      'edit-file',
      '--path',
      'files/settings',
      '--old-text',
      'MODE=one',
      '--new-text',
      'MODE=two',
      '--confirm',
    ),
  ).toMatchObject({exitCode: 0});
  check(readFileSync(file, 'utf8')).toBe(`TOKEN=${TOKEN}\nMODE=two\n`);
});

describe('pictures', () => {
  /** The same screen, on which the masks were printed. */
  async function twins(): Promise<readonly [string, string]> {
    const {home} = door;
    const lines = (secret: string): string => `PS1=; clear; cat ${home.path}/${secret}`;
    writeFileSync(join(home.path, 'secret'), `a ${TOKEN} b\n`);
    writeFileSync(join(home.path, 'masked'), `a [redacted]${'*'.repeat(TOKEN.length - 10)} b\n`);
    const ids: string[] = [];
    for (const name of ['secret', 'masked']) {
      const {session_id} = await home.value('new', '--shell', 'bash', '--cols', '50', '--rows', '5');
      await home.verb('run', '--session', String(session_id), '--', 'PS1=');
      await home.verb('run', '--session', String(session_id), '--', lines(name));
      ids.push(String(session_id));
    }
    return [ids[0] ?? '', ids[1] ?? ''];
  }

  const pictureOf = async (id: string, engine: string): Promise<string> => {
    const {status, bytes} = await http(`/mcp/screenshot?session=${encodeURIComponent(id)}&engine=${engine}`);
    check([status, status === 200 ? '' : bytes.toString()]).toEqual([200, '']);
    return bytes.toString('base64');
  };

  test('those that are drawn show the masks', async () => {
    const [secret, masked] = await twins();
    check(await pictureOf(secret, 'embedded')).toBe(await pictureOf(masked, 'embedded'));
  });

  test('those that a browser takes show the masks', async () => {
    needsBrowser();
    const [secret, masked] = await twins();
    check(await pictureOf(secret, 'browser')).toBe(await pictureOf(masked, 'browser'));
  });

  test('films show the masks', async () => {
    needs('ffmpeg');
    const [secret, masked] = await twins();
    const ends: string[] = [];
    for (const [id, name] of [
      [secret, 'secret'],
      [masked, 'masked'],
    ] as const) {
      const file = join(door.home.path, `${name}.gif`);
      check(await door.home.run('export', id, '--gif', file, '--idle-limit', '0.2')).toMatchObject({
        exitCode: 0,
        stderr: '',
      });
      const end = join(door.home.path, `${name}.png`);
      const {exitCode} = await shellOut(`ffmpeg -v error -y -i ${file} -vf reverse -frames:v 1 ${end}`);
      check(exitCode).toBe(0);
      ends.push(readFileSync(end).toString('base64'));
    }
    check(ends[0]).toBe(ends[1]);
  });
});

async function shellOut(line: string): Promise<{readonly exitCode: number | null}> {
  const child = spawn('/bin/sh', ['-c', line], {stdio: 'ignore'});
  const [exitCode] = await once(child, 'close');
  return {exitCode};
}

test('at a person’s own terminal they stand as they were printed', async () => {
  const {home} = door;
  await using app = await launch(`env -u COTTY_SESSION ${home.commandLine('attach', session)}`, {
    cols: 90,
    rows: 24,
    env: {COTTY_HOME: home.path},
  });
  await expect(app).toShow(TYPED, {timeoutMs: 40_000});
});

test('what a program that uses the library is told', async () => {
  const script = `
    const {open} = await import('${new URL('../../dist/library.js', import.meta.url).href}');
    await using session = await open({shell: 'bash'});
    const run = await session.run('cat ${join(door.home.path, 'text')}');
    console.log(JSON.stringify([run, await session.read(), await session.screen()]));
    await using open2 = await open({shell: 'bash', maskSecrets: false});
    console.log((await open2.run('echo ${TOKEN}')).output === '${TOKEN}');`;
  const file = join(door.home.path, 'program.mjs');
  writeFileSync(file, script);
  const child = spawn(process.execPath, [file], {env: door.home.env});
  const {stdout, stderr} = await finish(child);
  check(stderr).toBe('');
  check(stdout).toMatch(/behind[\s\S]*\ntrue\n$/);
  check(seen(stdout)).toEqual([]);
});

test('what scripts are told by iTerm2’s API', async () => {
  await using endpoint = await Iterm2Endpoint.open({SERVICE_API_TOKEN: OWN});
  writeFileSync(join(endpoint.home.path, 'text'), readFileSync(join(door.home.path, 'text')));
  const {session_id} = await endpoint.home.value('new', '--shell', 'bash');
  const told: string[] = [];
  const ended = Promise.withResolvers<void>();
  using client = await Iterm2Client.connect({
    at: {socket: endpoint.socket},
    cookie: endpoint.cookie,
    library: ['test', '1.0'],
    name: 'script',
    onNotification: news => {
      told.push(plainJson(news));
      if (news.promptNotification?.event.case === 'commandEnd') ended.resolve();
    },
  });
  const session = guidOf(session_id as Parameters<typeof guidOf>[0]);
  const prompts = {notificationType: NotificationType.NOTIFY_ON_PROMPT, subscribe: true, session};
  const modes = {modes: [1, 2, 3]};
  await client.request('notificationRequest', {...prompts, arguments: {case: 'promptMonitorRequest', value: modes}});
  await endpoint.home.run(
    'run',
    '--session',
    String(session_id),
    '--',
    `cat ${endpoint.home.path}/text; echo ${TYPED}`,
  );
  for (const answer of [
    client.request('getBufferRequest', {session, lineRange: {trailingLines: 30}}),
    client.request('listPromptsRequest', {session}),
    client.request('getPromptRequest', {session}),
    client.request('variableRequest', {scope: {case: 'sessionId', value: session}, get: ['*']}),
  ])
    told.push(plainJson(await answer));
  // News of prompts come as fast as their places are found, not before the answers.
  await ended.promise;
  check(told.join('\n')).toContain('behind');
  check(told.join('\n')).toContain('commandStart');
  check(seen(told.join('\n'))).toEqual([]);
});

function plainJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part));
}
