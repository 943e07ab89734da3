import {randomUUID} from 'node:crypto';
import {z} from 'zod';
import {CottyError, logCursor} from '../../core/index.ts';
import {type PictureFormat, pictureFormats, type Services, type ThemeName, themes} from '../../engine/index.ts';
import {defineTool} from '../define.ts';
import type {ToolCall} from '../define-tool.ts';
import {cursor, gridSize, sessionCreated, sessionId} from './fields.ts';

const themeNames = Object.keys(themes) as [ThemeName, ...ThemeName[]];

export const screenshot = defineTool({
  name: 'screenshot',
  toolset: 'terminal',
  title: 'Take a screenshot of the terminal',
  description:
    'Look at the terminal as a picture: colours, boxes, cursor, as a person sees it, now or at a past moment (at). compare_to=CURSOR shows what has changed since. read_screen is cheaper where text is enough.',
  effect: 'read',
  openWorld: false,
  idempotent: true,
  form: 'terminal',
  needs: ['sessions', 'screens', 'pictures'],
  input: z.object({
    session_id: sessionId,
    format: z.enum(pictureFormats).default('png'),
    engine: z
      .enum(['embedded', 'browser'])
      .default('embedded')
      .describe('browser: xterm.js in headless Chromium; png only.'),
    at: cursor.optional().describe('Cursor of a past moment, from an earlier reply; default now.'),
    compare_to: cursor.optional().describe('Cursor of an earlier moment: what has changed since stands out.'),
    theme: z.enum(themeNames).default('dark'),
    scale: z.int().min(1).max(4).default(1).describe('At 1 a cell has 9x18 pixels.'),
  }),
  output: z.object({
    session_id: z.string(),
    format: z.enum(pictureFormats),
    path: z.string().optional(),
    text: z.string().optional(),
    at: z.int(),
    grid_size: gridSize,
    pixels: z.object({width: z.int(), height: z.int()}).optional(),
    missing_glyphs: z.array(z.string()).optional(),
    changed_rows: z.array(z.object({row: z.int(), before: z.string(), after: z.string()})).optional(),
    session_created: sessionCreated,
  }),
  async run(call) {
    const {input, services} = call;
    if (input.engine === 'browser') return takeByBrowser(call);
    const {moment, before, isNew} = await gridsOf(call);
    const session = moment.sessionId;
    const {format, theme, scale} = input;
    const picture = await services.pictures.pictures.make(
      {grid: moment.grid, before, format, theme, scale},
      {signal: call.signal},
    );
    if (format === 'png') call.onImage?.({mimeType: 'image/png', bytes: picture.bytes});
    const path = keep(services.pictures, {session, at: moment.at, format}, picture.bytes);
    return {
      session_id: session,
      format,
      ...(path === null ? {} : {path}),
      ...(format === 'png' ? {} : {text: Buffer.from(picture.bytes).toString('utf8')}),
      at: moment.at,
      grid_size: {cols: moment.grid.cols, rows: moment.grid.rows},
      ...(picture.size ? {pixels: {...picture.size}} : {}),
      ...(picture.missing.length > 0 ? {missing_glyphs: picture.missing.map(nameOf)} : {}),
      ...(before ? {changed_rows: picture.changes.map(row => ({...row}))} : {}),
      ...(isNew ? {session_created: true} : {}),
      ...(picture.hidden > 0 ? {hidden: picture.hidden} : {}),
    };
  },
  present: value => ({
    facts: {
      session: value.session_id,
      format: value.format,
      size: `${value.grid_size.cols}x${value.grid_size.rows}`,
      pixels: value.pixels && `${value.pixels.width}x${value.pixels.height}`,
      at: value.at,
      path: value.path,
      missing_glyphs: value.missing_glyphs?.join(' '),
      changed_rows: value.changed_rows?.length,
      session_created: value.session_created,
    },
    text: [
      ...(value.changed_rows ?? []).flatMap(({row, before, after}) => [`${row} - ${before}`, `${row} + ${after}`]),
      ...(value.text === undefined ? [] : [value.text]),
    ].join('\n'),
  }),
});

/** The same session in headless Chromium. Not of sessions that ended before this server began. */
async function takeByBrowser(call: ToolCall<Moments & PictureInput, 'sessions' | 'pictures'>) {
  const {input, services, caller, signal} = call;
  const {sessions, pictures} = services;
  if (input.format !== 'png' || input.compare_to !== undefined)
    throw new CottyError(
      'invalid_argument',
      'The browser takes pictures as png, of one moment.',
      'Use engine=embedded for other formats and for compare_to.',
    );
  const {session, created} = await sessions.meant.of(caller, input.session_id);
  const at = input.at === undefined ? undefined : logCursor(input.at);
  const until = at ?? session.tracker.outputEnd;
  const bytes = await pictures.browserPicture(session, {theme: input.theme, scale: input.scale, at, signal});
  call.onImage?.({mimeType: 'image/png', bytes});
  const path = keep(pictures, {session: session.id, at: until, format: 'png'}, bytes);
  const {cols, rows} = session.tracker;
  return {
    session_id: session.id,
    format: 'png' as const,
    ...(path === null ? {} : {path}),
    at: until,
    grid_size: {cols, rows},
    ...(created ? {session_created: true} : {}),
  };
}

interface PictureInput {
  readonly format: PictureFormat;
  readonly theme: ThemeName;
  readonly scale: number;
}

type Moments = {
  readonly session_id?: string | undefined;
  readonly at?: number | undefined;
  readonly compare_to?: number | undefined;
};

/** The moment that is asked for, and the earlier one to compare it to. */
async function gridsOf({input, services, caller}: ToolCall<Moments, 'sessions' | 'screens'>) {
  const {sessions, screens} = services;
  const found = input.session_id === undefined ? await sessions.meant.of(caller, undefined) : undefined;
  const reference = found?.session.id ?? input.session_id ?? '';
  const gridAt = (at: number | undefined) => screens.gridAt(reference, at === undefined ? undefined : logCursor(at));
  const moment = await gridAt(input.at);
  const before = input.compare_to === undefined ? undefined : (await gridAt(input.compare_to)).grid;
  return {moment, before, isNew: found?.created === true};
}

const EXTENSIONS = {png: 'png', svg: 'svg', html: 'html', ansi: 'ansi', text: 'txt'} as const;

/** Writes the file; null where none are kept. */
function keep(
  {keepFile}: Pick<Services['pictures'], 'keepFile'>,
  {session, at, format}: {session: string; at: number; format: PictureFormat},
  bytes: Uint8Array,
): string | null {
  const place = session.replaceAll(/[^a-z0-9]+/gi, '-');
  const unique = randomUUID().slice(0, 8);
  return keepFile?.(`${place}-${at}-${unique}.${EXTENSIONS[format]}`, bytes) ?? null;
}

/** As in U+1F468+U+200D+U+1F4BB. */
function nameOf(grapheme: string): string {
  const codePoints = Array.from(
    grapheme,
    character => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return codePoints.join('+');
}
