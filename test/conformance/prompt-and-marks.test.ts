import {describe, expect, test} from 'vitest';
import {completed, fullShells, Stand, stillHere} from './bench.ts';

describe.each(fullShells)('%s: prompt and marks', shell => {
  test('D01 output without a final newline is exact, with no filler and no prompt glued on', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.outcome('printf foo')).toEqual(completed('foo'));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D02 a command without output is completed, not a timeout', async () => {
    await using stand = await Stand.open({shell});
    expect(await stand.outcome('true')).toEqual(completed(''));
    expect(await stand.outcome('false')).toEqual(completed('', 1));
  });
});
