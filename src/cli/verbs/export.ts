import {createWriteStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {locateHome} from '../../app/index.ts';
import {SessionLogReader, toAsciicast} from '../../log/index.ts';
import {usageError} from '../argv/parse-words.ts';
import {defineVerb} from '../argv/verb.ts';
import {findSessionLog} from '../find-session-log.ts';

export const exportVerb = defineVerb({
  name: 'export',
  usage: 'SESSION --cast FILE',
  details: 'Writes asciicast v3, which `asciinema play FILE` shows. FILE may be - for stdout. Ended sessions work too.',
  options: {
    cast: {type: 'string', value: 'FILE', place: 'file', about: 'asciicast v3 recording'},
    input: {type: 'boolean', about: 'include what was typed (never what was typed without echo)'},
  },
  words: [1, 1],
  places: ['recording'],
  async run({words: [reference = ''], options, output, env}) {
    const file = options.cast;
    if (file === undefined) throw usageError(exportVerb, 'Say where to write it: --cast FILE');
    const session = findSessionLog(locateHome(env), reference);
    await using log = SessionLogReader.open(session.log);
    const cast = toAsciicast(log, {title: session.name, input: options.input ? 'full' : 'redacted'});
    if (file === '-') for await (const line of cast) output.raw(line);
    else await pipeline(cast, createWriteStream(file, {mode: 0o600}));
    if (file !== '-' && output.isJson) output.value({session_id: session.sessionId, file});
    return 0;
  },
});
