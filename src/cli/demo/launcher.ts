import {execFile} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

/** `bin/cotty` of this installation: beside the bundle's folder, or three up from the source file. */
export const launcher: string = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../bin/cotty' : '../bin/cotty', import.meta.url),
);

/** Runs a verb as a person would, on the given COTTY_HOME; resolves with what it printed. Rejects when it fails. */
export async function runVerb(home: string, words: readonly string[]): Promise<string> {
  const {stdout} = await promisify(execFile)(launcher, [...words], {env: {...process.env, COTTY_HOME: home}});
  return stdout;
}
