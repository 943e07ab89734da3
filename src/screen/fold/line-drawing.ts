/**
 * DEC Special Graphics, the character set that `ESC ( 0` selects, from `_` to `~`.
 * https://vt100.net/docs/vt220-rm/table2-4.html
 */
const SPECIAL_GRAPHICS = '\u00a0◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·';

export function toLineDrawing(text: string): string {
  return text.replace(/[_-~]/g, character => SPECIAL_GRAPHICS.charAt(character.charCodeAt(0) - 0x5f));
}
