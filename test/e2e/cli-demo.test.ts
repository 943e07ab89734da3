import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

test('every step of the demo does what it says, a person and an agent on one terminal among them, in lines of ninety columns', async () => {
  await using home = await TestHome.make();
  const {exitCode, stdout} = await home.run('demo', '--fast');
  expect({exitCode, failed: stdout.match(/✗.*/g)}).toEqual({exitCode: 0, failed: null});
  expect(stdout).toMatch(/ steps did what they say/);
  const shared = /Two at one terminal[\s\S]*?\n\n/.exec(stdout)?.[0] ?? '';
  expect(shared).toMatch(/person │ .*echo "I was\n/);
  expect(shared).toMatch(/✓ the agent waited until Enter was pressed\n/);
  const lines = stdout.split('\n').filter(line => !line.includes('claude mcp add'));
  expect(lines.filter(line => [...line].length > 90)).toEqual([]);
});
