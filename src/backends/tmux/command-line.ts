import {isBefore32} from './tmux-version.ts';

/** One line of tmux's command language. Every argument is quoted: nothing of it is ever looked at as syntax. */
export function commandLine(...words: readonly (string | Uint8Array)[]): string {
  return words.map(word => (typeof word === 'string' && PLAIN.test(word) ? word : quoted(word))).join(' ');
}

/** Types these bytes into a pane. `-H` takes any byte, and passes it on unchanged (tmux cmd-send-keys.c, KEYC_LITERAL). */
export function typingCommand(pane: string, bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  return `send-keys -t ${pane} -H ${hex.replace(/..(?!$)/g, '$& ')}`;
}

/**
 * Text that tmux expands as a format (`-c`, `-n`, names) means itself. In front of `[` tmux takes each `#` for itself, as that might be a style
 * (tmux format.c, `format_expand1`); before 3.2 it does nowhere.
 */
export function unexpanded(text: string, version: string): string {
  return isBefore32(version) ? text.replaceAll('#', '##') : text.replace(/#+(?!#*\[)/g, '$&$&');
}

/** In double quotes a backslash with three octal digits stands for a byte (tmux cmd-parse.y); all but letters and digits is given so. */
function quoted(word: string | Uint8Array): string {
  const bytes = typeof word === 'string' ? Buffer.from(word) : word;
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += SAFE.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return `"${text}"`;
}

/** No `%` at the beginning, where tmux reads a condition, no `{`, `~`, `$`, `;`, `#` or blank. */
const PLAIN = /^(?:[%@$]\d+|[\w/.:,+=-]+)$/;
const SAFE = /[\w/.,:+=@% -]/;
