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

const COLS = 90;
/** Titles of those steps that fit into a picture. */
const SHOWN_STEPS = ['A command that fails', 'Output that lies', 'Two at one terminal'];
const CELL = {width: 8.4, height: 18};

const root = mkdtempSync(join(tmpdir(), 'cotty-picture-'));
const launcher = fileURLToPath(new URL('../bin/cotty', import.meta.url));
const home = join(root, 'cotty');
// Every machine has the same prompt.
writeFileSync(join(root, '.bashrc'), "PS1='$ '\n");
{
  const env = {...process.env, HOME: root, COTTY_HOME: undefined};
  await using engine = new Engine({backends: [createPtyBackend({home, host: new Host({home, env})})]});
  const session = await engine.open({
    shell: 'bash',
    cols: COLS,
    rows: 50,
    cwd: tmpdir(),
  });
  await runCommand(session, {
    commandLine: `${launcher} demo --fast`,
    by: {type: 'agent', name: 'picture'},
    commandId: engine.newCommandId(),
    timeoutMs: 60_000,
    waitForCompletion: true,
    maxOutputBytes: 1000,
    signal: new AbortController().signal,
  });
  const screen = await session.screen.read({lines: -1, scrollback: true, styles: true});
  const styles = screen.styles ?? [];
  const lines = screen.text.split('\n').map((text, row) => ({
    text,
    bold: styles.some(run => run.row === row && run.style.includes('bold')),
    dim: styles.some(run => run.row === row && run.style.includes('dim')),
  }));
  writeFileSync(
    fileURLToPath(new URL('../docs/demo.svg', import.meta.url)),
    svg(SHOWN_STEPS.flatMap(title => stepLines(lines, title))),
  );
  await session.close();
}
rmSync(root, {recursive: true, force: true});

interface Line {
  readonly text: string;
  readonly bold: boolean;
  readonly dim: boolean;
}

/** A step from its title to the empty line behind it. */
function stepLines(lines: readonly Line[], title: string): readonly Line[] {
  const first = lines.findIndex(({text}) => text.replace(/^\d+\. /, '') === title);
  const length = lines.slice(first).findIndex(line => line.text === '');
  if (first < 0 || length < 0) throw new Error(`The demo did not get through "${title}"; run bin/cotty demo.`);
  return lines.slice(first, first + length + 1);
}

function svg(lines: readonly Line[]): string {
  const width = Math.ceil(COLS * CELL.width + 32);
  // The last line is empty.
  const height = (lines.length - 1) * CELL.height + 62;
  const rows = lines
    .map((line, index) => `<text xml:space="preserve" x="16" y="${48 + index * CELL.height}">${spans(line)}</text>`)
    .join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="cotty demo: a scripted agent and a scripted person at one terminal">
<style>text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#d4d4d4;white-space:pre}.b{font-weight:700;fill:#fff}.d{fill:#8a8f98}.ok{fill:#7fd88f}.agent{fill:#7aa7ff}.person{fill:#ffc66d}</style>
<rect width="${width}" height="${height}" rx="10" fill="#161618"/>
<circle cx="20" cy="18" r="5" fill="#ff5f57"/><circle cx="38" cy="18" r="5" fill="#febc2e"/><circle cx="56" cy="18" r="5" fill="#28c840"/>
${rows}
</svg>
`;
}

/** What an agent does and what a person sees are told apart by the colour of their names. */
function spans({text, bold, dim}: Line): string {
  const [, indent = '', who, rest = ''] = /^( +)(agent|person)(?= )(.*)$/.exec(text) ?? [];
  if (who === undefined) return span(bold ? 'b' : text.trimStart().startsWith('✓') ? 'ok' : dim ? 'd' : '', text);
  return `${indent}${span(who, who)}${span(dim ? 'd' : '', rest)}`;
}

function span(style: string, text: string): string {
  return style === '' ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
