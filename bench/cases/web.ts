/** `cotty serve`: a key and its echo over WebSocket, a picture by the browser, and the page until one can type. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {chromium} from 'playwright-core';
import {WebSocket} from 'ws';
import {findBrowser} from '../../src/app/browser/find-browser.ts';
import type {Row} from '../support/row.ts';
import {BenchHome, launcher} from '../support/stand.ts';
import {figures, round, timed} from '../support/stats.ts';

export async function web(): Promise<Row[]> {
  using home = new BenchHome();
  const serve = spawn(launcher, ['serve', '--port', '0', '--json'], {env: home.env});
  const [told] = await once(serve.stdout, 'data');
  const {url, link}: {url: string; link: string} = JSON.parse(String(told));
  const authorization = `Bearer ${readFileSync(join(home.root, 'cotty/token'), 'utf8').trim()}`;
  try {
    const echoMs = figures(await echoes(`${url.replace('http', 'ws')}/ws`, authorization)).p50;
    const shoot = async (): Promise<void> => {
      await (await fetch(`${url}/mcp/screenshot`, {headers: {authorization}})).arrayBuffer();
    };
    await timed(3, shoot);
    const pictureMs = figures(await timed(30, shoot)).p50;
    const pageMs = figures(await pageLoads(link)).p50;
    return [
      row('a key over WebSocket until its echo, p50', echoMs, 3),
      row('`GET /mcp/screenshot` by the browser, warm, 80 by 24, p50', pictureMs, 80),
      row('the page in Chromium until one can type, p50', pageMs, 300),
    ];
  } finally {
    serve.kill('SIGINT');
    await once(serve, 'exit');
  }
}

function row(what: string, ms: number, targetMs: number): Row {
  const target = `<= ${targetMs} ms`;
  return {what, measured: `${round(ms, 1)} ms`, floor: '–', ratio: '–', target, reached: ms <= targetMs};
}

/** With `cat`, whose terminal echoes each key. */
async function echoes(url: string, authorization: string): Promise<number[]> {
  const socket = new WebSocket(url, {headers: {authorization}});
  await once(socket, 'open');
  const type = (data: string): void => socket.send(JSON.stringify({type: 'input', data}));
  const binary = (): Promise<void> =>
    new Promise(resolve => {
      const listen = (_: unknown, isBinary: boolean): void => {
        if (!isBinary) return;
        socket.off('message', listen);
        resolve();
      };
      socket.on('message', listen);
    });
  type('cat\r');
  await new Promise(resolve => setTimeout(resolve, 1000));
  const samples = await timed(200, async () => {
    const echo = binary();
    type('x');
    await echo;
  });
  socket.terminate();
  return samples;
}

/** Loads after the first one, which logs in. */
async function pageLoads(link: string): Promise<number[]> {
  const chromiumSandbox = process.getuid?.() !== 0;
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    chromiumSandbox,
    args: ['--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await page.waitForSelector('.xterm-helper-textarea');
    return await timed(10, async () => {
      // Not until everything is loaded: until there is something to type into.
      await page.goto(new URL('/', link).href, {waitUntil: 'commit'});
      await page.waitForSelector('.xterm-helper-textarea', {state: 'attached'});
    });
  } finally {
    await browser.close();
  }
}
