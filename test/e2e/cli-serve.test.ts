import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {once} from 'node:events';
import {readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

let home: TestHome;

beforeEach(async () => {
  home = await TestHome.make();
});

afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

test('serve answers with the token of a file that only its owner reads, and not without', async () => {
  const {url, stop} = await serve();
  const file = join(home.path, 'token');
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  const token = (await readFile(file, 'utf8')).trim();
  const json = {'content-type': 'application/json'};
  const call = {method: 'POST', body: JSON.stringify({command: 'echo over http'}), headers: json};
  expect((await fetch(`${url}/api/v1/run_command`, call)).status).toBe(401);
  const answer = await fetch(`${url}/api/v1/run_command`, {...call, headers: {...json, ...bearer(token)}});
  expect(await answer.json()).toMatchObject({output: 'over http', exit_code: 0});
  await stop();
  await expect(fetch(`${url}/healthz`, {headers: bearer(token)})).rejects.toThrow();
});

test('COTTY_TOKEN replaces the file', async () => {
  home.env.COTTY_TOKEN = 'a-token-of-my-own';
  const {url, stop} = await serve();
  expect((await fetch(`${url}/healthz`, {headers: bearer('a-token-of-my-own')})).status).toBe(200);
  await expect(stat(join(home.path, 'token'))).rejects.toMatchObject({code: 'ENOENT'});
  await stop();
});

test('serve goes on at the same address when the server is replaced', async () => {
  home.env.COTTY_TOKEN = 'kept';
  const {url, stop} = await serve();
  await home.killServer();
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`, {headers: bearer('kept')}).then(
          response => response.status,
          () => 0,
        ),
      {timeout: 15_000},
    )
    .toBe(200);
  await stop();
});

test('serve ends when its home is deleted, and does not make it anew', async () => {
  const deleted = join(home.path, 'deleted');
  home.env.COTTY_HOME = deleted;
  const {child} = await serve();
  const ended = once(child, 'exit');
  const complaint = child.stderr.toArray();
  await rm(deleted, {recursive: true, force: true, maxRetries: 5});
  expect(await ended).toEqual([1, null]);
  expect(Buffer.concat(await complaint).toString()).toContain('was deleted');
  await expect(stat(deleted)).rejects.toMatchObject({code: 'ENOENT'});
});

test('the shell of serve ends with it when nobody has used it, and stays when somebody has', async () => {
  const unused = await serve();
  expect((await home.run('ls')).stdout).toContain('tui');
  await unused.stop();
  await expect.poll(async () => (await home.verb('ls')).stdout, {timeout: 30_000}).not.toContain('tui');
  const used = await serve();
  await home.verb('run', '--session', 'tui', '--', 'true');
  await used.stop();
  expect((await home.run('ls')).stdout).toContain('tui');
});

test('a port in use is an error', async () => {
  const {url, stop} = await serve();
  const {exitCode, stderr} = await home.run('serve', '--port', new URL(url).port);
  expect({exitCode, stderr}).toMatchObject({exitCode: 1, stderr: expect.stringMatching(/in use[\s\S]*--port/)});
  await stop();
});

test.each(['99999', '-1', '1.5'])('port %s is none', async port => {
  expect(await home.run('serve', '--port', port)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/from 0 to 65535[\s\S]*Usage/),
  });
});

async function serve(): Promise<{url: string; child: ChildProcessWithoutNullStreams; stop: () => Promise<void>}> {
  const child = home.start('serve', '--port', '0', '--json');
  const [bytes] = await once(child.stdout, 'data');
  const {url, error} = JSON.parse(String(bytes));
  expect(error).toBeUndefined();
  const stop = async () => {
    child.kill('SIGINT');
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
  };
  return {url, child, stop};
}

function bearer(token: string): Record<string, string> {
  return {authorization: `Bearer ${token}`};
}
