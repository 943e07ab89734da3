import {randomBytes} from 'node:crypto';
import {expect, test} from 'vitest';
import {maskEnvironment as masked} from './mask-environment.ts';

test.each([
  'API_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_ACCESS_KEY_ID',
  'DB_PASS',
  'PASS',
  'PGPASSWORD',
  'MYSQL_PWD',
  'SSH_PASSPHRASE',
  'OPENAI_KEY',
  'GITHUB_PAT',
  'SENTRY_DSN',
  'SLACK_WEBHOOK_URL',
  'COTTY_EVENT_KEY',
  'SSH_AUTH_SOCK',
  'STRIPE_SK',
  'KUBE_CFG_CRED',
  'DB_CREDS',
  'API_KEYS',
  'STRIPE_KEY_LIVE',
  'dbPassword',
  'DB_PASS2',
  'ROOT_PW',
  'WIFI_PSK',
  'AZURE_SAS',
  'CARD_PIN',
  'TOTP_SEED',
  'HASH_SALT',
  'JWT_SIGNING',
  'DB_CONNSTR',
  'AZURE_CONNECTION_STRING',
  'WALLET_MNEMONIC',
  'SESSION_COOKIE',
  'npm_config__auth',
])('the value of %s is not told', name => {
  expect(masked({[name]: 'value'})).toEqual({[name]: '***'});
});

test.each([
  'PATH',
  'PWD',
  'OLDPWD',
  'HOME',
  'LANG',
  'EDITOR',
  'KEYBOARD',
  'MONKEY_BARS',
  'COMPASS_DIR',
  'BYPASSED',
  'KEYMAP',
  'PINE',
  'SKIP',
  'PKG_CONFIG',
  'SIGNAL',
  'SEEDLING',
  'SALTY',
  'CONNECT',
])('the value of %s is', name => {
  expect(masked({[name]: '/a:/b'})).toEqual({[name]: '/a:/b'});
});

test.each([
  ['a password in a URL', 'postgres://me:s3cr3t@host/db', 'postgres://***@host/db'],
  ['one with an @ in it', 'amqp://me:s3@cr3t@host', 'amqp://***@host'],
  ['a user that is a token', 'https://ghx123@example.org/x', 'https://***@example.org/x'],
  ['several URLs', 'http://a:b@c, http://d:e@f', 'http://***@c, http://***@f'],
  ['a key of a service', `--with ghp_${'a'.repeat(36)} --more`, '--with *** --more'],
  ['a signed token', 'eyJhbGciOi.eyJzdWIiOi.abc', '***'],
  ['a private key', 'x -----BEGIN RSA PRIVATE KEY-----\nMII\n', 'x ***'],
])('%s is masked wherever it stands', (_, value, expected) => {
  expect(masked({HARMLESS: value})).toEqual({HARMLESS: expected});
});

/** Drawn anew for each run; only their shapes are known. */
const drawn = (length: number, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') =>
  Array.from(randomBytes(length), byte => alphabet[byte % alphabet.length]).join('');
const hex = (length: number) => randomBytes(length / 2).toString('hex');

test.each([
  `sk_live_${drawn(24)}`,
  `rk_test_${drawn(24)}`,
  `whsec_${drawn(32)}`,
  `ghp_${drawn(36)}`,
  `github_pat_${drawn(22)}_${drawn(59)}`,
  `glpat-${drawn(20)}`,
  `gldt-${drawn(20)}`,
  `xoxb-${drawn(12)}-${drawn(24)}`,
  `xapp-1-${drawn(10)}-${drawn(40)}`,
  `npm_${drawn(36)}`,
  `pypi-${drawn(60)}`,
  `dckr_pat_${drawn(27)}`,
  `sk-${drawn(48)}`,
  `sk-proj-${drawn(60)}`,
  `sk-ant-api03-${drawn(90)}`,
  `AIza${drawn(35)}`,
  `ya29.${drawn(60)}`,
  `GOCSPX-${drawn(28)}`,
  `hf_${drawn(34)}`,
  `gsk_${drawn(52)}`,
  `AKIA${drawn(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  `ASIA${drawn(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  `SG.${drawn(22)}.${drawn(43)}`,
  `SK${hex(32)}`,
  `shpat_${hex(32)}`,
  `dop_v1_${hex(64)}`,
  `dapi${hex(32)}`,
  `123456789:AA${drawn(33)}`,
  `hvs.${drawn(24)}`,
  `glsa_${drawn(32)}_${hex(8)}`,
  `tskey-auth-${drawn(30)}`,
  `eyJ${drawn(20)}.eyJ${drawn(40)}.${drawn(43)}`,
  hex(32),
  hex(40),
  hex(64),
])('%s is masked, whatever it is called and whatever stands around it', value => {
  expect(masked({HARMLESS: value, MORE: `x ${value}`, QUOTED: `{"x": "${value}"}`, LIST: `a,${value},b`})).toEqual({
    HARMLESS: '***',
    MORE: 'x ***',
    QUOTED: '{"x": "***"}',
    LIST: 'a,***,b',
  });
});

test('what was drawn from letters and digits is masked without a known shape, nearly always', () => {
  for (const [alphabet, length] of [
    [undefined, 20],
    [undefined, 40],
    ['abcdefghijklmnopqrstuvwxyz0123456789', 32],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 43],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', 40],
  ] as const) {
    const values = Array.from({length: 500}, () => `x${drawn(length, alphabet)}`);
    const kept = values.filter(value => masked({HARMLESS: value}).HARMLESS !== '***');
    expect(kept.length, `${alphabet} ${length}: ${kept[0]}`).toBeLessThan(40);
  }
});

test.each([
  ['Server=db;User Id=me;Password=hunter2;Encrypt=true', 'Server=db;User Id=me;Password=***;Encrypt=true'],
  ['AccountName=x;AccountKey=abc==;Suffix=y', 'AccountName=x;AccountKey=***;Suffix=y'],
  ['{"user": "me", "password": "hunter2"}', '{"user": "me", "password": "***"}'],
  ['https://host/x?a=1&token=abc&b=2', 'https://host/x?a=1&token=***&b=2'],
  ['https://host/x?sv=1&sig=a%2Bb', 'https://host/x?sv=1&sig=***'],
  ['--user me --password=hunter2 --x', '--user me --password=*** --x'],
  ['Authorization: Bearer abcdefgh', 'Authorization: Bearer ***'],
  ['https://hooks.slack.com/services/T0/B0/xyz', 'https://hooks.slack.com/services/***'],
  ['a -----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', 'a ***'],
  ['-----BEGIN PGP PRIVATE KEY BLOCK-----\\nlQ', '***'],
])('in %j the secret alone is masked', (value, expected) => {
  expect(masked({HARMLESS: value})).toEqual({HARMLESS: expected});
});

test('what is long and no secret stays', () => {
  const harmless = {
    BROWSER: 'com.googlecode.iterm2.iTerm2v3-beta2',
    CPU: 'Intel-R-Core-TM-i7-8700K-CPU-3.20GHz',
    GIT_COMMIT: hex(40),
    HOSTNAME: 'my-service-name-7d9f8b6c5d-x2x9z.eu-central-1.compute.internal',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33:so=01;35:do=01;35:bd=40;33;01:cd=40;33;01:or=40;31;01',
    MANPATH: `/nix/store/${drawn(32, 'abcdfghijklmnpqrsvwxyz0123456789')}-man/share:/usr/share/man`,
    PS1: '\\[\\e]0;\\u@\\h: \\w\\a\\]\\u@\\h:\\w\\$ ',
    RUSTUP_TOOLCHAIN: '1.83.0-x86_64-unknown-linux-gnu-with-everything',
    SESSION_MANAGER: 'local/host:@/tmp/.ICE-unix/1234,unix/host:/tmp/.ICE-unix/1234',
    TERM_SESSION: 'w0t0p0:6F9619FF-8B86-D011-B42D-00C04FC964FF',
    TZ: 'America/Argentina/ComodRivadavia',
    XDG_DATA_DIRS: '/usr/share/ubuntu:/usr/local/share/:/usr/share/:/var/lib/snapd/desktop',
  };
  expect(masked(harmless)).toEqual(harmless);
});

test('a megabyte of beginnings of secrets is looked through', () => {
  for (const piece of [
    'password ',
    '-----BEGIN A',
    'eyJ',
    'eyJa.',
    'sk-',
    '://',
    'token=',
    'M',
    'aB1',
    'hooks.slack.com/',
  ])
    expect(masked({HARMLESS: ' '.padEnd(1_000_000, piece)}).HARMLESS).toBeTypeOf('string');
});

test('an address without a user stays', () => {
  expect(masked({HOMEPAGE: 'https://example.org/@me', MAIL: 'me@example.org'})).toEqual({
    HOMEPAGE: 'https://example.org/@me',
    MAIL: 'me@example.org',
  });
});
