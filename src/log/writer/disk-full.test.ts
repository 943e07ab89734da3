import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {SessionLogReader} from '../index.ts';
import {eventsOf, ScratchLog, streamOf} from '../testing/scratch-log.ts';

const PROGRAM = fileURLToPath(new URL('../testing/full-disk-writer.ts', import.meta.url));

test('a full disk is told with its code, and once there is room again the log goes on with a declared gap', async () => {
  needs('prlimit');
  using scratch = new ScratchLog();
  const script = 'ulimit -S -f 64 && exec "$0" --no-warnings "$1" "$2"';
  const child = spawn('bash', ['-c', script, process.execPath, PROGRAM, scratch.directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  const full = JSON.parse((await lines.next()).value ?? '{}');
  expect(full).toMatchObject({code: 'disk_full', failsStill: true});
  const reader = SessionLogReader.open(scratch.directory);
  // The small gap record may still have found room.
  expect(reader.end - full.stored * 1000).toBeOneOf([0, 1000]);

  execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:']);
  child.stdin.write('\n');
  const end = JSON.parse((await lines.next()).value ?? '{}');
  expect(end).toEqual({end: full.stored * 1000 + 2005, lines: full.stored + 2});
  expect(await exited).toEqual([0, null]);

  reader.refresh();
  const stored = new Uint8Array(Buffer.from(`${'x'.repeat(999)}\n`.repeat(full.stored)));
  expect(await streamOf(reader)).toEqual([stored, 2000, new Uint8Array(Buffer.from('after'))]);
  const events = await eventsOf(reader);
  const gaps = events.filter(event => event.type === 'gap');
  expect(gaps.map(gap => gap.reason)).toEqual(gaps.map(() => 'disk_full'));
});
