/** A person answers on the page of `cotty serve`; nobody else does, with whatever they have got hold of. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Page} from 'playwright-core';
import {afterAll, expect, test} from 'vitest';
import {textField} from '../../src/core/index.ts';
import {TestBrowser} from '../support/chromium.ts';
import {type Finished, finish, TestHome} from '../support/cotty-process.ts';
import {askingClient} from '../support/mcp/clients.ts';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');
const browser = new TestBrowser({hasWebgl: false});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
});

interface Place extends AsyncDisposable {
  readonly home: TestHome;
  readonly scratch: string;
  readonly served: {readonly url: string; readonly link: string};
  /** `cotty run` of an agent that has nobody to ask. */
  agent(command: string, ...options: string[]): Promise<Finished>;
  /** Somebody at a terminal of their own. */
  person(...words: string[]): Promise<Finished>;
}

async function place(): Promise<Place> {
  const home = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
  const scratch = join(home.path, 'scratch');
  mkdirSync(join(scratch, 'build'), {recursive: true});
  const serving = home.start('serve', '--port', '0', '--json');
  const [bytes] = await once(serving.stdout, 'data');
  return {
    home,
    scratch,
    served: JSON.parse(String(bytes)),
    async agent(command, ...options) {
      const child = home.startIn(scratch, 'run', ...options, '--', command);
      child.stdin.end();
      return finish(child);
    },
    person: (...words) =>
      finish(spawn('script', ['-qec', home.commandLine(...words), '/dev/null'], {env: home.env, cwd: home.path})),
    async [Symbol.asyncDispose]() {
      serving.kill('SIGINT');
      await once(serving, 'exit');
      await home[Symbol.asyncDispose]();
    },
  };
}

/** A person’s own browser, let in by the link. */
async function pageOf({served}: Place, prepare?: (page: Page) => Promise<void>): Promise<Page> {
  const page = await browser.page({viewport: {width: 1000, height: 700}});
  await prepare?.(page);
  await page.goto(served.link);
  await page.waitForSelector('.xterm-screen');
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  return page;
}

async function idOf(home: TestHome): Promise<string> {
  const {approvals} = await home.value('approvals');
  return textField(Array.isArray(approvals) ? approvals.at(-1) : undefined, 'approval_id');
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#waiting button[data-answer]:not([disabled])') !== null);
}

/** With what the page keeps beside its cookie. */
async function keyed(page: Page, path: string): Promise<string> {
  return `${path}?key=${await page.evaluate(() => localStorage.getItem('key'))}`;
}

async function cookieOf(page: Page): Promise<string> {
  const [cookie] = await page.context().cookies();
  return `${cookie?.name}=${cookie?.value}`;
}

/** What curl is given to post an answer. */
function posting({served}: Place, path: string, body: unknown, ...headers: string[]): readonly string[] {
  const given = ['content-type: application/json', ...headers].flatMap(header => ['-H', header]);
  return ['curl', '-sS', ...given, '-d', JSON.stringify(body), `${served.url}${path}`];
}

const quoted = (words: readonly string[]): string => words.map(word => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');

test('a command that waits comes up on the page, and runs when a person approves it with keys alone', async () => {
  await using there = await place();
  const page = await pageOf(there);
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 126});
  await page.waitForSelector('#waiting li[data-id]');
  const shown = await page.textContent('#waiting');
  for (const part of ['rm -rf build', 'DANGEROUS', '12 bytes', there.scratch, '1 waits', 'destroys'])
    expect(`${shown} ${await page.textContent('#asked')}`.toLowerCase()).toContain(part.toLowerCase());
  expect(await page.title()).toMatch(/^\(1\) /);
  expect(await page.evaluate(() => document.activeElement?.closest('#waiting'))).toBeNull();
  await settled(page);
  await page.keyboard.press('Control+Shift+A');
  await page.keyboard.press('Enter');
  await page.keyboard.press('o');
  await page.waitForSelector('#waiting', {state: 'hidden'});
  expect(await page.textContent('#said')).toBe('approved by browser (http)');
  expect(await page.evaluate(() => document.activeElement?.closest('#terminal') !== null)).toBe(true);
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 0});
  expect(existsSync(join(there.scratch, 'build'))).toBe(false);
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 126});
  const {decisions} = await there.home.value('audit');
  expect(decisions).toContainEqual(
    expect.objectContaining({decision: 'approved', channel: 'http', approver: 'browser', user_confirmed: true}),
  );
});

test('denied on the page stays denied; for this session and for always hold as far as they say', async () => {
  await using there = await place();
  const page = await pageOf(there);
  const answer = async (command: string, name: string): Promise<void> => {
    await there.agent(command);
    await page.click(`#waiting li[data-id="${await idOf(there.home)}"] button[data-answer="${name}"]`);
    await page.waitForSelector('#waiting', {state: 'hidden'});
  };
  await answer('rm -rf build', 'deny');
  expect(await there.agent('rm -rf build')).toMatchObject({
    exitCode: 126,
    stderr: expect.stringContaining('A person has said no'),
  });
  await answer('rm -rf one', 'session');
  expect(await there.agent('rm -rf two')).toMatchObject({exitCode: 0});
  await answer('rmdir build', 'always');
  expect(readFileSync(join(there.home.path, 'config.toml'), 'utf8')).toMatch(/regex = "rmdir build"/);
  expect(existsSync(join(there.scratch, 'build'))).toBe(true);
});

test('every character of the line is seen, and what it would run', async () => {
  await using there = await place();
  const page = await pageOf(there);
  await there.agent(`echo "\u202Etxt"${' '.repeat(3000)}; rm -rf \u0440w\n`);
  const line = page.locator('#waiting pre.line');
  await line.waitFor();
  expect(await line.textContent()).toContain('echo "<U+202E>txt"␣×3000; rm -rf рw');
  expect(await line.locator('.odd').allInnerTexts()).toEqual(expect.arrayContaining(['<U+202E>', '␣×3000', 'р']));
  expect(await line.locator('u').count()).toBeGreaterThan(0);
  expect(await page.textContent('#waiting details')).toContain('2 commands in it');
});

test('no key and no click answers what has just come into sight', async () => {
  await using there = await place();
  const page = await pageOf(there, async opened => {
    await opened.addInitScript(() => {
      new MutationObserver(() => {
        const item = document.querySelector<HTMLElement>('#waiting li[data-id]');
        if (!item || item.dataset['tried'] !== undefined) return;
        item.dataset['tried'] = '';
        item.focus();
        item.dispatchEvent(new KeyboardEvent('keydown', {key: 'o', bubbles: true}));
        item.querySelector<HTMLElement>('button[data-answer="once"]')?.click();
      }).observe(document, {childList: true, subtree: true});
    });
  });
  await there.agent('rm -rf build');
  await page.waitForSelector('#waiting li[data-tried]');
  await settled(page);
  expect((await there.home.value('approvals'))['approvals']).toMatchObject([{state: 'pending'}]);
});

test('whoever answers first decides, and the page says who it was', async () => {
  await using there = await place();
  const page = await pageOf(there);
  await there.agent('rm -rf build');
  await page.waitForSelector('#waiting li[data-id]');
  const id = await idOf(there.home);
  expect((await there.person('deny', id)).stdout).toContain('denied');
  await page.waitForSelector('#waiting', {state: 'hidden'});
  expect(await page.textContent('#said')).toMatch(/^denied by \S+ \(terminal\)$/);
  const late = await page.evaluate(async approval_id => {
    const body = JSON.stringify({approval_id, decision: 'approve'});
    const init = {method: 'POST', headers: {'content-type': 'application/json'}, body};
    return (await fetch(`/approvals/answer?key=${localStorage.getItem('key')}`, init)).status;
  }, id);
  expect(late).toBe(400);
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 126});
});

test('the token neither lists nor answers, and no cookie is made from it', async () => {
  await using there = await place();
  await there.agent('rm -rf build');
  const approval_id = await idOf(there.home);
  const token = readFileSync(join(there.home.path, 'token'), 'utf8').trim();
  const {createHmac} = await import('node:crypto');
  const derived = createHmac('sha256', token).update('cotty browser session').digest('base64url');
  const port = new URL(there.served.url).port;
  const ask = async (path: string, headers: Record<string, string>, body?: unknown): Promise<number> => {
    const post = body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)};
    const type = body === undefined ? {} : {'content-type': 'application/json'};
    return (await fetch(`${there.served.url}${path}`, {...post, headers: {...headers, ...type}})).status;
  };
  const bearer = {authorization: `Bearer ${token}`};
  expect(await ask('/approvals', bearer)).toBe(403);
  expect(await ask('/approvals/live', bearer)).toBe(403);
  expect(await ask('/approvals/answer', bearer, {approval_id, decision: 'approve'})).toBe(403);
  expect(await ask('/secrets', bearer, {session_id: 'tui', secret: 'x'})).toBe(403);
  const cookie = {cookie: `cotty_${port}=${derived}`};
  expect(await ask('/approvals/answer', cookie, {approval_id, decision: 'approve'})).toBe(401);
  // Nothing is changed by GET, by a form, or from another page.
  const page = await pageOf(there);
  const own = {cookie: await cookieOf(page)};
  const path = await keyed(page, '/approvals/answer');
  expect(await ask(path, own)).toBe(405);
  expect(await ask(path, {...own, origin: 'null'}, {approval_id, decision: 'approve'})).toBe(403);
  expect(await ask(path, {...own, 'sec-fetch-site': 'same-site'}, {approval_id, decision: 'approve'})).toBe(403);
  expect(await ask('/approvals/answer', own, {approval_id, decision: 'approve'})).toBe(401);
  expect((await there.home.value('approvals'))['approvals']).toMatchObject([{state: 'pending'}]);
});

test('with the cookie and the key in hand, a program inside a session answers nothing, and gets no link', async () => {
  await using there = await place();
  const page = await pageOf(there);
  await there.agent('rm -rf build');
  const approval_id = await idOf(there.home);
  const cookie = `cookie: ${await cookieOf(page)}`;
  const answer = posting(there, await keyed(page, '/approvals/answer'), {approval_id, decision: 'approve'}, cookie);
  const {session_id} = await there.home.value('new', 'theirs');
  const inside = async (line: string): Promise<string> => {
    const script = join(there.scratch, 'line');
    writeFileSync(script, line);
    await there.person('run', '--session', String(session_id), '--', `sh ${script}`);
    return (await there.home.verb('read', String(session_id))).stdout;
  };
  expect(await inside(quoted(answer))).toMatch(/No agent answers for a person. This runs inside a session/);
  expect(await inside(quoted(['env', '-u', 'COTTY_SESSION', ...answer]))).toMatch(/This runs inside a session/);
  const secret = posting(there, await keyed(page, '/secrets'), {session_id, secret: 'x'}, cookie);
  expect(await inside(quoted(secret))).toMatch(/This runs inside a session/);
  expect(await inside(there.home.commandLine('serve', '--link'))).toMatch(/an agent gets none/);
  // A link that the agent has read somewhere still works for the person it was made for.
  const {link} = await there.home.json('serve', '--link');
  const code = new URL(String(link)).hash.slice('#code='.length);
  expect(await inside(quoted(posting(there, '/login', {code})))).toMatch(/No agent answers for a person/);
  const [program = '', ...words] = posting(there, '/login', {code});
  expect((await finish(spawn(program, words))).stdout).toContain('"ok"');
  expect((await there.home.value('approvals'))['approvals']).toMatchObject([{state: 'pending'}]);
  // The same words from outside of any session are a person’s as far as can be seen.
  const [curl = '', ...rest] = answer;
  expect((await finish(spawn(curl, rest))).stdout).toContain('"approved"');
});

test('a browser that a client of MCP has started shows what waits, and answers nothing', async () => {
  await using there = await place();
  const page = await pageOf(there);
  await there.agent('rm -rf build');
  await settled(page);
  // This process, below which the browser runs, is one from now on.
  const env = Object.fromEntries(
    Object.entries(there.home.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  await using client = await askingClient('2025-11-25', [cotty, 'mcp'], {env, cwd: there.scratch, answers: () => null});
  await client.callTool({name: 'run_command', arguments: {command: 'true'}});
  await page.click('#waiting button[data-answer="once"]');
  await expect.poll(() => page.textContent('#said')).toMatch(/is connected as an MCP client/);
  expect((await there.home.value('approvals'))['approvals']).toMatchObject([{state: 'pending'}]);
});

test('a server that takes over lets the same browser answer', async () => {
  await using there = await place();
  const page = await pageOf(there);
  await there.home.killServer();
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.includes('trying again'));
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  await there.agent('rm -rf build');
  await page.click('#waiting button[data-answer="once"]');
  await page.waitForSelector('#waiting', {state: 'hidden'});
  expect(await there.agent('rm -rf build')).toMatchObject({exitCode: 0});
});

test('a secret that is typed on the page reaches the program and nothing else', async () => {
  await using there = await place();
  const secret = 'canary-Kw72hdbQx9';
  const heard: Promise<string>[] = [];
  const page = await pageOf(there, async opened => {
    const hear = (text: string | Buffer): void => void heard.push(Promise.resolve(String(text)));
    opened.on('websocket', socket => socket.on('framereceived', ({payload}) => hear(payload)));
    opened.on('websocket', socket => socket.on('framesent', ({payload}) => hear(payload)));
    opened.on('console', message => hear(message.text()));
    opened.on('response', answer => {
      if (!answer.url().includes('/live')) heard.push(answer.text().catch(() => ''));
    });
    // What comes by the stream of events.
    await opened.addInitScript(() => {
      const native = window.EventSource;
      window.EventSource = class extends native {
        constructor(url: string | URL) {
          super(url);
          this.addEventListener('message', ({data}) => console.log(data));
        }
      };
    });
  });
  const {session_id} = await there.home.value('new', 'asking');
  const asks = 'read -rsp "Password: " word; echo; echo -n "$word" | wc -c; read -rp "And a name: " name';
  const asked = there.agent(asks, '--session', String(session_id), '--confirm');
  const item = page.locator('#waiting li.secret');
  await item.waitFor();
  expect(await item.textContent()).toMatch(
    /asks for a secret in[\s\S]*Password:[\s\S]*of agent \S+, whatever[\s\S]*read -rsp/,
  );
  expect(await page.evaluate(() => document.activeElement?.closest('#waiting'))).toBeNull();
  await page.keyboard.press('Control+Shift+A');
  await page.keyboard.type(secret);
  expect(await item.locator('input').getAttribute('type')).toBe('password');
  await page.keyboard.press('Enter');
  await item.waitFor({state: 'detached'});
  const {stdout, stderr} = await asked;
  await expect
    .poll(async () => (await there.home.verb('read', String(session_id))).stdout)
    .toContain(`${secret.length}`);
  // The program asks for something else by now, which would be shown.
  const post = async (body: string): Promise<string> =>
    page.evaluate(async sent => {
      const init = {method: 'POST', headers: {'content-type': 'application/json'}, body: sent};
      return (await fetch(`/secrets?key=${localStorage.getItem('key')}`, init)).text();
    }, body);
  const late = await post(JSON.stringify({session_id, secret}));
  expect(late).toMatch(/asks for a secret now: what is typed would be shown/);
  const broken = await post(`{"session_id": "asking", "secret": "${secret}`);
  const lines = await post(JSON.stringify({session_id, secret: `${secret}\n`}));
  const unknown = await post(JSON.stringify({session_id: 'nobody', secret}));
  const events = await there.home.verb('wait-for-events', '--after', '0', '--timeout', '0', '--json');
  const told = [
    stdout,
    stderr,
    late,
    broken,
    lines,
    unknown,
    events.stdout,
    await page.content(),
    ...(await Promise.all(heard)),
  ];
  expect(told.filter(text => text.includes(secret))).toEqual([]);
  expect(events.stdout).toContain('secret_wanted');
  expect(heard.length).toBeGreaterThan(5);
  await there.home.run('server', 'stop', '--sessions');
  const found = await finish(spawn('grep', ['-rlaF', secret, there.home.path]));
  expect(found.stdout).toBe('');
});
