/**
 * Runs every hard case in every shell on one backend, and writes the scores of that run into docs/reference/conformance.md; those of
 * other backends stay. `npm run conformance -- --backend tmux`; `--report FILE` takes the results of a run that was made before.
 */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {type CaseRun, scoresOf} from '../test/conformance/every-case.ts';
import {notApplicable} from '../test/conformance/not-applicable.ts';
import {scoreSection} from './reference/conformance.ts';
import {withSection} from './reference/with-section.ts';

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'docs/reference/conformance.md');

const {values} = parseArgs({options: {backend: {type: 'string', default: 'pty'}, report: {type: 'string'}}});
const {backend} = values;
const leftOut = Object.entries(notApplicable).find(([name]) => name === backend)?.[1];
if (!leftOut) throw new Error(`There is no backend ${backend}; there are: ${Object.keys(notApplicable).join(', ')}.`);

const runs = readRuns(values.report ?? run());
const section = scoreSection({backend, scores: scoresOf(runs, backend, leftOut), leftOut});
writeFileSync(page, withSection(readFileSync(page, 'utf8'), backend, section));
console.log(section);

/** Runs the suite; the path of its results. */
function run(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-conformance-'));
  process.on('exit', () => rmSync(folder, {recursive: true, force: true}));
  const report = join(folder, 'report.json');
  const env = {...process.env, COTTY_TEST_BACKEND: backend, COTTY_TEST_REPORT: report};
  const {status} = spawnSync('vitest', ['run', 'test/conformance'], {cwd: root, env, stdio: 'inherit'});
  if (status !== 0) process.exitCode = 1;
  return report;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: CaseRun['state'];
      readonly meta: {readonly hardCase?: CaseRun['hardCase']; readonly terminals?: readonly string[]};
    }[];
  }[];
}

function readRuns(path: string): readonly CaseRun[] {
  const report: Report = JSON.parse(readFileSync(path, 'utf8'));
  return report.testResults
    .flatMap(({assertionResults}) => assertionResults)
    .map(({fullName, status, meta}) => ({
      title: fullName,
      hardCase: meta.hardCase,
      state: status,
      terminals: meta.terminals ?? [],
    }));
}
