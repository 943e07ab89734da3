import {expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {completed, fullShells, type ShellName, Stand} from '../conformance/bench.ts';

const slowPrompts: Partial<Record<ShellName, readonly [file: string, text: string]>> = {
  bash: ['.bashrc', 'PROMPT_COMMAND="sleep 0.5"'],
  zsh: ['.zshrc', 'precmd() { sleep 0.5 }'],
  fish: ['.config/fish/config.fish', "function fish_prompt; sleep 0.5; echo '> '; end"],
};

test.each(['bash', 'zsh', 'fish'] as const)(
  'in %s Ctrl+C ends a command that was begun this very moment',
  async shell => {
    await using stand = await Stand.open({shell});
    await stand.run('true');
    for (let i = 0; i < 15; i++) {
      const {command_id} = await stand.run('sleep 300', {wait_for_completion: false});
      if (i % 2) await stand.call('send_control', {character: 'C'});
      else await stand.call('send_keys', {keys: ['C-c']});
      expect(await stand.call('read_output', {command_id, wait_ms: 10_000})).toMatchObject({
        state: 'interrupted',
        exit_code: 130,
      });
    }
  },
);

test.each<[string, string, Record<string, unknown>]>([
  ['Ctrl+C', 'cat', {character: 'C'}],
  ['Ctrl+D', 'cat', {character: 'D'}],
  ['an answer', 'read -p "go? " x', {text: 'yes', submit: true}],
])('the next command after %s that ends a program is not typed into that program', async (_, command, ending) => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  for (let i = 0; i < 15; i++) {
    expect((await stand.run(command, {timeout: 0.2}))['completed']).toBe(false);
    await stand.call('character' in ending ? 'send_control' : 'send_text', ending);
    if ('character' in ending && i % 3 === 0) await stand.call('send_keys', {keys: ['text:echo typed', 'Enter']});
    expect(await stand.outcome(`echo next${i}`)).toEqual(completed(`next${i}`));
  }
});

test('an Enter that the shell took for text does not hold up the next command', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  await stand.call('send_keys', {keys: ['text:echo half', 'C-v', 'Enter']});
  expect(await stand.outcome('echo whole')).toEqual(completed('whole'));
});

test.each(Object.entries(slowPrompts))(
  'in %s a paste of several lines that comes before the prompt waits for it, and runs nothing',
  async (shell, [file, text]) => {
    await using stand = await Stand.open({shell: shell as ShellName, home: {[file]: text}});
    await stand.run('true');
    await stand.call('send_text', {text: 'echo >ran\necho >ran\n'});
    await stand.call('send_control', {character: 'C'});
    expect(await stand.outcome('test -e ran')).toEqual(completed('', 1));
  },
);

test('half lines that two agents send at the same moment are not merged', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  const claude = {actor: {type: 'agent', name: 'claude'} satisfies Actor};
  const codex = {actor: {type: 'agent', name: 'codex'} satisfies Actor};
  const first = stand.call('send_text', {text: 'echo from claude'}, claude);
  const second = stand.call('send_text', {text: 'echo from codex'}, codex);
  await first;
  await stand.call('send_keys', {keys: ['Enter']}, claude);
  await second;
  await stand.call('send_keys', {keys: ['Enter']}, codex);
  await stand.until(({tracker}) => tracker.recentCommands(3).filter(record => record.phase === 'ended').length === 3);
  expect(await stand.call('read_output', {grep: '^from '})).toMatchObject({text: 'from claude\nfrom codex'});
});

test('a request that is sent again while it waits for its turn runs once', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  const {engine, caller, sessionId} = stand;
  const run = findTool(selectTools(['terminal']), 'run_command');
  const {signal} = new AbortController();
  const send = () =>
    run.call(
      {command: 'echo once >>runs; cat runs', session_id: sessionId},
      {engine, caller, signal, requestId: 'request-1234'},
    );
  const busy = stand.run('sleep 0.5');
  const outcomes = await Promise.all([send(), send(), busy]);
  expect(outcomes.slice(0, 2)).toMatchObject([{value: {output: 'once'}}, {value: {output: 'once'}}]);
});

test.each(fullShells)('%s: lines typed ahead run first, and a command behind them has its own result', async shell => {
  await using stand = await Stand.open({shell});
  await stand.call('send_text', {text: 'true\n:\n\ntrue\n\n', paste: false, submit: true});
  expect(await stand.outcome('echo mine; false')).toEqual(completed('mine', 1));
  await stand.call('send_text', {text: 'true\n:\n\ntrue\n\n', paste: false, submit: true});
  expect(await stand.outcome('echo mine again')).toEqual(completed('mine again'));
});

test('no way of typing Ctrl+D ends the shell at an empty prompt', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  const ways: readonly (readonly [string, Record<string, unknown>])[] = [
    ['send_control', {character: 'D'}],
    ['send_keys', {keys: ['C-d']}],
    ['send_text', {text: '\x04', paste: false}],
  ];
  for (const [tool, input] of ways) await expect(stand.call(tool, input)).rejects.toMatchObject({code: 'denied'});
  await stand.run('cat', {timeout: 0.2});
  await stand.call('send_keys', {keys: ['C-d']});
  await stand.until(session => session.tracker.phase === 'prompt');
  expect(await stand.outcome('echo alive')).toEqual(completed('alive'));
});
