import {expect, test} from 'vitest';
import {Redaction} from './redact.ts';

const SECRET = 'Zx81kd93JdkLq0vN2sYt';

test.each([
  `curl -H "Authorization: Bearer ${SECRET}" x`,
  `curl -u me:${SECRET} x`,
  `mysql -u me -p${SECRET} db`,
  `PASSWORD=${SECRET} run`,
  `export API_KEY="${SECRET}"`,
  `run --token ${SECRET}`,
  `run --client-secret=${SECRET}`,
  `psql postgres://me:${SECRET}@host/db`,
  `echo ghp_${SECRET}`,
  `echo sk-proj-${SECRET}`,
  `echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${SECRET}`,
  `{"password": "${SECRET}"}`,
  `-----BEGIN PRIVATE KEY-----\\n${SECRET}\\n-----END PRIVATE KEY-----`,
])('%s', text => expect(new Redaction().redact(text)).not.toContain(SECRET));

test('what the environment holds under a telling name is taken out wherever it stands', () => {
  const redaction = new Redaction({MY_TOKEN: 'plain-looking-words', HOME: '/home/me', SHORT_KEY: 'abc'});
  expect(redaction.redact('echo plain-looking-words /home/me abc')).toBe('echo [redacted] /home/me abc');
});

test('the folder that the server was started in is no secret, nor is a place that it was told', () => {
  const redaction = new Redaction({PWD: '/srv/work/i', OLDPWD: '/home/me/x', SSH_AUTH_SOCK: '/run/user/1/agent'});
  for (const line of ['ls /srv/work/i', 'cat /home/me/x/y', 'ls /run/user/1/agent'])
    expect(redaction.redact(line)).toBe(line);
});

test('ordinary lines stay as they are', () => {
  for (const line of ['git log --oneline', 'npm install', 'ls -la src', 'grep -rn key src', 'cat tokens.md'])
    expect(new Redaction().redact(line)).toBe(line);
});

test('long text costs linear time', () => {
  expect(new Redaction().redact('key '.repeat(50_000))).toHaveLength(200_000);
  expect(new Redaction().redact('a:'.repeat(50_000))).toHaveLength(100_000);
});
