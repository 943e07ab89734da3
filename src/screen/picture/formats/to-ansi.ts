import {type Colour, DEFAULT, exactRgb} from '../../colour.ts';
import type {CellStyle, ScreenGrid, Underline} from '../grid/screen-grid.ts';
import {rowsOfRuns, shownText} from './rows-of-runs.ts';

/** Rows of characters and SGR sequences (ECMA-48 8.3.117) that any terminal prints alike; each row begins and ends plain. */
export function toAnsi(grid: ScreenGrid): string {
  const rows = rowsOfRuns(grid).map(runs => {
    const parts = runs.map((run, index) => {
      const sgr = sgrOf(run.style);
      const text = sgr === '' && index === runs.length - 1 ? shownText(run).trimEnd() : shownText(run);
      return sgr === '' || text === '' ? text : `\x1b[${sgr}m${text}\x1b[m`;
    });
    return parts.join('');
  });
  return `${rows.join('\n').trimEnd()}\n`;
}

const UNDERLINES: Readonly<Record<Exclude<Underline, 'none'>, string>> = {
  single: '4',
  double: '4:2',
  curly: '4:3',
  dotted: '4:4',
  dashed: '4:5',
};

/** The parameters of SGR that make the plain style into this one; empty for the plain one. */
export function sgrOf(style: CellStyle): string {
  const codes: string[] = [];
  if (style.bold) codes.push('1');
  if (style.dim) codes.push('2');
  if (style.italic) codes.push('3');
  if (style.underline !== 'none') codes.push(UNDERLINES[style.underline]);
  if (style.inverse) codes.push('7');
  if (style.invisible) codes.push('8');
  if (style.strikethrough) codes.push('9');
  if (style.overline) codes.push('53');
  codes.push(...colour(38, style.foreground), ...colour(48, style.background));
  if (style.underline !== 'none') codes.push(...colour(58, style.underlineColour));
  return codes.join(';');
}

function colour(kind: 38 | 48 | 58, value: Colour): string[] {
  if (value === DEFAULT) return [];
  const exact = exactRgb(value);
  // Only the underline's colour is written with colons everywhere: terminals that do not know it pass over the whole.
  const join = kind === 58 ? ':' : ';';
  if (exact === undefined) return [[kind, 5, value].join(join)];
  const channels = [exact >> 16, (exact >> 8) & 255, exact & 255];
  return [kind === 58 ? `58:2::${channels.join(':')}` : `${kind};2;${channels.join(';')}`];
}
