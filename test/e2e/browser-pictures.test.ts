/** `GET /mcp/screenshot` by a browser that is missing, dies, starts early or is not wanted; and `/metrics`. */
import {once} from 'node:events';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {needsBrowser} from '../support/chromium.ts';
import {TestHome} from '../support/cotty-process.ts';
import {RecordedProcess} from '../support/processes.ts';

interface Door {
  readonly home: TestHome;
  get(path: string): Promise<Response>;
  post(path: string, body: unknown): Promise<Response>;
}

const open: TestHome[] = [];
afterEach(async () => {
  for (const home of open.splice(0)) await home[Symbol.asyncDispose]();
});

async function serve(env: NodeJS.ProcessEnv, ...options: string[]): Promise<Door> {
  const home = await TestHome.make(env);
  open.push(home);
  const child = home.start('serve', '--port', '0', '--json', ...options);
  const [bytes] = await once(child.stdout, 'data');
  const {url}: {url: string} = JSON.parse(String(bytes));
  const authorization = `Bearer ${readFileSync(join(home.path, 'token'), 'utf8').trim()}`;
  return {
    home,
    get: path => fetch(`${url}${path}`, {headers: {authorization}}),
    post: (path, body) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: {authorization, 'content-type': 'application/json'},
        body: JSON.stringify(body),
      }),
  };
}

async function picture(door: Door, query = ''): Promise<[number, string]> {
  const answer = await door.get(`/mcp/screenshot${query}`);
  return [
    answer.status,
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString('latin1'),
  ];
}

/** The browser that the server has started: its child. */
async function browserOf(home: TestHome): Promise<RecordedProcess | undefined> {
  const server = await home.serverPid();
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === server);
  const browser = children.find(pid => /chrom/.test(commandLineOf(pid)));
  return browser === undefined ? undefined : RecordedProcess.of(Number(browser));
}

const parentOf = (pid: string): number => Number(read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1]);
const commandLineOf = (pid: string): string => read(`/proc/${pid}/cmdline`);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('a browser that dies between pictures, or in the middle of one, is started again, and nobody is harmed', async () => {
  needsBrowser();
  const door = await serve({});
  expect(await picture(door)).toEqual([200, 'PNG']);
  const first = await browserOf(door.home);
  first?.signal('SIGKILL');
  await first?.ended();
  expect(await picture(door)).toEqual([200, 'PNG']);
  const second = await browserOf(door.home);
  expect(second?.pid).not.toBe(first?.pid);
  const asked = Promise.all(Array.from({length: 6}, () => picture(door)));
  second?.signal('SIGKILL');
  const ran = await door.post('/mcp/run', {command: 'echo unharmed-$((4*4))'});
  expect(await ran.json()).toEqual({status: 'command sent'});
  expect(new Set((await asked).map(String))).toEqual(new Set(['200,PNG']));
  await expect.poll(async () => (await door.home.verb('read', 'tui', '--screen')).stdout).toContain('unharmed-16');
});

test('where there is no browser the picture is refused in words, and the built-in one is there', async () => {
  const door = await serve({CHROME_PATH: '/nosuch/chromium'});
  const answer = await door.get('/mcp/screenshot');
  expect([answer.status, await answer.json()]).toEqual([
    501,
    expect.objectContaining({code: 'not_supported', hint: expect.stringContaining('engine=embedded')}),
  ]);
  expect(await picture(door, '?engine=embedded')).toEqual([200, 'PNG']);
});

test('--browser=off draws without one, and refuses who asks for it', async () => {
  const door = await serve({}, '--browser', 'off');
  expect(await picture(door)).toEqual([200, 'PNG']);
  const answer = await door.get('/mcp/screenshot?engine=browser');
  expect(await answer.json()).toMatchObject({code: 'not_supported', message: expect.stringContaining('--browser=off')});
  expect(await browserOf(door.home)).toBeUndefined();
});

test('--browser=eager has it ready at once; where there is none it says so instead of listening', async () => {
  needsBrowser();
  const door = await serve({}, '--browser', 'eager');
  expect(await browserOf(door.home)).toBeDefined();
  const home = await TestHome.make({CHROME_PATH: '/nosuch/chromium'});
  open.push(home);
  const {exitCode, stderr} = await home.run('serve', '--port', '0', '--browser', 'eager');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('CHROME_PATH names /nosuch/chromium')]);
});

test('a terminal that is too wide for a browser is refused, and a size that no terminal has, too', async () => {
  needsBrowser();
  const door = await serve({});
  await door.post('/api/v1/manage_session', {action: 'resize', session_id: 'tui', cols: 2000, rows: 50});
  expect(await (await door.get('/mcp/screenshot')).json()).toMatchObject({code: 'too_large'});
  const resize = {action: 'resize', session_id: 'tui', cols: 10_000, rows: 50};
  expect(await (await door.post('/api/v1/manage_session', resize)).json()).toMatchObject({code: 'invalid_argument'});
  await door.post('/api/v1/manage_session', {action: 'resize', session_id: 'tui', cols: 80, rows: 24});
  expect(await picture(door)).toEqual([200, 'PNG']);
});

test('/metrics says in numbers what goes on, to those who have the token', async () => {
  const door = await serve({}, '--browser', 'off');
  await door.home.verb('run', '--session', 'tui', '--', 'printf %500s');
  const answer = await door.get('/metrics');
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).toMatch(/^cotty_sessions\{state="ready"\} 1$/m);
  expect(Number(/^cotty_session_output_bytes_total\{session="pty:\w+"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(500);
  expect(text).toMatch(/^# TYPE cotty_http_requests_total counter\ncotty_http_requests_total [1-9]/m);
  const names = [...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name);
  for (const name of names) expect(text).toContain(`# HELP ${name} `);
  expect((await fetch(answer.url)).status).toBe(401);
});
