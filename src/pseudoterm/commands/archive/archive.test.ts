import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {makeZip} from '../../testing/make-zip.ts';
import {runInMemory} from '../../testing/run-line-in-memory.ts';

describe('an archive that tar made', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-archive-'));
    const long = `${'very-long-folder-name/'.repeat(8)}file.txt`;
    mkdirSync(join(folder, 'in', 'very-long-folder-name/'.repeat(8)), {recursive: true});
    writeFileSync(join(folder, 'in', long), 'deep');
    writeFileSync(join(folder, 'in', '文件.txt'), '中文');
    symlinkSync('/etc/passwd', join(folder, 'in', 'link'));
    for (const [name, ...flags] of [
      ['gnu.tar', '--format=gnu'],
      ['pax.tar', '--format=pax'],
      ['pax.tgz', '--format=pax', '-z'],
    ] as const)
      execFileSync('tar', [...flags, '-cf', join(folder, name), '-C', join(folder, 'in'), '.']);
  });

  afterAll(() => rmSync(folder, {recursive: true}));

  test.each(['gnu.tar', 'pax.tar', 'pax.tgz'])('%s unpacks to the same files, links left out', async name => {
    const files = {[name]: readFileSync(join(folder, name))};
    const run = await runInMemory(`archive extract --in ${name} --out out`, {files});
    expect(run.result).toMatchObject({exit_code: 0, stderr: expect.stringContaining('left out: ./link')});
    const texts = [...run.files]
      .filter(([path]) => path.startsWith('out/'))
      .map(([, bytes]) => new TextDecoder().decode(bytes));
    expect(texts.toSorted()).toEqual(['deep', '中文']);
    const listed = await runInMemory(`archive list --in ${name}`, {files});
    expect(listed.result.stdout).toContain('文件.txt');
    expect(listed.result.stdout).toContain('link  (link)');
  });
});

describe('a zip archive', () => {
  test('unpacks, deflated and stored', async () => {
    const zip = makeZip([
      {name: 'a/b.txt', text: 'hello'.repeat(50)},
      {name: 'c.txt', text: 'x', isStored: true},
      {name: 'd/', text: ''},
    ]);
    const run = await runInMemory('archive extract --in a.zip --out out', {files: {'a.zip': zip}});
    expect(run.result).toMatchObject({
      exit_code: 0,
      result: {format: 'zip', files: 2, bytes: 251, paths: ['out/a/b.txt', 'out/c.txt']},
    });
    expect(new TextDecoder().decode(run.files.get('out/a/b.txt'))).toBe('hello'.repeat(50));
  });

  test.each([['../x'], ['a/../../x'], ['/etc/x'], ['C:\\x'], ['..\\x']])(
    'with the path %s is refused before anything is written',
    async name => {
      const zip = makeZip([
        {name: 'good.txt', text: 'x'},
        {name, text: 'x'},
      ]);
      const run = await runInMemory('archive extract --in a.zip --out out', {files: {'a.zip': zip}});
      expect(run.result).toMatchObject({error_code: 'PathDenied'});
      expect([...run.files.keys()]).toEqual(['a.zip']);
    },
  );

  test('that declares too much is refused at once', async () => {
    const zip = makeZip([{name: 'bomb', text: 'x', declaredBytes: 0xfffffff0}]);
    const run = await runInMemory('archive extract --in a.zip --out out', {files: {'a.zip': zip}});
    expect(run.result).toMatchObject({error_code: 'LimitExceeded'});
  });

  test('that holds more than it declares is stopped there', async () => {
    const zip = makeZip([{name: 'bomb', text: '\0'.repeat(50_000_000), declaredBytes: 100}]);
    const run = await runInMemory('archive extract --in a.zip --out out', {files: {'a.zip': zip}});
    expect(run.result).toMatchObject({error_code: 'LimitExceeded'});
    expect([...run.files.keys()]).toEqual(['a.zip']);
  });

  test('whose entries share their data is refused', async () => {
    const zip = makeZip([
      {name: 'a', text: 'x'.repeat(1_000)},
      {name: 'b', text: 'x'.repeat(1_000), offset: 0},
    ]);
    const run = await runInMemory('archive list --in a.zip', {files: {'a.zip': zip}});
    expect(run.result).toMatchObject({error_code: 'LimitExceeded', stderr: expect.stringContaining('share')});
  });

  test.each([
    ['cut off', makeZip([{name: 'a', text: 'abc'}]).subarray(0, 40), 'CommandFailed'],
    ['of random bytes', new Uint8Array([0x50, 0x4b, 3, 4, 9, 9, 9, 9]), 'CommandFailed'],
    ['that is no archive', new TextEncoder().encode('hello'), 'NotSupported'],
    ['that is empty', new Uint8Array(), 'NotSupported'],
  ])('%s is a clear error', async (_, bytes, error_code) => {
    expect((await runInMemory('archive list --in a', {files: {a: bytes}})).result).toMatchObject({error_code});
  });
});

test('a gzip bomb stops at the limit', async () => {
  const bomb = gzipSync(new Uint8Array(300 * 1024 * 1024));
  const run = await runInMemory('archive list --in a.tgz', {files: {'a.tgz': bomb}});
  expect(run.result).toMatchObject({error_code: 'LimitExceeded'});
});
