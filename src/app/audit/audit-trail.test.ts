import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {giveAway, needsOtherUser} from '../../../test/support/other-user.ts';
import type {AuditPaths} from './audit-paths.ts';
import {AuditTrail} from './audit-trail.ts';
import {verifyAuditFiles} from './read-audit.ts';

let folder: string;
let paths: AuditPaths;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-trail-'));
  paths = {log: join(folder, 'audit.log'), key: join(folder, 'audit.key'), head: join(folder, 'audit.head')};
});
afterEach(() => rmSync(folder, {recursive: true}));

/** Full after some ten records. */
const maxBytes = 8 * 10_000;
const record = {event: 'decision', command: 'x'.repeat(900)};

function fullFilesHere(): readonly string[] {
  return readdirSync(folder).filter(name => /\.\d{12}$/.test(name));
}

test('decisions that come while the file is turned over are all kept, in one chain', async () => {
  const trail = await AuditTrail.open({paths, maxBytes});
  const seqs = await Promise.all(Array.from({length: 60}, () => trail.append(record)));
  for (let at = 0; at < 60; at++) seqs.push(await trail.append(record));
  await trail[Symbol.asyncDispose]();
  expect(new Set(seqs).size).toBe(120);
  expect(fullFilesHere().length).toBeGreaterThan(0);
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
});

test('where no next file can be begun the old one goes on, whole, and is turned over when one can', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  try {
    // Nothing can be begun there, as on a disk that is full.
    mkdirSync(join(folder, 'audit.log.next/in-the-way'), {recursive: true});
    const trail = await AuditTrail.open({paths, maxBytes});
    for (let at = 0; at < 40; at++) await trail.append(record);
    expect([fullFilesHere(), verifyAuditFiles(paths).problems]).toEqual([[], []]);
    // It is tried again now and then, and not with each record.
    expect(said.mock.calls.length).toBeLessThan(6);
    rmSync(join(folder, 'audit.log.next'), {recursive: true});
    for (let at = 0; at < 40; at++) await trail.append(record);
    await trail[Symbol.asyncDispose]();
    expect(fullFilesHere().length).toBeGreaterThan(0);
    expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
  } finally {
    said.mockRestore();
  }
});

test('an audit whose file is gone at its end closes what it holds once', async () => {
  const trail = await AuditTrail.open({paths, maxBytes});
  rmSync(paths.log);
  await trail[Symbol.asyncDispose]();
  expect(trail.isLost).toBe(true);
});

/** Its files may not grow beyond 256 KiB: so a long record fails half written, where a short one has room. */
function inNarrowProcess(script: string): void {
  const url = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
  const code = `
    import {AuditTrail} from ${url('./audit-trail.ts')};
    process.on('SIGXFSZ', () => {});
    const trail = await AuditTrail.open({paths: ${JSON.stringify(paths)}, maxBytes: 1e9});
    const short = {event: 'decision', command: 'x'};
    const long = {event: 'decision', command: 'x'.repeat(600_000)};
    const outcome = promise => promise.then(() => 'kept', () => 'lost');
    const expectSame = (found, meant) => {
      if (found.join() !== meant.join()) throw new Error(found.join());
    };
    ${script}`;
  const inLimit = 'ulimit -f 256; exec "$0" --input-type=module -e "$1"';
  execFileSync('bash', ['-c', inLimit, process.execPath, code], {stdio: 'pipe'});
}

// Where a write takes no time each is made at once, and fails at once.
const MEMORY = '/dev/shm';

test.runIf(existsSync(MEMORY))(
  'a record that comes in the instant in which another one fails follows the last that was kept',
  () => {
    rmSync(folder, {recursive: true});
    folder = mkdtempSync(join(MEMORY, 'cotty-trail-'));
    paths = {log: join(folder, 'audit.log'), key: join(folder, 'audit.key'), head: join(folder, 'audit.head')};
    inNarrowProcess(`
    for (let steps = 0; steps < 12; steps++) {
      await trail.append(short);
      await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
      const lost = outcome(trail.append(long));
      for (let step = 0; step < steps; step++) await null;
      const next = outcome(trail.append(short));
      expectSame([await lost], ['lost']);
      await next;
    }
    await trail[Symbol.asyncDispose]();`);
    const {records, problems} = verifyAuditFiles(paths);
    expect(problems).toEqual([]);
    expect(records).toBeGreaterThan(14);
  },
);

test('nothing is left of a record that was half written, though the process ends there', async () => {
  inNarrowProcess(`
    expectSame([await outcome(trail.append(long)), await outcome(trail.append(short))], ['lost', 'kept']);
    process.exit(0);`);
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
  await (await AuditTrail.open({paths, maxBytes}))[Symbol.asyncDispose]();
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
});

test('records that come while an old file fails in the instant of its turn-over leave no hole', () => {
  inNarrowProcess(`
    await trail[Symbol.asyncDispose]();
    const turning = await AuditTrail.open({paths: ${JSON.stringify(paths)}, maxBytes: 8 * 10_000});
    const put = (...records) => Promise.all(records.map(record => outcome(turning.append(record))));
    for (let round = 0; round < 1000; round++) {
      const before = put(short, round % 4 === 0 ? long : short, short);
      if (round % 2 === 0) await new Promise(resolve => setImmediate(resolve));
      await Promise.all([before, put(short, short)]);
    }
    await turning[Symbol.asyncDispose]();`);
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
});

async function recorded(): Promise<void> {
  const trail = await AuditTrail.open({paths, maxBytes});
  await trail.append(record);
  await trail[Symbol.asyncDispose]();
}

const unproved = 'The key of the checkpoints (audit.key) is missing or no key: none of their signatures was looked at.';

test.each<readonly [string, () => void]>([
  ['gone', () => undefined],
  ['something else', () => writeFileSync(paths.key, 'else')],
  ['a folder', () => mkdirSync(paths.key)],
  ['a pipe that nobody writes to', () => void execFileSync('mkfifo', [paths.key])],
])('where the key is %s verification says that no signature was looked at', async (_, put) => {
  await recorded();
  rmSync(paths.key);
  put();
  expect(verifyAuditFiles(paths).problems).toEqual([{file: 'audit.key', line: null, problem: unproved}]);
});

test('with a key that is none nothing is written, and the error says what to do', async () => {
  await recorded();
  writeFileSync(paths.key, 'else');
  await expect(AuditTrail.open({paths, maxBytes})).rejects.toMatchObject({
    code: 'home_unwritable',
    message: expect.stringMatching(/audit\.key is no key/),
    hint: expect.stringMatching(/^Move it away/),
  });
  expect(verifyAuditFiles(paths).problems).toEqual([{file: 'audit.key', line: null, problem: unproved}]);
});

test('a key that a full disk has left empty is made anew', async () => {
  writeFileSync(paths.key, '', {mode: 0o600});
  await recorded();
  expect(verifyAuditFiles(paths)).toMatchObject({checkpoints: 1, problems: []});
});

test('whoever may read the files verifies an audit of somebody else', async () => {
  needsOtherUser();
  await recorded();
  for (const path of Object.values(paths)) giveAway(path);
  expect(verifyAuditFiles(paths)).toMatchObject({checkpoints: 1, problems: []});
});

test('however many records come at once, a checkpoint signs each hundred, and those of a server that was killed are signed by the next', async () => {
  const most = {paths, maxBytes: 80 * 1_000_000};
  const trail = await AuditTrail.open(most);
  await Promise.all(Array.from({length: 950}, () => trail.append({event: 'decision'})));
  const checkpointsAt = (): readonly number[] =>
    readFileSync(paths.log, 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.includes('"event":"checkpoint"') ? [at] : []));
  const before = checkpointsAt();
  expect(before).toHaveLength(9);
  for (const [index, at] of before.entries()) expect(at - (before[index - 1] ?? -1)).toBeLessThanOrEqual(101);
  // It is killed: nothing is said of its end.
  const killed = readFileSync(paths.log, 'utf8');
  const noted = readFileSync(paths.head, 'utf8');
  await trail[Symbol.asyncDispose]();
  writeFileSync(paths.log, killed);
  writeFileSync(paths.head, noted);
  const next = await AuditTrail.open(most);
  await next.append({event: 'decision'});
  expect(checkpointsAt()).toHaveLength(10);
  await next[Symbol.asyncDispose]();
  expect(verifyAuditFiles(paths)).toMatchObject({problems: []});
});
