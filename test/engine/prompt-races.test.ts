import {expect, test} from 'vitest';
import {completed, Stand} from '../conformance/bench.ts';

test('an Enter that the shell took for text does not hold up the next command', async () => {
  await using stand = await Stand.open({shell: 'bash'});
  await stand.run('true');
  await stand.call('send_keys', {keys: ['text:echo half', 'C-v', 'Enter']});
  expect(await stand.outcome('echo whole')).toEqual(completed('whole'));
});
