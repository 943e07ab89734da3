/** A watch that goes on where another has ended, at any byte. */
import {expect, test} from 'vitest';
import {Gate} from '../conformance/gate.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

test('a watch that goes on within a line finds what completes the line, and nothing that was found there before', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  using gate = new Gate(terminal);
  const go = terminal.call('watch_output', {pattern: '^go$', timeout: 40});
  const run = terminal.run(`sh -c 'exec 3<${gate.path}; echo go; cat <&3'`, {timeout: 60});
  await go;
  const watch = (more: object) => terminal.call('watch_output', {pattern: 'needle', timeout: 40, ...more});
  const first = watch({});
  gate.pour('needle 1\nnee');
  const {cursor} = await first;
  expect(await first).toMatchObject({matched: true, lines: ['needle 1']});
  gate.pour('dle 2');
  const second = await watch({cursor});
  expect(second).toMatchObject({matched: true, lines: ['needle 2'], match_count: 1});
  gate.pour(' goes on\nneedle 3\n');
  expect(await watch({cursor: second['cursor']})).toMatchObject({lines: ['needle 3'], match_count: 1});
  gate.close();
  expect(await run).toMatchObject({state: 'completed', exit_code: 0});
});

test.each(['dash', 'bash'] as const)(
  'in %s a watch outlasts prompts: what the next commands print is found',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    const {cursor} = await terminal.run('true');
    const watch = (more: object) => terminal.call('watch_output', {pattern: '^needle \\d+$', timeout: 40, ...more});
    const found = [watch({}), watch({cursor})];
    await terminal.run('true');
    await terminal.run("printf 'needle %s\\n' 1");
    for (const result of found) expect(await result).toMatchObject({matched: true, lines: ['needle 1']});
  },
);

test.each(['bash', 'zsh', 'fish', 'dash'] as const)(
  'in %s a last line without a line feed is found, also when the command ends with it',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    for (const [n, line] of ["printf 'zz%s' AB", "printf 'one\\nzz%s' AB"].entries()) {
      const {cursor} = await terminal.run(`: ${n}`);
      await terminal.run(line);
      expect(await terminal.call('watch_output', {pattern: 'zzAB$', cursor, timeout: 20})).toMatchObject({
        matched: true,
        lines: ['zzAB'],
        match_count: 1,
      });
    }
  },
);
