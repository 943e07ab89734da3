/**
 * Measures cotty beside its floors and its peers in one run and prints the table; `--write` puts it into
 * docs/benchmarks.md; names of cases choose some. Peers: `npm install --prefix bench/peers`, and `bench/peers/requirements.txt` in `bench/peers/venv`.
 */
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {withSection} from '../script/reference/with-section.ts';
import {adoption} from './cases/adoption.ts';
import {audit} from './cases/audit.ts';
import {bounds} from './cases/bounds.ts';
import {coldStart} from './cases/cold-start.ts';
import {flood} from './cases/flood.ts';
import {iterm2} from './cases/iterm2.ts';
import {judging} from './cases/judging.ts';
import {manySessions} from './cases/many-sessions.ts';
import {newSession} from './cases/new-session.ts';
import {probing} from './cases/probing.ts';
import {pseudoTerminal} from './cases/pseudo-terminal.ts';
import {roundTrip} from './cases/round-trip.ts';
import {sandbox} from './cases/sandbox.ts';
import {screens} from './cases/screens.ts';
import {screenshots} from './cases/screenshots.ts';
import {shortSequences} from './cases/sequences.ts';
import {timeLine} from './cases/time-line.ts';
import {tmux} from './cases/tmux.ts';
import {verbStart} from './cases/verb-start.ts';
import {viewers} from './cases/viewers.ts';
import {watch} from './cases/watch.ts';
import {web} from './cases/web.ts';
import {type Row, toMarkdown} from './support/row.ts';

const cases: Readonly<Record<string, () => Promise<Row[]>>> = {
  'round-trip': roundTrip,
  audit,
  bounds,
  judging,
  flood,
  sequences: shortSequences,
  'cold-start': coldStart,
  'verb-start': verbStart,
  tmux,
  iterm2,
  sandbox,
  watch,
  'new-session': newSession,
  'many-sessions': manySessions,
  'pseudo-terminal': pseudoTerminal,
  screens,
  screenshots,
  adoption,
  probing,
  'time-line': timeLine,
  viewers,
  web,
};

/** Measured by hand with the parts taken one at a time; see the date. */
const {values, positionals} = parseArgs({options: {write: {type: 'boolean'}}, allowPositionals: true});
execFileSync(process.execPath, [fileURLToPath(new URL('../script/build.ts', import.meta.url))], {stdio: 'ignore'});
const chosen = positionals.length > 0 ? positionals : Object.keys(cases);
const rows: Row[] = [];
for (const name of chosen) {
  const measure = cases[name];
  if (!measure) throw new Error(`There is no case ${name}; known: ${Object.keys(cases).join(', ')}.`);
  process.stderr.write(`${name} …\n`);
  rows.push(...(await measure()));
}
const table = toMarkdown(rows);
process.stdout.write(`${table}\n`);
if (values.write) {
  const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'processor'}, Linux, Node ${process.version}`;
  const made = `Last run: ${new Date().toISOString().slice(0, 10)}, ${machine}.`;
  // What people have written around it stays.
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'table', `${made}\n\n${table}`));
}
