import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {locateHome} from '../../app/index.ts';
import {SessionLogReader, toAsciicast} from '../../log/index.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {findSessionLog} from '../find-session-log.ts';
import {writingTo} from '../unwritable-file.ts';

export const exportVerb = defineVerb({
  name: 'export',
  usage: 'SESSION --cast FILE [--v2] [--input]',
  details: [
    'Writes asciicast v3, which `asciinema play FILE` shows since asciinema 3; older players, such as Debian’s,',
    'need --v2. FILE may be - for stdout. Ended sessions work too.',
  ].join('\n'),
  options: {
    cast: {type: 'string', value: 'FILE', place: 'file', about: 'where to write the recording'},
    v2: {type: 'boolean', about: 'asciicast v2, for players that read nothing newer'},
    input: {type: 'boolean', about: 'include what was typed (never what was typed without echo)'},
  },
  words: [1, 1],
  places: ['recording'],
  async run({words: [reference = ''], options, output, env}) {
    const file = options.cast;
    if (file === undefined) throw usageError(exportVerb, 'Say where to write it: --cast FILE');
    const session = findSessionLog(locateHome(env), reference);
    await using log = SessionLogReader.open(session.log);
    const cast = toAsciicast(log, {
      title: session.name,
      version: options.v2 ? 2 : 3,
      tellsInput: options.input === true,
    });
    if (file === '-') for await (const line of cast) output.raw(line);
    else await writingTo(file, () => pipeline(cast, createWriteStream(file, {mode: 0o600})));
    if (file !== '-' && output.isJson) output.value({session_id: session.sessionId, file});
    return 0;
  },
});
