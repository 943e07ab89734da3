/** The page of `cotty serve`: sessions at the side, who may type, and the time line. */
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Page, WebSocket as PageSocket} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TestBrowser} from '../support/chromium.ts';
import {TestHome} from '../support/cotty-process.ts';

let home: TestHome;
const browser = new TestBrowser({hasWebgl: false});

beforeAll(async () => {
  home = await TestHome.make();
  const child = home.start('serve', '--port', '0', '--json');
  await once(child.stdout, 'data');
  await home.verb('new', '--name', 'film', '--shell', 'bash');
  await home.verb('run', '--session', 'film', '--', 'echo first-$((1+1))');
  await home.verb('run', '--session', 'film', '--', 'for i in 1 2 3; do echo step $i; sleep 0.2; done; (exit 3)');
  await home.verb('run', '--session', 'film', '--', 'echo the-last-one');
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** A person who is let in, on the page of a session. */
async function person(query = '', size = {width: 1000, height: 640}): Promise<Page> {
  const page = await browser.page({viewport: size, permissions: ['clipboard-read', 'clipboard-write']});
  const link = new URL(String((await home.value('serve', '--link')).link));
  link.search = query;
  await page.goto(link.href);
  await expect.poll(() => page.textContent('#said')).toMatch(/^pty:/);
  return page;
}

/** What the time line's terminal shows. */
async function past(page: Page): Promise<string> {
  const rows = await page.locator('#past .xterm-rows > div').allTextContents();
  return rows.join('\n').replaceAll('\u00a0', ' ');
}

async function openTimeLine(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+Y');
  await page.waitForSelector('.timeline .bar');
}

test('the sessions stand at the side, as they are now; one is chosen with the keyboard', async () => {
  const page = await person();
  await page.keyboard.press('Control+Shift+L');
  await expect.poll(() => page.locator('#sessions li b').allTextContents()).toEqual(['tui', 'film']);
  await home.verb('new', '--name', 'another');
  await expect.poll(() => page.locator('#sessions li b').allTextContents()).toEqual(['tui', 'film', 'another']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#sessions li.chosen b').textContent()).toBe('film');
  await expect.poll(() => new URL(page.url()).searchParams.get('session')).toMatch(/^pty:/);
  await page.keyboard.type('echo typed-$((2+3))');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await home.verb('read', 'film', '--screen')).stdout).toContain('typed-5');
  await home.verb('kill', 'another');
  await expect.poll(() => page.locator('#sessions li b').allTextContents()).toEqual(['tui', 'film']);
  await page.click('text=ended sessions');
  await expect.poll(() => page.locator('#sessions').textContent()).toContain('another');
});

test('who clicks on a session gets it, though the list changes under the finger; one that has the keys and ends leaves them to the list', async () => {
  await home.verb('new', '--name', 'ending');
  const page = await person();
  await page.keyboard.press('Control+Shift+L');
  await page.locator('#sessions li:has-text("film") b').hover();
  await page.mouse.down();
  await home.verb('run', '--session', 'film', '--', 'cd /; echo changed');
  await expect.poll(() => page.textContent('#sessions li:has-text("film") .about')).toContain('/');
  await home.verb('new', '--name', 'one-more');
  await expect.poll(() => page.locator('#sessions li b').allTextContents()).toContain('one-more');
  await page.mouse.up();
  await expect.poll(() => page.textContent('#sessions li.chosen b')).toBe('film');
  await page.focus('#sessions li:has-text("ending") button');
  for (const name of ['ending', 'one-more']) await home.verb('kill', name);
  await expect.poll(() => page.locator('#sessions li b').allTextContents()).toEqual(['tui', 'film']);
  expect(await page.evaluate(() => document.activeElement?.closest('li')?.querySelector('b')?.textContent)).toBe(
    'film',
  );
});

test('what is typed in the moment that a session is chosen comes to that one whole, and to no other', async () => {
  const page = await person();
  await page.keyboard.press('Control+Shift+L');
  await page.waitForSelector('#sessions li:has-text("film") button');
  // In one go: there is no connection yet when the text is typed.
  await page.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('#sessions li button'))
      if (button.querySelector('b')?.textContent === 'film') button.click();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'echo at-once-$((2+2))');
    document
      .querySelector('#terminal textarea')
      ?.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
  });
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await home.verb('read', 'film', '--screen')).stdout).toMatch(/^at-once-4$/m);
  expect((await home.verb('read', 'tui', '--screen')).stdout).not.toContain('at-once');
});

test('of a session that has ended the last screen stands behind its time line, and nobody gets what is typed there', async () => {
  await home.verb('new', '--name', 'over', '--shell', 'bash');
  await home.verb('kill', 'over');
  const page = await person('session=film');
  const sockets: PageSocket[] = [];
  page.on('websocket', socket => sockets.push(socket));
  await page.keyboard.press('Control+Shift+L');
  await page.click('text=ended sessions');
  await page.click('#sessions li:has-text("over") button');
  await page.waitForSelector('.timeline .bar');
  await page.keyboard.press('Control+Shift+Y');
  await page.waitForSelector('#terminal', {state: 'visible'});
  await expect.poll(() => page.textContent('#said')).toContain('is over');
  await page.keyboard.type('echo astray');
  await page.keyboard.press('Enter');
  expect(sockets).toHaveLength(1);
  await home.verb('run', '--session', 'film', '--', 'echo still-here');
  expect((await home.verb('read', 'film', '--screen')).stdout).not.toContain('astray');
});

test('who chooses another session while the server is away is connected to that one alone', async () => {
  const page = await person();
  await page.keyboard.press('Control+Shift+L');
  await page.waitForSelector('#sessions li:has-text("film") button');
  const film = await page.getAttribute('#sessions li:has-text("film")', 'data-id');
  await page.clock.install();
  const sockets: PageSocket[] = [];
  page.on('websocket', socket => sockets.push(socket));
  await page.evaluate(() => {
    const button = [...document.querySelectorAll<HTMLElement>('#sessions li button')].find(
      one => one.querySelector('b')?.textContent === 'film',
    );
    const said = document.getElementById('said');
    if (!said) return;
    new MutationObserver(() => {
      if (said.textContent?.includes('trying again')) button?.click();
    }).observe(said, {childList: true, characterData: true, subtree: true});
  });
  await home.killServer();
  await expect.poll(() => page.textContent('#said'), {timeout: 30_000}).toBe(film);
  // Whatever waits to be tried again is tried now.
  await page.clock.runFor(5000);
  const asked = sockets.map(socket => new URL(socket.url()).searchParams.get('session'));
  expect(new Set(asked)).toEqual(new Set([film]));
});

test('who takes the input keeps agents from typing until they give it back', async () => {
  const page = await person('session=film');
  await page.keyboard.press('Control+Shift+I');
  await expect.poll(() => page.textContent('#take')).toBe('give input');
  const refused = await home.verb('run', '--session', 'film', '--', 'echo not-now');
  expect([refused.exitCode, refused.stderr]).toEqual([125, expect.stringContaining('person browser is typing')]);
  await page.click('#take');
  await expect.poll(() => page.textContent('#take')).toBe('take input');
  expect((await home.verb('run', '--session', 'film', '--', 'echo now')).stdout).toBe('now\n');
});

test('a page that is closed gives the input back', async () => {
  const page = await person('session=film');
  await page.click('#take');
  await expect.poll(() => page.textContent('#take')).toBe('give input');
  await page.close();
  const free = async (): Promise<string> => (await home.verb('run', '--session', 'film', '--', 'echo free')).stdout;
  await expect.poll(free, {timeout: 40_000}).toBe('free\n');
});

test('the time line jumps from command to command, plays to the end, and one is back in the present', async () => {
  const page = await person('session=film');
  await openTimeLine(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect.poll(() => page.textContent('.timeline .now')).toMatch(/^for i in .* · exit 3 · 0\.\d s · agent /);
  // Until it is there, the end of the session is.
  await expect.poll(() => past(page)).toMatch(/first-2(?![\s\S]*^step 1)/m);
  expect(await page.locator('.timeline .chapter.failed').count()).toBe(1);
  await page.selectOption('.timeline select[aria-label=speed]', '16');
  await page.keyboard.press('Space');
  await expect.poll(() => past(page)).toContain('the-last-one');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('#terminal').isVisible()).toBe(true);
  expect(await page.locator('.timeline').count()).toBe(0);
});

test('one finds words in all output, copies the screen of that moment, and links to it', async () => {
  const page = await person('session=film');
  await openTimeLine(page);
  await page.keyboard.press('/');
  await page.keyboard.type('step 2');
  await page.keyboard.press('Enter');
  await expect.poll(() => past(page)).toMatch(/^step 2\n(?!step 3)/m);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/first-2\n.*step 1\nstep 2\n$/s);
  await page.keyboard.press('l');
  await expect.poll(() => page.url()).toMatch(/session=pty%3A\w+&at_ms=\d+$/);
  const again = await person(new URL(page.url()).search.slice(1));
  await expect.poll(() => past(again)).toMatch(/^step [12]/m);
  expect(await past(again)).not.toContain('the-last-one');
});

test('who searches before the first screen is there keeps the keyboard when it comes', async () => {
  const page = await person('session=film');
  const screenAsked = Promise.withResolvers<void>();
  const mayCome = Promise.withResolvers<void>();
  await page.route('**/timeline/frame?*', async route => {
    screenAsked.resolve();
    await mayCome.promise;
    await route.continue();
  });
  await openTimeLine(page);
  await screenAsked.promise;
  await page.keyboard.press('/');
  mayCome.resolve();
  await expect.poll(() => past(page)).toContain('the-last-one');
  await page.keyboard.type('step 2');
  expect(await page.inputValue('.timeline input[type=search]')).toBe('step 2');
});

test.each([
  ['the key that opened it', (page: Page) => page.keyboard.press('Control+Shift+Y'), '#terminal'],
  ['another session', (page: Page) => page.click('#sessions li:has-text("tui") button'), '#terminal'],
  ['the runs of the pseudo-terminal', (page: Page) => page.click('#runs'), '.runs-panel'],
] as const)('a time line that is left by %s before it is there does not come any more', async (_, leave, next) => {
  const page = await person('session=film');
  await page.keyboard.press('Control+Shift+L');
  const asked = Promise.withResolvers<void>();
  const mayCome = Promise.withResolvers<void>();
  await page.route('**/timeline?*', async route => {
    asked.resolve();
    await mayCome.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+Shift+Y');
  await asked.promise;
  await leave(page);
  await page.waitForSelector(next);
  mayCome.resolve();
  await page.unrouteAll({behavior: 'ignoreErrors'});
  // What is asked for now is answered after what was asked for then.
  await page.evaluate(async () => {
    const key = encodeURIComponent(localStorage.getItem('key') ?? '');
    await (await fetch(`/timeline?session=film&key=${key}`)).text();
  });
  expect(await page.locator('.timeline').count()).toBe(0);
  expect(await page.locator(next).isVisible()).toBe(true);
});

test('a stretch is exported from where it was marked', async () => {
  const page = await person('session=film');
  await openTimeLine(page);
  await page.keyboard.press('Home');
  for (const step of ['n', 'n']) await page.keyboard.press(step);
  await expect.poll(() => page.textContent('.timeline .now')).toMatch(/^for i/);
  await page.click('.timeline button[title$="begins here"]');
  await expect.poll(() => page.textContent('.timeline .now')).toBe('The stretch to export begins here.');
  await page.keyboard.press('n');
  await expect.poll(() => page.textContent('.timeline .now')).toMatch(/^echo the-last-one/);
  await page.click('.timeline button[title$="ends here"]');
  for (const [format, sign] of [
    ['cast', '{"version":3'],
    ['html', '<!doctype html>'],
    ['gif', 'GIF89a'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.selectOption('.timeline select[aria-label^=export]', format);
    const file = await download;
    expect(file.suggestedFilename()).toBe(`film.${format}`);
    const path = join(home.path, `page.${format}`);
    await file.saveAs(path);
    const bytes = await readFile(path);
    expect(bytes.subarray(0, sign.length).toString()).toBe(sign);
    if (format === 'cast') expect(bytes.toString()).toMatch(/first-2.*step 3/s);
    if (format === 'cast') expect(bytes.toString()).not.toContain('"o","the-last-one');
  }
});

test('a session that has ended has its time line; a telephone shows all of it', async () => {
  await home.verb('new', '--name', 'gone', '--shell', 'bash');
  await home.verb('run', '--session', 'gone', '--', 'echo only-this');
  await home.verb('kill', 'gone');
  const page = await person('', {width: 390, height: 780});
  await page.click('#list');
  await page.click('text=ended sessions');
  await page.click('#sessions li:has-text("gone") button');
  await page.waitForSelector('.timeline .bar');
  expect(await page.locator('#sessions').isVisible()).toBe(false);
  await page.click('.timeline button[title^="next command"]');
  await expect.poll(() => page.textContent('.timeline .now')).toMatch(/^echo only-this · exit 0/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const control of await page.locator('.timeline button').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(36);
});

test('the runs of the pseudo-terminal stand in a row, with their output and replays; one copies it and goes back to the terminal', async () => {
  const page = await person();
  await page.click('#runs');
  await page.fill('.runs-panel input', 'echo --text from-the-page');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.runs li').count()).toBe(1);
  await expect.poll(() => page.textContent('.runs li summary small')).toMatch(/ms · browser$/);
  await page.fill('.runs-panel input', 'nonsense --at all');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.runs li.failed').count()).toBeGreaterThan(0);
  await page.fill('.runs-panel input', 'hello');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.textContent('.runs li:first-child .output pre')).toContain('lemonhall');
  await page.click('.runs li:first-child button:has-text("replay")');
  await expect.poll(() => page.textContent('.runs li:first-child .output')).toContain('The result is the same.');
  await page.click('.runs li:first-child button:has-text("copy")');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('lemonhall');
  await page.click('.runs-panel button:has-text("live")');
  await expect.poll(() => page.locator('#terminal').isVisible()).toBe(true);
});

test('a list of runs that comes late takes nothing away: what was opened stays open, and what was run is there', async () => {
  const page = await person();
  const lists = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/runs?*', async route => {
    if (route.request().method() === 'POST') return route.continue();
    const answer = await route.fetch();
    asked.resolve();
    await lists[count++]?.promise;
    await route.fulfill({response: answer});
  });
  await page.click('#runs');
  await asked.promise;
  const ran = page.waitForResponse(
    answer => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/runs',
  );
  await page.fill('.runs-panel input', 'hello');
  await page.keyboard.press('Enter');
  await (await ran).finished();
  lists[1]?.resolve();
  lists[0]?.resolve();
  await expect.poll(() => page.textContent('.runs li:first-child .output pre')).toContain('lemonhall');
  await page.fill('.runs-panel input', 'help');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.textContent('.runs li:first-child .output pre')).toContain('doc');
  expect(await page.textContent('.runs li:nth-child(2) details[open] .output pre')).toContain('lemonhall');
});

test('a run is stopped on the page, and what it left beside its answer opens there', async () => {
  const page = await person();
  await mkdir(join(home.path, 'workspace'), {recursive: true});
  await writeFile(join(home.path, 'workspace/a.csv'), 'n\n1\n');
  const counting = (limit: string) =>
    `table query --in a.csv --sql "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c ${limit}) SELECT n, 'counted' FROM c"`;
  await page.click('#runs');
  await page.fill('.runs-panel input', counting('WHERE n < 9000'));
  await page.keyboard.press('Enter');
  const first = page.locator('.runs li:first-child');
  await expect.poll(() => first.locator('.output pre').textContent()).toContain('… cut:');
  await first.locator('.artifact summary').click();
  await expect.poll(() => first.locator('.artifact pre').textContent()).toContain('| 9000 | counted |');
  await page.fill('.runs-panel input', counting('').replace('SELECT n,', 'SELECT max(n),'));
  await page.keyboard.press('Enter');
  await page.click('.runs-panel button:has-text("stop")');
  await expect.poll(() => first.locator('.output pre').textContent()).toContain('The caller gave up');
});
