import {createWriteStream, statSync} from 'node:fs';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {CottyError, type SessionLogView} from '../../core/index.ts';
import {
  makeRecording,
  type Stretch,
  stretchOf,
  type ThemeName,
  themes,
  toGif,
  toHtml,
  writeMp4,
} from '../../engine/index.ts';
import {toAsciicast} from '../../log/index.ts';
import {readPlayerFiles} from '../../transports/index.ts';
import type {Output} from '../argv/output.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb, type OptionValues} from '../argv/verb.ts';
import type {SessionFiles} from '../find-session-log.ts';
import {openRecorded} from '../open-recorded.ts';
import {writingTo} from '../unwritable-file.ts';

const themeNames = Object.keys(themes) as ThemeName[];

const options = {
  cast: {type: 'string', value: 'FILE', place: 'file', about: 'asciicast, for asciinema and its player; - is stdout'},
  html: {
    type: 'string',
    value: 'FILE',
    place: 'file',
    about: 'a page with its own player, which loads nothing; - is stdout',
  },
  gif: {type: 'string', value: 'FILE', place: 'file', about: 'an animated picture; - is stdout'},
  mp4: {type: 'string', value: 'FILE', place: 'file', about: 'a film; needs ffmpeg'},
  from: {type: 'string', value: 'PLACE', about: 'begin at a cursor, or with the output of a command (its id)'},
  to: {type: 'string', value: 'PLACE', about: 'end at a cursor, or with the output of a command (its id)'},
  'idle-limit': {
    type: 'number',
    value: 'SECONDS',
    about: 'no pause is longer; GIF and MP4: 2 unless given, 0 leaves all',
  },
  speed: {type: 'number', value: 'TIMES', about: 'GIF and MP4: so many times as fast'},
  theme: {type: 'string', value: 'NAME', place: themeNames, about: 'GIF and MP4: colours, as of screenshots'},
  scale: {type: 'number', about: 'GIF and MP4: 1 to 4; at 1 a cell has 9x18 pixels'},
  force: {type: 'boolean', about: 'write over files that are there'},
  v2: {type: 'boolean', about: 'asciicast v2, for players that read nothing newer'},
  input: {type: 'boolean', about: 'asciicast: include what was typed (never what was typed without echo)'},
} as const;

type ExportOptions = OptionValues<typeof options>;

export const exportVerb = defineVerb({
  name: 'export',
  usage:
    'SESSION --cast FILE | --html FILE | --gif FILE | --mp4 FILE [--from PLACE] [--to PLACE] [--idle-limit S] [--speed N] [--theme T] [--scale N] [--force] [--v2] [--input]',
  details: [
    'Writes the recording of a session, living or ended, or a part of it: --from and --to take cursors and ids of commands',
    '(as `cotty run --json` and read_output tell them). Several files may be written at once. What was typed without echo',
    'is in none of them, and what looks like a secret is masked. A file that is there is not written over without --force.',
    '',
    'asciicast v3 is what `asciinema play FILE` shows since asciinema 3; older players, such as Debian’s, need --v2.',
  ].join('\n'),
  options,
  words: [1, 1],
  places: ['recording'],
  async run({words: [reference = ''], options: given, output, env}) {
    const files = {cast: given.cast, html: given.html, gif: given.gif, mp4: given.mp4};
    if (Object.values(files).every(file => file === undefined))
      throw usageError(exportVerb, 'Say what to write: --cast FILE, --html FILE, --gif FILE or --mp4 FILE');
    refuseTwiceOnStdout(Object.values(files), files.mp4);
    const drawing = drawingOptions(given);
    if (!given.force) for (const file of Object.values(files)) refuseToReplace(file);
    await using recorded = await openRecorded(env, reference);
    const {session, log} = recorded;
    const isWhole = given.from === undefined && given.to === undefined;
    const isPlain = isWhole && given.html === undefined && given.gif === undefined && given.mp4 === undefined;
    const footage = isPlain ? undefined : await recorded.footage();
    const stretch = footage && (await stretchOf(footage, {from: given.from, to: given.to}));
    if (given.cast !== undefined) {
      const part = footage && stretch && !isWhole ? {...stretch, ...(await footage.look(stretch.from))} : undefined;
      await writeCast(given.cast, {log, name: session.name, given, output, stretch: part});
    }
    if (footage && stretch) {
      const {html, gif, mp4} = given;
      if (html !== undefined) {
        const page = await toHtml(await makeRecording(footage, stretch), await readPlayerFiles());
        await writeOut(html, [page], output);
      }
      if (gif !== undefined) await writeOut(gif, toGif(footage, {stretch, ...drawing}), output);
      if (mp4 !== undefined) await writingTo(mp4, () => writeMp4(footage, mp4, {stretch, ...drawing}));
    }
    tell(session, files, stretch, output);
    return 0;
  },
});

/** What somebody has kept in a file is not lost to a slip. An empty one, as `mktemp` makes, holds nothing. */
function refuseToReplace(file: string | undefined): void {
  const facts = file === undefined || file === '-' ? undefined : statSync(file, {throwIfNoEntry: false});
  if (facts?.isFile() && facts.size > 0)
    throw new CottyError('invalid_argument', `${file} is there already.`, 'Name another file, or add --force.');
}

interface CastCall {
  readonly log: SessionLogView;
  readonly name: string;
  readonly given: ExportOptions;
  readonly output: Output;
  readonly stretch: (Stretch & {readonly state: string; readonly cols: number; readonly rows: number}) | undefined;
}

async function writeCast(file: string, {log, name, given, output, stretch}: CastCall): Promise<void> {
  const limit = given['idle-limit'];
  const cast = toAsciicast(log, {
    title: name,
    version: given.v2 ? 2 : 3,
    tellsInput: given.input === true,
    ...(limit !== undefined && limit > 0 && {idleTimeLimit: limit}),
    stretch,
  });
  await writeOut(file, cast, output);
}

type Chunks = Iterable<string> | AsyncIterable<string | Uint8Array>;

async function writeOut(file: string, chunks: Chunks, output: Output): Promise<void> {
  if (file === '-') for await (const chunk of chunks) output.raw(chunk);
  else await writingTo(file, () => pipeline(Readable.from(chunks), createWriteStream(file, {mode: 0o600})));
}

/** A film is put together in its file, and two recordings in one stream are none. */
function refuseTwiceOnStdout(files: readonly (string | undefined)[], film: string | undefined): void {
  if (film === '-') throw usageError(exportVerb, 'A film needs a file of its own: --mp4 FILE');
  if (files.filter(file => file === '-').length > 1)
    throw usageError(exportVerb, 'Only one recording can go to stdout');
}

function drawingOptions(given: ExportOptions) {
  const {theme = 'dark', scale = 1, speed = 1, 'idle-limit': limit = 2} = given;
  const known = themeNames.find(name => name === theme);
  if (known === undefined) throw usageError(exportVerb, `--theme is one of ${themeNames.join(', ')}, not ${theme}`);
  if (!Number.isInteger(scale) || scale < 1 || scale > 4)
    throw usageError(exportVerb, `--scale is a whole number from 1 to 4, not ${scale}`);
  if (!(speed > 0 && speed <= 100)) throw usageError(exportVerb, `--speed is a number up to 100, not ${speed}`);
  if (!(limit >= 0)) throw usageError(exportVerb, `--idle-limit is a number of seconds, not ${limit}`);
  return {theme: known, scale, speed, idleLimitMs: limit === 0 ? null : limit * 1000};
}

function tell(
  session: SessionFiles,
  files: Readonly<Record<string, string | undefined>>,
  stretch: Stretch | undefined,
  output: Output,
): void {
  if (!output.isJson || Object.values(files).includes('-')) return;
  const written = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined));
  output.value({
    session_id: session.sessionId,
    // As it was called when there was one kind of file.
    ...(files.cast !== undefined && {file: files.cast}),
    ...written,
    ...(stretch && {from: stretch.from, to: stretch.to, duration_ms: Math.round(stretch.toMs - stretch.fromMs)}),
  });
}
