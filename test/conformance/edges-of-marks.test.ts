/** Where the marks of the session's own shell do not reach: silent readers, nested shells without marks, what dies with a carrier. */
import {describe, expect, test} from 'vitest';
import {fullShells, Stand, stillHere, type Value} from './bench.ts';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';

/** What a line without marks gets when it is over: nobody says its exit code. */
function graded(output: string): Value {
  return {output, exit_code: null, state: 'completed', via: 'foreground'};
}

/** A command without marks, once it is over: nobody is told of that but whoever waits. */
function over(stand: Stand, {command_id}: Value): Promise<Value> {
  return stand.call('read_output', {command_id, wait_ms: 10_000});
}

describe.each(fullShells)('%s: what reads the terminal', shell => {
  test.each([
    ["sh -c 'read x; exit 7'", '\r', 7],
    ['head -n1 >/dev/null', '\r', 0],
    ['cat >/dev/null', '\x04', 0],
    ["python3 -c 'import sys; sys.stdin.readline(); sys.exit(7)'", '\r', 7],
  ])('E01 %s is given no command, and lends none its exit code', async (reader, answer, code) => {
    await using stand = await Stand.open({shell});
    const running = await stand.run(reader, {timeout: 1});
    expect(running).toMatchObject({state: 'running', blocked_on_tty_read: true});
    const refused = stand.run('false');
    await expect(refused).rejects.toMatchObject({code: 'session_busy', hint: expect.stringContaining('send_text')});
    expect(await stand.call('read_output', {command_id: running['command_id']})).toMatchObject({state: 'running'});
    await stand.call('send_keys', {keys: [answer === '\x04' ? 'C-d' : 'Enter']});
    expect(await ending(stand, running)).toMatchObject({state: 'completed', exit_code: code});
    expect(await stand.run('false')).toMatchObject({state: 'completed', via: 'mark', exit_code: 1});
  });

  test('E01 a calculator that reads commands in silence is given them', async () => {
    await using stand = await Stand.open({shell});
    const running = await stand.run('bc -q', {timeout: 1});
    expect(running).toMatchObject({completed: false});
    expect(await stand.run('6 * 7')).toMatchObject({output: '42', exit_code: null});
    await stand.call('send_keys', {keys: ['C-d']});
    expect(await ending(stand, running)).toMatchObject({state: 'completed', exit_code: 0});
  });

  test.each(['bash --norc --noprofile -i', 'zsh -f', 'fish --no-config', 'dash'])(
    'E02 inside %s a line that reads or asks is not over before that shell reads again',
    async inner => {
      await using stand = await Stand.open({shell});
      await stand.run(inner);
      const reading = await stand.run('cat', {timeout: 1.5});
      expect(reading).toMatchObject({state: 'running', completed: false});
      await expect(stand.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
      expect(await stand.call('read_output', {command_id: reading['command_id']})).toMatchObject({state: 'running'});
      await stand.call('send_keys', {keys: ['C-d']});
      expect(await over(stand, reading)).toMatchObject({state: 'completed', exit_code: null});

      const asked = await stand.run('touch f; rm -i f', {timeout: 5});
      expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', program: 'rm'}});
      await expect(stand.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
      const still = await stand.call('read_output', {command_id: asked['command_id']});
      expect(still['state']).not.toBe('completed');
      await stand.call('send_text', {text: 'y', submit: true});
      expect(await over(stand, asked)).toMatchObject({state: 'completed', exit_code: null});
      expect(await stand.outcome('ls f 2>&1 | wc -l')).toEqual(graded('1'));
    },
  );

  test('E02 the `read` of a nested shell itself is not its prompt', async () => {
    await using stand = await Stand.open({shell});
    await stand.run('bash --norc --noprofile -i');
    const reading = await stand.run('read -p "name? " x; echo got=$x', {timeout: 3});
    expect(reading).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await expect(stand.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
    await stand.call('send_text', {text: 'anna', submit: true});
    expect(await over(stand, reading)).toMatchObject({
      state: 'completed',
      exit_code: null,
      text: expect.stringContaining('got=anna'),
    });
  });

  test('E03 what runs in a nested shell that is killed has no exit code, and what carried it has its own', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const outer = await stand.run('bash --norc --noprofile -i');
    const inner = await stand.run(`kill -9 $$; ${gate.wait}`);
    expect(inner).toMatchObject({exit_code: null, via: 'exit'});
    expect(['shell_exited', 'lost']).toContain(inner['state']);
    expect(await ending(stand, outer)).toMatchObject({exit_code: 137});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('E10 a nested shell that would expand history is not given such a line', async () => {
    await using stand = await Stand.open({shell});
    await stand.run('bash --norc --noprofile -i');
    await stand.run('true');
    await expect(stand.run('echo "wow!!"')).rejects.toMatchObject({
      code: 'not_supported',
      hint: expect.stringContaining('integrate'),
    });
    expect(await stand.outcome('echo wow\\!\\!')).toEqual(graded('wow!!'));
    expect(await stand.outcome("echo 'wow!!'")).toEqual(graded('wow!!'));
  });
});
