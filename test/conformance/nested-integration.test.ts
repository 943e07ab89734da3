import {describe, expect, test} from 'vitest';
import {completed, fullShells, Stand, stillHere} from './bench.ts';

describe.each(fullShells)('%s: a nested shell that is given marks', shell => {
  test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config'])(
    'D33 %s is exact on request, and its end is the outer one',
    async inner => {
      await using stand = await Stand.open({shell});
      await stand.run(inner);
      const asked = await stand.call('manage_session', {action: 'integrate'});
      expect(asked).toMatchObject({shell: inner.split(' ')[0], shell_integration: 'full'});
      expect(await stand.outcome("echo inner; sh -c 'exit 3'")).toEqual(completed('inner', 3));
      expect(await stand.outcome('printf "a\\nb"')).toEqual(completed('a\nb'));
      expect(await stand.run('exit 5')).toMatchObject({state: 'completed', exit_code: 5, via: 'mark'});
      expect(await stand.proof()).toEqual(stillHere);
    },
  );
});
