/** The page of `cotty serve`, used by a person in a browser. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Page, WebSocket as PageSocket} from 'playwright-core';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {WebSocket} from 'ws';
import {TestBrowser} from '../support/chromium.ts';
import {TestHome} from '../support/cotty-process.ts';

let home: TestHome;
const browser = new TestBrowser({hasWebgl: true});
let served: {url: string; link: string};

beforeAll(async () => {
  home = await TestHome.make();
  const child = home.start('serve', '--port', '0', '--json');
  const [bytes] = await once(child.stdout, 'data');
  served = JSON.parse(String(bytes));
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** A person’s own browser, with nothing in it yet. */
function newPerson(): Promise<Page> {
  return browser.page({viewport: {width: 900, height: 500}});
}

async function newLink(): Promise<string> {
  return String((await home.value('serve', '--link')).link);
}

async function type(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** What the page says of its size, as `stty size` has it. */
async function sizeOn(page: Page): Promise<string> {
  const [cols, rows] = (await page.textContent('#size'))?.split('×') ?? [];
  return `${rows} ${cols}`;
}

/** The session shows that. */
async function shown(pattern: RegExp): Promise<void> {
  await expect
    .poll(async () => (await home.verb('read', 'tui', '--screen')).stdout, {timeout: 30_000})
    .toMatch(pattern);
}

test('the link that serve prints lets one browser in, once; the shell is there, and has the size of the page', async () => {
  const page = await newPerson();
  await page.goto(served.link);
  await page.waitForSelector('.xterm-screen');
  expect(page.url()).toBe(`${served.url}/`);
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  await type(page, 'stty size; echo typed-$((1+1))');
  await shown(new RegExp(`${await sizeOn(page)}\\ntyped-2$`, 'm'));
  const before = await sizeOn(page);
  await page.setViewportSize({width: 500, height: 700});
  await expect.poll(() => sizeOn(page)).not.toBe(before);
  await type(page, 'clear; stty size');
  await shown(new RegExp(`${await sizeOn(page)}$`, 'm'));
  const stranger = await newPerson();
  await stranger.goto(served.link);
  await expect.poll(() => stranger.textContent('#said')).toContain('has been used');
  expect(await stranger.locator('.xterm-screen').count()).toBe(0);
});

test('a browser that was let in stays in when the server is replaced, and shows the session again', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  await home.killServer();
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.includes('trying again'));
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'), undefined, {
    timeout: 30_000,
  });
  await type(page, 'echo back-$((4+4))');
  await shown(/back-8$/m);
});

test.each(['regular', 'bold'])('a page that does not get its %s letters shows the session in others', async face => {
  const page = await newPerson();
  const letters = new RegExp(`/${face}[.]ttf`);
  const refused = page.waitForEvent('requestfailed', request => letters.test(request.url()));
  await page.route(letters, route => route.abort());
  await page.goto(await newLink());
  await refused;
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  await type(page, `clear; echo ${face}-$((3+3))`);
  await shown(new RegExp(`${face}-6$`, 'm'));
});

test('a session that ends or never was is told of, also when the connection is closed for that', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForSelector('.xterm-screen');
  await home.verb('new', 'short', '--shell', 'bash');
  const ended = connectionOf(page);
  await page.goto(`${served.url}/?session=short`);
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  const closed = (await ended).waitForEvent('close');
  await type(page, 'exit 3');
  await closed;
  expect(await page.textContent('#said')).toContain('is over, with exit code 3');
  const refused = connectionOf(page);
  await page.goto(`${served.url}/?session=nobody-knows`);
  const connection = await refused;
  if (!connection.isClosed()) await connection.waitForEvent('close');
  expect(await page.textContent('#said')).toContain('nobody-knows');
});

test('a session that was over before is shown as it ended, in the size that it had', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForSelector('.xterm-screen');
  await home.verb('new', 'wide', '--shell', 'bash');
  await home.verb('manage-session', '--action', 'resize', '--session-id', 'wide', '--cols', '170', '--rows', '40');
  await home.verb('run', '-s', 'wide', '--', "printf '\\e[2J\\e[35;160Hfar-off\\e[H'");
  await home.verb('run', '--confirm', '-s', 'wide', '--', 'exec true');
  await page.goto(`${served.url}/?session=wide`);
  await expect.poll(() => page.textContent('#said')).toContain('is over');
  expect(await page.textContent('#size')).toBe('170×40');
  const corner = await page.locator('.xterm-screen').boundingBox();
  await page.setViewportSize({width: 500, height: 700});
  expect(await page.textContent('#size')).toBe('170×40');
  expect(corner?.width).toBeGreaterThan(900);
});

/** The next one that the page opens. */
function connectionOf(page: Page): Promise<PageSocket> {
  return page.waitForEvent('websocket');
}

test('no script can read the cookie, no other site sends it, and the page allows no scripts but its own', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForSelector('.xterm-screen');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({httpOnly: true, sameSite: 'Strict', path: '/'});
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const answer = await page.context().request.get(`${served.url}/`);
  expect(answer.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
});

test('a server on another port is brought the cookie by the browser, and nothing can be done with it', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  const asked = Promise.withResolvers<string>();
  const port = new URL(served.url).port;
  const other = createServer((request, response) => {
    asked.resolve(request.headers.cookie ?? '');
    response.setHeader('set-cookie', `cotty_${port}=theirs; Path=/approvals`);
    response.end();
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  const {port: otherPort} = other.address() as AddressInfo;
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`http://127.0.0.1:${otherPort}/`);
  const cookie = await asked.promise;
  expect(cookie).toMatch(`cotty_${port}=`);
  for (const path of ['/sessions', '/sessions/live', '/approvals', '/runs', '/timeline?session=tui', '/metrics'])
    expect([path, (await fetch(`${served.url}${path}`, {headers: {cookie}})).status]).toEqual([path, 401]);
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/ws`, {headers: {cookie}});
  const [refused] = await once(socket, 'error');
  expect(String(refused)).toContain('401');
  // The page itself goes on, though the other server has set cookies of that name.
  await page.reload();
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  expect(
    await page.evaluate(() => fetch(`/approvals?key=${localStorage.getItem('key')}`).then(({status}) => status)),
  ).toBe(200);
});

test('a browser that has lost the key of the page gets in again by a new link', async () => {
  const page = await newPerson();
  await page.goto(await newLink());
  await page.waitForSelector('.xterm-screen');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect.poll(() => page.textContent('#said')).toContain('cotty serve --link');
  await page.goto('about:blank');
  await page.goto(await newLink());
  await page.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('pty:'));
  expect(page.url()).toBe(`${served.url}/`);
});

test.for([
  ['another code', {code: 'x'.repeat(43)}, {}, 401],
  ['no code', {}, {}, 401],
  ['a foreign origin', {code: 'x'}, {origin: 'https://evil.example'}, 403],
] as const)('%s lets nobody in', async ([, body, headers, status]) => {
  const init = {method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json', ...headers}};
  const answer = await fetch(`${served.url}/login`, init);
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
});
