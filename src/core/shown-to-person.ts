import {revealInvisible} from './reveal-invisible.ts';

/** Of a name. UTF-16 units. */
const LONGEST_NAME = 100;

/** Every character is seen: `\n`, `<U+202E>`, `␣×80` for spaces. */
export function shownLine(line: string): string {
  return revealInvisible(line)
    .text.replaceAll(/[\t\n\r]/g, control => JSON.stringify(control).slice(1, -1))
    .replaceAll(/ {4,}/g, spaces => `␣×${spaces.length}`);
}

/** What somebody calls themselves: short, and on one line, so that it is not taken for more than a name. */
export function shownName(name: string): string {
  const line = revealInvisible(name).text.replaceAll(/\s+/g, ' ');
  return line.trim().slice(0, LONGEST_NAME).toWellFormed();
}
