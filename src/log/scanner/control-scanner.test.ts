import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ControlScanner, NonceBlanker, type ScanHit} from '../index.ts';
import type {ControlHit} from './hit.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const KEY = 'event-key';
const PROOF = `cotty=${NONCE}.7`;
const ESC = '\x1b';
const BEL = '\x07';

/** Text as the bytes of the same numbers, so that C1 controls can be written as they are. */
const raw = (text: string) => Buffer.from(text, 'latin1');

/** What a session's output goes through: nonces are blanked, then sequences found. */
class ProvedScanner {
  readonly scanner = new ControlScanner({eventKey: KEY});
  readonly #blanker = new NonceBlanker([NONCE]);

  scan(bytes: Uint8Array): ScanHit[] {
    const piece = this.#blanker.push(bytes);
    return this.scanner.scan(piece.bytes, piece.proofs);
  }
}

const scanner = () => new ProvedScanner();
const scan = (bytes: Uint8Array): ScanHit[] => scanner().scan(bytes);
const hits = (text: string): ControlHit[] => scan(raw(text)).map(({hit}) => hit);
const mark = {type: 'mark', proved: true, cycle: 7, exitStatus: null, commandLine: null, cwd: null};

/** One of everything. */
const EVERYTHING = [
  `banner\r\n${ESC}]133;A;${PROOF}${BEL}$ ${ESC}]133;B;${PROOF}${ESC}\\echo\r\n`,
  `${ESC}]133;C;cmdline_url=printf%20%C3%A9;${PROOF}${BEL}`,
  Buffer.from('é ✜ 漢字 👩‍💻', 'utf8').toString('latin1'),
  `\x9d133;D;0;cwd=%2Ftmp%2Fa%20b;${PROOF}\x9c`,
  `${ESC}]2;${Buffer.from('tïtle ✜', 'utf8').toString('latin1')}${BEL}${ESC}]0;two${ESC}\\`,
  `${ESC}]1337;Custom=id=${KEY}:done:a:b${BEL}`,
  `${ESC}[?1049;2004h${ESC}[?1003h${ESC}[?1006h\x9b?1h${ESC}=${ESC}>`,
  `${ESC}[>5u${ESC}[=2;2u${ESC}[<u${ESC}[>4;2m${ESC}[31;1mred${ESC}(B`,
  `${ESC}[c${ESC}[>c${ESC}[5n${ESC}[6n${ESC}[?6n${ESC}[18t${ESC}[?u${ESC}[>0q${ESC}[?2026$p${ESC}[4$p`,
  `${ESC}]10;?;?${BEL}${ESC}]11;?${ESC}\\`,
  `${ESC}Pjunk ${ESC}${ESC}]133;D;0${BEL} more${ESC}\\${ESC}_apc${ESC}\\`,
  `${ESC}]133;A;k=s;${PROOF}${BEL}${ESC}]133;D;1${BEL}${ESC}[!p${ESC}c end\n`,
].join('');

test('a prompt says what it begins with', () => {
  const facts = (body: string) => scan(raw(`${ESC}]133;${body};${PROOF}${BEL}`))[0]?.hit;
  expect(facts('B;stash=1;jobs=2')).toMatchObject({kind: 'inputStart', filled: true, jobs: 2});
  for (const body of ['B;stash=;jobs=0', 'B;jobs=-1', 'B', 'A;stash=1;jobs=2']) {
    expect(facts(body)).not.toHaveProperty('filled');
    expect(facts(body)).not.toHaveProperty('jobs');
  }
});

test('marks are read with their fields, offsets and lengths', () => {
  const bytes = raw(`ab${ESC}]133;D;1;cwd=%2Ftmp%2F%C3%A9%3B;${PROOF}${BEL}c`);
  expect(scan(bytes)).toEqual([
    {
      start: 2,
      end: bytes.length - 1,
      hit: {...mark, kind: 'commandEnd', exitStatus: 1, cwd: '/tmp/é;', length: bytes.length - 3},
    },
  ]);
});

test.each([
  ['A', 'promptStart'],
  ['A;k=i', 'promptStart'],
  ['A;k=s', 'continuationStart'],
  ['A;k=c', 'continuationStart'],
  ['B', 'inputStart'],
  ['C', 'outputStart'],
  ['C;', 'outputStart'],
  ['C;;;', 'outputStart'],
  ['D;0;aid=12;x', 'commandEnd'],
])('%s is the mark %s', (letters, kind) => {
  expect(hits(`${ESC}]133;${letters};${PROOF};${BEL}`)).toMatchObject([{kind, proved: true, cycle: 7}]);
});

test.each(['A;k=r', 'L', 'P;k=i', 'AB', '', 'Z'])('%s is no mark of ours', letters => {
  expect(hits(`${ESC}]133;${letters};${PROOF}${BEL}`)).toEqual([]);
});

test.each([
  ['D', null],
  ['D;', null],
  ['D;127', 127],
  ['D;-1', -1],
  ['D;x', null],
])('%s has the exit status %s', (text, exitStatus) => {
  expect(hits(`${ESC}]133;${text}${BEL}`)).toMatchObject([{kind: 'commandEnd', exitStatus}]);
});

test('C tells by err= that the shell refused the line', () => {
  expect(hits(`${ESC}]133;C;err=1;${PROOF}${BEL}${ESC}]133;C;${PROOF}${BEL}`)).toMatchObject([
    {kind: 'outputStart', exitStatus: 1},
    {kind: 'outputStart', exitStatus: null},
  ]);
});

test('D tells what is before it and ours, which outputs are not the terminal, and that lines cannot be counted', () => {
  expect(hits(`${ESC}]133;D;3;own=71;unseen=12;uncounted=1;stopped=1;unsaid=1;aside=1;${PROOF}${BEL}`)).toMatchObject([
    {
      kind: 'commandEnd',
      exitStatus: 3,
      ownBytes: 71,
      unseen: 'both',
      uncounted: true,
      stopped: true,
      unsaid: true,
      aside: true,
    },
  ]);
  const [plain] = hits(`${ESC}]133;D;3;own=-1;unseen=3;uncounted=0;stopped=yes;unsaid=2;aside=;${PROOF}${BEL}`);
  expect(plain).toMatchObject({kind: 'commandEnd', exitStatus: 3});
  for (const name of ['ownBytes', 'unseen', 'uncounted', 'stopped', 'unsaid', 'aside'])
    expect(plain).not.toHaveProperty(name);
});

test.each([
  '',
  'cotty=',
  `cotty=${NONCE}`,
  `cotty=${NONCE}.`,
  `cotty=${NONCE}.x`,
  `cotty=${NONCE.slice(1)}.7`,
  `cotty=${NONCE}0.7`,
  `COTTY=${NONCE}.7`,
])('a mark with the proof "%s" is unproved and has no cycle', proof => {
  expect(hits(`${ESC}]133;D;0;${proof}${BEL}`)).toMatchObject([{proved: false, cycle: 0, exitStatus: 0}]);
});

test('without a nonce nothing is proved', () => {
  const found = new ControlScanner({eventKey: null}).scan(raw(`${ESC}]133;A;cotty=.1${BEL}`));
  expect(found).toMatchObject([{hit: {proved: false}}]);
});

test('BEL, ST and 8-bit controls end and begin the same sequence', () => {
  const body = `133;C;cmdline_url=ls%20-l;${PROOF}`;
  const expected = {...mark, kind: 'outputStart', commandLine: 'ls -l'};
  for (const [begin, end] of [
    [`${ESC}]`, BEL],
    [`${ESC}]`, `${ESC}\\`],
    [`${ESC}]`, '\x9c'],
    ['\x9d', BEL],
    ['\x9d', `${ESC}\\`],
    ['\x9d', '\x9c'],
  ] as const) {
    const length = begin.length + body.length + end.length;
    expect(hits(`${begin}${body}${end}`)).toEqual([{...expected, length}]);
  }
});

test('bytes of UTF-8 sequences are never controls, in text and in strings', () => {
  const text = '✝ 漢 \u{1f6dd} é✜ÝÛ'; // continuation bytes 0x9b to 0x9d among them
  expect(scan(Buffer.from(`${text}133;A\x07`, 'utf8'))).toEqual([]);
  expect(scan(Buffer.from(`${ESC}]0;${text}${BEL}`, 'utf8'))).toMatchObject([{hit: {title: text}}]);
});

test('the same hits come out wherever the stream is split, and byte by byte', () => {
  const bytes = raw(EVERYTHING);
  const whole = scan(bytes);
  expect(whole.length).toBeGreaterThan(30);
  for (let at = 0; at <= bytes.length; at++) {
    const split = scanner();
    expect([...split.scan(bytes.subarray(0, at)), ...split.scan(bytes.subarray(at))]).toEqual(whole);
  }
  const single = scanner();
  expect([...bytes].flatMap(byte => single.scan(new Uint8Array([byte])))).toEqual(whole);
});

test('random bytes in random pieces never throw and give what they give in one piece', () => {
  const interesting = fc.constantFrom(
    0x1b,
    0x9b,
    0x9c,
    0x9d,
    0x90,
    0x07,
    0x18,
    0x5b,
    0x5d,
    0x5c,
    0x3b,
    0x3f,
    0x31,
    0x68,
    0xe2,
    0xf0,
    0x50,
  );
  const stream = fc.array(fc.oneof(interesting, fc.nat(255)), {maxLength: 200}).map(values => new Uint8Array(values));
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200), {maxLength: 6}), (bytes, cuts) => {
      const split = scanner();
      const edges = [0, ...cuts.map(cut => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
      const found = edges.slice(1).flatMap((edge, i) => split.scan(bytes.subarray(edges[i], edge)));
      expect(found).toEqual(scan(bytes));
    }),
    {numRuns: 2000},
  );
});

test('a mark after any junk is found as soon as it comes', () => {
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 300}), junk => {
      const stream = scanner();
      stream.scan(junk);
      const found = stream.scan(raw(`\n${ESC}]133;D;3;${PROOF}${BEL}`));
      expect(found.at(-1)).toMatchObject({
        start: junk.length + 1,
        hit: {kind: 'commandEnd', proved: true, exitStatus: 3},
      });
    }),
    {numRuns: 2000},
  );
});

test('modes are reported with their values, several in one sequence too', () => {
  expect(hits(`${ESC}[?1049;2004;25h${ESC}[?1002h${ESC}[?1002l${ESC}[?47h${ESC}[?2026h`)).toEqual([
    {type: 'mode', mode: 'alternateScreen', value: 1},
    {type: 'mode', mode: 'bracketedPaste', value: 1},
    {type: 'mode', mode: 'mouse', value: 1002},
    {type: 'mode', mode: 'mouse', value: 0},
    {type: 'mode', mode: 'alternateScreen', value: 1},
    {type: 'mode', mode: 'synchronizedOutput', value: 1},
  ]);
});

test('a full reset takes back what was set and a soft one leaves screen and mouse', () => {
  const stream = scanner();
  stream.scan(raw(`${ESC}[?1049h${ESC}[?1000h${ESC}[?2004h${ESC}=`));
  const values = (text: string) =>
    stream.scan(raw(text)).map(({hit}) => (hit.type === 'mode' ? [hit.mode, hit.value] : []));
  expect(values(`${ESC}[!p`)).toEqual([
    ['bracketedPaste', 0],
    ['applicationKeypad', 0],
  ]);
  expect(values(`${ESC}c`)).toEqual([
    ['alternateScreen', 0],
    ['mouse', 0],
  ]);
  expect(stream.scanner.modes.size).toBe(0);
});

test('kitty keyboard flags are a stack per screen', () => {
  const values = hits(
    `${ESC}[>1u${ESC}[>3u${ESC}[=8;2u${ESC}[=1;3u${ESC}[<u${ESC}[?1049h${ESC}[>5u${ESC}[?1049l${ESC}[<5u`,
  );
  expect(values.map(hit => (hit.type === 'mode' && hit.mode === 'kittyKeyboard' ? hit.value : hit.type))).toEqual([
    1,
    3,
    11,
    10,
    1,
    'mode',
    0,
    5,
    'mode',
    1,
    0,
  ]);
});

test('modifyOtherKeys has a level, and is off without one', () => {
  const levels = hits(`${ESC}[>4;2m${ESC}[>4;1m${ESC}[>4m${ESC}[>4;2m${ESC}[>m${ESC}[>4n${ESC}[>1;3m`);
  expect(levels.map(hit => (hit.type === 'mode' ? hit.value : null))).toEqual([2, 1, 0, 2, 0, 0]);
});

test('only questions that are ever answered are reported', () => {
  const asked = hits(
    `${ESC}[0c${ESC}[>c${ESC}[=c${ESC}[6n${ESC}[?6n${ESC}[?15n${ESC}[18t${ESC}[21t${ESC}[14t${ESC}[?u${ESC}[>q${ESC}[?2004$p` +
      `${ESC}]11;?${BEL}${ESC}]12;?${BEL}${ESC}]4;1;?${BEL}${ESC}]52;c;?${BEL}${ESC}P$qm${ESC}\\${ESC}P+q544e${ESC}\\`,
  );
  expect(asked.map(hit => (hit.type === 'query' ? hit.query : hit))).toEqual([
    {type: 'primaryAttributes'},
    {type: 'secondaryAttributes'},
    {type: 'cursorPosition', dec: false},
    {type: 'cursorPosition', dec: true},
    {type: 'sizeInCells'},
    {type: 'kittyKeyboard'},
    {type: 'version'},
    {type: 'modeReport', mode: 2004, dec: true},
    {type: 'defaultColour', which: 'background', terminator: 'bel'},
  ]);
});

test('custom events need the key of this session', () => {
  expect(hits(`${ESC}]1337;Custom=id=${KEY}:deploy_done:success:x${BEL}`)).toEqual([
    {type: 'custom', event: 'deploy_done', data: 'success:x'},
  ]);
  expect(hits(`${ESC}]1337;Custom=id=${KEY}:bare${BEL}`)).toEqual([{type: 'custom', event: 'bare', data: ''}]);
  expect(
    hits(`${ESC}]1337;Custom=id=other:a:b${BEL}${ESC}]1337;Custom=a:b${BEL}${ESC}]1337;Custom=id=:a:b${BEL}`),
  ).toEqual([]);
});

test('strings hide what is in them from everything but our own proof', () => {
  const inner = `${ESC}${ESC}]133;D;0${BEL}${ESC}[?1049h${ESC}]0;t${BEL}`;
  for (const begin of [`${ESC}P`, `${ESC}_`, `${ESC}^`, `${ESC}X`, '\x90'])
    expect(hits(`${begin}tmux;${inner}${ESC}\\${ESC}[c`)).toEqual([
      {type: 'query', query: {type: 'primaryAttributes'}},
    ]);
  expect(hits(`${ESC}Popen${ESC}]133;A;${PROOF}${BEL}${ESC}]0;t${BEL}`)).toMatchObject([
    {kind: 'promptStart'},
    {type: 'title', title: 't'},
  ]);
});

test('CAN and SUB abort, and ESC inside an OSC begins anew', () => {
  expect(hits(`${ESC}]0;a\x18${ESC}[?1\x1ah${ESC}Pq\x18${ESC}[c`)).toHaveLength(1);
  expect(hits(`${ESC}]0;a${ESC}]133;A;${PROOF}${BEL}`)).toMatchObject([
    {kind: 'promptStart', length: 9 + PROOF.length},
  ]);
});

test('an endless string is given up, and what follows is seen', () => {
  const long = 'x'.repeat(9000);
  expect(hits(`${ESC}P${long}${ESC}[c`)).toHaveLength(1);
  expect(hits(`${ESC}[${'1;'.repeat(5000)}h${ESC}[c`)).toHaveLength(1);
  const oscTooLong = scanner();
  oscTooLong.scan(raw(`${ESC}]0;`));
  for (let i = 0; i < 100; i++) expect(oscTooLong.scan(raw(long))).toEqual([]);
  expect(oscTooLong.scan(raw(`${BEL}${ESC}]0;t${BEL}`)).map(({hit}) => hit)).toEqual([{type: 'title', title: 't'}]);
});

test('offsets count from where the stream was taken up', () => {
  const later = new ControlScanner({eventKey: null, offset: 1_000_000});
  later.scan(raw(`x${ESC}]133;`));
  expect(later.scan(raw(`A${BEL}`))).toMatchObject([{start: 1_000_001, end: 1_000_009}]);
  expect(later.offset).toBe(1_000_009);
});
