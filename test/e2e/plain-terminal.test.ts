/** A terminal for whoever has nothing but an HTTP client: `/mcp/run` and its like. */
import {existsSync, readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {decodePng} from '../../src/screen/picture/raster/decode-png.ts';
import {needsBrowser} from '../support/chromium.ts';
import {type HttpDoor, openHttpDoor} from '../support/http-door.ts';
import {needs, needsLinux} from '../support/needs.ts';
import {RecordedProcess} from '../support/processes.ts';

let door: HttpDoor;

beforeAll(async () => {
  door = await openHttpDoor();
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
});

function call(path: string, input?: unknown, to: HttpDoor = door): Promise<Response> {
  const headers = {authorization: `Bearer ${to.token}`, 'content-type': 'application/json'};
  const init = input === undefined ? {headers} : {method: 'POST', headers, body: JSON.stringify(input)};
  return fetch(`http://127.0.0.1:${to.port}${path}`, init);
}

async function say(path: string, input: unknown): Promise<unknown> {
  return (await call(path, input)).json();
}

async function picture(query = '', to: HttpDoor = door): Promise<Buffer> {
  const answer = await call(`/mcp/screenshot${query}`, undefined, to);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  return Buffer.from(await answer.arrayBuffer());
}

test.for(['browser', 'embedded'])('vim is started, typed into, seen by the %s engine, and left', async engine => {
  needs('vim');
  if (engine === 'browser') needsBrowser();
  const file = join(door.home.path, `${engine}.txt`);
  const shown = async (): Promise<string> => (await door.home.verb('read', 'tui', '--screen')).stdout;
  expect(await say('/mcp/run', {command: `vim -u NONE ${file}`})).toEqual({status: 'command sent'});
  // A program that has not begun yet is quiet too.
  await expect.poll(shown).toMatch(/^~\n~$/m);
  expect(await say('/mcp/wait_for_stable_output', {timeout_seconds: 20})).toEqual({status: 'output is stable'});
  expect(await say('/mcp/send_keys', {keys: 'ihello world\u001b'})).toEqual({status: 'keys sent'});
  await expect.poll(shown).toMatch(/^hello world$/m);
  expect(await say('/mcp/wait_for_stable_output', {})).toEqual({status: 'output is stable'});
  const seen = await picture(`?engine=${engine}`);
  expect([seen.readUInt32BE(16), seen.readUInt32BE(20)]).toEqual([720, 432]);
  if (engine === 'embedded') expect(inkOf(seen, 0)).toBeGreaterThan(300);
  await say('/mcp/send_keys', {keys: ':wq\r'});
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe('hello world\n');
  expect(await say('/mcp/wait_for_stable_output', {})).toEqual({status: 'output is stable'});
});

test('with the policy that is there from the beginning a script is taken at its word, and what is refused is taken off the line', async () => {
  await using strict = await openHttpDoor({COTTY_SECURITY_MODE: 'normal'});
  const kept = join(strict.home.path, 'kept');
  const post = async (path: string, input: unknown) => {
    const answer = await call(path, input, strict);
    return [answer.status, await answer.json()];
  };
  const sent = [200, {status: 'command sent'}];
  expect(await post('/mcp/run', {command: `touch ${kept}`})).toEqual(sent);
  await expect.poll(() => existsSync(kept)).toBe(true);
  for (const input of [
    {command: `rm -rf ${kept}`},
    {command: `touch ${kept}-too`, confirm: false},
    {command: `echo one\nrm -rf ${kept}`},
  ])
    expect(await post('/mcp/run', input)).toMatchObject([403, {message: expect.stringContaining('has not run')}]);
  expect(await post('/mcp/run', {command: `echo alone >${kept}`})).toEqual(sent);
  await expect.poll(() => readFileSync(kept, 'utf8')).toBe('alone\n');
  expect(await post('/mcp/send_keys', {keys: `touch ${kept}-too\r`})).toEqual([200, {status: 'keys sent'}]);
  await expect.poll(() => existsSync(`${kept}-too`)).toBe(true);
});

test('what is refused right behind a line that the shell has not taken yet is taken off the line too', async () => {
  await using strict = await openHttpDoor({COTTY_SECURITY_MODE: 'normal'});
  const kept = join(strict.home.path, 'kept');
  const run = async (command: string) => (await call('/mcp/run', {command}, strict)).status;
  expect(await run(`touch ${kept}`)).toBe(200);
  await expect.poll(() => existsSync(kept)).toBe(true);
  for (let round = 0; round < 5; round++)
    expect([await run(': taken'), await run(`rm -rf ${kept}`)], `round ${round}`).toEqual([200, 403]);
  expect(await run(`echo alone >${kept}`)).toBe(200);
  await expect.poll(() => readFileSync(kept, 'utf8')).toBe('alone\n');
});

test('a program that goes on printing is no stable output, and that is said after the time given', async () => {
  await call('/mcp/run', {command: "sh -c 'while sleep 0.05; do echo again; done'"});
  expect(await say('/mcp/wait_for_stable_output', {timeout_seconds: 1})).toEqual({
    status: 'error',
    message: 'timeout waiting for stable output',
  });
  await call('/mcp/send_keys', {keys: '\u0003'});
  expect(await say('/mcp/wait_for_stable_output', {})).toEqual({status: 'output is stable'});
});

test.for([
  ['/mcp/run', {}, 400],
  ['/mcp/run', {command: 'true', what: 1}, 400],
  ['/mcp/send_keys', {keys: ''}, 400],
  ['/mcp/run?session=nobody', {command: 'true'}, 404],
  ['/mcp/screenshot', {}, 405],
  ['/mcp/screenshot?scale=9', undefined, 400],
  ['/mcp/screenshot?colour=red', undefined, 400],
  ['/mcp/run', undefined, 405],
] as const)('%s with %j is refused with a code and a hint', async ([path, input, status]) => {
  const answer = await call(path, input);
  expect([answer.status, await answer.json()]).toEqual([
    status,
    {code: expect.any(String), message: expect.any(String), hint: expect.any(String)},
  ]);
});

test.for([
  '/mcp/run',
  '/mcp/send_keys',
  '/mcp/wait_for_stable_output',
  '/mcp/screenshot',
  '/ws',
  '/assets/terminal.js',
])('without the token %s does not answer, and with a foreign origin neither', async path => {
  const init = path.startsWith('/mcp/') && path !== '/mcp/screenshot' ? {method: 'POST', body: '{}'} : {};
  const json = {'content-type': 'application/json'};
  const url = `http://127.0.0.1:${door.port}${path}`;
  expect((await fetch(url, {...init, headers: json})).status).toBe(401);
  const authorization = `Bearer ${door.token}`;
  expect((await fetch(url, {...init, headers: {...json, authorization, origin: 'https://evil.example'}})).status).toBe(
    403,
  );
});

describe('the browser', () => {
  test('shows everything that was printed before the picture was asked for', async () => {
    needsBrowser();
    await door.home.verb('new', 'printing', '--shell', 'sh');
    for (let round = 0; round < 5; round++) {
      await call('/api/v1/run_command', {
        command: `seq ${round * 1000} ${round * 1000 + 20_000}`,
        session_id: 'printing',
      });
      const at = await door.home.json('screenshot', 'printing', '--format', 'text');
      const [one, other] = [await picture('?session=printing'), await picture(`?session=printing&at=${at.at}`)];
      expect(one.equals(other)).toBe(true);
    }
  });

  test('is there for agents and the command line too', async () => {
    needsBrowser();
    const {path} = await door.home.json('screenshot', 'tui', '--engine', 'browser');
    expect((await readFile(String(path))).equals(await picture('?session=tui'))).toBe(true);
    const svg = await door.home.run('screenshot', 'tui', '--engine', 'browser', '--format', 'svg');
    expect(svg).toMatchObject({exitCode: 1, stderr: expect.stringContaining('engine=embedded')});
  });

  test('is started anew when it has died', async () => {
    needsBrowser();
    needsLinux();
    const before = await picture('?theme=light');
    const server = await door.home.serverPid();
    const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ');
    const browsers = children.filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--headless'));
    expect(browsers).toHaveLength(1);
    const browser = RecordedProcess.of(browsers[0]);
    browser.signal('SIGKILL');
    await browser.ended();
    expect((await picture('?theme=light')).equals(before)).toBe(true);
  });

  test('that is not there is said, with what to do, and the rest goes on', async () => {
    await using other = await openHttpDoor({CHROME_PATH: '/nowhere/chromium'});
    const answer = await call('/mcp/screenshot', undefined, other);
    expect([answer.status, await answer.json()]).toEqual([
      501,
      {
        code: 'not_supported',
        message: expect.stringContaining('/nowhere/chromium'),
        hint: expect.stringContaining('apt install chromium'),
      },
    ]);
    expect((await picture('?engine=embedded', other)).subarray(1, 4).toString()).toBe('PNG');
  });
});

/** Pixels of a row of cells that differ from the corner of the picture. */
function inkOf(png: Buffer, row: number): number {
  const {width, rgba} = decodePng(png) ?? {width: 0, rgba: new Uint8Array()};
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const paper = words.at(-1);
  return words.subarray(row * 18 * width, (row + 1) * 18 * width).filter(word => word !== paper).length;
}
