import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export interface ConformanceRun {
  readonly exitCode: number;
  /** What the suite printed. */
  readonly report: string;
}

const suite = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Runs the official suite against a server, e.g. with `['--requirements', '2025-11-25']`. */
export async function runConformance(url: string, args: readonly string[]): Promise<ConformanceRun> {
  // It writes its results into the working directory.
  const cwd = await mkdtemp(join(tmpdir(), 'cotty-conformance-'));
  try {
    return await new Promise(resolve => {
      const run = [suite, 'server', '--url', url, ...args];
      execFile(process.execPath, run, {cwd, maxBuffer: 64 * 1024 * 1024}, (error, stdout, stderr) => {
        resolve({exitCode: error === null ? 0 : Number(error.code ?? 1), report: `${stdout}${stderr}`});
      });
    });
  } finally {
    await rm(cwd, {recursive: true, force: true});
  }
}
