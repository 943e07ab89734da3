import fc from 'fast-check';
import {expect, test} from 'vitest';
import {LineSplitter} from './line-splitter.ts';

const text = (splitter: LineSplitter, chunk: string) =>
  splitter.push(Buffer.from(chunk)).map(line => (line.type === 'line' ? line.bytes.toString() : line.sizeBytes));

test('lines come out whole however the stream was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), {maxLength: 8}), fc.array(fc.nat(40)), (words, cuts) => {
      const lines = words.map(word => `${word.replaceAll('\n', '')}\n`);
      const splitter = new LineSplitter(1000);
      let rest = Buffer.from(lines.join(''));
      const seen: string[] = [];
      for (const cut of [...cuts, rest.length]) {
        seen.push(...text(splitter, '').map(String));
        for (const line of splitter.push(rest.subarray(0, cut)))
          if (line.type === 'line') seen.push(line.bytes.toString());
        rest = rest.subarray(cut);
      }
      for (const line of splitter.push(rest)) if (line.type === 'line') seen.push(line.bytes.toString());
      expect(seen).toEqual(lines);
    }),
  );
});

test('a line over the limit is passed over and the next one is read', () => {
  const splitter = new LineSplitter(10);
  expect(text(splitter, '12345678')).toEqual([]);
  expect(text(splitter, '9012')).toEqual([]);
  expect(text(splitter, '345\nok\n')).toEqual([16, 'ok\n']);
});

test('an overlong line keeps its first and last bytes', () => {
  const splitter = new LineSplitter(4000);
  const lines = ['a'.repeat(3000), 'b'.repeat(3000), `${'c'.repeat(3000)}\n`].flatMap(part =>
    splitter.push(Buffer.from(part)),
  );
  const [line] = lines;
  expect(line).toMatchObject({type: 'overlong', sizeBytes: 9001});
  expect(line?.type === 'overlong' && [line.head.toString(), line.tail.toString().trim()]).toEqual([
    'a'.repeat(1024),
    'c'.repeat(1023),
  ]);
});

test('the unfinished last line is there at the end', () => {
  const splitter = new LineSplitter(100);
  splitter.push(Buffer.from('whole\nhalf'));
  expect(splitter.end()).toMatchObject({type: 'line', bytes: Buffer.from('half')});
  expect(splitter.end()).toBeUndefined();
});
