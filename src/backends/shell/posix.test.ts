import {expect, test} from 'vitest';
import {plain, ShellOnTest} from './testing/shell-on-test.ts';

test('dash says an end mark with its status at every prompt', async () => {
  await using shell = await ShellOnTest.ready('dash');
  const since = shell.marks.length;
  expect((await shell.run("sh -c 'exit 9'")).status).toBe(9);
  expect((await shell.run('true')).status).toBe(0);
  expect(shell.marks.slice(since).map(mark => mark.kind + mark.cycle)).toEqual(['D1', 'A2', 'B2', 'D2', 'A3', 'B3']);
});

test('dash runs a block of lines as one command, through a file', async () => {
  await using shell = await ShellOnTest.ready('dash');
  const since = shell.marks.length;
  const ran = await shell.run("cat <<'EOF'\n\ta !! $x\nEOF\nfalse");
  expect(ran.status).toBe(1);
  expect(shell.output.slice(shell.marks[since - 1]?.to)).toContain('\ta !! $x\r\n');
});

test('dash takes a line that is longer than its tty would', async () => {
  await using shell = await ShellOnTest.ready('dash');
  const since = shell.marks.length;
  await shell.run(`echo '${'x'.repeat(20_000)}' | wc -c`);
  expect(plain(shell.output.slice(shell.marks[since - 1]?.to))).toContain('20001\n');
});

test('dash marks an unclosed quote as continuing', async () => {
  await using shell = await ShellOnTest.ready('dash');
  const since = shell.marks.length;
  shell.submit('echo "a');
  await shell.mark('K', since);
  await shell.interrupt(since);
});

test("the user's own ENV file is read and inherited, the nonce is not", async () => {
  await using shell = await ShellOnTest.ready('dash', {
    home: {rc: 'own=yes; PS1="mine> "'},
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    env: {ENV: '${HOME}/rc'},
  });
  await shell.run('echo $own; export PS1; env');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
  expect(shell.output).toContain('ENV=${HOME}/rc');
  expect(plain(shell.output)).toContain('yes\n');
  expect(plain(shell.output)).toContain('mine> ');
  expect(plain(shell.output)).not.toContain('n0nce');
});
