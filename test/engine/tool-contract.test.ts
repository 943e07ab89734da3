import {describe, expect, test} from 'vitest';
import {servicesOf} from '../../src/engine/index.ts';
import {findTool, type Progress, selectTools, type ToolOutcome} from '../../src/tools/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

describe('a caller without a session', () => {
  test.for<[string, Record<string, unknown>]>([
    ['run_command', {command: 'true'}],
    ['read_output', {}],
    ['read_screen', {}],
    ['screenshot', {}],
    ['wait_for_stable_output', {quiet_ms: 0}],
    ['get_context', {}],
    ['send_text', {text: 'x'}],
    ['send_keys', {keys: ['x']}],
    ['send_control', {character: 'L'}],
    ['watch_output', {pattern: 'x', timeout: 0}],
    ['watch_output', {pattern: 'x', background: true}],
  ])('is told by %s that one was opened', async ([tool, input]) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const {value, presentation} = await callAs(terminal, 'newcomer', tool, input);
    expect(value).toMatchObject({session_created: true});
    expect(value['session_id']).not.toBe(terminal.sessionId);
    expect(presentation.facts).toMatchObject({session_created: true});
    const again = await callAs(terminal, 'newcomer', tool, input);
    expect(again.value['session_id']).toBe(value['session_id']);
    expect(again.value).not.toHaveProperty('session_created');
  });
});

test.for<[string, Record<string, unknown>, string]>([
  ['run_command', {command: 'true', until: '('}, 'until'],
  ['read_output', {grep: '('}, 'grep'],
  ['watch_output', {pattern: '('}, 'pattern'],
  ['watch_output', {pattern: 'x', stop_pattern: '('}, 'stop_pattern'],
  ['send_keys', {keys: ['a'], wait_for: '('}, 'wait_for'],
])('%s with %j names the argument whose pattern cannot be used', async ([tool, input, argument]) => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await expect(terminal.call(tool, input)).rejects.toMatchObject({
    code: 'invalid_pattern',
    message: expect.stringContaining(`The ${argument}`),
  });
});

test('a reader who takes a megabyte gets it, and of more both ends', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const lines = (from: number, to: number) => Array.from({length: to - from + 1}, (_, i) => `${from + i}`).join('\n');
  const whole = await terminal.run('seq 1 100000', {max_output_bytes: 1_000_000});
  expect(whole).toMatchObject({omitted: null, output: lines(1, 100_000)});
  const {output, omitted} = await terminal.run('seq 1 300000', {max_output_bytes: 1_000_000});
  expect(String(output).length).toBeGreaterThan(990_000);
  expect(String(output).startsWith(lines(1, 80_000))).toBe(true);
  expect(String(output).endsWith(lines(240_000, 300_000))).toBe(true);
  expect(omitted).toMatchObject({lines: 300_000 - String(output).split('\n').length + 1});
});

test('what follows the stop pattern, if only by a line, is no match', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const watched = terminal.call('watch_output', {pattern: '^hit', stop_pattern: '^stop', timeout: 40});
  await terminal.run("printf 'stop\\nhit\\n'");
  expect(await watched).toMatchObject({matched: false, stopped: true, lines: [], match_count: 0});
});

test('a profile that built-in terminals do not have is refused, not passed over', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const create = (profile: string) => terminal.call('manage_session', {action: 'create', profile});
  await expect(create('work')).rejects.toMatchObject({code: 'invalid_argument', hint: expect.stringMatching(/shell/)});
  expect(await create('Default')).toMatchObject({session_id: expect.stringMatching(/^pty:/)});
});

test('a name that two sessions have is no way to mean one of them', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const twins = await Promise.all([1, 2].map(() => terminal.call('manage_session', {action: 'create', name: 'twin'})));
  const failure = terminal.call('run_command', {command: 'true', session_id: 'twin'});
  await expect(failure).rejects.toMatchObject({code: 'unknown_session', message: '"twin" could mean 2 sessions.'});
  for (const {session_id} of twins)
    await expect(failure).rejects.toMatchObject({hint: expect.stringContaining(String(session_id))});
});

test('what is typed right after Ctrl+C at a prompt arrives whole, and nothing of the old line with it', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  for (let i = 0; i < 10; i++) {
    await terminal.call('send_text', {text: 'old'});
    await terminal.call('send_control', {character: 'C'});
    const seen = terminal.call('watch_output', {pattern: '^new|not found', timeout: 40});
    await terminal.call('send_keys', {keys: [`text:echo new${i}`, 'Enter']});
    expect(await seen).toMatchObject({lines: [`new${i}`]});
  }
});

test('wait_for is looked for line by line', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  const keys = ['text:printf "one\\ntwo\\n"', 'Enter'];
  expect(await terminal.call('send_keys', {keys, wait_for: '^two$'})).toMatchObject({matched: true});
});

test('sent_bytes counts the text and Enter, not the marks of a paste', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await terminal.run('true');
  expect(await terminal.call('send_text', {text: ': é', submit: false})).toMatchObject({sent_bytes: 4});
  expect(await terminal.call('send_text', {text: ' x', submit: true})).toMatchObject({sent_bytes: 3});
});

test('pages of an output, one behind the other, are the output', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {command_id} = await terminal.run("seq 1 3000; printf '\\n\\n'; seq 3001 5000", {max_output_bytes: 60});
  let text = '';
  for (let cursor = 0, next = -1; ; cursor = next) {
    const page = await terminal.call('read_output', {command_id, cursor, max_output_bytes: 1000});
    text += page['text'];
    next = Number(page['next_cursor']);
    if (next === cursor) break;
  }
  const seq = (from: number, to: number) => Array.from({length: to - from + 1}, (_, i) => `${from + i}\n`).join('');
  expect(`${text}\n`).toBe(`${seq(1, 3000)}\n\n${seq(3001, 5000)}`);
});

test('what a command waits for is told again without waiting, and no longer once it was given', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {command_id, state} = await terminal.run('read -p "name? " x; echo given; sleep 300');
  expect(state).toBe('awaiting_input');
  expect(await terminal.call('read_output', {command_id})).toMatchObject({state: 'awaiting_input', exit_code: null});
  const answered = terminal.call('watch_output', {pattern: '^given', timeout: 40});
  await terminal.call('send_text', {text: 'me', submit: true});
  await answered;
  expect(await terminal.call('read_output', {command_id})).toMatchObject({state: 'running', exit_code: null});
});

test('a long output read whole says what was left out', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {command_id, omitted} = await terminal.run('seq 1 1000', {max_output_bytes: 20});
  expect(await terminal.call('read_output', {command_id, max_output_bytes: 20})).toMatchObject({omitted});
  expect(await terminal.call('read_output', {command_id})).not.toHaveProperty('omitted');
});

test('however small the budget, the reply says how much it left out', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {output, omitted, output_lines} = await terminal.run('seq 1 1000', {max_output_bytes: 20});
  expect(output).toMatch(/^1\n2\n[\s\S]*omitted[\s\S]*\n1000$/);
  expect({omitted, output_lines}).toMatchObject({omitted: {lines: 993}, output_lines: 1000});
});

test('the environment is told with everything masked that looks secret, and the key of shell events', async () => {
  const env = {
    API_TOKEN: 's3cret',
    DB_PASSWORD: 's3cret',
    SIGNING_KEY: 's3cret',
    URL: 'db://me:s3cret@host/',
    PLAIN: 'seen',
  };
  await using terminal = await TestTerminal.open('pty', 'bash', {env});
  const {environment} = await terminal.call('get_context', {});
  expect(environment).toMatchObject({API_TOKEN: '***', SIGNING_KEY: '***', COTTY_EVENT_KEY: '***', PLAIN: 'seen'});
  expect(JSON.stringify(environment)).not.toContain('s3cret');
});

test('a custom event carries event and data beside what every event has', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {next: after} = await terminal.call('wait_for_events', {timeout: 0});
  await terminal.run(`printf '\\033]1337;Custom=id=%s:%s\\a' "$COTTY_EVENT_KEY" 'deploy_done:success: all'`);
  const {events} = await terminal.call('wait_for_events', {after, kinds: ['custom'], timeout: 40});
  const facts = {cursor: expect.any(Number), session_id: terminal.sessionId, at_ms: expect.any(Number)};
  expect(events).toEqual([{kind: 'custom', event: 'deploy_done', data: 'success: all', ...facts}]);
});

test('every wait tells a caller who asked, long before it is over, that it still waits', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  const {command_id} = await terminal.run('echo working; sleep 300', {until: '^working$'});
  const session_id = terminal.sessionId;
  const told = (tool: string, input: Record<string, unknown>) =>
    new Promise<Progress>(onProgress => {
      callAs(terminal, 'patient', tool, input, onProgress).catch(() => undefined);
    });
  // All of these wait for longer than the test may last.
  const progress = await Promise.all([
    told('read_output', {command_id, wait_ms: 600_000}),
    told('read_output', {session_id, wait_ms: 600_000}),
    told('watch_output', {session_id, pattern: 'never'}),
    told('wait_for_events', {session_id}),
  ]);
  expect(progress.map(({message}) => message)).toEqual(['working', 'working', 'working', 'waiting']);
});

function callAs(
  terminal: TestTerminal,
  name: string,
  tool: string,
  input: Record<string, unknown>,
  onProgress?: (progress: Progress) => void,
): Promise<ToolOutcome> {
  const caller = terminal.engine.caller(name, {type: 'agent', name});
  const signal = new AbortController().signal;
  return findTool(selectTools(['terminal']), tool).call(input, {
    services: servicesOf(terminal.engine),
    caller,
    signal,
    onProgress,
  });
}
