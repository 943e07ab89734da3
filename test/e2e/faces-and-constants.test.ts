/** What a room exports for nobody, and a time that the table of times tells otherwise, are refused. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {checkConstants} from '../../script/constants.ts';
import {checkFaces} from '../../script/faces.ts';

/** A checkout that holds these files alone. */
class Checkout implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'cotty-checkout-'));

  constructor(files: Readonly<Record<string, string>>) {
    for (const folder of ['src', 'test', 'web', 'script', 'bench']) mkdirSync(join(this.root, folder));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, path)), {recursive: true});
      writeFileSync(join(this.root, path), text);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.root, {recursive: true});
  }
}

test('an export of a room that nobody outside of it imports is told, and no other', () => {
  using checkout = new Checkout({
    'src/log/index.ts': "export {read, type Entry} from './read.ts';\nexport {planted} from './planted.ts';\n",
    'src/log/inside.ts': "import {planted} from './index.ts';\n",
    'src/engine/follow.ts': "import {read} from '../log/index.ts';\n",
    'test/log.test.ts': "import type {Entry} from '../src/log/index.ts';\n",
    'src/library/index.ts': "export {published} from '../log/read.ts';\n",
  });
  expect(checkFaces(checkout.root)).toEqual(['src/log/index.ts: nobody outside of the room imports planted']);
});

test('a room of which all is imported exports nothing for nobody', () => {
  using checkout = new Checkout({
    'src/log/index.ts': "export {planted} from './planted.ts';\n",
    'script/all.ts': "import * as log from '../src/log/index.ts';\n",
  });
  expect(checkFaces(checkout.root)).toEqual([]);
});

const table = (...rows: readonly string[]): string => ['| time | where |', '| --- | --- |', ...rows, ''].join('\n');

test('a time that the table tells otherwise is told, and no other', () => {
  using checkout = new Checkout({
    'src/engine/wait.ts': 'export const WAIT_MS: number = 1_500;\nconst GAP_MS = 20;\n',
    'docs/decisions/timers.md': table(
      '| `WAIT_MS` 1,500, `GAP_MS` 30 | `engine/wait.ts` | planted |',
      '| `GONE_MS` 5 | `engine/wait.ts` | planted |',
      '| `WAIT_MS` 1,500 | `engine/gone.ts` | planted |',
      '| `WAIT_MS` | `engine/wait.ts` | planted |',
    ),
  });
  expect(checkConstants(checkout.root)).toEqual([
    'GAP_MS: 20 in src/engine/wait.ts, 30 in docs/decisions/timers.md',
    'GONE_MS: not declared in src/engine/wait.ts',
    '`WAIT_MS` 1,500: no file engine/gone.ts in src',
    '`WAIT_MS`: no constant with its value',
  ]);
});

test('a table of times that is gone is told', () => {
  using checkout = new Checkout({'docs/decisions/timers.md': '# Times\n'});
  expect(checkConstants(checkout.root)).toEqual(['docs/decisions/timers.md has no table']);
});
