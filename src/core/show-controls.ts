/** Control characters as `\u001b` escapes (line feeds as `\n`), so that a name, a path or a message is one line of plain text. */
export function showControls(text: string): string {
  return text.replace(/\p{Cc}/gu, character =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
