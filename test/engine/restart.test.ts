/** A server that is replaced knows what the one before knew: everything is in the log. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {Gate} from '../conformance/gate.ts';
import {fullShells, TestTerminal} from '../conformance/test-terminal.ts';

test('a question asked before the server was replaced is a question after it', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const {command_id, state} = await first.run('read -p "Continue? [y/N] " answer');
  expect(state).toBe('awaiting_input');
  await using second = await replaced(first);
  const asked = await second.call('read_output', {command_id, wait_ms: 40_000});
  expect(asked).toMatchObject({state: 'awaiting_input', exit_code: null});
  await second.call('send_text', {text: 'y', submit: true});
  const ended = await second.call('read_output', {command_id, wait_ms: 40_000});
  expect(ended).toMatchObject({state: 'completed', exit_code: 0});
});

test('answers given inside a program stay what they were when the server is replaced', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const {command_id: outer} = await first.run('sh');
  const inner = await first.run('echo inside');
  expect(inner).toMatchObject({state: 'completed', via: 'foreground', exit_code: null, output: 'inside'});
  await using second = await replaced(first);
  expect(await second.run('echo more')).toMatchObject({state: 'completed', via: 'foreground', output: 'more'});
  await second.run('exit 5');
  const {command_id} = inner;
  const again = await second.call('read_output', {command_id});
  expect(again).toMatchObject({state: 'completed', exit_code: null, text: expect.stringMatching(/^inside/)});
  expect(await second.call('read_output', {command_id: outer})).toMatchObject({state: 'completed', exit_code: 5});
});

describe.each<[program: string, line: (wait: string) => string, prompt: RegExp]>([
  ['bash --norc', wait => `${wait}; echo o''ver`, /[$#] /],
  ['zsh -f', wait => `${wait}; echo o''ver`, /[%#] /],
  ['dash', wait => `${wait}; echo o''ver`, /[$#] /],
  ['python3 -q', wait => `import os; os.system('${wait}'); print('o' 'ver')`, />>> /],
  ['sqlite3', wait => `.shell ${wait}; echo o''ver`, /sqlite> /],
])('a line of %s that runs when the server ends', (program, line, prompt) => {
  test('is over for the next server, when it ended while there was none', async () => {
    const {first, gate, command_id} = await begun();
    await first.engine[Symbol.asyncDispose]();
    gate.open();
    const behind = () => logged(first).split('over\r\n').at(1) ?? '';
    await expect.poll(behind, {timeout: 40_000}).toMatch(prompt);
    await using second = await first.adoptedByNext();
    await expectOver(second, command_id);
  });

  test('is over for the next server, when it ends later', async () => {
    const {first, gate, command_id} = await begun();
    await first.engine[Symbol.asyncDispose]();
    await using second = await first.adoptedByNext();
    expect(await second.call('read_output', {command_id})).toMatchObject({state: 'running'});
    gate.open();
    await expectOver(second, command_id);
  });

  async function begun() {
    const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
    await first.run(program);
    const gate = new Gate(first);
    onTestFinished(() => gate.close());
    const {command_id} = await first.run(line(gate.wait), {wait_for_completion: false});
    // Its Enter has arrived.
    await first.until(({tracker}) => tracker.lines > (tracker.openNestedLine?.submittedLines ?? Infinity));
    return {first, gate, command_id};
  }

  async function expectOver(terminal: TestTerminal, command_id: unknown): Promise<void> {
    await terminal.call('read_output', {command_id, wait_ms: 40_000});
    const over = await terminal.call('read_output', {command_id});
    expect(over).toMatchObject({state: 'completed', text: expect.stringContaining('over')});
  }
});

test.each([
  ['bash --norc --noprofile -i', 'read -e x'],
  ['zsh -f', 'vared -c x'],
])('a line typed at %s that reads by the line editor (%s) takes no command of the next server', async (inner, line) => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.run(inner);
  await first.run('true');
  await first.call('send_text', {text: line, submit: true, timeout: 2});
  await expect(first.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
  await using second = await replaced(first);
  await expect(second.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
  await second.call('send_control', {character: 'C'});
  expect(await second.run('ls')).toMatchObject({state: 'completed', output: ''});
});

test.each(fullShells)('an unfinished line of %s that is typed on stays one for the next servers', async shell => {
  const first = await TestTerminal.open('pty', shell, {outlivesEngine: true});
  const {command_id, state} = await first.run("echo 'abc");
  expect(state).toBe('awaiting_input');
  await first.call('send_keys', {keys: ['text:def'], wait_for: 'def'});
  const second = await replaced(first);
  await expect(second.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
  expect(await second.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({state: 'awaiting_input'});
  await using third = await replaced(second);
  expect(await third.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({state: 'awaiting_input'});
  const ended = await third.call('send_text', {text: "'; sh -c 'exit 4'", paste: false, submit: true});
  expect(ended).toMatchObject({command_id, state: 'completed', via: 'mark', exit_code: 4});
});

test('a half-typed line that was put aside comes back, though the server was replaced in between', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.run('true');
  await first.call('send_keys', {keys: ['text:echo ha']});
  using gate = new Gate(first);
  const {command_id} = await first.run(`sh -c 'echo go; ${gate.wait}'`, {until: '^go$'});
  await using second = await replaced(first);
  gate.open();
  await second.call('read_output', {command_id, wait_ms: 40_000});
  const {text} = await second.call('send_keys', {keys: ['text:lf'], wait_for: 'echo half'});
  expect(text).toContain('echo half');
});

test('a session keeps the name it was given when the server is replaced', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.call('manage_session', {action: 'rename', name: 'build'});
  await using second = await replaced(first);
  const {sessions} = await second.call('manage_session', {action: 'list'});
  expect(sessions).toMatchObject([{session_id: second.sessionId, name: 'build'}]);
});

test('a full-screen program that was killed between two servers is undone by the second', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const screen = `printf '\\033[?1049h'; echo $$ >pid; stty raw -echo; exec head -c1`;
  const {command_id, state} = await first.run(`sh -c "${screen.replaceAll('$', '\\$')}"`);
  expect(state).toBe('tui');
  await first.engine[Symbol.asyncDispose]();
  first.processIn('pid').signal('SIGKILL');
  await using second = await first.adoptedByNext();
  expect(await second.call('read_output', {command_id, wait_ms: 40_000})).toMatchObject({exit_code: 137});
  await second.until(({tracker}) => tracker.mode('alternateScreen') === 0);
  expect(await second.call('read_screen', {})).toMatchObject({alternate_screen: false});
});

test.each<[string, (text: string) => number]>([
  ['in the middle of an output', text => text.search(/\d\r\n\d{3}\r\n\d/)],
  ['where it began', text => text.lastIndexOf(']133;C')],
])(
  'a session whose newest log is damaged %s is at its prompt for the next server, and the loss is told',
  async (_, find) => {
    const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
    await first.run('true');
    const {command_id} = await first.run('seq 1000');
    await first.engine[Symbol.asyncDispose]();
    const log = join(first.cottyHome, 'sessions', first.sessionId, 'log', '000000000001.segment');
    const bytes = readFileSync(log);
    const at = find(bytes.toString('latin1'));
    writeFileSync(log, Buffer.concat([bytes.subarray(0, at), Buffer.from('damage'), bytes.subarray(at + 6)]));
    await using second = await first.adoptedByNext();
    const {state, exit_code, missed_bytes} = await second.call('read_output', {command_id});
    expect({state, exit_code}).toEqual({state: 'lost', exit_code: null});
    expect(missed_bytes).toBeGreaterThan(0);
    expect(await second.outcome('echo after')).toEqual({
      output: 'after',
      exit_code: 0,
      state: 'completed',
      via: 'mark',
    });
  },
);

test.each<[shell: 'bash' | 'zsh', file: string, hook: string]>([
  ['zsh', '.zshrc', "precmd() { print -n 'once more? '; read again }\n"],
  ['zsh', '.zshrc', 'precmd() { print; read again }\n'],
  ['bash', '.bashrc', "PROMPT_COMMAND='echo; read again'\n"],
])('a hook of %s that reads in front of the prompt is no prompt to the next server (%#)', async (shell, file, hook) => {
  const first = await TestTerminal.open('pty', shell, {outlivesEngine: true, home: {[file]: hook}});
  await readsInHook(first);
  await using second = await replaced(first);
  for (const expected of [0, 3]) {
    await readsInHook(second);
    expect(second.session.tracker.phase).toBe('preparing');
    await second.call('send_keys', {keys: ['Enter']});
    await second.until(({tracker}) => tracker.phase === 'prompt');
    expect(await second.run(`(exit ${expected})`)).toMatchObject({via: 'mark', exit_code: expected});
  }
});

/** The shell reads for something that it runs before its prompt. */
async function readsInHook({session}: TestTerminal): Promise<void> {
  const claims = ['blockedOnRead', 'awaiting'];
  const claim = async () => ({claim: (await session.look()).claim.type, phase: session.tracker.phase});
  await expect
    .poll(claim, {timeout: 40_000})
    .toEqual({claim: expect.toSatisfy(type => claims.includes(type)), phase: 'preparing'});
}

test('a session that ended between two servers is told from one that never was', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.session.close();
  await first.engine[Symbol.asyncDispose]();
  await using second = await first.adoptedByNext();
  await expect(second.run('true')).rejects.toMatchObject({code: 'session_closed'});
  await expect(second.call('run_command', {command: 'true', session_id: 'pty:never'})).rejects.toMatchObject({
    code: 'unknown_session',
  });
});

test('a question that stands behind a flood is seen', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  const flood = "yes 'a line of the flood that nobody needs to read at all' | head -n 100000";
  const asked = await terminal.run(`${flood}; read -p "Continue? [y/N] " answer`);
  expect(asked).toMatchObject({
    state: 'awaiting_input',
    timed_out: false,
    waiting_for: {kind: 'prompt', tail: 'Continue? [y/N]'},
  });
});

async function replaced(first: TestTerminal): Promise<TestTerminal> {
  await first.engine[Symbol.asyncDispose]();
  return first.adoptedByNext();
}

/** The files of a session's log, as they stand on the disk. */
function logged({cottyHome, sessionId}: TestTerminal): string {
  const folder = join(cottyHome, 'sessions', sessionId, 'log');
  return readdirSync(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('');
}
