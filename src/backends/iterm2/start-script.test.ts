import {closeSync, mkdtempSync, openSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {StartScript} from './start-script.ts';

test('a script that is disposed of twice closes nothing that others have opened meanwhile', async () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-start-'));
  const script = await StartScript.make(folder, {argv: ['true'], env: {}, cwd: '/'});
  script[Symbol.dispose]();
  const others = Array.from({length: 8}, () => openSync(folder, 'r'));
  script[Symbol.dispose]();
  for (const other of others) expect(() => closeSync(other)).not.toThrow();
  rmSync(folder, {recursive: true});
});
