import type {ScreenGrid} from '../grid/screen-grid.ts';
import type {PreparedDrawing} from '../painter.ts';
import type {Glyph} from '../shapes/glyph.ts';
import {svgPath} from '../shapes/path.ts';
import {cssColour} from '../theme.ts';
import {escapeMarkup} from './escape-markup.ts';
import {rowsOfRuns, shownCells, shownText} from './rows-of-runs.ts';

/**
 * A picture that needs no fonts: glyphs are outlines, each defined once. The text lies over it unseen, to be selected and searched.
 */
export function toSvg(grid: ScreenGrid, {drawing, glyphs, size}: PreparedDrawing): string {
  const {width, height} = drawing;
  const names = new Map<Glyph, string>();
  const uses = drawing.texts.flatMap(({left, top, colour}, index) => {
    const glyph = glyphs[index];
    if (!glyph || glyph.parts.length === 0) return [];
    const name = names.get(glyph) ?? `g${names.size}`;
    names.set(glyph, name);
    return [{colour, use: `<use href="#${name}" x="${left}" y="${top}"/>`}];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeMarkup(grid.title || 'terminal')}</title>`,
    `<defs>${[...names].map(([glyph, name]) => definition(glyph, name)).join('')}</defs>`,
    `<path fill="${cssColour(drawing.background)}" d="M0 0H${width}V${height}H0Z"/>`,
    ...drawing.rectangles.map(
      ({left, top, right, bottom, colour}) =>
        `<path fill="${cssColour(colour)}" d="M${left} ${top}H${right}V${bottom}H${left}Z"/>`,
    ),
    ...byColour(uses),
    ...drawing.lines.map(({path, colour}) => `<path fill="${cssColour(colour)}" d="${svgPath(path)}"/>`),
    `<g fill="transparent" font-family="monospace" font-size="${round(size.fontSize)}" xml:space="preserve">`,
    ...textRows(grid, size),
    '</g></svg>',
    '',
  ].join('\n');
}

function definition(glyph: Glyph, name: string): string {
  const parts = glyph.parts.map(part => {
    if (part.type === 'png') {
      const data = Buffer.from(part.png).toString('base64');
      const place = `x="${part.left}" y="${part.top}" width="${part.width}" height="${part.height}"`;
      return `<image ${place} href="data:image/png;base64,${data}"/>`;
    }
    const fill = part.colour === null ? '' : ` fill="${cssColour(part.colour)}"`;
    const opacity = part.opacity === 1 ? '' : ` fill-opacity="${part.opacity}"`;
    return `<path${fill}${opacity} d="${svgPath(part.path)}"/>`;
  });
  return `<g id="${name}">${parts.join('')}</g>`;
}

/** Neighbours of one colour share a group. */
function byColour(uses: readonly {readonly colour: number; readonly use: string}[]): string[] {
  const groups: {colour: number; uses: string[]}[] = [];
  for (const {colour, use} of uses) {
    const last = groups.at(-1);
    if (last?.colour === colour) last.uses.push(use);
    else groups.push({colour, uses: [use]});
  }
  return groups.map(group => `<g fill="${cssColour(group.colour)}">${group.uses.join('')}</g>`);
}

function textRows(grid: ScreenGrid, {width, height, baseline}: PreparedDrawing['size']): string[] {
  return rowsOfRuns(grid).flatMap((runs, row) => {
    const text = runs.map(shownText).join('').trimEnd();
    if (text === '') return [];
    const cells = runs.flatMap(shownCells);
    const kept = cells.slice(0, cells.findLastIndex(cell => cell.text !== ' ') + 1);
    const length = kept.reduce((sum, cell) => sum + cell.width, 0) * width;
    return [
      `<text x="0" y="${row * height + baseline}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`,
    ];
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
