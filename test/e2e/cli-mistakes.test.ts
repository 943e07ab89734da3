/** What a person mistypes or means otherwise: each is told in words of the command line, with what to do. */
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
  await home.run('new', 'living', '--shell', 'sh');
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

describe('a file that cannot be written', () => {
  test.for([
    ['export', 'living', '--cast', '/nosuch/x.cast', /there is no folder \/nosuch\.\n {2}Make that folder/],
    ['export', 'living', '--cast', '/', /it is a folder\.\n {2}Name a file in it/],
    ['screenshot', 'living', '-o', 'nodir/x.png', /there is no folder nodir\.\n {2}Make that folder/],
  ] as const)('cotty %s %s %s %s says why and what to do', async ([verb, session, option, file, said]) => {
    const {exitCode, stderr} = await home.run(verb, session, option, file);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(said);
    expect(stderr).not.toMatch(/fault in cotty|E[A-Z]{4,}/);
  });

  test('a name that says another format than --format is told', async () => {
    const file = join(home.path, 'screen.png');
    expect(await home.run('screenshot', 'living', '-o', file, '--format', 'svg')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/screen\.png holds svg/),
    });
  });
});

test('a session that has ended is drawn by its name', async () => {
  await home.run('new', 'gone', '--shell', 'sh');
  await home.run('run', '--session', 'gone', '--', 'echo last words');
  await home.run('kill', 'gone');
  await home.run('server', 'stop');
  const drawn = await home.run('screenshot', 'gone', '--format', 'text');
  expect(drawn).toMatchObject({exitCode: 0, stdout: expect.stringContaining('last words')});
});

describe('what an option or a word cannot be is told by its name, and what it takes', () => {
  test.for([
    [['new', '--cols', '0'], '--cols must be at least 1.', '--cols N: columns, 1 to 2000'],
    [['new', '--cols', '5.5'], '--cols must be a whole number.', '--cols N: columns, 1 to 2000'],
    [['new', '--rows', '100000'], '--rows must be at most 2000.', '--rows N: rows, 1 to 2000'],
    [['new', ''], 'NAME must not be empty.', 'Usage: cotty new'],
    [['new', '--cwd', '/no/such/folder'], '/no/such/folder', 'Give a directory that exists with --cwd.'],
    [['new', '--env', 'foo'], '--env needs NAME=VALUE, not "foo".', 'Usage: cotty new'],
    [['new', '--name', 'x', 'y'], 'Give the name once', 'Usage: cotty new'],
    [['new', '--recover', 'living'], 'is alive.', 'Go on in it: `cotty attach SESSION`.'],
    [['kill', ''], 'SESSION must not be empty.', 'Usage: cotty kill SESSION…'],
    [['read', 'living', '--lines', '0'], '--lines needs a whole number from 1, not 0.', 'Usage: cotty read'],
    [['read', 'living', '--lines', '3', '--raw'], '--raw', 'Usage: cotty read'],
    [['read', 'living', '--screen', '--grep', 'x'], '--screen', 'Usage: cotty read'],
    [['screenshot', 'living', '--theme', 'foo'], '--theme must be one of', '--theme T: '],
    [['screenshot', 'living', '--scale', '9'], '--scale must be at most 4.', '--scale N: 1 to 4'],
    [['screenshot', 'living', '--format', 'jpg'], '--format must be one of', '--format F: png'],
    [['screenshot', 'living', '--at', '-5'], '--at must be at least 0.', '--at CURSOR: '],
    [['watch', 'living', ''], 'PATTERN must not be empty.', 'Usage: cotty watch'],
    [['run', '--timeout', '-1', '--', 'ls'], '--timeout must be at least 0.', '--timeout SECONDS: '],
    [['keys', 'living', ''], 'KEY must not be empty.', 'Usage: cotty keys'],
    [['manage-session', '--action', 'explode'], '--action must be one of list, create, ', '--action TEXT: '],
    [['manage-session', '--action', 'rename'], '--action rename needs --name.', 'Add --name.'],
    [['completion', 'bash', '--json'], '"cotty completion" has no option --json.', ''],
    [['send-keys'], '--keys is missing.', 'Usage: cotty send-keys --keys … [OPTIONS]'],
    [
      ['export', 'xxxxxxxx', '--cast', '-'],
      'There is no session "xxxxxxxx".',
      'See those that are kept with: cotty ls --all',
    ],
    [['run', 'ls', '/'], 'The command follows after --', 'cotty run -- ls /'],
    [['hepl'], 'There is no verb "hepl".', 'Did you mean "cotty help"?'],
  ] as const)('%j', async ([words, message, hint]) => {
    const {exitCode, stderr} = await home.run(...words);
    expect(exitCode).toBe(words[0] === 'run' ? 125 : 1);
    const [first, second] = stderr.split('\n');
    expect(first).toContain(message);
    expect(second?.startsWith(`  ${hint}`), stderr).toBe(true);
    expect(stderr).not.toMatch(/Arguments of|\b[a-z]+_[a-z]+\b/);
  });

  test('an option that holds unless it is taken back has a --no- form', async () => {
    const begun = await home.json('run-command', '--command', 'sleep 60', '--no-wait-for-completion');
    expect(begun).toMatchObject({state: 'running'});
    await home.run('kill', String(begun.session_id));
  });
});

describe('names', () => {
  test('one that a living session has is not given again, and an ended one’s is', async () => {
    const {stdout} = await home.run('new', 'twice', '--shell', 'sh');
    const refused = {
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(`is called "twice": ${stdout.trim()}.\n  Use`),
    };
    expect(await home.run('new', 'twice')).toEqual(refused);
    expect(await home.run('rename', 'living', 'twice')).toEqual(refused);
    await home.run('kill', 'twice');
    expect((await home.run('new', 'twice', '--shell', 'sh')).exitCode).toBe(0);
    expect((await home.run('rename', 'twice', 'thrice')).exitCode).toBe(0);
    expect((await home.run('kill', 'thrice')).exitCode).toBe(0);
  });

  test('what sessions are called after their shell is no name: it is not offered, and gives way to one that was given', async () => {
    await using own = await TestHome.make();
    for (const _ of [1, 2]) await own.run('new', '--shell', 'bash');
    const complete = async (...words: readonly string[]) =>
      (await own.run('completion', 'words', '--', ...words)).stdout.split('\n').map(line => line.split('\t')[0]);
    for (const verb of ['attach', 'read'])
      expect(await complete(verb, '')).toEqual([
        'words',
        expect.stringMatching(/^pty:/),
        expect.stringMatching(/^pty:/),
        '',
      ]);
    const {stdout} = await own.run('new', '--shell', 'sh');
    await own.run('rename', stdout.trim(), 'other');
    await own.run('manage-session', '--action', 'rename', '--session-id', 'other', '--name', 'bash');
    expect(await own.json('get-context', '--session-id', 'bash')).toMatchObject({session_id: stdout.trim()});
    expect(await complete('attach', '')).toContain('bash');
    expect(await complete('new', '--recover', '')).toEqual(['words', '']);
    await own.run('kill', stdout.trim());
    expect(await complete('new', '--recover', '')).toEqual(['words', 'bash', stdout.trim(), '']);
  });

  test('each verb stands in the help, and among the candidates, once', async () => {
    for (const words of [['help'], ['completion', 'words', '--']]) {
      const names =
        (await home.run(...words)).stdout.match(/^ *[a-z][a-z-]+(?=\t| {2})/gm)?.map(name => name.trim()) ?? [];
      expect(names).toContain('screenshot');
      expect(names).toEqual([...new Set(names)]);
    }
  });
});

describe('kill', () => {
  test('ends each session it can, and says what became of every one', async () => {
    await home.run('new', 'first', '--shell', 'sh');
    await home.run('new', 'last', '--shell', 'sh');
    const killed = await home.run('kill', 'first', 'nosuch', 'last');
    expect(killed).toMatchObject({exitCode: 1, stdout: 'closed first\nclosed last\n'});
    expect(killed.stderr).toMatch(/^cotty: There is no session "nosuch"\.\n {2}\S/);
    expect((await home.run('ls')).stdout).not.toMatch(/first|last/);
  });

  test('says of a session that it had ended', async () => {
    await home.run('new', 'over', '--shell', 'sh');
    await home.run('kill', 'over');
    const again = {exitCode: 0, stdout: 'over had ended already\n', stderr: ''};
    expect(await home.run('kill', 'over')).toEqual(again);
    await home.run('server', 'stop');
    expect(await home.run('kill', 'over')).toEqual(again);
  });
});

test('a word that is no UTF-8 is refused: it would become another', async () => {
  const cotty = resolve(import.meta.dirname, '../../bin/cotty');
  const {stdout} = await home.run(
    'run',
    '--session',
    'living',
    '--',
    `printf 'echo \\377' | xargs -0 ${cotty} run 2>&1`,
  );
  expect(stdout).toMatch(/is no UTF-8.*\n {2}Write the bytes as text/s);
});
