/** Columns that text takes on a terminal, as near as a mask needs it: East Asian letters take two, marks on letters none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOfOne(character);
  return columns;
}

/** `masked` has a unit for each of `row`; where one of another width is masked, what stands behind keeps its column. */
export function inColumns(row: string, masked: string): string {
  if (row === masked || !WIDE_OR_MARK.test(row)) return masked;
  let text = '';
  let at = 0;
  for (const character of row) {
    const shown = masked.slice(at, at + character.length);
    at += character.length;
    if (shown === character) text += shown;
    else if (columnsOfOne(character) > 0) text += (shown[0] ?? '*') + '*'.repeat(columnsOfOne(character) - 1);
  }
  return text;
}

function columnsOfOne(character: string): number {
  if (MARK.test(character)) return 0;
  return WIDE.test(character) && !HALF.test(character) ? 2 : 1;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u;
const HALF = /[\uff61-\uffdc]/;
const MARK = /\p{M}|[\u200b-\u200d]|[\ufe00-\ufe0f]/u;
const WIDE_OR_MARK = new RegExp(`${WIDE.source}|${MARK.source}`, 'u');
