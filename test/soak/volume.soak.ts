/** Hard cases at their full size. `npm run soak`; minutes long, so not part of the tests. */
import {expect, test} from 'vitest';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';

const GIGABYTE = 1_000_000_000;
/** Far above what garbage collection leaves lying about, far below what was printed. */
const MOST_GROWTH_BYTES = 300_000_000;

test('D62 a gigabyte of output: exact counts, both ends, memory bounded, session usable', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const before = process.memoryUsage().rss;
  const ran = await terminal.run(`yes 0123456789abcdef | head -c ${GIGABYTE}`, {timeout: 1200, max_output_bytes: 2000});
  // The tty turns each line feed into two bytes.
  const lines = Math.floor(GIGABYTE / 17);
  expect(ran).toMatchObject({state: 'completed', exit_code: 0, via: 'mark', output_bytes: GIGABYTE + lines});
  expect(String(ran.output).startsWith('0123456789abcdef\n')).toBe(true);
  expect(
    String(ran.output)
      .trimEnd()
      .endsWith('0123456789abcdef'.slice(0, GIGABYTE % 17 || 16)),
  ).toBe(true);
  expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES);
  expect(await terminal.proof()).toEqual(stillHere);
});

test('D62 ten million lines are counted exactly', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const ran = await terminal.run('seq 10000000', {timeout: 600, max_output_bytes: 500});
  expect(ran).toMatchObject({state: 'completed', exit_code: 0, output_lines: 10_000_000});
  expect(String(ran.output).trimEnd().endsWith('10000000')).toBe(true);
});
