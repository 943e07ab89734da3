import {mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {PseudoTerminalHost, type PseudoTerminalHostOptions} from '../host/pseudo-terminal-host.ts';

export interface TestHost extends AsyncDisposable {
  readonly host: PseudoTerminalHost;
  readonly home: string;
  readonly workspace: string;
}

/** A host with a home and a workspace of its own; both are gone afterwards. */
export function openTestHost(options: Partial<PseudoTerminalHostOptions> = {}): TestHost {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-pseudo-')));
  const home = join(root, 'home');
  const workspace = mkdtempSync(join(root, 'ws-'));
  const host = new PseudoTerminalHost({home, workspace, ...options});
  return {
    host,
    home,
    workspace,
    async [Symbol.asyncDispose]() {
      await host[Symbol.asyncDispose]();
      rmSync(root, {recursive: true, force: true, maxRetries: 3});
    },
  };
}

/** The runner whose commands misbehave. */
export const hostileProgram = {
  entry: fileURLToPath(new URL('./hostile-runner.ts', import.meta.url)),
  readable: [],
};
