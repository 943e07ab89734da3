import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

const PRINTED = 'ok \x1b[8mtrap\x1b[0m \u202eexe\u202c\n';
const SHOWN = 'ok <hidden>trap</hidden> <U+202E>exe<U+202C>';
const HIDDEN = 6;

let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
  await writeFile(join(home.path, 'trap'), PRINTED);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

describe('the command line', () => {
  test('prints what a terminal would not show, says so, and gives it raw on request', async () => {
    const {stdout, stderr} = await home.run('run', '--', 'cat', join(home.path, 'trap'));
    expect(stdout).toBe(`${SHOWN}\n`);
    expect(stderr).toMatch(/^cotty: 6 characters .* made visible\n {2}.*cotty read pty:\w+ --raw\n$/);
    const [, session = ''] = /(pty:\w+) --raw/.exec(stderr) ?? [];
    expect((await home.run('read', session, '--raw')).stdout).toContain(PRINTED.trimEnd());
    expect((await home.run('read', session)).stdout).toContain(SHOWN);
    expect((await home.run('read', session, '--screen')).stdout).toContain(SHOWN);
    expect((await home.run('read', session, '--screen', '--raw')).stdout).toContain('ok trap \u202eexe\u202c');
  });

  test('says nothing more where nothing is hidden', async () => {
    const text = '👩‍👩‍👧 می‌خواهم ❤️\n';
    await writeFile(join(home.path, 'plain'), text);
    expect(await home.run('run', '--', 'cat', join(home.path, 'plain'))).toEqual({
      exitCode: 0,
      stdout: text,
      stderr: '',
    });
  });

  test('has the count in the typed value', async () => {
    const value = await home.json('run', '--', 'cat', join(home.path, 'trap'));
    expect(value).toMatchObject({output: SHOWN, hidden: HIDDEN});
  });

  test('shows what an error quotes', async () => {
    const {stderr} = await home.run('read', 'no\u202epe');
    expect(stderr).toContain('no<U+202E>pe');
  });

  test('lists sessions by names that can be seen', async () => {
    await home.verb('new', 'na\u200bme');
    expect((await home.run('ls')).stdout).toContain('na<U+200B>me');
  });
});

describe('files of the workspace', () => {
  test('come as they are, and what is hidden in them is counted', async () => {
    const input = ['--path', 'trap', '--json'];
    const {value} = await fileTool('read-file', input);
    expect(value).toMatchObject({text: PRINTED.trimEnd(), hidden: 4});
    await writeFile(join(home.path, 'seen'), 'plain\n');
    expect((await fileTool('read-file', ['--path', 'seen', '--json'])).value).not.toHaveProperty('hidden');
    expect(await readFile(join(home.path, 'trap'), 'utf8')).toBe(PRINTED);
  });
});

async function fileTool(verb: string, argv: readonly string[]): Promise<{value: unknown}> {
  const {stdout, stderr} = await home.run(verb, ...argv);
  if (stdout === '') throw new Error(stderr);
  return {value: JSON.parse(stdout)};
}
