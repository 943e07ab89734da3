import {describe, expect, test} from 'vitest';
import {detectFormat, extractDocument} from '../../src/pseudoterm/documents/index.ts';
import type {Block, Span} from '../../src/pseudoterm/documents/model.ts';
import {documentNames, readDocument, readExpectation} from './expectation.ts';

describe.each(documentNames())('%s', name => {
  const bytes = readDocument(name);
  const expected = readExpectation(name);
  const weak = new Set(expected.weak);
  const extraction = extract(name, bytes);

  if (expected.headings && !expected.words)
    test('every heading comes out once, in order, with its level', async () => {
      const {blocks} = await extraction;
      const headings = blocks.flatMap(block =>
        block.type === 'heading' ? [[block.level, plain(textOf(block.spans))]] : [],
      );
      expect(headings).toEqual(expected.headings?.map(([level, text]) => [level, plain(text)]));
    });

  if (expected.headings && expected.words)
    test('every heading comes out, in order', async () => {
      const {blocks} = await extraction;
      const headings = blocks.flatMap(block => (block.type === 'heading' ? [squeeze(textOf(block.spans))] : []));
      expect(
        missingInOrder(
          (expected.headings ?? []).map(([, text]) => squeeze(text)),
          headings,
        ),
      ).toEqual([]);
    });

  if (expected.items)
    test('every list item comes out, in order, at its depth and with its number', async () => {
      const {blocks} = await extraction;
      const items = blocks.flatMap(block =>
        block.type === 'item' ? [[block.depth, block.number ?? null, plain(textOf(block.spans))]] : [],
      );
      expect(items).toEqual(expected.items);
    });

  if (expected.tables && !expected.words)
    test('every cell of every table comes out, in its row and column', async () => {
      const {blocks} = await extraction;
      const tables = blocks.flatMap(block =>
        block.type === 'table' ? [block.rows.map(row => row.map(cell => textOf(cell.spans)))] : [],
      );
      expect(tables.map(rows => rows.map(row => row.map(plain)))).toEqual(
        expected.tables?.map(rows => rows.map(row => row.map(plain))),
      );
    });

  if (expected.sheets)
    test('every row of every sheet comes out', async () => {
      const {blocks} = await extraction;
      expect(sheetRows(blocks)).toEqual(expected.sheets?.map(sheet => sheet.rows));
    });

  if (expected.code?.length && !weak.has('code'))
    test('code keeps its lines', async () => {
      const {blocks} = await extraction;
      const code = blocks.flatMap(block => (block.type === 'code' ? [block.text] : []));
      expect(code).toEqual(expected.code);
    });

  if (expected.notes?.length)
    test('every note comes out', async () => {
      const {blocks} = await extraction;
      const all = squeeze(blocks.flatMap(block => ('spans' in block ? [textOf(block.spans)] : [])).join(' '));
      expect((expected.notes ?? []).filter(note => !all.includes(squeeze(note)))).toEqual([]);
    });

  if (expected.links?.length)
    test('every link keeps its address', async () => {
      const {blocks} = await extraction;
      const found = new Set(blocks.flatMap(spansOf).flatMap(span => span.href ?? []));
      expect((expected.links ?? []).filter(link => !found.has(link))).toEqual([]);
    });

  if (expected.order)
    test('everything comes out in reading order, to the last sign', async () => {
      const {text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'text'});
      expect(missingInText((expected.order ?? []).map(squeeze), squeeze(text))).toEqual([]);
    });

  if (expected.anchors !== undefined)
    test('every slide or sheet has its anchor', async () => {
      const {anchors, parts, text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'md'});
      expect([anchors.length, parts.length]).toEqual([expected.anchors, expected.anchors]);
      for (const {kind, number, offset} of anchors)
        expect(text.slice(offset)).toMatch(new RegExp(`^<!-- ${kind} ${number}\\b`));
    });

  if (expected.words)
    test('at least 99.5 % of the words that another program finds come out', async () => {
      const {text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'text'});
      const all = squeeze(text).toLowerCase();
      const words = expected.words ?? [];
      const missing = words.filter(word => !all.includes(squeeze(word).toLowerCase()));
      expect(missing.length / words.length, missing.join(' ')).toBeLessThan(0.005);
    });

  if (expected.absent)
    test('scripts and navigation stay out', async () => {
      const {text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'text'});
      expect((expected.absent ?? []).filter(word => text.includes(word))).toEqual([]);
    });
});

async function extract(name: string, bytes: Uint8Array): Promise<{readonly blocks: readonly Block[]}> {
  const {text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'json'});
  const parsed: {readonly blocks: readonly Block[]} = JSON.parse(text);
  return parsed;
}

function sheetRows(blocks: readonly Block[]): string[][][] {
  const sheets: string[][][] = [];
  for (const block of blocks) {
    if (block.type !== 'rows') continue;
    if (block.isStart) sheets.push([]);
    sheets.at(-1)?.push(...block.rows.map(row => row.map(cell => (typeof cell === 'string' ? cell : cell.text))));
  }
  return sheets;
}

function spansOf(block: Block): readonly Span[] {
  if (block.type === 'table') return block.rows.flat().flatMap(cell => cell.spans);
  if (block.type === 'rows') return block.rows.flat().filter(cell => typeof cell !== 'string');
  return 'spans' in block ? block.spans : [];
}

function textOf(spans: readonly Span[]): string {
  return spans.map(span => (span.note === undefined ? span.text : '')).join('');
}

function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

function squeeze(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00ad\u200b]+/g, '');
}

/** What does not follow in that order. */
function missingInText(parts: readonly string[], text: string): string[] {
  let at = 0;
  return parts.filter(part => {
    const found = text.indexOf(part, at);
    if (found !== -1) at = found + part.length;
    return found === -1;
  });
}

function missingInOrder(wanted: readonly string[], found: readonly string[]): string[] {
  let at = 0;
  return wanted.filter(text => {
    const place = found.findIndex((each, index) => index >= at && each.includes(text));
    if (place !== -1) at = place + 1;
    return place === -1;
  });
}
