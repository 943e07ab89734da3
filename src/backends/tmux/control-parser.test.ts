import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ControlParser} from './control-parser.ts';

interface Heard {
  readonly replies: {readonly lines: readonly string[]; readonly failed: boolean}[];
  readonly output: {readonly pane: string; readonly bytes: Buffer}[];
  readonly notifications: string[];
}

/** What is heard of these pieces. */
function parse(pieces: readonly Uint8Array[], wants: (pane: string) => boolean = () => true): Heard {
  const heard: Heard = {replies: [], output: [], notifications: []};
  const parser = new ControlParser({
    onReply: (lines, failed) => heard.replies.push({lines: [...lines], failed}),
    onOutput: (pane, bytes) => heard.output.push({pane, bytes: Buffer.from(bytes)}),
    onNotification: (name, rest) => heard.notifications.push(`${name} ${rest}`.trim()),
    wants,
  });
  for (const piece of pieces) parser.push(Buffer.from(piece));
  return heard;
}

const parseText = (text: string) => parse([Buffer.from(text, 'latin1')]);

/** As tmux writes it: control characters and the backslash in octal, all else as it is. */
function escaped(bytes: Uint8Array): Buffer {
  const pieces = Array.from(bytes, byte =>
    byte < 0x20 || byte === 0x5c ? Buffer.from(`\\${byte.toString(8).padStart(3, '0')}`) : Buffer.from([byte]),
  );
  return Buffer.concat(pieces);
}

function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const sorted = [...new Set(places.map(place => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...sorted, bytes.length].map((end, index) => bytes.subarray(sorted[index - 1] ?? 0, end));
}

test('every byte that a pane prints comes out as it was, however tmux and the pipe cut it', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({minLength: 1, maxLength: 300}),
      fc.array(fc.nat(2000)),
      fc.boolean(),
      (bytes, places, extended) => {
        const head = extended ? '%extended-output %7 0 : ' : '%output %7 ';
        const stream = Buffer.concat([Buffer.from(head), escaped(bytes), Buffer.from('\n')]);
        const {output} = parse(cut(stream, places));
        expect(output).toEqual([{pane: '%7', bytes: Buffer.from(bytes)}]);
      },
    ),
  );
});

test('an answer is what stands between begin and end of one number, also lines that look like others', () => {
  const {replies, output} = parseText(
    '%begin 1 7 1\nfirst\n%end 1 8 1\n%output %1 no\n%begin 1 9 1\n%end 1 7 1\n%begin 2 8 1\nwhy\n%error 2 8 1\n',
  );
  expect(replies).toEqual([
    {lines: ['first', '%end 1 8 1', '%output %1 no', '%begin 1 9 1'], failed: false},
    {lines: ['why'], failed: true},
  ]);
  expect(output).toEqual([]);
});

test('what hooks and other clients run is no answer to us', () => {
  const {replies} = parseText('%begin 1 7 0\nsomething\n%end 1 7 0\n%begin 1 8 1\nours\n%end 1 8 1\n');
  expect(replies).toEqual([{lines: ['ours'], failed: false}]);
});

test('notifications come with what follows their name', () => {
  const {notifications} = parseText('%window-renamed @1 a b\n%sessions-changed\n%exit\n');
  expect(notifications).toEqual(['window-renamed @1 a b', 'sessions-changed', 'exit']);
});

test('fields that a later tmux puts before the colon are passed over', () => {
  const {output} = parseText('%extended-output %3 1200 new=1 : a : b\n');
  expect(output).toEqual([{pane: '%3', bytes: Buffer.from('a : b')}]);
});

test('a pane that nobody wants is not decoded', () => {
  expect(parse([Buffer.from('%output %1 a\n%output %2 b\n')], pane => pane === '%2').output).toEqual([
    {pane: '%2', bytes: Buffer.from('b')},
  ]);
});

test('lines of one pane that come together are told at once, each pane in its turn, and all before what stands behind them', () => {
  const told: string[] = [];
  const parser = new ControlParser({
    onReply: lines => told.push(`reply ${lines.join()}`),
    onOutput: (pane, bytes) => told.push(`${pane} ${Buffer.from(bytes)}`),
    onNotification: name => told.push(name),
    wants: pane => pane !== '%9',
  });
  const printed = '%output %1 a\n%output %9 no\n%output %1 b\n%output %1 c\\015\\012\n%output %2 d\n';
  parser.push(
    Buffer.from(`${printed}%begin 1 7 1\nx\n%end 1 7 1\n%output %1 e\n%pause %1\n%output %1 f\n%output %1 g`),
  );
  expect(told).toEqual(['%1 a', '%1 bc\r\n', '%2 d', 'reply x', '%1 e', 'pause', '%1 f']);
  parser.push(Buffer.from('h\n'));
  expect(told.at(-1)).toBe('%1 gh');
});

test('more than was ever told at once is told whole', () => {
  const lines = Array.from(
    {length: 40},
    (_, at) => `%output %1 ${String.fromCharCode(0x100 - 40 + at).repeat(1000)}\n`,
  );
  const {output} = parseText(lines.join(''));
  expect(output.map(({bytes}) => bytes.length)).toEqual([40_000]);
  expect(output[0]?.bytes.subarray(39_000)).toEqual(Buffer.from(String.fromCharCode(0xff).repeat(1000), 'latin1'));
});
