import type {CellStyle, ScreenGrid, Underline} from '../grid/screen-grid.ts';
import {cssColour, inkOf, type Theme} from '../theme.ts';
import {escapeMarkup} from './escape-markup.ts';
import {type Run, rowsOfRuns, shownCells} from './rows-of-runs.ts';

/** A page that needs nothing else: text to select and copy, in the styles of the screen. */
export function toHtml(grid: ScreenGrid, theme: Theme): string {
  const rows = rowsOfRuns(grid).map((runs, row) => runs.map(run => runHtml(run, row, grid, theme)).join(''));
  const title = escapeMarkup(grid.title || 'terminal');
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>`,
    `body{margin:0;background:${cssColour(theme.background)}}`,
    `pre{margin:0;font:15px/18px ${FONTS};color:${cssColour(theme.foreground)};white-space:pre}`,
    'b{font-weight:inherit;display:inline-block;width:2ch}',
    `</style></head><body><pre>${rows.join('\n')}</pre></body></html>`,
    '',
  ].join('\n');
}

const FONTS = "'DejaVu Sans Mono',Menlo,Consolas,monospace";

function runHtml(run: Run, row: number, {cursor}: ScreenGrid, theme: Theme): string {
  const {style} = run;
  let col = run.col;
  const texts = shownCells(run).map(({text, width}) => {
    const isUnderCursor = cursor.visible && cursor.row === row && cursor.col >= col && cursor.col < col + width;
    col += width;
    const shown = escapeMarkup(text);
    const cell = width === 2 ? `<b>${shown}</b>` : shown;
    return isUnderCursor ? `<span style="${cursorCss(cursor.shape, theme)}">${cell}</span>` : cell;
  });
  const css = cssOf(style, theme);
  return css === '' ? texts.join('') : `<span style="${css}">${texts.join('')}</span>`;
}

function cursorCss(shape: ScreenGrid['cursor']['shape'], {cursor, background}: Theme): string {
  const colour = cssColour(cursor);
  if (shape === 'bar') return `box-shadow:inset 2px 0 ${colour}`;
  if (shape === 'underline') return `box-shadow:inset 0 -2px ${colour}`;
  return `background:${colour};color:${cssColour(background)}`;
}

const UNDERLINES: Readonly<Record<Exclude<Underline, 'none'>, string>> = {
  single: 'solid',
  double: 'double',
  curly: 'wavy',
  dotted: 'dotted',
  dashed: 'dashed',
};

function cssOf(style: CellStyle, theme: Theme): string {
  const ink = inkOf(style, theme);
  const lines = [
    style.underline === 'none' ? '' : 'underline',
    style.strikethrough ? 'line-through' : '',
    style.overline ? 'overline' : '',
  ].filter(line => line !== '');
  const parts = [
    ink.foreground === theme.foreground ? '' : `color:${cssColour(ink.foreground)}`,
    ink.isPlain ? '' : `background:${cssColour(ink.background)}`,
    style.bold ? 'font-weight:bold' : '',
    style.italic ? 'font-style:italic' : '',
    lines.length > 0 ? `text-decoration:${lines.join(' ')}` : '',
    style.underline === 'none' ? '' : `text-decoration-style:${UNDERLINES[style.underline]}`,
    style.underline === 'none' ? '' : `text-decoration-color:${cssColour(ink.underline)}`,
  ];
  return parts.filter(part => part !== '').join(';');
}
