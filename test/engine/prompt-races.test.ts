import {expect, test} from 'vitest';
import {completed, Stand} from '../conformance/bench.ts';

test.each(['bash', 'zsh', 'fish'] as const)(
  'a %s that starts slowly takes no time from its first command',
  async shell => {
    const slow = {'.bashrc': 'sleep 1', '.zshrc': 'sleep 1', '.config/fish/config.fish': 'sleep 1'};
    await using stand = await Stand.open({shell, home: slow});
    expect(await stand.outcome('echo first', {timeout: 0.5})).toEqual(completed('first'));
    expect(await stand.run('sleep 2', {timeout: 0.1})).toMatchObject({state: 'running', timed_out: true});
  },
);

test.each(['bash', 'zsh', 'fish'] as const)(
  'in %s a line that runs nothing is no background job that prints',
  async shell => {
    await using stand = await Stand.open({shell});
    await stand.run('true');
    for (const line of ['', '# a comment', 'echo "x" # and one behind']) {
      await stand.run(line);
      expect(await stand.run('echo clean')).not.toHaveProperty('mixed_output');
    }
  },
);

test('an Enter that the shell took for text does not hold up the next command', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  await stand.call('send_keys', {keys: ['text:echo half', 'C-v', 'Enter']});
  expect(await stand.outcome('echo whole')).toEqual(completed('whole'));
});
