/** The examples do what they say. */
import {spawn} from 'node:child_process';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {finish} from '../support/cotty-process.ts';

const root = resolve(import.meta.dirname, '../..');

test('an agent repairs a broken program for the terminal by looking at pictures of it', async () => {
  const child = spawn(process.execPath, [join(root, 'examples/tui-repair/agent.ts')], {cwd: root});
  // What it has said by then tells where it hangs.
  const late = setTimeout(() => child.kill(), 50_000);
  const {exitCode, stdout, stderr} = await finish(child);
  clearTimeout(late);
  expect({exitCode, stderr, stdout}).toEqual({exitCode: 0, stderr: '', stdout});
  expect(stdout.trim().split('\n')).toEqual([
    'look 1: there should be a question above the box, and nothing can be read there',
    'look 2: the right side of the box is missing in 4 rows',
    'look 3: the bar is on row 1, where row 0 is chosen',
    'the last look: the box is whole, the words can be read, and the bar follows the keys',
    'everything is as it should be',
  ]);
});
