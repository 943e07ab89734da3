/** Who gets in by iTerm2's API, and what may be typed there. Our own client is enough for that. */
import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {open} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {Iterm2Client} from '../../src/iterm2-api/index.ts';
import {guidOf} from '../../src/transports/iterm2/model/guid.ts';
import {finish} from '../support/cotty-process.ts';
import {Iterm2Endpoint} from '../support/iterm2-endpoint.ts';
import {needs} from '../support/needs.ts';

/** A zsh that waits between its mark of the prompt and its request for the marks of a paste, if it is told to. */
const LATE_ZSH = `zmodload zsh/zselect
late() {
  functions[drawn]=$functions[__cotty_line_init]
  __cotty_line_init() { drawn; zselect -t 70 }
  precmd_functions=("\${(@)precmd_functions:#late}")
}
[[ -n $LATE ]] && precmd_functions+=(late)
`;

let endpoint: Iterm2Endpoint;
const zdotdir = mkdtempSync(join(tmpdir(), 'cotty-zdotdir-'));

beforeAll(async () => {
  writeFileSync(join(zdotdir, '.zshrc'), LATE_ZSH);
  endpoint = await Iterm2Endpoint.open({COTTY_SECURITY_MODE: 'normal', ZDOTDIR: zdotdir});
});

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
  rmSync(zdotdir, {recursive: true});
});

test('only its owner reaches the socket', () => {
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  expect([mode(endpoint.socket), mode(dirname(endpoint.socket))]).toEqual(['600', '700']);
  expect(mode(join(endpoint.home.path, 'iterm2-cookie'))).toBe('600');
});

test('the cookie lets in as often as it is brought, any other not at all', async () => {
  for (let time = 0; time < 2; time++) {
    using client = await connected(endpoint.cookie);
    expect(client.protocolVersion).toBe('1.17');
  }
  await expect(connected('0'.repeat(32))).rejects.toMatchObject({code: 'denied'});
  await expect(connected(undefined)).rejects.toMatchObject({code: 'denied'});
});

test('a cookie for one connection is used up by it', async () => {
  const {cookie} = await endpoint.home.json('iterm2-server', '--cookie');
  using client = await connected(String(cookie));
  expect(client.isOpen).toBe(true);
  await expect(connected(String(cookie))).rejects.toMatchObject({code: 'denied'});
});

test.for([
  ['another path', 'GET /x HTTP/1.1', {}],
  ['a list of subprotocols', 'GET / HTTP/1.1', {'Sec-WebSocket-Protocol': 'api.iterm2.com, other'}],
  ['a page of somebody', 'GET / HTTP/1.1', {Origin: 'http://example.com/'}],
  ['another host', 'GET / HTTP/1.1', {Host: 'example.com'}],
  ['a library without a version', 'GET / HTTP/1.1', {'x-iterm2-library-version': 'python'}],
] as const)('%s is a bad request', async ([_, line, headers]) => {
  expect(await statusOf(line, {...SOUND, ...headers, 'x-iterm2-cookie': endpoint.cookie})).toBe(
    'HTTP/1.1 400 Bad Request',
  );
});

test('a library that is too old is told so', async () => {
  const headers = {...SOUND, 'x-iterm2-library-version': 'python 0.23', 'x-iterm2-cookie': endpoint.cookie};
  expect(await statusOf('GET / HTTP/1.1', headers)).toBe('HTTP/1.1 406 Unacceptable (upgrade Python library)');
});

test('a second server does not take the place of one that listens', async () => {
  const {exitCode, stderr} = await finish(endpoint.home.start('iterm2-server'));
  expect({exitCode, stderr}).toMatchObject({exitCode: 1, stderr: expect.stringContaining('listens on')});
  using client = await connected(endpoint.cookie);
  expect(client.isOpen).toBe(true);
});

test('a folder that is there stays as open as it is, and the socket in it is its owner’s alone', async () => {
  const folder = join(endpoint.home.path, 'open');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const socket = join(folder, 'socket');
  const child = endpoint.home.start('iterm2-server', '--json', '--socket', socket);
  await once(child.stdout, 'data');
  const mode = (path: string): number => statSync(path).mode & 0o777;
  expect([mode(folder), mode(socket)]).toEqual([0o755, 0o600]);
  const ended = finish(child);
  child.kill('SIGINT');
  await ended;
});

test('what lies where it is to listen stays there, and the hint names the option', async () => {
  const file = join(endpoint.home.path, 'a-file');
  writeFileSync(file, 'kept');
  const link = join(endpoint.home.path, 'a-link');
  symlinkSync(join(endpoint.home.path, 'nowhere'), link);
  for (const path of [file, link, endpoint.home.path, '']) {
    const {exitCode, stderr} = await endpoint.home.verb('iterm2-server', '--socket', path);
    expect({exitCode, stderr}).toEqual({exitCode: 1, stderr: expect.stringMatching(/--socket/)});
    expect(stderr).not.toMatch(/remove it|COTTY_HOME|100 bytes/);
  }
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

test('a dangerous line of a script does not run, in one piece or in several, and the script is told why', async () => {
  const kept = join(endpoint.home.path, 'kept');
  mkdirSync(kept);
  using client = await connected(endpoint.cookie);
  for (const pieces of [[`rm -rf ${kept}\r`], ['rm -r', `f ${kept}`, '\r']]) {
    const opened = await client.request('createTabRequest', {});
    const session = opened?.sessionId ?? '';
    const sent = pieces.reduce<Promise<unknown>>(
      (before, text) => before.then(() => client.request('sendTextRequest', {session, text})),
      Promise.resolve(),
    );
    await expect(sent).rejects.toThrow('has not run');
  }
  const properties = {'Custom Command': 'Yes', Command: `rm -rf ${kept}`};
  const customProfileProperties = Object.entries(properties).map(([key, value]) => ({
    key,
    jsonValue: JSON.stringify(value),
  }));
  await expect(client.request('createTabRequest', {customProfileProperties})).rejects.toThrow('has not run');
  expect(existsSync(kept)).toBe(true);
});

test.for([
  ['bash', "for i in 1 2; do\necho line $i\ndone\ntr a-z A-Z <<'E'\n`naive`\nE", '`NAIVE`'],
  ['zsh', 'for i in 1 2; do\necho line $i\ndone\necho two \\\nthree', 'two three'],
  ['fish', "for i in 1 2\necho line $i\nend\nstring join ' ' 'two\nthree'", 'two'],
] as const)(
  '%s: what goes over several lines is judged and run as one, between other lines too',
  async ([shell, blocks, printed]) => {
    needs(shell);
    const {session_id} = await endpoint.home.value('new', `blocks-${shell}`, '--shell', shell);
    const session = guidOf(String(session_id));
    using client = await connected(endpoint.cookie);
    await client.request('sendTextRequest', {session, text: `echo first\n${blocks}\necho last\r`});
    const shown = async () => {
      const lines = await client.request('getBufferRequest', {session, lineRange: {screenContentsOnly: true}});
      const texts = lines?.contents.map(({text}) => text.replaceAll('\0', ' ').trimEnd()) ?? [];
      return texts.filter(text => ['first', 'line 1', 'line 2', printed, 'last'].includes(text));
    };
    await expect.poll(shown).toEqual(['first', 'line 1', 'line 2', printed, 'last']);
    const text = `for i in 1; do\nrm -rf "${endpoint.home.path}/$i"\ndone\r`;
    await expect(client.request('sendTextRequest', {session, text})).rejects.toThrow('has not run');
  },
);

test('what goes over several lines waits for a zsh that asks for the marks of a paste some time behind its prompt', async () => {
  needs('zsh');
  const options = ['--shell', 'zsh', '--env', 'LATE=yes'];
  const {session_id} = await endpoint.home.value('new', 'late-marks', ...options);
  const session = guidOf(String(session_id));
  using client = await connected(endpoint.cookie);
  await client.request('sendTextRequest', {session, text: '\r'});
  await client.request('sendTextRequest', {session, text: 'for i in 1 2; do\necho line $i\ndone\r'});
  const shown = async () => {
    const lines = await client.request('getBufferRequest', {session, lineRange: {screenContentsOnly: true}});
    return lines?.contents.map(({text}) => text.replaceAll('\0', ' ').trimEnd());
  };
  await expect.poll(shown, {timeout: 10_000}).toContain('line 2');
});

test('a line that is safe runs', async () => {
  using client = await connected(endpoint.cookie);
  const opened = await client.request('createTabRequest', {});
  const session = opened?.sessionId ?? '';
  await client.request('sendTextRequest', {session, text: 'echo by-a-script\r'});
  await expect
    .poll(async () => {
      const lines = await client.request('getBufferRequest', {session, lineRange: {screenContentsOnly: true}});
      return lines?.contents.map(({text}) => text);
    })
    .toContain('by-a-script');
});

test('a session is opened with a command that is safe, and with none that asks for more than the end of its shell', async () => {
  using client = await connected(endpoint.cookie);
  const opened = async (command: string): Promise<string> => {
    const properties = {'Custom Command': 'Yes', Command: command};
    const customProfileProperties = Object.entries(properties).map(([key, value]) => ({
      key,
      jsonValue: JSON.stringify(value),
    }));
    return (await client.request('createTabRequest', {customProfileProperties}))?.sessionId ?? '';
  };
  const session = await opened('cat');
  const name = 'jobName';
  const job = async () =>
    (await client.request('variableRequest', {scope: {case: 'sessionId', value: session}, get: [name]}))?.values;
  await expect.poll(job).toEqual(['"cat"']);
  await expect(opened(`mkdir ${endpoint.home.path}/made`)).rejects.toThrow('A script cannot confirm a line');
  await expect(opened(`cat; mkdir ${endpoint.home.path}/made`)).rejects.toThrow('A script cannot confirm a line');
  expect(existsSync(`${endpoint.home.path}/made`)).toBe(false);
});

test('a session gets no name that would do something on a terminal', async () => {
  using client = await connected(endpoint.cookie);
  const opened = await client.request('createTabRequest', {});
  const receiver = opened?.sessionId ?? '';
  const named = async (name: string): Promise<string | undefined> => {
    const invocation = `iterm2.set_name(name: ${JSON.stringify(name)})`;
    const context = {case: 'method' as const, value: {receiver}};
    return (await client.request('invokeFunctionRequest', {context, invocation}))?.disposition.case;
  };
  expect(await named('\u001b[2Jgone')).toBe('error');
  expect(await named('x'.repeat(101))).toBe('error');
  expect(await named('kept')).toBe('success');
});

test('it goes on at the same place, with the same cookie and the same ids, when the server is replaced', async () => {
  await endpoint.home.verb('new', 'outlives-the-server', '--shell', 'bash');
  const before = await sessionIds();
  expect(before.length).toBeGreaterThan(0);
  await endpoint.home.killServer();
  await expect.poll(() => sessionIds().catch(() => [])).toEqual(before);
});

test('what is no request gets an error or no answer, and the connection goes on', async () => {
  using client = await connected(endpoint.cookie);
  const opened = await client.request('createTabRequest', {});
  const session = opened?.sessionId ?? '';
  const lineRange = {screenContentsOnly: true, trailingLines: 3};
  expect(await client.request('getBufferRequest', {session, lineRange})).toBeUndefined();
  expect(await client.request('getBufferRequest', {session: 'nobody', lineRange})).toMatchObject({status: 1});
  expect(await client.request('notificationRequest', {session})).toMatchObject({status: 2});
});

test('what a script has asked for that is gone is not done behind the transaction of another', async () => {
  using holder = await connected(endpoint.cookie);
  const gone = await connected(endpoint.cookie);
  await holder.request('transactionRequest', {begin: true});
  const before = await tabIds(holder);
  const asked = gone.request('createTabRequest', {});
  const closed = new Promise<void>(resolve => gone.onClosed(resolve));
  gone[Symbol.dispose]();
  await expect(asked).rejects.toMatchObject({code: 'server_unavailable'});
  await closed;
  await holder.request('transactionRequest', {begin: false});
  await holder.request('transactionRequest', {begin: true});
  // It would be opened by now: a session is there before it is at its prompt.
  using other = await connected(endpoint.cookie);
  const opening = other.request('createTabRequest', {});
  await holder.request('transactionRequest', {begin: false});
  await opening;
  expect(await tabIds(holder)).toHaveLength(before.length + 1);
});

test('a window that is named twice keeps its tabs, and what has ended is in no list while another script opens a tab', async () => {
  using client = await connected(endpoint.cookie);
  const opened = await client.request('createTabRequest', {});
  const second = await client.request('createTabRequest', {windowId: opened?.windowId ?? ''});
  const windowId = opened?.windowId ?? '';
  const assignments = [opened, second].map(tab => ({windowId, tabIds: [String(tab?.tabId)]}));
  expect(await client.request('reorderTabsRequest', {assignments})).toMatchObject({status: 1});
  expect(await tabIds(client)).toEqual(expect.arrayContaining([String(opened?.tabId), String(second?.tabId)]));

  // Its shell comes to its prompt, where the command is typed, when it has read a line.
  const pipe = join(String(endpoint.home.env.HOME), 'wait');
  execFileSync('mkfifo', [pipe]);
  writeFileSync(join(String(endpoint.home.env.HOME), '.bashrc'), '[ -p ~/wait ] && read -r _ < ~/wait\n');
  using slow = await connected(endpoint.cookie);
  const properties = {'Custom Command': 'Yes', Command: 'cat'};
  const customProfileProperties = Object.entries(properties).map(([key, value]) => ({
    key,
    jsonValue: JSON.stringify(value),
  }));
  const opening = slow.request('createTabRequest', {customProfileProperties});
  const isRead = await open(pipe, 'w');
  const target = {case: 'sessions' as const, value: {sessionIds: [second?.sessionId ?? '']}};
  await client.request('closeRequest', {target, force: true});
  expect(await sessionIds()).not.toContain(second?.sessionId);
  rmSync(join(String(endpoint.home.env.HOME), '.bashrc'));
  await isRead.write('go on\n');
  await isRead.close();
  await opening;
});

async function tabIds(client: Iterm2Client): Promise<readonly string[]> {
  const list = await client.request('listSessionsRequest', {});
  return list?.windows.flatMap(({tabs}) => tabs.map(({tabId}) => tabId)) ?? [];
}

async function sessionIds(): Promise<readonly string[]> {
  using client = await connected(endpoint.cookie);
  const list = await client.request('listSessionsRequest', {});
  const roots = list?.windows.flatMap(({tabs}) => tabs.map(({root}) => root)) ?? [];
  const children = roots.flatMap(root => root?.links.map(({child}) => child) ?? []);
  return children.flatMap(child => (child.case === 'session' ? child.value.uniqueIdentifier : [])).toSorted();
}

function connected(cookie: string | undefined): Promise<Iterm2Client> {
  return Iterm2Client.connect({at: {socket: endpoint.socket}, library: ['cotty', '1.0'], name: 'access test', cookie});
}

const SOUND: Readonly<Record<string, string>> = {
  Host: 'localhost',
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  Origin: 'ws://localhost/',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Protocol': 'api.iterm2.com',
  'x-iterm2-library-version': 'cotty 1.0',
};

/** The status line that a request for an upgrade gets. */
function statusOf(line: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(endpoint.socket);
    let answer = '';
    socket.on('data', (bytes: Buffer) => {
      answer += bytes.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write([line, ...fields, '', ''].join('\r\n'));
  });
}
