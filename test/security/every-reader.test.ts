/**
 * Everything by which what is printed in a session can be read, tried by an agent that may read it, and again by one that may not. Each list names all there is of
 * its kind, so that a reader that is added later fails here until it is tried.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {WebSocket} from 'ws';
import {version} from '../../src/app/index.ts';
import {verbTable} from '../../src/cli/argv/verb-table.ts';
import {Iterm2Client} from '../../src/iterm2-api/index.ts';
import {selectTools} from '../../src/tools/index.ts';
import {servedPaths} from '../../src/transports/http/request-listener.ts';
import {attachClient, connectSocket} from '../../src/transports/index.ts';
import {requestTable} from '../../src/transports/iterm2/message-table.ts';
import {guidOf} from '../../src/transports/iterm2/model/guid.ts';
import {finish, type TestHome} from '../support/cotty-process.ts';
import {Iterm2Endpoint} from '../support/iterm2-endpoint.ts';

const CANARY = 'printed-here-alone';
const DENIED =
  '[[security.permission]]\nsession = "prod"\ntools = "read_output"\ndecision = "deny"\nreason = "Only people."\n';

/** A living session of that name, and one that has ended. */
interface Sessions {
  readonly living: string;
  readonly ended: string;
  /** Commands of both. */
  readonly command: string;
  readonly endedCommand: string;
}

let endpoint: Iterm2Endpoint;
let home: TestHome;
let sessions: Sessions;
let http: {readonly port: number; readonly token: string; end(): Promise<void>};

beforeAll(async () => {
  endpoint = await Iterm2Endpoint.open();
  ({home} = endpoint);
  const child = home.start('serve', '--port', '0', '--json');
  const [bytes] = await once(child.stdout, 'data');
  http = {
    port: JSON.parse(String(bytes)).port,
    token: readFileSync(join(home.path, 'token'), 'utf8').trim(),
    end: async () => {
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
  const made = async (): Promise<{session: string; command: string}> => {
    const {session_id} = await home.json('new', 'prod', '--shell', 'bash');
    await home.run('run', '--session', String(session_id), '--', `PS1='${CANARY}> '`);
    const ran = await home.json('run', '--session', String(session_id), '--', `echo ${CANARY}`);
    return {session: String(session_id), command: String(ran['command_id'])};
  };
  const ended = await made();
  await home.run('kill', ended.session);
  // Nothing of it is in the memory of the next one.
  await home.killServer();
  const living = await made();
  sessions = {living: living.session, ended: ended.session, command: living.command, endedCommand: ended.command};
});

afterAll(async () => {
  await http.end();
  await endpoint[Symbol.asyncDispose]();
});

type Answer = () => Promise<string>;

/** What gives what was printed, and has to be refused; or why it does not. */
type Ways =
  | readonly Answer[]
  | 'nothing that was printed'
  | 'types, and is refused as reading is'
  | 'for people alone'
  | 'waits for what comes, by a tool that is tried';

async function get(path: string, init?: RequestInit): Promise<string> {
  const headers = {authorization: `Bearer ${http.token}`, 'content-type': 'application/json', 'cotty-caller': 'agent'};
  const gone = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${http.port}${path}`, {headers, signal: gone.signal, ...init});
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return shown(await answer.text());
  const first = await answer.body?.getReader().read();
  gone.abort();
  return Buffer.from(first?.value ?? []).toString();
}

/** Also what stands in it in base64. */
function shown(text: string): string {
  const packed = [...text.matchAll(/"([A-Za-z0-9+/=]{16,})"/g)].map(([, word = '']) => Buffer.from(word, 'base64'));
  return `${text}${packed.join('')}`;
}

/** A tool by its REST endpoint; every door calls the same function. */
function tool(name: string, input: () => Record<string, unknown>, headers: Record<string, string> = {}): Answer {
  return () =>
    get(`/api/v1/${name}`, {
      method: 'POST',
      body: JSON.stringify(input()),
      headers: {
        authorization: `Bearer ${http.token}`,
        'content-type': 'application/json',
        'cotty-caller': 'agent',
        ...headers,
      },
    });
}

function verb(...words: readonly (string | (() => string))[]): Answer {
  return async () => {
    const child = home.startWith(
      {COTTY_AGENT: 'codex'},
      ...words.map(word => (typeof word === 'string' ? word : word())),
    );
    child.stdin.end();
    const {stdout, stderr} = await finish(child);
    return stdout + stderr;
  };
}

/** What a verb writes into a file. */
function file(...words: readonly (string | (() => string))[]): Answer {
  return async () => {
    const path = join(home.path, 'written');
    const said = await verb(...words.map(word => (word === 'FILE' ? path : word)))();
    const text = existsSync(path) ? readFileSync(path).toString() : '';
    rmSync(path, {force: true});
    return said + text + unpacked(text);
  };
}

/** What a page that was exported has packed in it. */
function unpacked(text: string): string {
  const [, packed] = /id="recording">([^<]+)</.exec(text) ?? [];
  return packed === undefined ? '' : gunzip(packed);
}

function gunzip(base64: string): string {
  const {gunzipSync} = process.getBuiltinModule('node:zlib');
  return gunzipSync(Buffer.from(base64, 'base64')).toString();
}

async function iterm2(
  name: Parameters<Iterm2Client['request']>[0],
  value: Parameters<Iterm2Client['request']>[1],
): Promise<string> {
  using client = await Iterm2Client.connect({
    at: {socket: endpoint.socket},
    cookie: endpoint.cookie,
    library: ['test', '1.0'],
    name: 'script',
    onNotification: () => undefined,
  });
  try {
    const answer = await client.request(name, value);
    return JSON.stringify(answer, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part));
  } catch (error) {
    return String(error);
  }
}

const living = (): string => sessions.living;
const ended = (): string => sessions.ended;
const session = (): string => guidOf(sessions.living as Parameters<typeof guidOf>[0]);

const tools: Readonly<Record<string, Ways>> = {
  check_command: 'nothing that was printed',
  edit_file: 'nothing that was printed',
  get_context: [tool('get_context', () => ({session_id: living()}))],
  glob_files: 'nothing that was printed',
  grep_files: 'nothing that was printed',
  list_files: 'nothing that was printed',
  list_skills: 'nothing that was printed',
  make_directory: 'nothing that was printed',
  manage_session: [tool('manage_session', () => ({action: 'list', all: true}))],
  read_file: 'nothing that was printed',
  read_output: [
    tool('read_output', () => ({session_id: 'prod', cursor: 0})),
    tool('read_output', () => ({session_id: living(), cursor: 0, raw: true})),
    tool('read_output', () => ({command_id: sessions.command})),
    tool('read_output', () => ({session_id: ended(), cursor: 0})),
    tool('read_output', () => ({command_id: sessions.endedCommand})),
  ],
  read_screen: [
    tool('read_screen', () => ({session_id: living()})),
    tool('read_screen', () => ({session_id: living(), scrollback: true})),
  ],
  read_skill: 'nothing that was printed',
  run_command: [
    // A call that is made again is answered as the first one was.
    tool('run_command', () => ({command: 'true', session_id: living()}), {'cotty-request-id': 'JOINED'}),
  ],
  screenshot: [
    tool('screenshot', () => ({session_id: living(), format: 'text'})),
    tool('screenshot', () => ({session_id: ended(), format: 'text'})),
  ],
  send_control: 'types, and is refused as reading is',
  send_keys: 'types, and is refused as reading is',
  send_text: 'types, and is refused as reading is',
  terminal_exec: 'nothing that was printed',
  wait_for_events: [tool('wait_for_events', () => ({after: 0, timeout: 0}))],
  wait_for_stable_output: [tool('wait_for_stable_output', () => ({session_id: living(), timeout_seconds: 5}))],
  watch_output: [tool('watch_output', () => ({session_id: living(), pattern: CANARY, cursor: 0, timeout: 5}))],
  write_file: 'nothing that was printed',
};

const paths: Readonly<Record<string, Ways>> = {
  '/mcp': 'nothing that was printed',
  '/mcp/run': 'types, and is refused as reading is',
  '/mcp/send_keys': 'types, and is refused as reading is',
  // Its bytes are looked at by themselves below.
  '/mcp/screenshot': 'nothing that was printed',
  '/mcp/wait_for_stable_output': 'nothing that was printed',
  '/timeline': [() => get(`/timeline?session=${living()}`), () => get(`/timeline?session=${ended()}`)],
  '/timeline/frame': [
    () => get(`/timeline/frame?session=${living()}&at_ms=99999999`),
    () => get(`/timeline/frame?session=${ended()}&at_ms=99999999`),
  ],
  '/timeline/pieces': [() => get(`/timeline/pieces?session=${living()}&at_ms=-1&at=0`)],
  '/timeline/search': [() => get(`/timeline/search?session=${living()}&words=here-alone`)],
  '/timeline/export': [
    () => get(`/timeline/export?session=${living()}&format=cast`),
    () => get(`/timeline/export?session=${ended()}&format=cast`),
  ],
  '/sessions': [() => get('/sessions')],
  '/sessions/live': [() => get('/sessions/live')],
  '/approvals': 'for people alone',
  '/approvals/live': 'for people alone',
  '/approvals/answer': 'for people alone',
  '/secrets': 'for people alone',
  '/runs': 'nothing that was printed',
  '/runs/stop': 'nothing that was printed',
  '/runs/replay': 'nothing that was printed',
  '/runs/artifact': 'nothing that was printed',
  '/metrics': 'nothing that was printed',
  '/healthz': 'nothing that was printed',
};

const verbs: Readonly<Record<string, Ways>> = {
  status: 'nothing that was printed',
  run: 'types, and is refused as reading is',
  exec: 'nothing that was printed',
  shell: 'nothing that was printed',
  ls: [verb('ls', '--all', '--json')],
  new: 'nothing that was printed',
  attach: 'nothing that was printed',
  read: [verb('read', living), verb('read', 'prod'), verb('read', ended)],
  keys: 'types, and is refused as reading is',
  watch: 'waits for what comes, by a tool that is tried',
  kill: 'nothing that was printed',
  screenshot: [
    verb('screenshot', living, '--format', 'text', '-o', '-'),
    verb('screenshot', ended, '--format', 'text', '-o', '-'),
  ],
  check: 'nothing that was printed',
  approvals: 'nothing that was printed',
  audit: [
    verb('audit'),
    verb('audit', 'list', '--json'),
    verb('audit', 'show', () => sessions.command),
    file('audit', 'export', 'FILE'),
  ],
  secret: 'for people alone',
  approve: 'for people alone',
  deny: 'for people alone',
  rename: 'nothing that was printed',
  export: [
    file('export', living, '--cast', 'FILE'),
    file('export', living, '--html', 'FILE'),
    file('export', ended, '--cast', 'FILE'),
    file('export', 'prod', '--cast', 'FILE'),
  ],
  // On a terminal alone, where the same function opens the recording.
  replay: [],
  notify: 'nothing that was printed',
  mcp: 'nothing that was printed',
  serve: 'nothing that was printed',
  'iterm2-server': 'nothing that was printed',
  server: 'nothing that was printed',
  demo: 'nothing that was printed',
  doctor: 'nothing that was printed',
  completion: 'nothing that was printed',
  version: 'nothing that was printed',
  help: 'nothing that was printed',
};

const requests: Readonly<Partial<Record<string, Ways>>> = {
  getBufferRequest: [() => iterm2('getBufferRequest', {session: session(), lineRange: {trailingLines: 30}})],
  getPromptRequest: [
    async () => {
      const listed = await iterm2('listPromptsRequest', {session: session()});
      const [id = ''] = /[0-9A-F]{8}-[0-9A-F-]{27}/g[Symbol.match](listed)?.slice(-2) ?? [];
      return iterm2('getPromptRequest', {session: session(), uniquePromptId: id});
    },
  ],
  listPromptsRequest: 'nothing that was printed',
  variableRequest: [
    () => iterm2('variableRequest', {scope: {case: 'sessionId', value: session()}, get: ['lastCommand']}),
    () => iterm2('variableRequest', {scope: {case: 'sessionId', value: session()}, get: ['*']}),
  ],
};

/** Of the others of iTerm2's requests none tells what was printed; pictures and coprocesses ask the same function. */
const silent = [
  ...[
    'transactionRequest',
    'notificationRequest',
    'registerToolRequest',
    'setProfilePropertyRequest',
    'listSessionsRequest',
    'sendTextRequest',
  ],
  ...[
    'createTabRequest',
    'splitPaneRequest',
    'getProfilePropertyRequest',
    'setPropertyRequest',
    'getPropertyRequest',
    'injectRequest',
    'activateRequest',
  ],
  ...[
    'savedArrangementRequest',
    'focusRequest',
    'listProfilesRequest',
    'serverOriginatedRpcResultRequest',
    'restartSessionRequest',
    'menuItemRequest',
  ],
  ...[
    'setTabLayoutRequest',
    'getBroadcastDomainsRequest',
    'tmuxRequest',
    'reorderTabsRequest',
    'preferencesRequest',
    'colorPresetRequest',
    'selectionRequest',
  ],
  ...[
    'statusBarComponentRequest',
    'setBroadcastDomainsRequest',
    'closeRequest',
    'invokeFunctionRequest',
    'screenshotRequest',
  ],
];

test('all readers are listed here', () => {
  expect(Object.keys(tools).toSorted()).toEqual(selectTools(['all']).map(({name}) => name));
  expect(Object.keys(paths).toSorted()).toEqual([...servedPaths].toSorted());
  expect(Object.keys(verbs).toSorted()).toEqual(Object.keys(verbTable).toSorted());
  expect([...Object.keys(requests), ...silent].toSorted()).toEqual(Object.keys(requestTable).toSorted());
});

const all = Object.entries({...tools, ...paths, ...verbs, ...requests}).flatMap(([name, ways]) =>
  typeof ways === 'object' ? ways.map((way, at) => [name, at, way] as const) : [],
);

describe('whoever may read it is given it, and whoever may not is not', () => {
  test.for(all)('%s (%i)', async ([name, _at, way]) => {
    const config = join(home.path, 'config.toml');
    writeFileSync(config, '');
    const joined = name === 'run_command' ? await joining() : way;
    expect([name, await joined()]).toEqual([name, expect.stringContaining(CANARY)]);
    writeFileSync(config, DENIED);
    const said = await joined();
    expect(said).not.toBe('');
    expect([name, said]).toEqual([name, expect.not.stringContaining(CANARY)]);
  });

  /** The request of the command whose id is known. */
  async function joining(): Promise<Answer> {
    const id = sessions.command.replace(/^c-/, '');
    return tool('run_command', () => ({command: 'true', session_id: living()}), {'cotty-request-id': id});
  }
});

describe('where it is refused', () => {
  beforeAll(() => writeFileSync(join(home.path, 'config.toml'), DENIED));

  test.for(['send_text', 'send_keys', 'send_control', 'run_command'])('%s is', async name => {
    const input = {
      send_text: {text: 'x'},
      send_keys: {keys: ['text:x']},
      send_control: {character: 'C'},
      run_command: {command: 'true'},
    }[name];
    const said = await tool(name, () => ({...input, session_id: living()}))();
    expect(said).toContain('Only people.');
  });

  test.for(['/mcp/screenshot', '/mcp/wait_for_stable_output', '/mcp/run', '/mcp/send_keys'])('%s is', async path => {
    const bodies: Readonly<Record<string, string>> = {
      '/mcp/run': '{"command": "true"}',
      '/mcp/send_keys': '{"keys": "x"}',
    };
    const init = path === '/mcp/screenshot' ? {} : {method: 'POST', body: bodies[path] ?? '{}'};
    expect(await get(`${path}?session=${living()}`, init)).toContain('Only people.');
  });

  test('a WebSocket is', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${http.port}/ws?session=${living()}`, {
      headers: {authorization: `Bearer ${http.token}`},
    });
    const said: string[] = [];
    socket.on('message', (data: Buffer) => said.push(data.toString()));
    await once(socket, 'close');
    expect(said.join('')).toContain('Only people.');
    expect(said.join('')).not.toContain(CANARY);
  });

  test('an attached terminal of an agent is', async () => {
    const {socket} = await connectSocket({path: join(home.path, 'run/server.sock'), role: 'attach', version});
    const attaching = attachClient(socket, {
      session: living(),
      cols: 80,
      rows: 24,
      name: 'codex',
      onOutput: () => undefined,
    });
    await expect(attaching).rejects.toMatchObject({code: 'denied'});
  });

  test('a replay and a coprocess are', async () => {
    const line = `COTTY_AGENT=codex ${home.commandLine('replay', living())}`;
    const replay = await finish(spawn('script', ['-qec', line, '/dev/null'], {env: home.env, cwd: home.path}));
    expect(replay.stdout).toContain('Only people.');
    const pipe = join(home.path, 'pipe');
    const invocation = `iterm2.run_coprocess(commandLine: ${JSON.stringify(`trap '' HUP INT TERM; exec > '${pipe}'; echo; exec cat`)})`;
    const said = await iterm2('invokeFunctionRequest', {
      invocation,
      context: {case: 'method', value: {receiver: session()}},
    });
    expect(said).toContain('Only people.');
    expect(await iterm2('screenshotRequest', {session: session()})).toContain('Only people.');
  });

  test.for(['cat HOME/sessions/*/log/*', 'cp -r HOME/sessions /tmp/x', 'tail HOME/audit.log'])(
    'the files are asked about: %s',
    async line => {
      const {stdout} = await home.run('check', '--json', '--', line.replaceAll('HOME', home.path));
      expect(JSON.parse(stdout)).toMatchObject({level: 'DANGEROUS'});
    },
  );

  test('the file tools do not open them', async () => {
    const path = `sessions/${living()}/log`;
    for (const words of [
      ['read-file', '--path', path],
      ['grep-files', '--path', 'sessions', '--pattern', CANARY],
      ['terminal-exec', '--command', `text normalize --in ${path}`],
    ])
      expect(await verb(...words)()).toContain('PathDenied');
  });

  test('people read it', async () => {
    const reading = spawn('script', ['-qec', home.commandLine('read', living()), '/dev/null'], {
      env: home.env,
      cwd: home.path,
    });
    expect((await finish(reading)).stdout).toContain(CANARY);
  });
});
