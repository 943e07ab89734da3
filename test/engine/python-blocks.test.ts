import {expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

const waits = (kind: string) => ({state: 'awaiting_input', waiting_for: {kind}});

test('an empty line at the end of a block is given to Python, and ends the block', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('python3 -q');
  expect(await terminal.run('def f():\n  return 5\n\n')).toMatchObject({...waits('repl'), output: ''});
  expect(await terminal.run('f()')).toMatchObject({...waits('repl'), output: '5'});
  expect(await terminal.run('for i in range(2):\n  print(i)\n\n')).toMatchObject({...waits('repl'), output: '0\n1'});
  expect(await terminal.run('for i in range(2): print(i)\n\n')).toMatchObject({...waits('repl'), output: '0\n1'});
});

test.each(['', '\n'])('a block for Python that ends by %j goes on, and gets no other line behind it', async end => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('python3 -q');
  await terminal.run('0');
  expect(await terminal.run(`def f():\n  return 5${end}`)).toMatchObject(waits('repl'));
  await expect(terminal.run('f()')).rejects.toMatchObject({code: 'session_busy'});
  await terminal.call('send_text', {text: '', submit: true});
  expect(await terminal.run('f()')).toMatchObject({...waits('repl'), output: '5'});
});

test('empty lines behind several lines for a shell without marks, or for Python’s debugger, are not given', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('dash');
  expect(await terminal.run('echo 1\necho 2\n\n\n')).toMatchObject({output: expect.stringMatching(/2$/)});
  await terminal.run('echo pass >x.py; python3 -m pdb x.py');
  expect(await terminal.run('p 41\np 42\n\n')).toMatchObject({
    output: expect.not.stringMatching(/42[\s\S]*42[\s\S]*42/),
  });
});
