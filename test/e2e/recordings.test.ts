/** What `cotty export` writes, shown by what others show such files with. */
import {once} from 'node:events';
import {readFile, stat} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TestBrowser} from '../support/chromium.ts';
import {TestHome} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';

const require = createRequire(import.meta.url);
/** Typed without echo, and in the environment of the server: nothing that leaves may have it. */
const SECRET = 'canary-7f3a-hunter2';

let home: TestHome;
const browser = new TestBrowser({hasWebgl: false});
const ids: string[] = [];

beforeAll(async () => {
  home = await TestHome.make({COTTY_TOKEN: `${SECRET}-token`});
  await home.run('new', '--name', 'film', '--shell', 'bash');
  for (const line of [
    'echo first-$((1+1))',
    'printf "\\033[31mred\\033[m\\n"; for i in 1 2 3; do echo step $i; sleep 0.2; done',
    'false',
  ]) {
    ids.push(String((await home.value('run', '--session', 'film', '--', line)).command_id));
  }
  const asking = await home.value(
    'run',
    '--session',
    'film',
    '--timeout',
    '1',
    '--',
    'read -rs word; echo taken-$(printf %s "$word" | wc -c)',
  );
  await home.verb('keys', 'film', `text:${SECRET}`, 'Enter');
  await home.value('read-output', '--command-id', String(asking.command_id), '--wait-ms', '30000');
  ids.push(String((await home.value('run', '--session', 'film', '--', 'echo the-last-one')).command_id));
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** A page from which nothing can be loaded. */
function newPage(): Promise<Page> {
  return browser.page({viewport: {width: 1000, height: 600}, offline: true});
}

const path = (name: string): string => join(home.path, name);

async function exported(name: string, option: string, ...more: string[]): Promise<Buffer> {
  const {exitCode, stderr} = await home.run('export', 'film', option, path(name), ...more);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect((await stat(path(name))).mode & 0o777).toBe(0o600);
  return readFile(path(name));
}

/** Opens the page and gives what its terminal shows. */
async function openPlayer(name: string, hash = ''): Promise<{page: Page; screen: () => Promise<string>}> {
  const page = await newPage();
  await page.goto(`file://${path(name)}${hash}`);
  await page.waitForSelector('.timeline .bar');
  const screen = async (): Promise<string> =>
    (await page.locator('.xterm-rows > div').allTextContents()).join('\n').replaceAll('\u00a0', ' ');
  return {page, screen};
}

test.for(['--v2', '--v3'])('the official player plays the recording to its end (%s)', async version => {
  const cast = await exported(`${version}.cast`, '--cast', ...(version === '--v2' ? ['--v2'] : []));
  const page = await newPage();
  const bundle = require.resolve('asciinema-player/dist/bundle/asciinema-player.min.js');
  await page.goto('about:blank');
  await page.setContent('<div id="place"></div>');
  await page.addScriptTag({path: bundle});
  await page.evaluate(async data => {
    const {AsciinemaPlayer} = globalThis as unknown as {
      AsciinemaPlayer: {create(source: unknown, place: Element | null, options: unknown): {play(): Promise<void>}};
    };
    const options = {speed: 20, idleTimeLimit: 0.5, fit: false};
    await AsciinemaPlayer.create({data}, document.getElementById('place'), options).play();
  }, cast.toString());
  const shown = (): Promise<string | null> => page.textContent('#place');
  await expect.poll(shown).toMatch(/first-2.*step 3.*echo the-last-one.*the-last-one/);
  // Commands are its markers.
  if (version === '--v3') expect(await shown()).toContain('echo first-$((1+1))');
});

test('the page plays by itself, with no network and no script but its own', async () => {
  const html = (await exported('all.html', '--html')).toString();
  expect(html).toMatch(
    /content="default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; style-src 'unsafe-inline'; base-uri/,
  );
  expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
  const {page, screen} = await openPlayer('all.html');
  await page.selectOption('.timeline select', '16');
  await page.keyboard.press('Space');
  await expect.poll(screen).toContain('the-last-one');
  expect(await page.evaluate(() => performance.getEntriesByType('resource').length)).toBe(0);
  const ran = page.waitForEvent('console', message => message.text().includes('Content Security Policy'));
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "foreign"';
    document.body.append(script);
  });
  await ran;
  expect(await page.title()).toBe('film');
});

test('in the page one jumps from command to command, to what was searched for, and to the moment of a link', async () => {
  await exported('jumps.html', '--html');
  const {page, screen} = await openPlayer('jumps.html');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect.poll(screen).toContain('first-2');
  expect(await screen()).not.toContain('step 1');
  await expect.poll(() => page.textContent('.timeline .now')).toMatch(/^printf .* · exit 0 · 0\.\d s · agent/);
  await page.keyboard.press('/');
  await page.keyboard.type('step 3');
  await page.keyboard.press('Enter');
  await expect.poll(screen).toMatch(/^step 3/m);
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  // The browser tells of a new address apart from the key's answer.
  await page.waitForURL(/#t=\d+\.\d$/);
  const link = page.url();
  const again = await openPlayer('jumps.html', new URL(link).hash);
  await expect.poll(again.screen).toMatch(/^step [23]/m);
  expect(await again.screen()).not.toContain('the-last-one');
});

test('the animated picture has its pictures, in the size of the terminal, and comes to its end', async () => {
  const gif = await exported('all.gif', '--gif');
  const page = await newPage();
  await page.goto(`file://${path('all.gif')}`);
  const facts = await page.evaluate(async base64 => {
    const data = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const decoder = new ImageDecoder({data, type: 'image/gif'});
    await decoder.tracks.ready;
    await decoder.completed;
    const track = decoder.tracks.selectedTrack;
    const count = track?.frameCount ?? 0;
    const {image} = await decoder.decode({frameIndex: count - 1});
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let red = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if ((pixels[at] ?? 0) > 100 && (pixels[at + 1] ?? 0) < 40 && (pixels[at + 2] ?? 0) < 40) red++;
    return {count, loops: track?.repetitionCount, width: canvas.width, height: canvas.height, red};
  }, gif.toString('base64'));
  expect(facts).toMatchObject({width: 80 * 9, height: 24 * 18, loops: Number.POSITIVE_INFINITY});
  expect(facts.count).toBeGreaterThan(4);
  // The word in red is there to the last.
  expect(facts.red).toBeGreaterThan(20);
});

test('a stretch from one command to another begins with the screen as it was and ends with the output', async () => {
  const [, loop = ''] = ids;
  const cast = (await exported('part.cast', '--cast', '--from', loop, '--to', loop)).toString();
  const [header, first, ...events] = cast
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(header).toMatchObject({version: 3, term: {cols: 80, rows: 24}});
  expect(first[2]).toContain('first-2');
  const told = events.filter(([, code]) => code === 'o').map(([, , text]) => text);
  expect(told.join('')).toMatch(/red.*step 1\r\nstep 2\r\nstep 3\r\n$/s);
  expect(cast).not.toContain('the-last-one');
  await exported('part.html', '--html', '--from', loop, '--to', loop);
  const {page, screen} = await openPlayer('part.html');
  await expect.poll(screen).toContain('first-2');
  expect(await page.locator('.timeline .chapter').count()).toBe(1);
  await page.keyboard.press('End');
  await expect.poll(screen).toContain('step 3');
  expect(await screen()).not.toContain('the-last-one');
});

test.for([
  [['--from', '5', '--to', '2'], /would end at 2, before it begins at 5/],
  [['--from', '99999999'], /There is no moment 99999999: the output is kept from 0 to/],
  [['--from', 'c-nowhere'], /"c-nowhere" is neither a cursor nor the id of a command.*\n.*echo the-last-one/s],
] as const)('%s is refused in words', async ([options, words]) => {
  const {exitCode, stderr} = await home.run('export', 'film', '--cast', '-', ...options);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(words)]);
});

test.for(['--gif', '--html', '--cast'])('%s - is what the file would be, on stdout', async option => {
  const file = await exported(`same${option}`, option);
  const child = home.start('export', 'film', option, '-');
  const chunks: Buffer[] = [];
  child.stdout.on('data', chunk => chunks.push(chunk));
  await once(child, 'close');
  expect(Buffer.concat(chunks).equals(file)).toBe(true);
});

test.for([
  [['--mp4', '-'], /A film needs a file of its own/],
  [['--gif', '-', '--cast', '-'], /Only one recording can go to stdout/],
] as const)('export %s is refused in words', async ([options, words]) => {
  const {exitCode, stderr} = await home.run('export', 'film', ...options);
  expect([exitCode, stderr]).toEqual([1, expect.stringMatching(words)]);
});

test('without ffmpeg it is said what is missing and what does without', async () => {
  const child = home.startWith({PATH: path('nothing')}, 'export', 'film', '--mp4', path('x.mp4'));
  let said = '';
  child.stderr.on('data', bytes => {
    said += bytes;
  });
  const [exitCode] = await once(child, 'close');
  expect(exitCode).toBe(1);
  expect(said).toContain('There is no ffmpeg on this machine');
  expect(said).toContain('--gif and --html need nothing');
});

test('with ffmpeg there is a film', async () => {
  needs('ffmpeg');
  const film = await exported('all.mp4', '--mp4');
  expect(film.subarray(4, 8).toString()).toBe('ftyp');
});

test('what was typed without echo, tokens and proofs are in no recording', async () => {
  const cast = (await exported('secret.cast', '--cast', '--input')).toString();
  const html = (await exported('secret.html', '--html')).toString();
  const packed = /id="recording">([^<]+)</.exec(html)?.[1] ?? '';
  const recording: {pieces: (number | string)[][]} = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString());
  const printed = recording.pieces.map(([, , text]) => Buffer.from(String(text), 'base64').toString()).join('');
  for (const text of [cast, printed, JSON.stringify(recording)]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(SECRET.slice(0, 11));
    expect(text).not.toContain('cotty=');
  }
  // It was there to be told.
  expect(printed).toContain(`taken-${SECRET.length}`);
});

test('the recording of a session that has ended is the same', async () => {
  await home.verb('new', '--name', 'gone', '--shell', 'bash');
  await home.verb('run', '--session', 'gone', '--', 'echo once');
  await home.verb('kill', 'gone');
  expect((await home.run('export', 'gone', '--html', path('gone.html'), '--gif', path('gone.gif'))).stderr).toBe('');
  const {page, screen} = await openPlayer('gone.html');
  await page.keyboard.press('End');
  await expect.poll(screen).toContain('once');
});
