import {defineBuiltin} from '../../command.ts';
import {readText} from '../read-text.ts';

export const textStats = defineBuiltin({
  name: 'text stats',
  summary: 'count lines, words, characters and bytes',
  flags: {in: {type: 'path', about: 'file to read; stdin when left out'}},
  examples: ['text stats --in notes.txt'],
  readsStdin: true,
  capabilities: ['read'],
  async run({flags, stdin, files}) {
    const {text, encoding} = await readText({path: flags.in, stdin, files});
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const result = {
      lines: lines.length,
      blank_lines: lines.filter(line => line.trim() === '').length,
      words: text.match(/[\p{L}\p{N}_'’-]+/gu)?.length ?? 0,
      characters: Array.from(text).length,
      cjk_characters:
        text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0,
      bytes_utf8: new TextEncoder().encode(text).length,
      longest_line: lines.reduce((most, line) => Math.max(most, line.length), 0),
      encoding,
      line_ends: lineEnds(text),
      final_line_feed: text.endsWith('\n'),
    };
    const stdout = Object.entries(result).map(([name, value]) => `${name.replaceAll('_', ' ').padEnd(16)} ${value}\n`);
    return {stdout: stdout.join(''), result};
  },
});

function lineEnds(text: string): string {
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1 - crlf;
  const cr = text.split('\r').length - 1 - crlf;
  const kinds = [crlf > 0 && 'crlf', lf > 0 && 'lf', cr > 0 && 'cr'].filter(kind => typeof kind === 'string');
  return kinds.length === 0 ? 'none' : kinds.join('+');
}
