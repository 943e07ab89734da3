/** What others have written, in words that are shown to a person who decides by them. */
import {revealInvisible} from './reveal-invisible.ts';

/** From so many spaces on they are counted: what stands behind them would be pushed out of sight. */
const SPACES_SHOWN = 3;
/** Of a name. UTF-16 units. */
const LONGEST_NAME = 100;

/** A line of an agent, every character of which is seen: line feeds as `\n`, what has no glyph as `<U+202E>`, many spaces as `␣×80`. */
export function shownLine(line: string): string {
  return revealInvisible(line)
    .text.replaceAll(/[\t\n\r]/g, control => JSON.stringify(control).slice(1, -1))
    .replaceAll(new RegExp(` {${SPACES_SHOWN + 1},}`, 'g'), spaces => `␣×${spaces.length}`);
}

/** What somebody calls themselves: short, and on one line, so that it is not taken for more than a name. */
export function shownName(name: string): string {
  const line = revealInvisible(name).text.replaceAll(/\s+/g, ' ');
  return line.trim().slice(0, LONGEST_NAME).toWellFormed();
}
