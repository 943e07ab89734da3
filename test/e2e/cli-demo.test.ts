import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

const picture = fileURLToPath(new URL('../../docs/demo.svg', import.meta.url));

test('every step of the demo does what it says, a person and an agent on one terminal among them, in lines of ninety columns, and the picture shows it', async () => {
  await using home = await TestHome.make();
  const {exitCode, stdout} = await home.run('demo', '--fast');
  expect({exitCode, failed: stdout.match(/✗.*/g)}).toEqual({exitCode: 0, failed: null});
  expect(stdout).toMatch(/ steps did what they say/);
  const shared = /Two at one terminal[\s\S]*?\n\n/.exec(stdout)?.[0] ?? '';
  expect(shared).toMatch(/person │ .*echo "I was\n/);
  expect(shared).toMatch(/✓ the agent waited until Enter was pressed\n/);
  const lines = stdout.split('\n').filter(line => !line.includes('claude mcp add'));
  expect(lines.filter(line => [...line].length > 90)).toEqual([]);
  const drawn = linesOf(readFileSync(picture, 'utf8'));
  const scripted = drawn.filter(line => /^\d+\. |^ +(agent|person) → |^ +✓ /.test(line));
  expect(scripted.filter(line => !lines.includes(line))).toEqual([]);
  expect(scripted.join('\n')).toMatch(/agent → [\s\S]*person → cotty attach/);
  expect(drawn.filter(line => [...line].length > 90)).toEqual([]);
});

/** The lines of text of a picture of a terminal. */
function linesOf(svg: string): readonly string[] {
  const drawn = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) => line.replace(/<[^>]*>/g, ''));
  return drawn.map(line => line.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
}
