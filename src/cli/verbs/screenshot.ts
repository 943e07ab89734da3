import {copyFileSync, readFileSync} from 'node:fs';
import {extname} from 'node:path';
import {locateHome} from '../../app/index.ts';
import {CottyError, textField} from '../../core/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {type Client, openClient} from '../client.ts';
import {callOnRecorded} from '../find-session-log.ts';
import {listSessions, sessionRow} from '../session-list.ts';
import {writingTo} from '../unwritable-file.ts';

const FORMATS = ['png', 'svg', 'html', 'ansi', 'text'] as const;

export const screenshotVerb = defineVerb({
  name: 'screenshot',
  usage: '[SESSION] [-o FILE] [--format F] [--at CURSOR] [--compare-to CURSOR] [--theme T] [--scale N] [--engine E]',
  details: [
    'Draws what the terminal shows, as a person sees it; SESSION may be left out where there is but one. The format is that of the name of FILE, or --format; FILE may be',
    '- for stdout. Without a file the path of a picture is printed, and a text itself. Each is also kept for you in',
    'artifacts/screenshots of COTTY_HOME, with a file too. Sessions that have ended work as well. Cursors are the byte positions that read-output and others tell.',
  ].join('\n'),
  options: {
    output: {type: 'string', short: 'o', value: 'FILE', place: 'file', about: 'where to write it'},
    format: {type: 'string', value: 'F', place: FORMATS, about: 'png (the default), svg, html, ansi or text'},
    engine: {
      type: 'string',
      value: 'E',
      place: ['embedded', 'browser'],
      about: 'embedded (the default), or browser: xterm.js in headless Chromium, png only',
    },
    at: {type: 'number', value: 'CURSOR', about: 'a past moment: when the output had come so far'},
    'compare-to': {type: 'number', value: 'CURSOR', about: 'show what has changed since an earlier moment'},
    theme: {
      type: 'string',
      value: 'T',
      place: ['dark', 'light', 'solarized-dark', 'high-contrast'],
      about: 'colours of the terminal; default dark',
    },
    scale: {type: 'number', about: '1 to 4: at 1, the default, a cell has 9 by 18 pixels'},
  },
  words: [0, 1],
  places: ['recording'],
  async run({options, words: [named], output, env}) {
    const file = options.output;
    const format = options.format ?? formatOf(file);
    if (format === undefined)
      throw usageError(
        screenshotVerb,
        `The name ${file} tells no format; end it in .png, .svg, .html, .ansi or .txt, or use --format`,
      );
    using client = await openClient(env);
    const wanted = {
      format,
      ...(options.at !== undefined && {at: options.at}),
      ...(options['compare-to'] !== undefined && {compare_to: options['compare-to']}),
      ...(options.engine !== undefined && {engine: options.engine}),
      ...(options.theme !== undefined && {theme: options.theme}),
      ...(options.scale !== undefined && {scale: options.scale}),
    };
    const session = named ?? (await onlySession(client));
    const {value} = await callOnRecorded(locateHome(env), session, session_id =>
      client.call('screenshot', {session_id, ...wanted}),
    );
    const path = textField(value, 'path');
    if (file !== undefined && file !== '-') await writingTo(file, () => copyFileSync(path, file));
    if (output.isJson) output.value(file === undefined || file === '-' ? value : {...value, file});
    else if (file === '-') output.raw(readFileSync(path));
    else if (file === undefined) output.print(format === 'png' ? path : textField(value, 'text'));
    if (file !== undefined && file !== '-' && (formatOf(file) ?? format) !== format)
      output.complain(`cotty: ${file} holds ${format}, as --format says, whatever its name`);
    tellRest(value, output);
    return 0;
  },
});

/** Nobody has named one: there is no other than this. */
async function onlySession(client: Client): Promise<string> {
  const [only, ...others] = (await listSessions(client)).map(sessionRow);
  if (!only) throw new CottyError('invalid_argument', 'There is no session to draw.', 'Open one with: cotty new');
  if (others.length === 0) return only.sessionId;
  const ids = [only, ...others].map(({sessionId, name}) => (name === '' ? sessionId : `${sessionId} (${name})`));
  throw new CottyError('invalid_argument', 'Which session?', `Name one of: ${ids.join(', ')}`);
}

/** Undefined when the name of the file does not tell. */
function formatOf(file: string | undefined): string | undefined {
  if (file === undefined || file === '-') return 'png';
  const extension = extname(file).slice(1).toLowerCase();
  if (extension === 'txt') return 'text';
  if (extension === 'htm') return 'html';
  return FORMATS.find(format => format === extension);
}

/** What the picture itself does not say. */
function tellRest(value: Readonly<Record<string, unknown>>, output: Output): void {
  if (output.isJson) return;
  const missing = Array.isArray(value.missing_glyphs) ? value.missing_glyphs : [];
  if (missing.length > 0) output.complain(`cotty: no font here has ${missing.join(', ')}; boxes stand in their place`);
  const changed = Array.isArray(value.changed_rows) ? value.changed_rows.length : undefined;
  if (changed !== undefined) output.complain(`cotty: ${changed} rows have changed`);
}
