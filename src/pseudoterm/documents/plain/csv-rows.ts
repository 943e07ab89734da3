import Papa from 'papaparse';
import {decodeText} from '../decode-text.ts';
import type {ReadContext} from '../read-context.ts';
import type {Sheet} from '../sheets/sheet.ts';

/** A CSV file as its only sheet: delimiter and encoding by what the file holds, quoting by RFC 4180. */
export function openCsv(context: ReadContext): Sheet[] {
  return [{name: 'csv', isHidden: false, rows: () => csvRows(context), notes: async () => []}];
}

/** A portion of rows at a time, so that the result is never held whole. */
async function* csvRows(context: ReadContext): AsyncGenerator<readonly string[], void, undefined> {
  const {text, encoding} = decodeText(context.bytes);
  if (encoding !== 'utf-8') context.warn(`Read as ${encoding}.`);
  const delimiter = delimiterOf(text);
  for (let at = 0; at < text.length; ) {
    const {data, meta, errors} = Papa.parse<string[]>(text.slice(at), {
      delimiter,
      preview: portionRows,
      fastMode: false,
    });
    if (errors.some(error => error.type === 'Quotes')) context.warn('Some quotes are not closed properly.');
    for (const row of data) if (row.some(cell => cell !== '')) yield row;
    at = meta.truncated ? at + Math.max(1, meta.cursor) : text.length;
    await context.breathe();
  }
}

const portionRows = 2000;

/** The sign that parts most of the first lines into the same number of fields, more than one. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, sampleChars);
  const ranked = [',', ';', '\t', '|'].map(delimiter => {
    const {data} = Papa.parse<string[]>(sample, {delimiter, preview: 30, fastMode: false});
    const widths = data.filter(row => row.length > 1 || row[0] !== '').map(row => row.length);
    const width = median(widths);
    const share = widths.filter(each => each === width).length / Math.max(1, widths.length);
    return {delimiter, score: width > 1 ? share + Math.min(width, 20) / 1000 : 0};
  });
  const best = ranked.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.delimiter : ',';
}

const sampleChars = 64 * 1024;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
