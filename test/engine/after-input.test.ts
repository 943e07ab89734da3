/** What is typed is answered by what became of it. */
import {writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import type {WriteJudge} from '../../src/engine/index.ts';
import {Gate} from '../conformance/gate.ts';
import {program} from '../conformance/programs.ts';
import {fullShells, stillHere, TestTerminal, type Value} from '../conformance/test-terminal.ts';

/** As in a server: what an agent types is judged at each Enter, so a text and its Enter go one behind the other. */
const judge: WriteJudge = {judges: ({type}) => type === 'agent', decide: () => Promise.resolve()};

const send = (terminal: TestTerminal, text: string, more: Record<string, unknown> = {}): Promise<Value> =>
  terminal.call('send_text', {text, submit: true, ...more});

describe.each(fullShells)('in %s', shell => {
  test('a line that is typed at the prompt is a command with its exit code and its output alone', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    for (const code of [0, 3]) {
      const sent = await send(terminal, `echo said; (exit ${code})`.replace(/\(exit (\d)\)/, `sh -c 'exit $1'`), {
        timeout: 10,
      });
      expect(sent).toMatchObject({state: 'completed', via: 'mark', exit_code: code, output: 'said'});
      const again = await terminal.call('read_output', {command_id: sent['command_id']});
      expect(again).toMatchObject({text: 'said', exit_code: code});
    }
  });

  test('of several pasted lines the exit code of the last one, and the output of all', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    for (const [text, code] of [
      ['echo one; false\necho two', 0],
      ["echo one\necho two; sh -c 'exit 4'", 4],
    ] as const)
      expect(await send(terminal, text, {paste: true, timeout: 10})).toMatchObject({
        state: 'completed',
        exit_code: code,
        output: 'one\ntwo',
      });
    expect(await terminal.run('echo next')).toMatchObject({output: 'next', exit_code: 0});
  });

  test('in a session that has just been opened too', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    const {session_id} = await terminal.call('manage_session', {action: 'create', shell});
    const sent = await send(terminal, 'echo early', {session_id, timeout: 20});
    expect(sent).toMatchObject({state: 'completed', exit_code: 0, output: 'early'});
  });

  test('a line that a program has left to the shell is a command of its own, with its own exit code and output', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('mkfifo gate');
    for (const code of [0, 3]) {
      const busy = await terminal.run(`sh -c 'echo u""p; : <gate; exit 9'`, {until: '^up'});
      const typed = send(terminal, `echo mine; sh -c 'exit ${code}'`, {timeout: 40});
      await terminal.until(({gate}) => gate.isTypedInto);
      writeFileSync(terminal.file('gate'), '');
      const own = await typed;
      expect(own).toMatchObject({state: 'completed', via: 'mark', exit_code: code, output: 'mine'});
      expect(own['command_id']).not.toBe(busy['command_id']);
      const other = await terminal.call('read_output', {command_id: busy['command_id'], wait_ms: 40_000});
      expect(other).toMatchObject({state: 'completed', exit_code: 9});
    }
  });

  test('two agents that type: each is answered by its own line, also when the second line waits for the first to end', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    using gate = new Gate(terminal);
    for (const code of [4, 0]) {
      const first = send(terminal, `${gate.wait}; echo first; sh -c 'exit ${code}'`, {timeout: 40});
      await terminal.until(({tracker}) => tracker.phase === 'running');
      const second = terminal.call(
        'send_text',
        {text: "echo second; sh -c 'exit 6'", submit: true, timeout: 40},
        {actor: {type: 'agent', name: 'other'}},
      );
      await terminal.until(({gate: {typedLines, typedBefore}}) => typedLines >= typedBefore + 2);
      gate.open();
      const [one, two] = [await first, await second];
      expect(one).toMatchObject({state: 'completed', via: 'mark', exit_code: code});
      expect(two).toMatchObject({state: 'completed', via: 'mark', exit_code: 6, output: 'second'});
      expect(two['command_id']).not.toBe(one['command_id']);
      expect(await terminal.proof()).toEqual(stillHere);
    }
  });

  test('an answer with which a program ends, before a prompt that is slow: that it has ended, and that nobody knows yet who has read it', async () => {
    const slow = {
      bash: {'.bashrc': "PROMPT_COMMAND='[ ! -e slow ] || read -r _ <gate'"},
      zsh: {'.zshrc': 'precmd() { [[ ! -e slow ]] || read -r _ <gate }'},
      fish: {'.config/fish/config.fish': 'function fish_prompt; test ! -e slow; or read -l x <gate; echo "> "; end'},
    };
    await using terminal = await TestTerminal.open('pty', shell, {judge, home: slow[shell as keyof typeof slow]});
    await terminal.run('mkfifo gate');
    const {command_id} = await terminal.run(`sh -c 'touch slow; printf "one? "; read a; exit 7'`);
    const sent = await send(terminal, 'first', {timeout: 0.5});
    expect(sent).toMatchObject({state: 'running', exit_code: null, hint: expect.stringContaining(`${command_id}, at`)});
    writeFileSync(terminal.file('gate'), '\n');
    expect(await terminal.call('read_output', {command_id})).toMatchObject({state: 'completed', exit_code: 7});
  });

  test('while another agent gives command after command, each line is answered by what became of it', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    const actor = {type: 'agent', name: 'other'} as const;
    const given = Promise.all(
      Array.from({length: 20}, (_, i) => terminal.call('run_command', {command: `sh -c 'exit ${i + 10}'`}, {actor})),
    );
    for (let i = 0; i < 20; i++)
      expect(await send(terminal, `echo mine ${i}`, {timeout: 40})).toMatchObject({exit_code: 0, output: `mine ${i}`});
    const results = await given;
    expect(results.map(({exit_code}) => exit_code)).toEqual(results.map((_, i) => i + 10));
  });

  test('a line whose syntax is wrong: what the shell says of it', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (let i = 0; i < 2; i++) {
      const {output} = await send(terminal, 'echo hi)', {timeout: 10});
      expect(output).toMatch(/^(.*\n)?(bash: syntax error|zsh: parse error|fish: )/);
    }
    expect(await terminal.run('echo next')).toMatchObject({output: 'next', exit_code: 0});
  });

  test('an answer to a question: the end of the program that asked, or what it asks next', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    const ask = `sh -c 'printf "one? "; read a; printf "two? "; read b; echo "$a $b"; exit 7'`;
    const {command_id} = await terminal.run(ask);
    expect(await send(terminal, 'first', {timeout: 10})).toMatchObject({
      state: 'awaiting_input',
      command_id,
      exit_code: null,
      waiting_for: {tail: 'two?'},
      output: expect.stringMatching(/two\? ?$/),
    });
    const ended = await send(terminal, 'second', {timeout: 10});
    expect(ended).toMatchObject({state: 'completed', command_id, exit_code: 7});
    expect(String(ended['output']).split('\n').at(-1)).toBe('first second');
  });

  test('Ctrl+C at an empty prompt: as soon as the shell reads on, whether it says so or not', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (let i = 0; i < 3; i++)
      expect(await terminal.call('send_control', {character: 'C', timeout: 600})).toMatchObject({state: 'ready'});
    expect(await terminal.outcome('echo next')).toMatchObject({output: 'next', exit_code: 0});
  });

  test('Ctrl+C: the interrupted command', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    const {command_id} = await terminal.run('sleep 60', {timeout: 0.2});
    const sent = await terminal.call('send_control', {character: 'C', timeout: 10});
    expect(sent).toMatchObject({state: 'interrupted', command_id, exit_code: 130});
  });

  test('Ctrl+C: how to end what runs on', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('mkfifo gate');
    const {command_id} = await terminal.run(`sh -c 'trap "" INT; echo u""p; : <gate'`, {until: '^up'});
    const sent = await terminal.call('send_control', {character: 'C', timeout: 0.5});
    expect(sent).toMatchObject({state: 'running', command_id, hint: expect.stringContaining('escalate=true ends it')});
    writeFileSync(terminal.file('gate'), '');
    const over = await terminal.call('read_output', {command_id, wait_ms: 40_000});
    expect(over).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('keys in a full-screen program: its screen, and its exit code when it ends', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    const {command_id} = await terminal.run('seq 1 200 | less');
    const moved = await terminal.call('send_keys', {keys: ['text:150g'], timeout: 10});
    expect(moved).toMatchObject({state: 'tui', command_id, screen_hash: expect.any(String)});
    expect(moved['text']).toMatch(/^150$/m);
    const left = await terminal.call('send_keys', {keys: ['q'], timeout: 10});
    expect(left).toMatchObject({state: 'completed', command_id, exit_code: 0});
  });

  test('a half-typed line, and a line with nothing on it: no command has the terminal', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    const half = await terminal.call('send_text', {text: 'echo half'});
    expect(half).toMatchObject({state: 'ready', exit_code: null, output: expect.stringContaining('echo half')});
    expect(half).not.toHaveProperty('command_id');
    expect(await terminal.call('send_control', {character: 'C', timeout: 10})).toMatchObject({state: 'ready'});
    expect(await terminal.call('send_keys', {keys: ['Enter'], timeout: 10})).toMatchObject({state: 'ready'});
  });
});

test('a program that reads on without asking: what it printed, as soon as it reads again', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {judge});
  await terminal.run('cat', {timeout: 0.2});
  const sent = await send(terminal, 'line', {timeout: 60});
  expect(sent).toMatchObject({state: 'running', exit_code: null, output: 'line\nline'});
});

test('a REPL: what it printed, and that it asks for the next line', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {judge});
  await terminal.run('python3 -q');
  const sent = await send(terminal, '6 * 7', {timeout: 20});
  expect(sent).toMatchObject({state: 'awaiting_input', waiting_for: {tail: '>>>'}});
  expect(String(sent['output'])).toMatch(/^42$/m);
});

test('a secret: the end of who asked for it, and nothing of the secret', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {judge});
  const asked = await terminal.run(program('ask-starred.py', 'Password: '));
  expect(asked).toMatchObject({state: 'secret_wanted'});
  const sent = await send(terminal, 'open sesame', {timeout: 20});
  expect(sent).toMatchObject({state: 'completed', exit_code: 0, output: expect.stringContaining('granted')});
  expect(JSON.stringify(sent)).not.toContain('sesame');
});

test('a program that is at work: what it has printed when the time is up', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {judge});
  await terminal.run(`sh -c 'read a; echo begun; sleep 60'`, {timeout: 0.2});
  const sent = await send(terminal, 'go', {timeout: 0.5});
  expect(sent).toMatchObject({state: 'running', exit_code: null});
  expect(String(sent['output'])).toMatch(/begun$/);
  await terminal.call('send_control', {character: 'C'});
});

test('of much output the newest, and where the rest is', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash', {judge});
  await terminal.run(`sh -c 'read a; seq 1 20000'`, {timeout: 0.2});
  const sent = await send(terminal, 'go', {timeout: 20});
  expect(sent).toMatchObject({state: 'completed', exit_code: 0});
  expect(String(sent['output'])).toMatch(
    /^\[… omitted; read_output cursor=\d+ gives any part …\]\n\d+\n[\s\S]*\n20000$/,
  );
});

describe('of several lines that bash is typed together, and of which Ctrl+C ends one', () => {
  test('the next ones are told of as well, with the output and the exit code of the last', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash', {judge});
    const first = await send(terminal, 'sleep 600\necho behind\nfalse', {timeout: 0.2});
    const sent = await terminal.call('send_control', {character: 'C', timeout: 40});
    expect(sent).toMatchObject({
      state: 'completed',
      exit_code: 1,
      output: expect.stringContaining('behind'),
      hint: expect.stringContaining(`${first['command_id']} (exit code 130)`),
    });
    const ended = await terminal.call('read_output', {command_id: first['command_id']});
    expect(ended).toMatchObject({state: 'interrupted', exit_code: 130, text: '^C'});
    const next = await terminal.call('read_output', {command_id: ended['followed_by']});
    expect(next).toMatchObject({state: 'completed', exit_code: 0, text: 'behind'});
    const last = await terminal.call('read_output', {command_id: next['followed_by']});
    expect(last).toMatchObject({state: 'completed', exit_code: 1, command_id: sent['command_id']});
    expect(last).not.toHaveProperty('followed_by');
  });

  test('a next one that runs on is running', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash', {judge});
    using gate = new Gate(terminal);
    await send(terminal, `sleep 600\necho behind; ${gate.wait}; (exit 3)`, {timeout: 0.2});
    const {state, command_id} = await terminal.call('send_control', {character: 'C', timeout: 0.2});
    expect(state).toBe('running');
    gate.open();
    const ended = await terminal.call('read_output', {command_id, wait_ms: 40_000});
    expect(ended).toMatchObject({state: 'completed', exit_code: 3, text: 'behind'});
  });
});
