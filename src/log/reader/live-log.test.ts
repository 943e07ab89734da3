import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {eventSeq, logCursor} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {numberedLines} from '../testing/numbered-lines.ts';
import {ScratchLog, streamOf} from '../testing/scratch-log.ts';

const PROGRAM = fileURLToPath(new URL('../testing/busy-writer.ts', import.meta.url));
const ENOUGH_BYTES = 3_000_000;

test('a log read while another process writes it is exact, and survives the kill of its writer', async () => {
  using scratch = new ScratchLog();
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, scratch.directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    const reader = SessionLogReader.open(scratch.directory);
    const live: Buffer[] = [];
    for (let at = 0; at < ENOUGH_BYTES; ) {
      reader.refresh();
      const slice = await reader.readOutput(logCursor(at), reader.end);
      expect([slice.from, slice.missedBytes]).toEqual([at, 0]);
      live.push(Buffer.from(slice.bytes));
      at += slice.bytes.length;
    }
    child.kill('SIGKILL');
    await exited;
    reader.refresh();
    const truth = expectedStream(reader.end);
    const [whole, ...holes] = await streamOf(reader);
    expect(holes).toEqual([]);
    expect(whole instanceof Uint8Array && truth.subarray(0, reader.end).equals(whole)).toBe(true);
    const seenLive = Buffer.concat(live);
    expect(truth.subarray(0, seenLive.length).equals(seenLive)).toBe(true);
    let last = 0;
    for await (const event of reader.events(eventSeq(0))) {
      expect(event.seq).toBe(last + 1);
      last = event.seq;
    }
    using again = SessionLogWriter.open(scratch.directory);
    expect([again.outputEnd, again.nextSeq]).toEqual([reader.end, last + 1]);
  } finally {
    child.kill('SIGKILL');
  }
});

function expectedStream(length: number): Buffer {
  const parts: Uint8Array[] = [];
  for (let i = 0, total = 0; total < length; i++) {
    const part = numberedLines(i);
    parts.push(part);
    total += part.length;
  }
  return Buffer.concat(parts);
}
