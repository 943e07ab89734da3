import {expect, test} from 'vitest';
import {completed, Stand} from '../conformance/bench.ts';

test.each([
  ['zsh', 'bindkey -d'],
  ['fish', 'bind --erase --all'],
] as const)('%s takes lines also after its key bindings were reset', async (shell, reset) => {
  await using stand = await Stand.open({shell});
  await stand.run(reset);
  expect(await stand.outcome('echo "hi!"')).toEqual(completed('hi!'));
});

test.each([
  ['zsh', 'zle -D __cotty_line'],
  ['fish', 'functions --erase __cotty_line'],
] as const)('a line that %s does not take has not completed', async (shell, sabotage) => {
  await using stand = await Stand.open({shell});
  await stand.run(sabotage);
  const lost = await stand.run('echo never');
  expect(lost).toMatchObject({state: 'lost', exit_code: null, completed: false, output: ''});
});

test.each(['zsh', 'fish'] as const)('an empty line in %s has nothing to run, and that is no loss', async shell => {
  await using stand = await Stand.open({shell});
  expect(await stand.run('')).toMatchObject({state: 'completed', exit_code: null, output: ''});
});
