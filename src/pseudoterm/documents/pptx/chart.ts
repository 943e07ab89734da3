import type {Block, Cell} from '../model.ts';
import type {ReadContext} from '../read-context.ts';
import {childNamed, descend, findAll, textOf, type XmlElement} from '../xml/node.ts';
import {parseXml} from '../xml/parse-xml.ts';

/** A chart as the table of its numbers: categories down, series across (ECMA-376 part 1, 21.2). */
export async function chartBlocks(bytes: Uint8Array | undefined, context: ReadContext): Promise<Block[]> {
  if (!bytes) return [];
  const root = await parseXml(bytes, context);
  const series = findAll(root, 'c:ser');
  const titleElement = descend(root, 'c:chart', 'c:title');
  const title = titleElement ? findAll(titleElement, 'a:t').map(textOf).join('').trim() : '';
  const categories = series[0] ? points(childNamed(series[0], 'c:cat') ?? childNamed(series[0], 'c:xVal')) : [];
  const columns = series.map(each => ({
    name: points(childNamed(each, 'c:tx'))[0] ?? '',
    values: points(childNamed(each, 'c:val') ?? childNamed(each, 'c:yVal')),
  }));
  const height = Math.max(0, categories.length, ...columns.map(column => column.values.length));
  if (height === 0) return [];
  const rows = Array.from({length: height}, (_, at) => [
    toCell(categories[at] ?? ''),
    ...columns.map(column => toCell(column.values[at] ?? '')),
  ]);
  const header = [toCell(''), ...columns.map(column => toCell(column.name))];
  return [
    {type: 'paragraph', spans: [{text: title === '' ? '[chart]' : `[chart: ${title}]`}]},
    {type: 'table', headerRows: 1, rows: [header, ...rows]},
  ];
}

/** The cached values of a reference, at their places. */
function points(element: XmlElement | undefined): string[] {
  if (!element) return [];
  const values: string[] = [];
  for (const point of findAll(element, 'c:pt')) {
    const at = Number(point.attributes.idx ?? values.length);
    if (at >= 0 && at < mostPoints) values[at] = textOf(childNamed(point, 'c:v'));
  }
  return Array.from(values, value => value ?? '');
}

const mostPoints = 10_000;

function toCell(text: string): Cell {
  return text === '' ? {spans: []} : {spans: [{text}]};
}
