import {defineBuiltin} from '../../command.ts';
import {deliverText, outFlags} from '../deliver-text.ts';
import {readText} from '../read-text.ts';

export const textNormalize = defineBuiltin({
  name: 'text normalize',
  summary: 'make line ends, spaces and Unicode uniform',
  details:
    'Always: UTF-8 without a byte order mark. With no flags also: line feeds, no blanks at line ends, NFC, one final line feed.',
  flags: {
    in: {type: 'path', about: 'file to read; stdin when left out'},
    ...outFlags,
    eol: {type: 'choice', choices: ['lf', 'crlf', 'keep'], default: 'lf', about: 'line ends'},
    unicode: {type: 'choice', choices: ['nfc', 'nfd', 'nfkc', 'nfkd', 'keep'], default: 'nfc', about: 'normal form'},
    'keep-trailing': {type: 'boolean', about: 'leave blanks at line ends'},
    'collapse-blank': {type: 'boolean', about: 'at most one empty line in a row'},
    tabs: {type: 'int', min: 0, max: 16, default: 0, value: 'N', about: 'turn tabs into N spaces; 0 leaves them'},
    'strip-controls': {type: 'boolean', about: 'drop control, zero-width and bidi characters'},
  },
  examples: ['text normalize --in notes.txt --out notes.clean.txt'],
  readsStdin: true,
  capabilities: ['read', 'write'],
  async run({flags, stdin, files}) {
    const {text: before, encoding} = await readText({path: flags.in, stdin, files});
    let text = flags.eol === 'keep' ? before : before.replace(/\r\n?|\u2028|\u2029/g, '\n');
    if (flags['strip-controls']) text = text.replace(HIDDEN, '');
    if (flags.unicode !== 'keep') text = text.normalize(flags.unicode.toUpperCase());
    if (flags.tabs > 0) text = text.replaceAll('\t', ' '.repeat(flags.tabs));
    if (!flags['keep-trailing']) text = trimLineEnds(text);
    if (flags['collapse-blank']) text = text.replace(/\n{3,}/g, '\n\n');
    if (text !== '' && flags.eol !== 'keep') text = `${text.replace(/\n+$/, '')}\n`;
    if (flags.eol === 'crlf') text = text.replaceAll('\n', '\r\n');
    const result = {changed: text !== before || encoding !== 'utf-8', encoding, chars: text.length};
    return await deliverText({text, result, out: flags.out, overwrite: flags.overwrite, files});
  },
});

/** C0 and C1 but tab and line ends; zero-width, bidi controls, tag characters. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** Line by line: a pattern for blanks before a line end takes quadratic time on long runs of blanks. */
function trimLineEnds(text: string): string {
  return text
    .split('\n')
    .map(line => (line.endsWith('\r') ? `${line.slice(0, -1).trimEnd()}\r` : line.trimEnd()))
    .join('\n');
}
