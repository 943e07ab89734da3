/** Half a line of a person's in a pane of theirs whose shell says no marks. */
import {expect, test} from 'vitest';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {needs} from '../support/needs.ts';
import {Calls} from '../support/tmux-calls.ts';

const shells = [['bash', '--norc', '--noprofile'], ['zsh', '-f'], ['fish', '--no-config'], ['dash']];

/** zsh is not known to be at its prompt then. */
const refused = {code: expect.stringMatching(/^(?:input_held|session_busy)$/)};

test.each(shells)(
  'half a line of a person’s is neither run nor lost by a command or by marks that an agent wants: %s',
  async (...argv) => {
    const [shell = ''] = argv;
    needs('tmux');
    needs(shell);
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', ...argv);
    const shown = () =>
      tmux
        .tmux('capture-pane', '-p', '-t', pane)
        .split('\n')
        .map(line => line.trimEnd());
    const type = (text: string) => tmux.tmux('send-keys', '-t', pane, '-l', text);
    await expect.poll(shown).toContainEqual(expect.stringMatching(/[$%>#]$/));
    type('echo half');
    await expect.poll(shown).toContainEqual(expect.stringMatching(/echo half$/));
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    const run = () => calls.call('run_command', {session_id, command: 'echo agent'});
    const before = shown();
    await expect(run()).rejects.toMatchObject(refused);
    const marks = await calls
      .call('manage_session', {action: 'integrate', session_id})
      .catch(({code, message}) => ({code, message}));
    expect([marks, shown()]).toEqual([{code: 'input_held', message: expect.stringContaining('echo half')}, before]);
    type(' mine\r');
    await expect.poll(shown).toContain('half mine');
    expect(await run()).toMatchObject({output: 'agent'});
    // Now its prompt is known.
    type('echo >');
    await expect.poll(shown).toContainEqual(expect.stringMatching(/echo >/));
    await expect(run()).rejects.toMatchObject(refused);
    type('/dev/null\r');
    await expect.poll(shown).toContainEqual(expect.stringMatching(/[$%>#]$/));
    expect(await calls.call('manage_session', {action: 'integrate', session_id})).toMatchObject({session_id});
    expect(await calls.call('run_command', {session_id, command: 'echo exact; false'})).toMatchObject({
      output: 'exact',
      exit_code: 1,
    });
  },
);

test('a prompt that ends as no prompt does is taken once Ctrl+C has had it drawn anew, and from then on', async () => {
  needs('tmux');
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=\\w and then ', 'bash', '--norc', '--noprofile');
  const shown = () => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n');
  await expect.poll(shown).toContainEqual(expect.stringMatching(/and then\s*$/));
  await using calls = await Calls.open(tmux);
  const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
  const run = (command: string) => calls.call('run_command', {session_id, command});
  await expect(run('echo agent')).rejects.toMatchObject({code: 'input_held'});
  await calls.call('send_control', {session_id, character: 'C'});
  expect(await run('echo agent')).toMatchObject({output: 'agent'});
  expect(await run('cd /')).toMatchObject({state: 'completed'});
  expect(await run('echo elsewhere')).toMatchObject({output: 'elsewhere'});
});
