import {expect, test} from 'vitest';
import {SecretMask} from './secret-mask.ts';

const DRAWN = 'Zx81kd93JdkLq0vN2sYtW5hB';
const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${`${DRAWN}${DRAWN}/+\n`.repeat(30)}-----END RSA PRIVATE KEY-----`;

const SECRETS: readonly (readonly [text: string, secret: string])[] = [
  [`token ghp_${DRAWN}`, DRAWN],
  [`AWS AKIAIOSFODNN7EXAMPLE`, 'IOSFODNN7EXAMPLE'],
  [`sk-ant-api03-${DRAWN}`, DRAWN],
  [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${DRAWN}`, DRAWN],
  [`> Authorization: Bearer ${DRAWN}`, DRAWN],
  [`> authorization: Basic ${DRAWN}==`, DRAWN],
  ['postgres://me:hunter22@db/x', 'hunter22'],
  ['DB_PASSWORD=correct-horse\nNEXT=1', 'correct-horse'],
  [`export SERVICE_API_KEY="${DRAWN}"`, DRAWN],
  [`{"client_secret": "${DRAWN}"}`, DRAWN],
  [`const apiKey = '${DRAWN}';`, DRAWN],
  [PEM, DRAWN],
  [PEM.replaceAll('\n', '\\n'), DRAWN],
  [PEM.split('\n').slice(5).join('\n'), DRAWN],
];

test.each(SECRETS)('%s', (text, secret) => {
  const masked = new SecretMask().mask(text);
  expect(masked).not.toContain(secret);
  expect(masked).toMatch(/\[redacted\]|\*{6}/);
  expect(masked).toHaveLength(text.length);
  // What was masked is nothing to mask.
  expect(new SecretMask().mask(masked)).toBe(masked);
});

test.each(SECRETS)('cut anywhere, no part of it is seen: %s', (text, secret) => {
  const mask = new SecretMask();
  const bytes = Buffer.from(`before\n${text}\nbehind é`);
  const whole = Buffer.from(mask.maskBytes(bytes));
  expect(whole).toHaveLength(bytes.length);
  expect(whole.includes(secret)).toBe(false);
  for (let cut = 1; cut < bytes.length; cut += 7) {
    const pieces = [mask.maskBytes(bytes, 0, cut), mask.maskBytes(bytes, cut)];
    expect(Buffer.concat(pieces).equals(whole)).toBe(true);
  }
});

test('values of the environment under telling names are masked, wherever they stand and in whatever letters', () => {
  const env = {
    MY_TOKEN: 'plain-looking words',
    DB_PASS: 'schlüssel-47',
    PWD: '/home/me/work',
    SSH_AUTH_SOCK: '/tmp/agent.1',
    SHORT_KEY: 'abc',
  };
  const mask = new SecretMask({...env, KEYBOARD_KEY: 'keyboard', NUM_TOKENS: '20000000'});
  const text = 'x plain-looking words y schlüssel-47 z /home/me/work /tmp/agent.1 abc keyboard 20000000';
  expect(mask.mask(text)).toBe(
    'x [redacted]********* y [redacted]** z /home/me/work /tmp/agent.1 abc keyboard 20000000',
  );
  expect(Buffer.from(mask.maskBytes(Buffer.from(text))).toString()).toBe(
    'x [redacted]********* y [redacted]*** z /home/me/work /tmp/agent.1 abc keyboard 20000000',
  );
});

test('what programmers read all day stays as it is', () => {
  const lines = [
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'author: Jane Doe <jane@example.org>',
    'const token = await readToken(request);',
    'password: string;',
    '  primary_key: id, keywords: ["a", "b"]',
    'if (secret === undefined) throw new Error("the secret is missing");',
    'TOKEN=$(cat token) make',
    'API_KEY=$OTHER_API_KEY make',
    'https://github.com/owner/name@v1.2.3 http://localhost:4180/',
    'monkey=banana; turkey: roasted-with-potatoes',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'tokens_per_second = 120.5',
    'disk-usage-analyzer-tool task-runner-with-a-long-name-2 npm_config_user_agent_of_this_machine',
  ];
  for (const line of lines) expect(new SecretMask({}).mask(line)).toBe(line);
});

test('hostile text costs linear time', () => {
  const mask = new SecretMask({A_TOKEN: 'aaaaaaaaab'});
  for (const part of [
    'key ',
    'a:',
    'eyJ',
    'a.',
    '://a:',
    'SECRET=',
    'SECRET',
    '-----BEGIN PRIVATE KEY-----',
    'a',
    '-',
    'sk-',
    'SG.aaaaaaaaaaaaaaaaa',
    'MAAAAAAA',
    'password: ',
    'bearer ',
  ])
    expect(mask.mask(part.repeat(Math.ceil(300_000 / part.length))).length).toBeGreaterThan(299_999);
});

test('a secret is masked in the name of a field too, and a value without any comes back as it is', () => {
  const mask = new SecretMask({MY_TOKEN: 'drawn-by-lot-12345'});
  expect(mask.maskAll({fields: [{'drawn-by-lot-12345': 1}]})).toEqual({fields: [{'[redacted]********': 1}]});
  const plain = {state: 'completed', lines: ['ls', {cwd: '/tmp'}], cursor: 5};
  expect(mask.maskAll(plain)).toBe(plain);
});
