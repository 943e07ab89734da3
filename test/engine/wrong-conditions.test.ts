/**
 * bash 5.2 as Debian builds it throws away the line behind a wrong condition that the end of its line has ended. Elsewhere these lines run
 * as they are.
 */
import {expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/index.ts';
import {
  completed,
  stillHere,
  TestTerminal,
  type TestTerminalOptions,
  type Value,
} from '../conformance/test-terminal.ts';

const WRONG = ['[[ a', '[[ ( a', '[[ -f', '[[ a b', 'if [[ a b ]]; then'] as const;
const ENDED_BY_ITS_LINE = ['[[ a', '[[ ( a', '[[ -f'] as const;

/** An agent's Enter is let through when the shell has told what stands on the line. */
const judge: WriteJudge = {judges: ({type}) => type === 'agent', decide: () => Promise.resolve()};
const open = (options: TestTerminalOptions = {}): Promise<TestTerminal> =>
  TestTerminal.open('pty', 'bash', {...options, judge});
const type = (terminal: TestTerminal, text: string): Promise<Value> => terminal.call('send_text', {text, submit: true});

/** A line of its own runs once, and has its own verdict; so has the next. */
async function runs(terminal: TestTerminal): Promise<void> {
  for (const [said, status] of [
    ['one', 7],
    ['two', 9],
  ] as const)
    expect(await type(terminal, `echo ${said}; (exit ${status})`)).toMatchObject({
      state: 'completed',
      exit_code: status,
      output: said,
    });
}

test.each(ENDED_BY_ITS_LINE)('a line that is typed behind one typed %j runs', async wrong => {
  await using terminal = await open();
  await type(terminal, wrong);
  await runs(terminal);
  expect(await terminal.proof()).toEqual(stillHere);
});

test.each(WRONG.flatMap(first => ENDED_BY_ITS_LINE.map(second => [first, second] as const)))(
  'a line that is typed behind %j and %j, both typed, runs',
  async (first, second) => {
    await using terminal = await open();
    // The parser of a shell that has read some says other things of the next.
    await terminal.run('[[ a');
    await type(terminal, first);
    await type(terminal, second);
    await runs(terminal);
  },
);

test('a line that is typed behind a wrong condition that was given and one that was typed runs', async () => {
  await using terminal = await open();
  for (const _ of [1, 2]) {
    await terminal.run('[[ a b');
    await type(terminal, '[[ a');
    await runs(terminal);
  }
});

test.each([
  ['a document', 'cat <<E\nhello\nE', 'hello'],
  ['lines of their own', 'echo one\necho two', 'one\ntwo'],
  ['a loop', 'for i in 1 2; do\necho $i\ndone', '1\n2'],
])('of %s that is typed behind a wrong condition each line is read', async (_, text, output) => {
  await using terminal = await open();
  await type(terminal, '[[ a');
  expect(await type(terminal, text)).toMatchObject({state: 'completed', exit_code: 0, output});
  await runs(terminal);
});

test.each([
  ['echo $((1+', '2))', '3'],
  ['echo "half', 'whole"', 'half\nwhole'],
  ['if true', 'then echo yes; fi', 'yes'],
])('%j behind a wrong condition goes on with what is typed next', async (begin, end, output) => {
  await using terminal = await open();
  await type(terminal, '[[ a');
  await terminal.call('send_text', {text: begin, submit: true, timeout: 0});
  expect(await type(terminal, end)).toMatchObject({state: 'completed', exit_code: 0, output});
  await runs(terminal);
});

test('lines that are typed one by one by one text run also behind wrong conditions among them', async () => {
  await using terminal = await open();
  const text = 'seen=\n[[ a\nseen+=1\n[[ ( b\nseen+=2\necho "[$seen]"; (exit 4)';
  expect(await terminal.call('send_text', {text, submit: true, paste: false})).toMatchObject({
    state: 'completed',
    exit_code: 4,
    output: expect.stringMatching(/\[12\]$/),
  });
  await runs(terminal);
});

test('half a line is entered whole behind a wrong condition', async () => {
  await using terminal = await open();
  await type(terminal, '[[ a');
  await terminal.call('send_text', {text: 'echo half; (exit 5)'});
  expect(await terminal.call('send_keys', {keys: ['Left', 'Enter']})).toMatchObject({
    state: 'completed',
    exit_code: 5,
    output: 'half',
  });
});

test.each(['set -o vi', 'set -x', 'set -eu; set +e', 'set -a', 'set +o history', 'readonly PS1'])(
  'a line that is typed behind wrong conditions runs after %s',
  async line => {
    await using terminal = await open({home: {'.bashrc': `${line}\n`}});
    for (const wrong of ['[[ a', '[[ -f', '[[ a']) await type(terminal, wrong);
    expect(await type(terminal, '(exit 7)')).toMatchObject({state: 'completed', exit_code: 7});
  },
);

test('a line that is typed behind wrong conditions runs where nothing in a prompt is expanded', async () => {
  await using terminal = await open({home: {'.bashrc': 'shopt -u promptvars\n'}});
  for (const wrong of ['[[ a', '[[ ( a', '[[ -f', '[[ a']) {
    await type(terminal, wrong);
    await type(terminal, 'ran+=x');
  }
  expect(await terminal.outcome('echo $ran')).toEqual(completed('xxxx'));
});

test('in a nested bash with marks a line behind wrong conditions runs, typed or given', async () => {
  await using terminal = await open();
  await type(terminal, 'bash --norc');
  await terminal.call('manage_session', {action: 'integrate'});
  for (const wrong of ['[[ a', '[[ -f', '[[ a']) await type(terminal, wrong);
  await runs(terminal);
  await type(terminal, '[[ a');
  await type(terminal, '[[ a');
  await runs(terminal);
  expect(await terminal.outcome('(exit 3)')).toEqual(completed('', 3));
});
