/**
 * Draws docs/demo.svg: a part of `cotty demo` running in a cotty session, as the screen shows it. Run after changes to the demo.
 * The picture is made from the real screen (text and style runs), never by hand.
 */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {createPtyBackend, Host} from '../src/backends/index.ts';
import {Engine, runCommand} from '../src/engine/index.ts';

const COLS = 132;
const FIRST_LINE = /^3\. /;
const LAST_LINE = /the line was seen/;
const CELL = {width: 8.4, height: 18};

const root = mkdtempSync(join(tmpdir(), 'cotty-picture-'));
const launcher = fileURLToPath(new URL('../bin/cotty', import.meta.url));
const home = join(root, 'cotty');
{
  const env = {...process.env, HOME: root, PS1: '$ '};
  await using engine = new Engine({backends: [createPtyBackend({home, host: new Host({home, env})})]});
  const session = await engine.open({
    shell: 'bash',
    cols: COLS,
    rows: 50,
    cwd: tmpdir(),
  });
  await runCommand(session, {
    commandLine: `${launcher} demo`,
    by: {type: 'agent', name: 'picture'},
    commandId: engine.newCommandId(),
    timeoutMs: 60_000,
    waitForCompletion: true,
    maxOutputBytes: 1000,
    signal: new AbortController().signal,
  });
  const screen = await session.screen.read({lines: -1, scrollback: true, styles: true});
  const lines = screen.text.split('\n');
  const first = lines.findIndex(line => FIRST_LINE.test(line));
  const last = lines.findIndex(line => LAST_LINE.test(line));
  if (first < 0 || last < 0) throw new Error('The demo did not end as it should; run bin/cotty demo.');
  const dim = new Set(
    (screen.styles ?? []).filter(run => run.style.includes('dim')).map(run => `${run.row}:${run.col}:${run.length}`),
  );
  const bold = new Set((screen.styles ?? []).filter(run => run.style.includes('bold')).map(run => run.row));
  writeFileSync(
    fileURLToPath(new URL('../docs/demo.svg', import.meta.url)),
    svg(
      lines
        .slice(first, last + 1)
        .map((text, index) => ({text, bold: bold.has(first + index), dim: dimRuns(dim, first + index)})),
    ),
  );
  await session.close();
}
rmSync(root, {recursive: true, force: true});

interface Line {
  readonly text: string;
  readonly bold: boolean;
  readonly dim: readonly {readonly col: number; readonly length: number}[];
}

function dimRuns(runs: ReadonlySet<string>, row: number): Line['dim'] {
  return [...runs]
    .map(run => run.split(':').map(Number))
    .filter(([at]) => at === row)
    .map(([, col = 0, length = 0]) => ({col, length}));
}

function svg(lines: readonly Line[]): string {
  const width = Math.ceil(COLS * CELL.width + 32);
  const height = lines.length * CELL.height + 56;
  const rows = lines
    .map((line, index) => `<text xml:space="preserve" x="16" y="${48 + index * CELL.height}">${spans(line)}</text>`)
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="cotty demo: a scripted agent works in a real terminal">
<style>text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#d4d4d4;white-space:pre}.b{font-weight:700;fill:#fff}.d{fill:#8a8f98}.ok{fill:#7fd88f}</style>
<rect width="${width}" height="${height}" rx="10" fill="#161618"/>
<circle cx="20" cy="18" r="5" fill="#ff5f57"/><circle cx="38" cy="18" r="5" fill="#febc2e"/><circle cx="56" cy="18" r="5" fill="#28c840"/>
${rows}
</svg>
`;
}

function spans({text, bold, dim}: Line): string {
  if (bold) return `<tspan class="b">${escaped(text)}</tspan>`;
  if (text.trimStart().startsWith('✓')) return `<tspan class="ok">${escaped(text)}</tspan>`;
  let at = 0;
  let out = '';
  for (const {col, length} of dim) {
    out += `${escaped(text.slice(at, col))}<tspan class="d">${escaped(text.slice(col, col + length))}</tspan>`;
    at = col + length;
  }
  return out + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
