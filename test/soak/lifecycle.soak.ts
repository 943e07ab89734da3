/** Thousands of sessions and commands: nothing may add up. */
import {expect, test} from 'vitest';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';

test('D85 ten thousand sessions opened and closed leave descriptors flat and memory level', async () => {
  await using terminal = await TestTerminal.open('pty', 'dash');
  const cycle = async (): Promise<void> => {
    const {session_id} = await terminal.call('manage_session', {
      action: 'create',
      shell: 'dash',
      session_id: undefined,
    });
    await terminal.call('run_command', {command: 'true', session_id});
    await terminal.call('manage_session', {action: 'close', session_id});
  };
  for (let n = 0; n < 500; n++) await cycle();
  const openFiles = () => terminal.driver.heldOpen()?.descriptors ?? 0;
  const filesBefore = openFiles();
  const memoryBefore = process.memoryUsage().rss;
  for (let n = 0; n < 10_000; n++) await cycle();
  expect(openFiles()).toBeLessThanOrEqual(filesBefore + 5);
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(200_000_000);
});

test('D53 twenty thousand commands in one session: every exit code its own', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  for (let n = 0; n < 20_000; n++) {
    const code = n % 256;
    const {exit_code, output} = await terminal.run(`echo ${n}; (exit ${code})`);
    if (exit_code !== code || output !== String(n))
      expect({n, exit_code, output}).toEqual({n, exit_code: code, output: String(n)});
  }
  expect(await terminal.proof()).toEqual(stillHere);
});
