/** Where the marks of the session's own shell do not reach: silent readers, nested shells without marks, what dies with a carrier. */
import {describe, expect} from 'vitest';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {runSilentReader} from './programs.ts';
import {fullShells, stillHere, TestTerminal, terminals, type Value} from './test-terminal.ts';

/** What a line without marks gets when it is over: nobody says its exit code. */
function graded(output: string): Value {
  return {output, exit_code: null, state: 'completed', via: 'foreground'};
}

/** A command without marks, once it is over: nobody is told of that but whoever waits. */
function over(terminal: TestTerminal, {command_id}: Value): Promise<Value> {
  return terminal.call('read_output', {command_id, wait_ms: 40_000});
}

describe.each(terminals(fullShells))('$backend, $shell: what reads the terminal', ({backend, shell}) => {
  hardCase.for([
    ["sh -c 'read x; exit 7'", '\r', 7],
    ['head -n1 >/dev/null', '\r', 0],
    ['cat >/dev/null', '\x04', 0],
    ["python3 -c 'import sys; sys.stdin.readline(); sys.exit(7)'", '\r', 7],
  ])('E01', '%s is given no command, and lends none its exit code', async ([reader, answer, code]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const running = await runSilentReader(terminal, reader);
    expect(running).toMatchObject({state: 'running', blocked_on_tty_read: true});
    const refused = terminal.run('false');
    await expect(refused).rejects.toMatchObject({code: 'session_busy', hint: expect.stringContaining('send_text')});
    expect(await terminal.call('read_output', {command_id: running['command_id']})).toMatchObject({state: 'running'});
    await terminal.call('send_keys', {keys: [answer === '\x04' ? 'C-d' : 'Enter']});
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: code});
    expect(await terminal.run('false')).toMatchObject({state: 'completed', via: 'mark', exit_code: 1});
  });

  hardCase.for([
    "bash -c 'read -n1 -p key x; exit 5'",
    'bash -c \'read -e -p "$ " x; exit 5\'',
    'zsh -fc \'read -k1 "?key "; exit 5\'',
    "fish -c 'read x; exit 5'",
    "sh -c 'stty -icanon; printf key; read x; stty icanon; exit 5'",
  ])('E01', '%s reads key by key, and is no shell that is given commands', async line => {
    await using terminal = await TestTerminal.open(backend, shell);
    const asked = await terminal.run(line);
    expect(asked).toMatchObject({state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'prompt'}});
    await expect(terminal.run('lecho one >ran; echo two >ran')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'x', submit: !/-[nk]1/.test(line)});
    expect(await ending(terminal, asked)).toMatchObject({state: 'completed', exit_code: 5});
    expect(await terminal.run('ls ran')).toMatchObject({exit_code: expect.toSatisfy(code => code !== 0)});
  });

  hardCase('E01', 'a subshell that reads is no shell that is given commands', async () => {
    const forms = {
      bash: ['(read -p "key " x; exit 5)', '(read -e -p "key " x; exit 5)', '(read -n1 -p "key " x; exit 5)'],
      zsh: ['(read "?key "; exit 5)', '(read -k1 "?key "; exit 5)', 'x=$(read "?key "); (exit 5)'],
      fish: ['sh -c \'(printf "key "; read x; exit 5)\''],
    }[shell as 'bash' | 'zsh' | 'fish'];
    await using terminal = await TestTerminal.open(backend, shell);
    for (const line of forms) {
      const asked = await terminal.run(line);
      expect([line, asked]).toMatchObject([
        line,
        {state: 'awaiting_input', exit_code: null, waiting_for: {kind: 'prompt'}},
      ]);
      await expect(terminal.run('lecho one >ran; echo two >ran')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'x', submit: !/-[nk]1/.test(line)});
      expect(await ending(terminal, asked)).toMatchObject({state: 'completed', exit_code: 5});
    }
    expect(await terminal.run('ls ran')).toMatchObject({exit_code: expect.toSatisfy(code => code !== 0)});
  });

  hardCase('E01', 'a calculator that reads commands in silence is given them', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const running = await terminal.run('bc -q', {timeout: 1});
    expect(running).toMatchObject({completed: false});
    expect(await terminal.run('6 * 7')).toMatchObject({output: '42', exit_code: null});
    await terminal.call('send_keys', {keys: ['C-d']});
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase.for(['bash --norc --noprofile -i', 'zsh -f', 'fish --no-config', 'dash'])(
    'E02',
    'inside %s a line that reads or asks is not over before that shell reads again',
    async inner => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run(inner);
      const reading = await terminal.run('cat', {timeout: 1.5});
      expect(reading).toMatchObject({state: 'running', completed: false});
      await expect(terminal.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
      expect(await terminal.call('read_output', {command_id: reading['command_id']})).toMatchObject({state: 'running'});
      await terminal.call('send_keys', {keys: ['C-d']});
      expect(await over(terminal, reading)).toMatchObject({state: 'completed', exit_code: null});

      const asked = await terminal.run('touch f; rm -i f', {timeout: 5});
      expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', program: 'rm'}});
      await expect(terminal.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
      const still = await terminal.call('read_output', {command_id: asked['command_id']});
      expect(still['state']).not.toBe('completed');
      await terminal.call('send_text', {text: 'y', submit: true});
      expect(await over(terminal, asked)).toMatchObject({state: 'completed', exit_code: null});
      expect(await terminal.outcome('ls f 2>&1 | wc -l')).toEqual(graded('1'));
    },
  );

  hardCase('E02', 'the `read` of a nested shell itself is not its prompt', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('bash --norc --noprofile -i');
    const reading = await terminal.run('read -p "name? " x; echo got=$x', {timeout: 3});
    expect(reading).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await expect(terminal.run('echo swallowed')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'anna', submit: true});
    expect(await over(terminal, reading)).toMatchObject({
      state: 'completed',
      exit_code: null,
      text: expect.stringContaining('got=anna'),
    });
  });

  hardCase(
    'E03',
    'what runs in a nested shell that is killed has no exit code, and what carried it has its own',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      const outer = await terminal.run('bash --norc --noprofile -i');
      const inner = await terminal.run(`kill -9 $$; ${gate.wait}`);
      expect(inner).toMatchObject({exit_code: null, via: 'exit'});
      expect(['shell_exited', 'lost']).toContain(inner['state']);
      expect(await ending(terminal, outer)).toMatchObject({exit_code: 137});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('E10', 'a nested shell that would expand history is not given such a line', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('bash --norc --noprofile -i');
    await terminal.run('true');
    await expect(terminal.run('echo "wow!!"')).rejects.toMatchObject({
      code: 'not_supported',
      hint: expect.stringContaining('integrate'),
    });
    expect(await terminal.outcome('echo wow\\!\\!')).toEqual(graded('wow!!'));
    expect(await terminal.outcome("echo 'wow!!'")).toEqual(graded('wow!!'));
  });

  hardCase('E10', 'a tab is given where it stays one, and not where it would be a key', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.run('bash --norc --noprofile -i');
    await terminal.run('true');
    await terminal.run("printf %s 'a\tb' >pasted");
    await terminal.run("bind 'set enable-bracketed-paste off'");
    await expect(terminal.run("printf %s 'a\tb' >typed")).rejects.toMatchObject({
      code: 'not_supported',
      hint: expect.stringContaining('integrate'),
    });
    await terminal.run("printf %s $'a\\tb' >quoted");
    await terminal.run('exec dash');
    await terminal.run("printf %s 'a\tb' >line");
    for (const name of ['pasted', 'quoted', 'line']) expect([name, terminal.read(name)]).toEqual([name, 'a\tb']);
  });
});
