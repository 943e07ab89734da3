import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {detectFormat, extractDocument} from '../../src/pseudoterm/documents/index.ts';
import type {Block} from '../../src/pseudoterm/documents/model.ts';
import {
  documentNames,
  documentsFolder,
  type Expectation,
  readDocument,
  readExpectation,
} from '../../test/documents/expectation.ts';
import {add, percent, type Score, scoreBlocks, scoreText} from './score.ts';

type Program = (name: string, expected: Expectation) => Promise<Partial<Score>>;

/** One table: each format, our reader beside the program that people would take, on the same files and expectations. */
export async function qualityTable(): Promise<string> {
  const lines = [
    '| format | files | program | headings | list items | table cells | links | text in order | words |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const [format, others] of Object.entries(programs)) {
    const names = documentNames().filter(name => name.endsWith(`.${format}`));
    for (const [program, run] of Object.entries({'doc extract': ours, ...others})) {
      const columns = await totals(names, run);
      lines.push(`| ${format} | ${names.length} | ${program} | ${columns.join(' | ')} |`);
    }
  }
  return `${lines.join('\n')}\n`;
}

async function totals(names: readonly string[], run: Program): Promise<string[]> {
  const sums = new Map<string, {found: number; wanted: number}>();
  for (const name of names)
    for (const [column, share] of Object.entries(await run(name, readExpectation(name))))
      sums.set(column, add(sums.get(column) ?? {found: 0, wanted: 0}, share));
  return ['headings', 'items', 'cells', 'links', 'order', 'words'].map(column =>
    percent(sums.get(column) ?? {found: 0, wanted: 0}),
  );
}

const ours: Program = async (name, expected) => {
  const bytes = readDocument(name);
  const {text} = await extractDocument(bytes, {format: detectFormat(bytes, name), mode: 'json'});
  return scoreBlocks(blocksOf(text), expected);
};

/** pandoc's own HTML, read by our HTML reader, which tells its headings, lists and cells apart without loss. */
const pandoc =
  (from: string): Program =>
  async (name, expected) => {
    const html = execFileSync('pandoc', ['-f', from, '-t', 'html5', '--wrap=none', join(documentsFolder, name)], {
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const {text} = await extractDocument(new Uint8Array(html), {format: 'html', mode: 'json'});
    return scoreBlocks(blocksOf(text), expected);
  };

const pdftotext: Program = async (name, expected) => {
  const text = execFileSync('pdftotext', ['-enc', 'UTF-8', join(documentsFolder, name), '-'], {maxBuffer: 1 << 28});
  return scoreText(text.toString(), expected);
};

const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  docx: {pandoc: pandoc('docx')},
  odt: {pandoc: pandoc('odt')},
  epub: {pandoc: pandoc('epub')},
  html: {pandoc: pandoc('html')},
  pdf: {pdftotext},
};

function blocksOf(text: string): readonly Block[] {
  const parsed: {readonly blocks: readonly Block[]} = JSON.parse(text);
  return parsed.blocks;
}
