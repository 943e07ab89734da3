/** A recording as one page that brings its own player and loads nothing. */
import {createHash} from 'node:crypto';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import type {RecordingFile} from '../../timeline/index.ts';

export interface PlayerFiles {
  /** Classic scripts, in their order. */
  readonly scripts: readonly string[];
  readonly style: string;
}

const compress = promisify(gzip);

/** Nothing may be loaded, and no script runs but those in the page, each known by its digest. */
export async function toHtml(recording: RecordingFile, {scripts, style}: PlayerFiles): Promise<string> {
  const packed = (await compress(JSON.stringify(recording), {level: 9})).toString('base64');
  const inline = scripts.map(script => script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'));
  const allowed = inline.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const policy = [
    "default-src 'none'",
    `script-src ${allowed.join(' ')}`,
    // xterm.js sets colours and sizes as it draws.
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeText(recording.facts.name || recording.facts.session_id)}</title>`,
    `<style>${style.replaceAll('</style', '<\\/style')}</style>`,
    '</head>',
    '<body>',
    '<main id="player"><noscript>This recording needs JavaScript to be played.</noscript></main>',
    `<script type="application/octet-stream" id="recording">${packed}</script>`,
    ...inline.map(script => `<script>${script}</script>`),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
