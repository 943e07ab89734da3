/** One word of the pseudo-terminal's grammar that means exactly `text`; plain words and flags stay as they are. */
export function quoteWord(text: string): string {
  if (/^[\p{L}\p{N}_./:@%+,=~#*?![\]{}^-]+$/u.test(text)) return text;
  const flag = /^--[a-z][a-z0-9-]*=/.exec(text)?.[0] ?? '';
  return `${flag}${quoted(text.slice(flag.length))}`;
}

function quoted(text: string): string {
  const escaped = text.replace(/["\\\u0000-\u001f\u007f-\u009f]/g, char => {
    if (char === '"' || char === '\\') return `\\${char}`;
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}
