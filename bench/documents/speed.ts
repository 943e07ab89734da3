import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {documentsFolder} from '../../test/documents/expectation.ts';

interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

/** Both ways through the same 200 pages, in turns, each time in a process of its own. */
export function speedTable(rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-bench-'));
  try {
    const file = twoHundredPages(folder);
    const samples: Record<'library' | 'extract', Sample[]> = {library: [], extract: []};
    for (let round = 0; round < rounds; round++)
      for (const way of ['library', 'extract'] as const) samples[way].push(measure(way, file));
    const library = median(samples.library);
    const extract = median(samples.extract);
    const ratio = (a: number, b: number): string => `${(a / b).toFixed(2)}×`;
    return [
      '| 200 pages, PDF | wall | processor time | peak memory |',
      '| --- | --- | --- | --- |',
      `| pdf.js alone (text of every page) | ${Math.round(library.wallMs)} ms | ${Math.round(library.cpuMs)} ms | ${Math.round(library.peakMb)} MB |`,
      `| \`doc extract --mode md\` | ${Math.round(extract.wallMs)} ms | ${Math.round(extract.cpuMs)} ms | ${Math.round(extract.peakMb)} MB |`,
      `| ratio | ${ratio(extract.wallMs, library.wallMs)} | ${ratio(extract.cpuMs, library.cpuMs)} | ${ratio(extract.peakMb, library.peakMb)} |`,
      '',
    ].join('\n');
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** The 143 pages of a real manual and its first 57 once more. */
function twoHundredPages(folder: string): string {
  const manual = join(documentsFolder, 'debmake-doc.en.pdf');
  execFileSync('pdfseparate', ['-l', '57', manual, join(folder, 'p%03d.pdf')]);
  const pages = readdirSync(folder)
    .toSorted()
    .map(name => join(folder, name));
  const file = join(folder, 'long.pdf');
  execFileSync('pdfunite', [manual, ...pages, file]);
  return file;
}

function measure(way: 'library' | 'extract', file: string): Sample {
  const program = fileURLToPath(new URL('./one-run.ts', import.meta.url));
  const sample: Sample = JSON.parse(execFileSync(process.execPath, [program, way, file]).toString());
  return sample;
}

function median(samples: readonly Sample[]): Sample {
  const middle = (of: (sample: Sample) => number): number =>
    samples.map(of).toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
  return {wallMs: middle(each => each.wallMs), cpuMs: middle(each => each.cpuMs), peakMb: middle(each => each.peakMb)};
}
