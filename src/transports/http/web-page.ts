/** The page of a person's browser, and what it loads. */
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {fileURLToPath} from 'node:url';
import {CottyError} from '../../core/index.ts';
import type {PlayerFiles} from '../../engine/index.ts';
import {sendJson} from './send-json.ts';

const page = new URL('../../../dist/web/', import.meta.url);

interface Asset {
  readonly file: string;
  readonly type: string;
}

const asset = (name: string, type: string): Asset => ({file: fileURLToPath(new URL(name, page)), type});
const font = (url: URL): Asset => ({file: fileURLToPath(url), type: 'font/ttf'});

const PLAYER_SCRIPT = '/assets/player.js';
const PLAYER_STYLE = '/assets/player.css';

const assets: Readonly<Record<string, Asset>> = {
  '/': asset('index.html', 'text/html; charset=utf-8'),
  '/assets/terminal.js': asset('terminal.js', 'text/javascript; charset=utf-8'),
  '/assets/xterm.js': asset('xterm.js', 'text/javascript; charset=utf-8'),
  '/assets/common.js': asset('common.js', 'text/javascript; charset=utf-8'),
  '/assets/page-time-line.js': asset('page-time-line.js', 'text/javascript; charset=utf-8'),
  '/assets/runs-panel.js': asset('runs-panel.js', 'text/javascript; charset=utf-8'),
  '/assets/addon-webgl.js': asset('addon-webgl.js', 'text/javascript; charset=utf-8'),
  '/assets/terminal.css': asset('terminal.css', 'text/css; charset=utf-8'),
  [PLAYER_SCRIPT]: asset('player.js', 'text/javascript; charset=utf-8'),
  [PLAYER_STYLE]: asset('player.css', 'text/css; charset=utf-8'),
  '/assets/regular.ttf': font(
    new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf', import.meta.url),
  ),
  '/assets/bold.ttf': font(
    new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf', import.meta.url),
  ),
  '/assets/oblique.ttf': font(
    new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf', import.meta.url),
  ),
  '/assets/bold-oblique.ttf': font(
    new URL('../../../node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-BoldOblique.ttf', import.meta.url),
  ),
};

/** Scripts and connections of our own alone; styles are set by xterm.js as it draws. */
const SECURITY = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** True when the path is one of the page's. */
export function isPagePath(path: string): boolean {
  return Object.hasOwn(assets, path);
}

/** A file of the page, for the page itself and for whoever shows it without a server. Throws `internal` where it was not built. */
export async function readPageFile(path: string): Promise<{readonly bytes: Buffer; readonly type: string} | undefined> {
  const found = assets[path];
  if (!found) return undefined;
  try {
    return {bytes: await readFile(found.file), type: found.type};
  } catch (cause) {
    const hint = 'In a checkout build it first: npm run build. An installed package has it; install it anew.';
    throw new CottyError('internal', `The file ${found.file} of the page is missing.`, hint, {cause});
  }
}

/** What a page with its own player is made of. Throws `internal` where it was not built. */
export async function readPlayerFiles(): Promise<PlayerFiles> {
  const [xterm, player, style] = await Promise.all(
    ['/assets/xterm.js', PLAYER_SCRIPT, PLAYER_STYLE].map(
      async path => (await readPageFile(path))?.bytes.toString() ?? '',
    ),
  );
  return {scripts: [xterm ?? '', player ?? ''], style: style ?? ''};
}

export async function servePage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const error = new CottyError('invalid_argument', `${path} is read with GET.`, 'Send GET.');
    return sendJson(response, 405, error.toJSON(), {allow: 'GET, HEAD'});
  }
  const file = await readPageFile(path);
  if (!file) return;
  // The page names it with a digest: under that name it never changes.
  if (request.url?.includes('?v=')) {
    const forever = {...SECURITY, 'cache-control': 'private, max-age=31536000, immutable'};
    response.writeHead(200, {'content-type': file.type, 'content-length': file.bytes.length, ...forever});
    response.end(request.method === 'HEAD' ? undefined : file.bytes);
    return;
  }
  const etag = `"${createHash('sha256').update(file.bytes).digest('base64url')}"`;
  const headers = {'cache-control': 'no-cache', etag, ...SECURITY};
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {'content-type': file.type, 'content-length': file.bytes.length, ...headers});
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

/** For a browser that has no cookie yet: the page that gives the code of its link for one, and for the key of its own. */
export function sendLoginPage(response: ServerResponse, nonce: string): void {
  const text = LOGIN_PAGE.replace('NONCE', nonce);
  response.writeHead(401, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'www-authenticate': 'Bearer realm="cotty"',
    ...SECURITY,
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  });
  response.end(text);
}

const LOGIN_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>cotty</title></head><body>
<p id="said">Open the link that “cotty serve” has printed. It works once; “cotty serve --link” gives a new one.</p>
<script nonce="NONCE">
const code = new URLSearchParams(location.hash.slice(1)).get('code');
history.replaceState(null, '', location.pathname + location.search);
if (code) {
  fetch('/login', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({code})}).then(async answer => {
    if (answer.ok) {
      localStorage.setItem('key', (await answer.json()).key);
      location.reload();
    } else document.getElementById('said').textContent = 'This link has been used, or is too old. “cotty serve --link” gives a new one.';
  });
}
</script></body></html>
`;
