/** The types that programs get are written from the schemas; the ones used in here are inferred from them. Both must say the same. */
import {spawn} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {publishedTypes} from '../../src/library/library-values.ts';
import {finish} from '../support/cotty-process.ts';

const checkout = resolve(import.meta.dirname, '../..');

test('the published types of options and results are those that the tools define', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cotty-types-'));
  try {
    const same = Object.keys(publishedTypes).map(name => `same<published.${name}, source.${name}>(true);`);
    await writeFile(
      join(folder, 'same.mts'),
      `import type * as published from '${checkout}/dist/types/src/library/index.d.ts';
      import type * as source from '${checkout}/src/library/index.ts';
      type Plain<T> = T extends object ? {[Key in keyof T]: Plain<T[Key]>} : T;
      type Form<T> = T extends AbortSignal ? AbortSignal : Plain<T>;
      declare function same<A, B>(is: (<T>() => T extends Form<A> ? 1 : 2) extends <T>() => T extends Form<B> ? 1 : 2 ? true : false): void;
      ${same.join('\n')}
      // @ts-expect-error: what differs is told
      same<published.RunResult, published.ReadResult>(true);`,
    );
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions'];
    const place = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom', '--skipLibCheck'];
    const types = ['--types', 'node', '--typeRoots', join(checkout, 'node_modules/@types')];
    const compiler = spawn(join(checkout, 'node_modules/.bin/tsc'), [...options, ...place, ...types, 'same.mts'], {
      cwd: folder,
    });
    expect(await finish(compiler)).toEqual({exitCode: 0, stdout: '', stderr: ''});
  } finally {
    await rm(folder, {recursive: true});
  }
});
