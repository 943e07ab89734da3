import {spawnSync} from 'node:child_process';
import {pbkdf2 as derive} from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {skipUnless} from '../../../test/support/needs.ts';
import {AuditFile} from './audit-file.ts';
import {verifyAuditFiles} from './read-audit.ts';

const pbkdf2 = promisify(derive);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-audit-'));
  path = join(folder, 'audit.jsonl');
});
afterEach(() => rmSync(folder, {recursive: true}));

function lines(): readonly string[] {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}

test('a line that is appended the moment another is on the disk gets there too', async () => {
  const {file} = await AuditFile.open(path);
  const numbered = Array.from({length: 300}, (_, at) => `{"seq":${at}}`);
  for (const line of numbered) {
    await file.append(line);
    expect(lines().at(-1)).toBe(line);
  }
  await file.close();
  expect(lines()).toEqual(numbered);
});

test('lines stand in the order in which they came, whoever waits for them', async () => {
  const {file} = await AuditFile.open(path);
  const appended = Array.from({length: 300}, (_, at) => file.append(`{"seq":${at}}`, {held: at % 3 === 0}));
  await Promise.all(appended);
  await file.close();
  expect(lines()).toEqual(Array.from({length: 300}, (_, at) => `{"seq":${at}}`));
});

test('closing writes what was held, and leaves no room behind', async () => {
  const {file} = await AuditFile.open(path);
  const held = file.append('{"seq":1}', {held: true});
  await file.close();
  await held;
  expect(readFileSync(path, 'utf8')).toBe('{"seq":1}\n');
});

test.each<readonly [string, () => void]>([
  ['taken away', () => rmSync(path)],
  ['cut', () => truncateSync(path, 0)],
  [
    'replaced by the same',
    () => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
  ],
])('nothing is written to a file that was %s', async (_, harm) => {
  const {file} = await AuditFile.open(path);
  await file.append('{"seq":1}');
  harm();
  await expect(file.append('{"seq":2}')).rejects.toMatchObject({code: 'home_unwritable'});
  await file.close();
});

test('nothing is written when another file system is mounted in its place, with a file of the same number and size', () => {
  const ofRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const [unshare, ...inNewMounts] = ['unshare', '--mount', ...ofRoot] as const;
  const mount = 'mount -t tmpfs tmpfs "$1"';
  skipUnless(
    spawnSync(unshare, [...inNewMounts, 'sh', '-ec', mount, 'sh', folder]).status === 0,
    'nothing can be mounted',
  );
  const script = `
    import {copyFileSync, statSync} from 'node:fs';
    import {execFileSync} from 'node:child_process';
    import {AuditFile} from ${JSON.stringify(import.meta.resolve('./audit-file.ts'))};
    const [folder, outside] = process.argv.slice(1);
    const path = folder + '/audit.jsonl';
    const {file} = await AuditFile.open(path);
    await file.append('{"seq":1}');
    const {ino} = statSync(path);
    copyFileSync(path, outside);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
    copyFileSync(outside, path);
    const isSameNumber = statSync(path).ino === ino;
    const {code} = await file.append('{"seq":2}').then(() => ({code: 'written'}), error => error);
    console.log(JSON.stringify({isSameNumber, code}));`;
  const node = [process.execPath, '--input-type=module', '-e', script, folder, `${folder}.copy`];
  const {stdout} = spawnSync(
    unshare,
    [...inNewMounts, 'sh', '-ec', `${mount}; shift; exec "$@"`, 'sh', folder, ...node],
    {
      encoding: 'utf8',
    },
  );
  rmSync(`${folder}.copy`);
  expect(JSON.parse(stdout)).toEqual({isSameNumber: true, code: 'home_unwritable'});
});

test('a file that was given another name is written on', async () => {
  const {file} = await AuditFile.open(path);
  await file.append('{"seq":1}');
  renameSync(path, `${path}.old`);
  file.movedTo(`${path}.old`);
  await file.append('{"seq":2}');
  await file.close();
  expect(readFileSync(`${path}.old`, 'utf8')).toBe('{"seq":1}\n{"seq":2}\n');
});

// There a write takes no time, so that each is made at once that may be.
const MEMORY = '/dev/shm';

test.runIf(existsSync('/proc/self/io') && existsSync(MEMORY))(
  'lines of many callers at the same instant share a few writes',
  async () => {
    const inMemory = mkdtempSync(join(MEMORY, 'cotty-audit-'));
    try {
      const {file} = await AuditFile.open(join(inMemory, 'audit.jsonl'));
      const before = writeCalls();
      const appended = Array.from({length: 200}, async (_, at) => {
        await new Promise(resolve => setImmediate(resolve));
        await file.append(`{"seq":${at}}`);
      });
      await Promise.all(appended);
      expect(writeCalls() - before).toBeLessThan(100);
      await file.close();
    } finally {
      rmSync(inMemory, {recursive: true});
    }
  },
);

/** Of this process, whatever it writes to. */
function writeCalls(): number {
  return Number(/syscw: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

test('a folder in the place of the audit is named, not read', () => {
  mkdirSync(path);
  const paths = {log: path, key: join(folder, 'key'), head: join(folder, 'head')};
  expect(() => verifyAuditFiles(paths)).toThrow(/is no file, so it is no audit/);
});

test('room that is being made takes no line back, however long the lines and busy the disk', async () => {
  const {file} = await AuditFile.open(path);
  const line = (at: number): string => `{"seq":${at},"text":"${'x'.repeat(60_000)}"}`;
  // Until one of them makes room the disk is at work for others.
  const busy = Array.from({length: 8}, () => pbkdf2('x', 'y', 100_000, 64, 'sha512'));
  for (let at = 0; at < 6; at++) await file.append(line(at));
  await Promise.all(busy);
  await file.close();
  expect(lines().flatMap(each => (each === '' ? [] : each.length))).toEqual(
    Array.from({length: 6}, (_, at) => line(at).length),
  );
});
