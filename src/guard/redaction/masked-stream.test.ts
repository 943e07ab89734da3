import {expect, test} from 'vitest';
import {MaskedStream} from './masked-stream.ts';
import {SecretMask} from './secret-mask.ts';

const DRAWN = 'Zx81kd93JdkLq0vN2sYtW5hB';
const OWN = 'own words of the server 47';
const KEY = `-----BEGIN RSA PRIVATE KEY-----\r\n${`${DRAWN}${DRAWN}/+\r\n`.repeat(30)}-----END RSA PRIVATE KEY-----`;
const mask = new SecretMask({MY_TOKEN: OWN});

const SECRETS: readonly (readonly [text: string, secret: string])[] = [
  [`token ghp_${DRAWN}`, DRAWN],
  [`AWS AKIAIOSFODNN7EXAMPLE`, 'IOSFODNN7EXAMPLE'],
  [`sk-ant-api03-${DRAWN}`, DRAWN],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${DRAWN}`, DRAWN],
  [`> Authorization: Bearer ${DRAWN}`, DRAWN],
  ['postgres://me:hunter22@db/x', 'hunter22'],
  ['DB_PASSWORD=correct-horse\r\nNEXT=1', 'correct-horse'],
  [`export SERVICE_API_KEY="${DRAWN}"`, DRAWN],
  [`{"client_secret": "${DRAWN}"}`, DRAWN],
  [KEY, DRAWN],
  [`x ${OWN} y`, OWN],
  [`\x1b[32mghp_\x1b[0m\x1b[1m${DRAWN.slice(0, 9)}\x1b[31m${DRAWN.slice(9)}\x1b[0m`, DRAWN],
  [`\x1b]0;at ghp_${DRAWN}\x07`, DRAWN],
  [`\x1b[5;3Hghp_${DRAWN}\x1b[6;1Hnext`, DRAWN],
];

function passed(bytes: Buffer, pieces: readonly number[]): readonly Buffer[] {
  const stream = new MaskedStream(mask);
  const told: Buffer[] = [];
  let at = 0;
  for (const size of pieces) {
    told.push(Buffer.from(stream.push(bytes.subarray(at, at + size))));
    at += size;
  }
  told.push(Buffer.from(stream.push(bytes.subarray(at))), Buffer.from(stream.end()));
  return told;
}

/** Four characters of it in a row. */
function parts(secret: string): readonly string[] {
  return Array.from({length: secret.length - 5}, (_, at) => secret.slice(at, at + 6));
}

test.each(SECRETS)(
  'in pieces of any size the stream has the same bytes, and none of the secret (%#)',
  (text, secret) => {
    const bytes = Buffer.from(`before é\r\n${text}\r\nbehind`);
    const whole = Buffer.concat(passed(bytes, []));
    expect(whole).toHaveLength(bytes.length);
    for (const size of [1, 2, 3, 5, 7, 16, 33]) {
      const told = passed(bytes, new Array(Math.floor(bytes.length / size)).fill(size));
      const all = Buffer.concat(told);
      expect(all).toHaveLength(bytes.length);
      const printed = all.toString('latin1').replace(/\x1b\[[\d;]*m/g, '');
      for (const part of parts(secret)) expect([size, printed.includes(part), part]).toEqual([size, false, part]);
    }
  },
);

test('control sequences stay as they were, whatever is masked between them', () => {
  const text = `\x1b[1mghp_\x1b[0m${DRAWN}\x1b[31;4m\r\n\x1b[2J\x1b]8;;https://x.example/a\x1b\\words\x1b]8;;\x1b\\`;
  const told = Buffer.concat(passed(Buffer.from(text), [])).toString();
  expect(told.match(/\x1b[^\w]*[\d;]*[\w\\]/g)).toEqual(text.match(/\x1b[^\w]*[\d;]*[\w\\]/g));
  expect(told).toContain('words');
  expect(told).not.toContain(DRAWN.slice(0, 6));
});

test('what people type and read goes on at once', () => {
  const stream = new MaskedStream(mask);
  for (const text of [
    '$ ',
    'l',
    's',
    ' -la\r\n',
    'http://localhost:3000',
    ' Continue? [y/N] ',
    'ghost',
    'own',
    'key',
    '~ % ',
  ]) {
    expect(Buffer.from(stream.push(Buffer.from(text))).toString()).toBe(text);
  }
});

test('hostile text costs linear time', () => {
  for (const part of [
    'sk-',
    'TOKEN=',
    '://a:b',
    '-----BEGIN PRIVATE KEY-----',
    '\x1b[',
    '\x1b]0;',
    'token: ',
    'eyJ',
    '0',
  ]) {
    const stream = new MaskedStream(mask);
    const bytes = Buffer.from(part.repeat(Math.ceil(200_000 / part.length)));
    expect(stream.push(bytes).length + stream.end().length).toBe(bytes.length);
  }
});
