import {expect, test} from 'vitest';
import {masked} from './session-context.ts';

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
])('the value of %s is not told', name => {
  expect(masked({[name]: 'value'})).toEqual({[name]: '***'});
});

test.each(['PATH', 'PWD', 'OLDPWD', 'HOME', 'LANG', 'EDITOR', 'KEYBOARD', 'MONKEY_BARS', 'COMPASS_DIR', 'BYPASSED'])(
  'the value of %s is',
  name => {
    expect(masked({[name]: '/a:/b'})).toEqual({[name]: '/a:/b'});
  },
);

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

test('an address without a user stays', () => {
  expect(masked({HOMEPAGE: 'https://example.org/@me', MAIL: 'me@example.org'})).toEqual({
    HOMEPAGE: 'https://example.org/@me',
    MAIL: 'me@example.org',
  });
});
