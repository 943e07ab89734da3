/**
 * Measures cotty beside its floors and its peers in one run and prints the table; `--write` puts it into
 * docs/benchmarks.md; names of cases choose some. Peers: `npm install --prefix bench/peers`.
 */
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {adoption} from './cases/adoption.ts';
import {audit} from './cases/audit.ts';
import {coldStart} from './cases/cold-start.ts';
import {flood} from './cases/flood.ts';
import {manySessions} from './cases/many-sessions.ts';
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
  flood,
  sequences: shortSequences,
  'cold-start': coldStart,
  'verb-start': verbStart,
  tmux,
  sandbox,
  watch,
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
const reasons = `## Where a goal is not reached

**The warm round trip (2026-11-21, 2 cores, a virtual machine).** The floor has four wake-ups of another process, cotty's way has eight:
client, bridge, server, host, shell and back. The host is what lets a session outlive the server, the bridge what lets a client outlive it. Taken apart:
bash alone with our marks and a bracketed paste reports the end after 0.17 ms (0.07 ms without them); the host with its log adds 0.10 ms; the server's
engine in the same process 0.15–0.20 ms; the socket between server and host 0.06–0.2 ms; the bridge 0.05 ms; MCP itself 0.05 ms. What was tried:
one log write and one message for crumbs of output that belong together (kept), fewer abort signals and timers per wait (kept), reading the PTY
with bounded spinning (no gain, dropped). p95 depends on the machine's scheduler: the bare MCP echo
alone had 0.3–0.6 ms there. Four runs on one machine gave 5.3x to 6.4x for p50.

**What exactness has cost since (2026-11-22, the same machine).** Commands given in turns to the state of the table above and to this one, 2000 each: bash p50
1.27 ms against 1.05 ms (1.21 times), p95 2.85 against 2.45; zsh 0.98 times. A bash line is no longer pasted: a key makes the line editor take it from a file with its
id, which is said back in both marks, and an end mark needs a second proof. Per command the host takes 0.48 ms of processor time instead of 0.38, the
server 0.48 instead of 0.43, bash 0.37 instead of 0.34.

**Jumps in the life of a session, and those who look on (2026-11-22, the same machine, with others at work on it).** The cases \`time-line\` and \`viewers\`, not yet in a run of the
table above. In a log of 1 GB of lines twelve jumps took 51 to 165 ms; in 1 GB of a full-screen program 13 to 93 ms with screens kept beside the log, which took 14 to 20 s to make
in the background, and 250 to 890 ms before. The time line of such a log is open after 3 to 5 s when nothing is known of it: every record is looked at. With four times as many
programs running as there are processors all of this took three to ten times as long. Twenty viewers of a session that printed 53 MB in five seconds (the
machine gave it no 20 MB/s) all ended on its screen.

**Pictures, viewers, jumps, verbs and the audit (2026-11-23, the same machine, with nobody else at work on it).** Cases that are not yet in a run of the table above, each run by
itself. A screen as PNG: 80 by 24 in 4.5 ms, 200 by 50 in 16.7 ms (p50; goals 15 and 40). A picture by the browser, warm: 66.9 and 66.6 ms (goal 80). A key over WebSocket until its echo: 2.7, 3.3,
2.9, 2.8 and 2.9 ms in five runs (goal 3). The page until one can type: 256 and 262 ms (goal 300). Twenty viewers of 83.6 MB in 5.6 s all ended on its screen. Jumps in 1 GB of lines: p50 46 ms, p95 73 ms;
in 1 GB of a full-screen program 31 and 65 ms, and 558 ms before its screens are kept (goal 300); the time line of such a log is open after 3.5 and 3.1 s. Verbs from start to end: 42 to 54 ms beside 24 ms of a
bare \`node -e 0\` (goal 60). The audit adds 0.28, 0.34 and 0.31 ms to \`run_command "true"\` in three runs (goal 0.3), of which 0.08 ms is the write to the disk.

**Four times tmux.** In the same run the raw read of node-pty, which is the floor, is itself less than four times tmux. Beside that floor cotty had
80 % to 99 % in six runs, and tmux itself differed by more than a factor of two between them.
`;

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
if (values.write) writeFileSync(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), page(table));

function page(text: string): string {
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'processor'}, Linux, Node ${process.version}`;
  return `# Benchmarks

Made by \`npm run bench -- --write\` (peers first: \`npm install --prefix bench/peers\`). Everything in one row was measured in the
same run on the same machine, in turn; quote the ratios, not the milliseconds. Last run: ${new Date().toISOString().slice(0, 10)}, ${machine}.

${text}

${reasons}`;
}
