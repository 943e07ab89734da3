/** `cotty/test`: full-screen programs on test. */
import {spawn} from 'node:child_process';
import {join, resolve} from 'node:path';
import {expect as check, describe, test} from 'vitest';
import {expect, launch, ScreenAssertionError} from '../../src/library/tui-test.ts';
import {finish} from '../support/cotty-process.ts';
import {needs} from '../support/needs.ts';
import {otherNodes} from '../support/other-nodes.ts';

const root = resolve(import.meta.dirname, '../..');
const ownNode = {title: 'the Node.js of this checkout', program: process.execPath, isMissing: false};
/** Its programs wait for a key. */
const show = (text: string): string => `printf '${text}'; read -r key`;

for (const {title, program, isMissing} of [ownNode, ...otherNodes]) {
  test.skipIf(isMissing)(`the example passes its tests, run by ${title}`, async () => {
    const child = spawn(program, ['--test', join(root, 'examples/tui-test/todo.test.mjs')], {cwd: root});
    const {exitCode, stdout} = await finish(child);
    check({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: check.stringMatching(/pass 5\n[\s\S]*fail 0\n/)});
  });
}

describe('a locator', () => {
  test('waits until its text is there, and says where and in which style', async () => {
    await using app = await launch("sleep 0.3; printf '\\033[3;5H\\033[1;31m中文 late\\033[m'; read -r key");
    check(await app.getByText('late').waitFor({timeoutMs: 40_000})).toEqual({
      row: 2,
      col: 9,
      length: 4,
      text: 'late',
      style: 'bold fg=red',
    });
  });

  test('finds patterns row by row, in the order of reading', async () => {
    await using app = await launch(show('id=7 id=42\\nid=1'));
    await expect(app.getByText(/id=\d+/)).toHaveCount(3, {timeoutMs: 40_000});
    check((await app.getByText(/id=\d+/).places()).map(({row, text}) => `${row} ${text}`)).toEqual([
      '0 id=7',
      '0 id=42',
      '1 id=1',
    ]);
    check(
      await app
        .getByText(/id=\d+/)
        .nth(1)
        .waitFor(),
    ).toMatchObject({text: 'id=42', col: 5});
  });

  test('of several places is an error that says so', async () => {
    await using app = await launch(show('twice twice'), {timeoutMs: 200});
    await expect(app).toShow('twice', {timeoutMs: 40_000});
    await check(app.getByText('twice').click()).rejects.toThrow(
      /"twice" stands in 2 places[\s\S]*first\(\) or nth\(\)/,
    );
  });

  test('that is never there fails with the screen in the message', async () => {
    await using app = await launch(show('what there is'), {timeoutMs: 300, cols: 20});
    await expect(app).toShow('what there is', {timeoutMs: 40_000});
    const error = await expect(app.getByText('missing'))
      .toBeVisible()
      .catch((thrown: unknown) => thrown);
    check(error).toBeInstanceOf(ScreenAssertionError);
    check(String(error)).toMatch(/"missing" was not there within 300 ms\. The screen:\n─{20}\nwhat there is/);
  });

  test('does not wait for a program that has ended', async () => {
    await using app = await launch("printf 'gone'", {timeoutMs: 600_000});
    await check(expect(app.getByText('missing')).toBeVisible()).rejects.toThrow('and the program has ended');
    check(await app.waitUntilEnd()).toEqual({exitStatus: 0, signal: null});
  });
});

describe('an assertion', () => {
  test('of what is not to be seen waits until it is gone', async () => {
    await using app = await launch("printf loading; read -r key; printf '\\r\\033[2J\\033[Hready'; read -r key", {
      timeoutMs: 40_000,
    });
    await expect(app).toShow('loading');
    const gone = expect(app).not.toShow('loading');
    await app.press('Enter');
    await gone;
    await expect(app).toShow('ready');
  });

  test('of a style or the cursor says what it was instead', async () => {
    await using app = await launch(show('\\033[32mgreen\\033[m\\033[5;9H'), {timeoutMs: 40_000});
    await expect(app).toHaveCursorAt(4, 8);
    await expect(app.getByText('green')).toHaveStyle('fg=green');
    const short = {timeoutMs: 50};
    await check(expect(app.getByText('green')).toHaveStyle('bold', short)).rejects.toThrow(
      /not bold \(it was at 0,0 in fg=green\)/,
    );
    await check(expect(app).toHaveCursorAt(0, 0, short)).rejects.toThrow('at 4,8, not at 0,0');
  });
});

test('a program sees the size of its terminal, and a new one', async () => {
  needs('python3');
  const program = [
    'import os, signal, time',
    'say = lambda *_: print(*os.get_terminal_size(), flush=True)',
    'signal.signal(signal.SIGWINCH, say)',
    'say()',
    'while True: signal.pause()',
  ].join('\n');
  await using app = await launch(['python3', '-c', program], {cols: 61, rows: 17, timeoutMs: 40_000});
  await expect(app).toShow('61 17');
  await app.resize(33, 9);
  await expect(app).toShow('33 9');
});

test('a program that cannot be started is an error at once', async () => {
  await check(launch(['/nowhere/program'])).rejects.toMatchObject({code: 'spawn_failed'});
});
