/** What a person mistypes or means otherwise: each is told in words of the command line, with what to do. */
import {join} from 'node:path';
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
