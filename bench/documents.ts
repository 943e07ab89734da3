/**
 * Document extraction beside pandoc and pdftotext, and its price beside the bare PDF library. Needs pandoc and
 * poppler-utils. Prints two tables; with `--write` also puts them into `docs/benchmarks-documents.md`.
 */
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {arch, cpus, type} from 'node:os';
import {join} from 'node:path';
import {qualityTable} from './documents/quality.ts';
import {speedTable} from './documents/speed.ts';

const rounds = 7;
const quality = await qualityTable();
const speed = speedTable(rounds);
const page = `# Document extraction, measured

Written by \`node bench/documents.ts --write\` on ${type()} ${arch()}, ${cpus().length} processors, Node.js ${process.version}.

## What comes out

The documents of \`test/fixtures/documents\`, each with a file that says what is in it. A heading, item or cell counts when it
comes out as one, with the right words and at the right place: headings in order, items with depth and number, cells in row and
column. *Text in order* is the share of all pieces of text that follow each other as in the document; *words* the share of distinct
words of the real manuals, as pandoc (EPUB) and pdftotext (PDF) find them. – : nothing of that kind to find, or the program has no such
notion. Compared with ${version('pandoc', '--version')} and ${version('pdftotext', '-v')}. This pandoc drops the title row of ODT tables made by
LibreOffice, which moves every other cell too, and sees no heading where a style alone makes one.

${quality}
## What it costs

Medians of ${rounds} runs each, in turns, every run in a new process, loading of the code included. Both read the same file: a manual of 143
pages and its first 57 again. The bare library gives plain text; \`doc extract\` gives headings, lists, tables, code, links and a
mark for each page.

${speed}`;
console.log(`${quality}\n${speed}`);
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '../docs/benchmarks-documents.md'), page);

/** The first line that a program says of itself. */
function version(program: string, flag: string): string {
  const {stdout, stderr} = spawnSync(program, [flag], {encoding: 'utf8'});
  return (stdout || stderr).split('\n')[0]?.replace(' version', '') ?? program;
}
