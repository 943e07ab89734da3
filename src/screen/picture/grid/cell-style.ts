import type {IBufferCell} from '@xterm/headless';
import {type Colour, DEFAULT, rgb} from '../../colour.ts';
import {reach} from '../../reach.ts';
import type {CellStyle, Underline} from './screen-grid.ts';

/** Of a cell that nothing was drawn into. */
export const PLAIN: CellStyle = {
  foreground: DEFAULT,
  background: DEFAULT,
  underlineColour: DEFAULT,
  underline: 'none',
  bold: false,
  dim: false,
  italic: false,
  inverse: false,
  invisible: false,
  strikethrough: false,
  overline: false,
};

export function styleOf(cell: IBufferCell): CellStyle {
  return {
    foreground: cell.isFgDefault() ? DEFAULT : colour(cell.getFgColor(), cell.isFgRGB()),
    background: cell.isBgDefault() ? DEFAULT : colour(cell.getBgColor(), cell.isBgRGB()),
    underlineColour: underlineColour(cell),
    underline: underlineOf(cell),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    inverse: cell.isInverse() !== 0,
    invisible: cell.isInvisible() !== 0,
    strikethrough: cell.isStrikethrough() !== 0,
    overline: cell.isOverline() !== 0,
  };
}

/** SGR 4:0 to 4:5, https://sw.kovidgoyal.net/kitty/underlines/ */
const UNDERLINES: readonly Underline[] = ['none', 'single', 'double', 'curly', 'dotted', 'dashed'];

/** A hyperlink that has no underline of its own has a dashed one, as in xterm.js. */
function underlineOf(cell: IBufferCell): Underline {
  if (!cell.isUnderline()) return 'none';
  const style = call(cell, 'getUnderlineStyle');
  if (style === 0) return 'dashed';
  return (typeof style === 'number' && UNDERLINES[style]) || 'single';
}

function underlineColour(cell: IBufferCell): Colour {
  if (call(cell, 'isUnderlineColorDefault') !== false) return DEFAULT;
  const value = call(cell, 'getUnderlineColor');
  return typeof value === 'number' ? colour(value, call(cell, 'isUnderlineColorRGB') === true) : DEFAULT;
}

function colour(value: number, isRgb: boolean): Colour {
  return isRgb ? rgb(value >> 16, (value >> 8) & 255, value & 255) : value;
}

/** Calls a method that the public interface does not have. */
function call(object: unknown, name: string, ...values: readonly unknown[]): unknown {
  const method = reach(object, name);
  return typeof method === 'function' ? Reflect.apply(method, object, values) : undefined;
}
