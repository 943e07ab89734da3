import fc from 'fast-check';
import {expect, test} from 'vitest';
import {logCursor} from '../../core/index.ts';
import {SessionLogReader, SessionLogWriter} from '../index.ts';
import {eventsOf, ScratchLog} from '../testing/scratch-log.ts';

const NONCE = 'Ab3_xYz-9KqWmN0pRtLcVd7Q';
const STARS = '*'.repeat(NONCE.length);
const mark = (body: string, nonce = NONCE) => `\x1b]133;${body};cotty=${nonce}.1\x07`;
const session = (nonce: string) =>
  `${mark('A', nonce)}$ ${mark('B', nonce)}set${mark('C', nonce)}n='${nonce}' é\r\ncotty=short.1 ${nonce}${mark('D;0', nonce)}`;
const stored = Buffer.from(session(NONCE));
const shown = Buffer.from(session(STARS));
const cutUp = fc
  .array(fc.nat(stored.length), {maxLength: 8})
  .map(cuts => [0, ...cuts.sort((a, b) => a - b), stored.length]);

function written(scratch: ScratchLog, edges: readonly number[], isBlanked: boolean): SessionLogReader {
  using writer = SessionLogWriter.open(scratch.directory, {isBlanked});
  edges.slice(1).forEach((edge, i) => {
    writer.append({type: 'output', bytes: new Uint8Array(stored.subarray(edges[i], edge))});
    writer.append({type: 'title', title: `t ${NONCE}`});
  });
  return SessionLogReader.open(scratch.directory);
}

test('of a log that was written with its nonces every reading shows asterisks in their place', () => {
  fc.assert(
    fc.property(cutUp, fc.nat(stored.length), fc.nat(stored.length), (edges, from, to) => {
      using scratch = new ScratchLog();
      const reader = written(scratch, edges, false);
      const {bytes} = reader.readOutputSync(logCursor(Math.min(from, to)), logCursor(Math.max(from, to)));
      expect(Buffer.from(bytes).equals(shown.subarray(Math.min(from, to), Math.max(from, to)))).toBe(true);
      reader.close();
    }),
    {numRuns: 60},
  );
});

test('its events are without them too', async () => {
  await fc.assert(
    fc.asyncProperty(cutUp, async edges => {
      using scratch = new ScratchLog();
      const events = await eventsOf(written(scratch, edges, false));
      const output = events.flatMap(event => (event.type === 'output' ? [event.bytes] : []));
      expect(Buffer.concat(output).toString()).toBe(shown.toString());
      for (const event of events) if (event.type === 'title') expect(event.title).toBe(`t ${STARS}`);
    }),
    {numRuns: 20},
  );
});

test('a log that was written without nonces reads as it was written, whatever looks like one', async () => {
  using scratch = new ScratchLog();
  const reader = written(scratch, [0, 50, stored.length], true);
  expect(Buffer.from((await reader.readOutput(logCursor(0), reader.end)).bytes).toString()).toBe(stored.toString());
});
