/** Several lines in one call, each a command of its own: the result is never that of an earlier one. */
import {describe, expect, test} from 'vitest';
import {Gate} from '../conformance/gate.ts';
import {fullShells, posixShells, TestTerminal, type Value} from '../conformance/test-terminal.ts';

const ways = [
  ['text', (...lines: string[]) => ({tool: 'send_text', args: {text: lines.join('\n'), paste: false, submit: true}})],
  [
    'keys',
    (...lines: string[]) => ({tool: 'send_keys', args: {keys: lines.flatMap(line => [`text:${line}`, 'Enter'])}}),
  ],
] as const;

const first = 'echo one; sh -c "exit 3"';

describe.each(ways)('by %s', (_, by) => {
  /** Sends a first line and one that runs until the test lets it end. */
  async function sendBoth(terminal: TestTerminal): Promise<Value> {
    await terminal.run('true');
    using up = new Gate(terminal, 'up');
    using gate = new Gate(terminal);
    const {tool, args} = by(first, `echo >${up.path}; ${gate.wait}; echo two; sh -c "exit 4"`);
    const answer = terminal.call(tool, {...args, timeout: 40});
    await up.line();
    const isAnswered = answer.then(() => 'answered');
    // The first is over since the second runs.
    expect(await Promise.race([isAnswered, terminal.call('read_output', {}).then(() => 'not')])).toBe('not');
    gate.open();
    return await answer;
  }

  test.each(fullShells)('%s tells of both lines, and how the last one ended', async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    expect(await sendBoth(terminal)).toMatchObject({state: 'completed', exit_code: 4, via: 'mark', output: 'one\ntwo'});
  });

  test.each(posixShells)('%s tells that all were read, and of no exit code', async posix => {
    await using terminal = await TestTerminal.open('pty', 'dash', {posix});
    const both = await sendBoth(terminal);
    expect(both).toMatchObject({state: 'ready', exit_code: null, hint: expect.stringContaining('exit code 3')});
    expect(both.output).toMatch(/^one$(?:.|\n)*two$/m);
    expect(await terminal.run('(exit 5)')).toMatchObject({state: 'completed', exit_code: 5});
  });

  test.each(['zsh', 'fish', ...posixShells] as const)('%s whose second line asks is not over', async name => {
    const posix = posixShells.find(each => each === name);
    await using terminal = await TestTerminal.open('pty', posix ? 'dash' : (name as 'zsh'), posix ? {posix} : {});
    await terminal.run('true');
    const {tool, args} = by(first, 'read y; echo got $y');
    const asks = await terminal.call(tool, {...args, timeout: 5});
    expect(asks).toMatchObject({state: expect.stringMatching(/^(?:running|awaiting_input)$/), exit_code: null});
  });

  test.each([...fullShells, ...posixShells])('%s: an empty line behind one is no command', async name => {
    const posix = posixShells.find(each => each === name);
    await using terminal = await TestTerminal.open('pty', posix ? 'dash' : (name as 'zsh'), posix ? {posix} : {});
    await terminal.run('true');
    const {tool, args} = by(first, '');
    expect(await terminal.call(tool, {...args, timeout: 40})).toMatchObject({state: 'completed', exit_code: 3});
  });
});
