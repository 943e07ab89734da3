/**
 * Lines of at most `columns` characters, broken between words; what follows the first is indented as far as its text is, or as told.
 * A word that is longer than a line stands alone on one that is too long: it is never broken.
 */
export function wrapWords(text: string, columns: number, indent: number = /^ */.exec(text)?.[0].length ?? 0): string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let isEmpty = true;
  for (const word of text.trim().split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = ' '.repeat(indent);
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
