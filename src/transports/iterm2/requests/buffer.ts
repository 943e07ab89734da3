/** What stands on screens: text with styles, pictures, selections. */
import type {CellStyle, LinesWanted, ScreenLine, SecretMask} from '../../../engine/index.ts';
import {
  AlternateColor,
  GetBufferResponse_Status,
  LineContents_Continuation,
  type LineRange,
  type ResponseInit,
  ScreenshotResponse_Status,
  SelectionResponse_Status,
} from '../../../iterm2-api/index.ts';
import type {Handlers} from '../handler.ts';
import {permitReading} from '../permit.ts';

type Line = NonNullable<NonNullable<ResponseInit<'getBufferRequest'>>['contents']>[number];

/** iTerm2 gives no more lines at once either. */
const MOST_LINES = 1_000_000;

export const bufferRequests: Pick<Handlers, 'getBufferRequest' | 'screenshotRequest' | 'selectionRequest'> = {
  async getBufferRequest({session: reference, lineRange}, context) {
    const {endpoint} = context;
    const session = endpoint.terminals.find(reference);
    if (!session) return {status: GetBufferResponse_Status.SESSION_NOT_FOUND};
    await permitReading(context, session);
    const wanted = lineRange && wantedOf(lineRange);
    // iTerm2 answers a range that is none with nothing but the id.
    if (!lineRange || !wanted) return null;
    const {lines: drawn, styles, cursor, first, cols} = await session.screen.lines(wanted);
    const lines = maskedLines(drawn, endpoint.options.engine.secrets);
    const given = lineRange.windowedCoordRange;
    const range = given?.coordRange ?? {
      start: {x: 0, y: BigInt(first)},
      end: {x: 0, y: BigInt(first + lines.length)},
    };
    const window = given ? columnsOf(given, cols) : () => WHOLE;
    return {
      status: GetBufferResponse_Status.OK,
      contents: lines.map((line, index) => lineContents(line, styles, window(first + index))),
      cursor: {x: cursor.col, y: BigInt(cursor.line)},
      windowedCoordRange: {coordRange: range, columns: given?.columns ?? {location: 0n, length: 0n}},
    };
  },

  async screenshotRequest({session: reference}, context) {
    const {endpoint, client} = context;
    const session = endpoint.terminals.find(reference);
    if (!session) return {status: ScreenshotResponse_Status.SESSION_NOT_FOUND};
    await permitReading(context, session);
    const {pictures, screens} = endpoint.options.engine;
    const {grid} = await screens.gridAt(session.id);
    const picture = await pictures.make({grid, format: 'png', theme: 'dark', scale: 1}, {signal: client.signal});
    return {status: ScreenshotResponse_Status.OK, png: picture.bytes};
  },

  selectionRequest({request}, {endpoint}): ResponseInit<'selectionRequest'> {
    if (request.case === undefined) return {status: SelectionResponse_Status.REQUEST_MALFORMED};
    const session = endpoint.terminals.find(request.value.sessionId);
    if (!session) return {status: SelectionResponse_Status.INVALID_SESSION};
    const guid = endpoint.terminals.guid(session);
    const {selections} = endpoint.settings;
    if (request.case === 'getSelectionRequest')
      return {
        status: SelectionResponse_Status.OK,
        response: {case: 'getSelectionResponse', value: {selection: selections.get(guid) ?? {}}},
      };
    selections.set(guid, request.value.selection ?? {});
    return {status: SelectionResponse_Status.OK, response: {case: 'setSelectionResponse' as const, value: {}}};
  },
};

/** A secret goes on in the next line where its line does. */
function maskedLines(lines: readonly ScreenLine[], secrets: SecretMask | null): readonly ScreenLine[] {
  if (secrets === null) return lines;
  const text = lines.map(line => (line.goesOn ? line.text : `${line.text}\n`)).join('');
  const masked = secrets.mask(text);
  if (masked === text) return lines;
  let at = 0;
  return lines.map(line => {
    const shown = masked.slice(at, at + line.text.length);
    at += line.text.length + (line.goesOn ? 0 : 1);
    return {...line, text: shown};
  });
}

/** Undefined for a range that is none. Exactly one of the three is asked for, or the one by coordinates. */
function wantedOf({windowedCoordRange, screenContentsOnly, trailingLines}: LineRange): LinesWanted | undefined {
  if (windowedCoordRange) {
    const {start, end} = windowedCoordRange.coordRange ?? {};
    if (!start || !end || end.y < start.y) return undefined;
    // The end is the first cell behind it: at the beginning of a line none of that is meant.
    return {type: 'range', from: Number(start.y), to: Number(end.y) + (end.x > 0 ? 1 : 0)};
  }
  if (screenContentsOnly) return trailingLines > 0 ? undefined : {type: 'viewport'};
  return trailingLines > 0 ? {type: 'last', count: Math.min(trailingLines, MOST_LINES)} : undefined;
}

interface Columns {
  readonly from: number;
  readonly to: number;
}

const WHOLE: Columns = {from: 0, to: Number.POSITIVE_INFINITY};

/** Which columns of a line are asked for. */
function columnsOf(
  {coordRange, columns}: NonNullable<LineRange['windowedCoordRange']>,
  cols: number,
): (line: number) => Columns {
  const start = coordRange?.start;
  const end = coordRange?.end;
  const left = Number(columns?.location ?? 0n);
  const width = Number(columns?.length ?? 0n);
  const right = width > 0 ? left + width : cols;
  return line => ({
    from: Math.max(width > 0 ? left : 0, start && Number(start.y) === line ? start.x : 0),
    to: Math.min(right, end && Number(end.y) === line ? end.x : cols),
  });
}

function lineContents(line: ScreenLine, styles: readonly CellStyle[], {from, to}: Columns): Line {
  const before = line.units.slice(0, from).reduce((sum, units) => sum + units, 0);
  const units = line.units.slice(from, to);
  const length = units.reduce((sum, count) => sum + count, 0);
  return {
    text: line.text.slice(before, before + length),
    codePointsPerCell: runs(units).map(([numCodePoints, repeats]) => ({numCodePoints, repeats})),
    continuation: line.goesOn ? LineContents_Continuation.SOFT_EOL : LineContents_Continuation.HARD_EOL,
    style: runs(line.styleOf.slice(from, to)).map(([style, repeats]) => ({...cellStyle(styles[style]), repeats})),
  };
}

/** Equal ones that follow each other, with their number. */
function runs(values: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const value of values) {
    const last = found.at(-1);
    if (last?.[0] === value) last[1]++;
    else found.push([value, 1]);
  }
  return found;
}

function cellStyle(style: CellStyle | undefined): NonNullable<Line['style']>[number] {
  if (!style) return {};
  const {foreground, background, underlineColour} = style;
  const exact = rgbOf(underlineColour);
  return {
    fgColor: foregroundOf(foreground),
    bgColor: backgroundOf(background),
    bold: style.bold,
    faint: style.dim,
    italic: style.italic,
    underline: style.underline !== 'none',
    strikethrough: style.strikethrough,
    invisible: style.invisible,
    inverse: style.inverse,
    ...(exact && {underlineColor: exact}),
  };
}

type Style = NonNullable<Line['style']>[number];

function foregroundOf(value: number): NonNullable<Style['fgColor']> {
  const exact = rgbOf(value);
  if (exact) return {case: 'fgRgb', value: exact};
  return value < 0 ? {case: 'fgAlternate', value: AlternateColor.DEFAULT} : {case: 'fgStandard', value};
}

function backgroundOf(value: number): NonNullable<Style['bgColor']> {
  const exact = rgbOf(value);
  if (exact) return {case: 'bgRgb', value: exact};
  return value < 0 ? {case: 'bgAlternate', value: AlternateColor.DEFAULT} : {case: 'bgStandard', value};
}

/** Undefined for a colour of the palette, and for the terminal's own. */
function rgbOf(value: number): {red: number; green: number; blue: number} | undefined {
  if (value < 1 << 24) return undefined;
  return {red: (value >> 16) & 0xff, green: (value >> 8) & 0xff, blue: value & 0xff};
}
