/** What programs print of secrets does not reach who reads by tools, however it is cut; every place in the stream stays what it is. */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

const TOKEN = 'ghp_Zx81kd93JdkLq0vN2sYtW5hBzz';
const OWN = 'canary-of-the-server-77';
const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'Zx81kd93JdkLq0vN2sYtW5hB/+\n'.repeat(40)}-----END RSA PRIVATE KEY-----\n`;
const SECRETS = [TOKEN.slice(4), OWN, 'Zx81kd93JdkLq0vN2sYtW5hB'];

const seen = (text: string): readonly string[] => SECRETS.filter(secret => text.includes(secret));

/** The prompt comes behind the end of the command before it. */
const prompted = ['--wait-for', '[$#]$'];

const text = `start é\n${TOKEN} behind\nx ${OWN} y\n${KEY}end\n`;

interface Printed extends AsyncDisposable {
  readonly home: TestHome;
  readonly session: string;
}

/** A session of its own server, and a file that a program can print there. */
async function printed(config = ''): Promise<Printed> {
  const home = await TestHome.make({SERVICE_API_TOKEN: OWN});
  if (config !== '') writeFileSync(join(home.path, 'config.toml'), config);
  writeFileSync(join(home.path, 'text'), text);
  const {session_id} = await home.json('new', 'printing');
  return {home, session: String(session_id), [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]()};
}

let usual: Printed;
let home: TestHome;
beforeAll(async () => {
  usual = await printed();
  home = usual.home;
});
afterAll(() => usual[Symbol.asyncDispose]());

/** Another session of the same server. */
async function opened(...options: readonly string[]): Promise<string> {
  return String((await home.json('new', ...options)).session_id);
}

test('the output of a command, its pages, its lines and what is found in it are masked, and are as long as what was printed', async () => {
  const session = await opened();
  const run = await home.value('run', '--session', session, '--', `cat ${home.path}/text`);
  expect(run).toMatchObject({exit_code: 0, output_bytes: Buffer.byteLength(text.replaceAll('\n', '\r\n'))});
  const output = String(run['output']);
  expect(seen(output)).toEqual([]);
  expect(output.length).toBe(text.trimEnd().length);
  expect(output.split('\n').slice(0, 4)).toEqual([
    'start é',
    `[redacted]${'*'.repeat(TOKEN.length - 10)} behind`,
    `x [redacted]${'*'.repeat(OWN.length - 10)} y`,
    '-----BEGIN RSA PRIVATE KEY-----',
  ]);
  const {command_id} = run;
  const pages = ['--grep', 'behind|Zx81|canary', '--offset-lines 9 --limit-lines 5', '--raw'];
  for (const page of pages) {
    const read = await home.verb(
      'read-output',
      '--command-id',
      String(command_id),
      ...page.split(/ (?=--)/).flatMap(words => words.split(' ')),
    );
    expect([page, seen(read.stdout + read.stderr)]).toEqual([page, []]);
  }
  expect((await home.verb('read', session)).stdout).toContain('[redacted]');
  const streamed = await home.verb('run', '--session', session, '--', `cat ${home.path}/text`);
  expect(seen(streamed.stdout)).toEqual([]);
  expect(streamed.stdout).toBe(`${output}\n`);
});

test('read in pieces of any size, from any place, the pieces are those of the whole', async () => {
  const session = await opened();
  const {command_id} = await home.value('run', '--session', session, '--', `cat ${home.path}/text`);
  const read = (...options: string[]): Promise<Record<string, unknown>> =>
    home.value('read-output', '--command-id', String(command_id), '--raw', ...options);
  const whole = await read('--max-output-bytes', '100000');
  const [from, bytes] = [Number(whole['cursor']), Buffer.from(String(whole['text']))];
  expect(Number(whole['next_cursor']) - from).toBe(bytes.length);
  for (const offset of [3, 12, 17, 30, 50, 60, 300, bytes.length - 40]) {
    const piece = await read('--cursor', String(from + offset), '--max-output-bytes', '20');
    const to = Number(piece['next_cursor']) - from;
    expect([offset, piece['text']]).toEqual([offset, bytes.subarray(offset, to).toString()]);
  }
});

test('screens, pictures, lists, events, watches and errors are masked', async () => {
  const session = await opened();
  // From what is there now: however late it begins, it misses nothing.
  const {next_cursor} = await home.value('read-output', '--session-id', session);
  const from = ['--session-id', session, '--cursor', String(next_cursor)];
  const watching = home.verb('watch-output', ...from, '--pattern', 'behind', '--timeout', '60');
  await home.verb(
    'run',
    '--session',
    session,
    '--',
    `cat ${home.path}/text; sleep 0; echo ${TOKEN}; cotty notify deploy:${OWN} || true`,
  );
  await home.verb('run', '--session', session, '--', `printf '\\033]0;${TOKEN}\\007'`);
  const said = await Promise.all([
    watching,
    home.verb('read-screen', '--session-id', session, '--scrollback'),
    home.verb('screenshot', session, '--format', 'text', '-o', '-'),
    home.verb('get-context', '--session-id', session),
    home.verb('ls'),
    home.verb('wait-for-events', '--after', '0', '--timeout', '0', '--json'),
    home.verb('read-output', '--command-id', TOKEN),
  ]);
  for (const [at, {stdout, stderr}] of said.entries()) expect([at, seen(stdout + stderr)]).toEqual([at, []]);
  expect(said[1]?.stdout).toContain('[redacted]');
});

test('a secret that is wrapped at the edge of the screen is masked on all its rows, in pictures too', async () => {
  const session = await opened('narrow', '--cols', '20', '--rows', '20');
  await home.verb('run', '--session', session, '--', `clear; cat ${home.path}/text | head -3`);
  const {stdout} = await home.verb('read-screen', '--session-id', session, '--json');
  const picture = await home.verb('screenshot', session, '--format', 'svg', '-o', '-');
  const {text} = JSON.parse(stdout);
  expect(text).toContain(`[redacted]**********\n${'*'.repeat(TOKEN.length - 20)} behind`);
  expect(picture.stdout).toContain('redacted');
  for (let from = 4; from + 4 <= TOKEN.length; from++)
    expect([text, picture.stdout].filter(shown => shown.includes(TOKEN.slice(from, from + 4)))).toEqual([]);
});

test('of a secret whose beginning has scrolled away its end is masked, on the screen and in pictures', async () => {
  const session = await opened('scrolled', '--cols', '20', '--rows', '6');
  let tails = 0;
  for (let lines = 1; lines <= 6; lines++) {
    const after = lines > 1 ? `; seq ${lines - 1}` : '';
    await home.verb('run', '--session', session, '--', `head -2 ${home.path}/text | tail -1${after}`);
    const {text} = await home.value('read-screen', '--session-id', session, ...prompted);
    const picture = await home.verb('screenshot', session, '--format', 'svg', '-o', '-');
    if (/^\*+ behind/.test(String(text))) tails++;
    for (let from = 4; from + 4 <= TOKEN.length; from++)
      expect([text, picture.stdout].filter(shown => String(shown).includes(TOKEN.slice(from, from + 4)))).toEqual([]);
  }
  // At least once it stood so.
  expect(tails).toBeGreaterThan(0);
});

test('nothing that searches a screen or waits for one feels out a secret on it', async () => {
  const session = await opened('probed', '--cols', '20', '--rows', '20');
  await home.verb(
    'run',
    '--session',
    session,
    '--',
    `clear; cat ${home.path}/text | head -3; echo ${'x'.repeat(20)}; head -2 ${home.path}/text | tail -1 | cut -c-${TOKEN.length}`,
  );
  const ask = (...options: string[]): Promise<Record<string, unknown>> =>
    home.value('read-screen', '--session-id', session, '--timeout', '0', ...options);
  for (const probe of ['ghp_', 'ghp_[A-Z]', TOKEN.slice(-6), OWN.slice(0, 8)]) {
    expect([probe, (await ask('--wait-for', probe))['satisfied']]).toEqual([probe, false]);
    expect([probe, (await ask('--find', probe))['matches']]).toEqual([probe, []]);
  }
  expect(await ask('--wait-for', String.raw`redacted\]\*+ behind`)).toMatchObject({satisfied: true});
  const {matches} = await ask('--find', 'behind');
  expect(matches).toMatchObject([{row: 2, col: TOKEN.length - 20 + 1, length: 6}]);
  const keys = await home.verb('send-keys', '--session-id', session, '--keys', 'click:text=ghp_');
  expect(keys.stdout + keys.stderr).toContain('There is no "ghp_" on the screen');
});

test('rows that are read raw, from the end or from above the screen, are masked across the edge', async () => {
  const session = await opened('raw', '--cols', '20', '--rows', '20');
  await home.verb('run', '--session', session, '--', `clear; cat ${home.path}/text | head -3`);
  for (const options of [[], ['--lines', '9'], ['--scrollback']]) {
    const {text} = await home.value('read-screen', '--session-id', session, '--raw', ...options);
    expect([options, text]).toEqual([
      options,
      expect.stringContaining(`[redacted]**********\n${'*'.repeat(TOKEN.length - 20)} behind`),
    ]);
  }
});

test('the hash of a screen does not change with a secret on it', async () => {
  const session = await opened();
  const hashOf = async (token: string): Promise<unknown> => {
    await home.verb(
      'run',
      '--session',
      session,
      '--',
      `clear; printf '%s\\n' ${token.replaceAll(/./g, character => `'${character}'`)}`,
    );
    const {screen_hash, text} = await home.value('read-screen', '--session-id', session, ...prompted);
    return [screen_hash, text];
  };
  const [first, other] = [await hashOf(TOKEN), await hashOf(TOKEN.replace('Zx8', 'Qy7'))];
  expect(other).toEqual(first);
});

test('a watch and the pattern of a command do not see a secret', async () => {
  const session = await opened();
  const {next_cursor} = await home.value('read-output', '--session-id', session);
  await home.verb('run', '--session', session, '--', `cat ${home.path}/text`);
  const from = ['--session-id', session, '--cursor', String(next_cursor), '--stop-pattern', '^end$', '--timeout', '60'];
  for (const probe of ['ghp_', OWN.slice(0, 8), '^Zx81kd93'])
    expect(await home.value('watch-output', ...from, '--pattern', probe)).toMatchObject({
      matched: false,
      stopped: true,
    });
  expect(await home.value('watch-output', ...from, '--pattern', 'behind')).toMatchObject({matched: true});
});

test('mask_secrets = false gives everything as it was printed', async () => {
  await using there = await printed('[security]\nmask_secrets = false\n');
  const {output} = await there.home.value('run', '--session', there.session, '--', `cat ${there.home.path}/text`);
  expect(output).toBe(text.trimEnd());
});
