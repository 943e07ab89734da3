import {existsSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {needs, skipUnless} from '../support/needs.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {countMarks, rawOutput} from './session-log.ts';
import {rcFile, rightPrompt, userHooks, zshHome} from './shell-homes.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';
import {tmuxServer} from './tmux-server.ts';

/** By the line editor of the shell: the tty looks as it does at a prompt. */
const asksOf: Readonly<Partial<Record<ShellName, string>>> = {
  bash: "read -e -p 'Name: ' name\n",
  zsh: "name=; vared -p 'Name: ' name\n",
  fish: "read -P 'Name: ' name\n",
};

/** The same without a word. */
const readsOf: Readonly<Partial<Record<ShellName, string>>> = {
  bash: 'read -e line\n',
  zsh: 'line=; vared line\n',
  fish: "read -P '' line\n",
};

/** Hooks of the prompt that read a line, by the line editor, once a first command has run; `words` stand before it. */
function readsBehindFirst(shell: ShellName, words: string): string {
  const bash = `hook() { case $((n++)) in 1) read -e -p '${words}' line ;; esac; }; PROMPT_COMMAND=hook\n`;
  const zsh = `n=0; precmd() { (( n++ == 1 )) && { line=; vared -p '${words}' line }; true }\n`;
  const fish = `set -g n 0; function fish_prompt; set n (math $n + 1); test $n = 2; and read -g -P '${words}' line; echo '> '; end\n`;
  return {bash, zsh, fish}[shell as 'bash' | 'zsh' | 'fish'];
}

describe.each(terminals(fullShells))('$backend, $shell: startup and user configuration', ({backend, shell}) => {
  hardCase('D09', 'a right prompt is no output, and a command has one start and one end', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: rightPrompt(shell)});
    expect(await terminal.outcome('printf left')).toEqual(completed('left'));
    expect(await terminal.outcome("echo two; sh -c 'exit 2'")).toEqual(completed('two', 2));
    expect(await countMarks(terminal, 'outputStart')).toBe(2);
    expect(await countMarks(terminal, 'commandEnd')).toBe(2);
    expect((await rawOutput(terminal)).toString()).toContain('right-side');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(userHooks(shell))(
    'D11',
    "$name: the user's hooks still see every command and status",
    async ({home}) => {
      await using terminal = await TestTerminal.open(backend, shell, {home});
      expect(await terminal.outcome("sh -c 'exit 4'")).toEqual(completed('', 4));
      expect(await terminal.outcome('echo two')).toEqual(completed('two'));
      const {output, ...rest} = await terminal.outcome('cat ~/hooks.log');
      expect(rest).toEqual({exit_code: 0, state: 'completed', via: 'mark'});
      const lines = String(output).split('\n');
      const seen = ["before: sh -c 'exit 4'", 'after: 4', 'before: echo two', 'after: 0'];
      expect(lines).toEqual(expect.arrayContaining([...seen, 'before: cat ~/hooks.log']));
      expect(lines.indexOf('after: 4')).toBeLessThan(lines.indexOf('before: echo two'));
      expect(await countMarks(terminal, 'outputStart')).toBe(3);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase(
    'D15',
    'a command sent while the configuration still prints is queued, and keeps its first line',
    async () => {
      const rc = 'mkfifo ~/gate; echo early banner; head -n1 ~/gate >/dev/null; echo late banner\n';
      await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: rc}});
      const first = terminal.outcome('echo "first line"\necho second');
      await terminal.until(session => session.lastLine() === 'early banner');
      expect(terminal.session.state).toBe('initializing');
      using gate = new Gate(terminal);
      gate.open();
      expect(await first).toEqual(completed('first line\nsecond'));
      expect((await rawOutput(terminal)).toString()).toContain('late banner');
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D15', 'a banner that comes after the prompt is nobody’s output', async () => {
    const late = "sh -c 'head -n1 ~/gate >/dev/null; echo late banner; echo banner >~/shown'";
    const rc = shell === 'fish' ? `mkfifo ~/gate; ${late} &; disown\n` : `mkfifo ~/gate; (${late} &)\n`;
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: rc}});
    expect(await terminal.outcome('echo one')).toEqual(completed('one'));
    await terminal.until(session => session.tracker.phase === 'prompt');
    using gate = new Gate(terminal);
    gate.open();
    await terminal.until(session => session.lastLine() === 'late banner' || session.tracker.unprompted);
    expect(await terminal.run('echo two')).toMatchObject({...completed('two'), mixed_output: true});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D16', 'a configuration that execs another shell: graded down, exact output, no hang', async () => {
    const other = {bash: 'exec zsh -f', zsh: 'exec fish --no-config', fish: 'exec bash --norc'};
    needs('zsh', 'fish');
    const rc = shell === 'bash' ? other.bash : shell === 'zsh' ? other.zsh : other.fish;
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${rc}\n`}});
    const graded = {exit_code: null, state: 'completed', via: 'foreground'};
    expect(await terminal.outcome('echo in the other shell')).toEqual({output: 'in the other shell', ...graded});
    expect(await terminal.call('get_context', {})).toMatchObject({shell_integration: 'none'});
    expect(await terminal.outcome('printf "a\\nb\\n"')).toEqual({output: 'a\nb', ...graded});
    expect(terminal.session.state).toBe('ready');
  });

  hardCase('D16', 'a zsh that asks by single keys before its first prompt is given no command', async () => {
    needs('zsh');
    // As zsh-newuser-install does where there is no .zshrc, unless root is the user.
    const rc = "read -k key'?--- Type one of the keys in parentheses --- '\n";
    await using terminal = await TestTerminal.open(backend, shell, {home: {'.zshrc': rc}});
    if (shell !== 'zsh') {
      const waits = {state: 'awaiting_input', completed: false, waiting_for: {kind: 'prompt', program: 'zsh'}};
      expect(await terminal.run('exec zsh')).toMatchObject(waits);
    }
    const refusal = {code: 'session_busy', message: expect.stringContaining('Type one of the keys')};
    for (let i = 0; i < 2; i++) await expect(terminal.run('echo swallowed')).rejects.toMatchObject(refusal);
    await terminal.call('send_keys', {keys: ['q']});
    expect(await terminal.run('echo whole')).toMatchObject({state: 'completed', output: 'whole'});
  });

  hardCase(
    'E01',
    'a configuration that asks by the line editor is given no command before its first prompt',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: asksOf[shell] ?? ''}});
      const refusal = {code: 'session_busy', message: expect.stringContaining('asks "Name:"')};
      for (let i = 0; i < 2; i++) await expect(terminal.run('echo swallowed')).rejects.toMatchObject(refusal);
      await terminal.call('send_text', {text: 'anna', submit: true});
      expect(await terminal.outcome('echo "$name"')).toEqual(completed('anna'));
    },
  );

  hardCase(
    'E01',
    'what asks by the line editor is given no command where it is not seen reading for a moment',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: asksOf[shell] ?? ''}});
      stopForLooks(terminal, 2000);
      await expect(terminal.run('echo swallowed')).rejects.toMatchObject({
        code: 'session_busy',
        message: expect.stringContaining('asks "Name:"'),
      });
      await terminal.call('send_text', {text: 'anna', submit: true});
      expect(await terminal.outcome('echo "$name"')).toEqual(completed('anna'));
    },
  );

  hardCase('E01', 'a line that a configuration has read in silence is not said to have run', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: readsOf[shell] ?? ''}});
    expect(await terminal.run('echo swallowed')).toMatchObject({state: 'lost', exit_code: null});
    expect(await terminal.outcome('echo "$line"')).toEqual(completed('echo swallowed'));
  });

  hardCase('E01', 'a line that a hook of the prompt has read in silence is not said to have run', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {
      home: {[rcFile(shell)]: readsBehindFirst(shell, '')},
    });
    expect(await terminal.outcome('echo first')).toEqual(completed('first'));
    expect(await terminal.run('echo swallowed')).toMatchObject({
      state: 'lost',
      exit_code: null,
      hint: expect.stringContaining('did not run as it was given'),
    });
    expect(await terminal.outcome('echo "$line"')).toEqual(completed('echo swallowed'));
  });

  hardCase('E01', 'a hook of the prompt that asks is given no command', async () => {
    const home = {[rcFile(shell)]: readsBehindFirst(shell, 'Name: ')};
    await using terminal = await TestTerminal.open(backend, shell, {home});
    expect(await terminal.outcome('echo first')).toEqual(completed('first'));
    const refusal = {code: 'session_busy', message: expect.stringContaining('asks "Name:"')};
    for (let i = 0; i < 2; i++) await expect(terminal.run('echo swallowed')).rejects.toMatchObject(refusal);
    await terminal.call('send_text', {text: 'anna', submit: true});
    expect(await terminal.outcome('echo "$line"')).toEqual(completed('anna'));
  });

  if (!isPartLeftOut(backend, 'D16', 'a configuration that starts tmux'))
    hardCase('D16', 'a configuration that starts tmux: said at once, and its screen can be used', async () => {
      needs('tmux');
      await using terminal = await TestTerminal.open(backend, shell, {
        home: {
          [rcFile(shell)]: 'test -n "$TMUX"; or exec tmux -S ~/tmux -f /dev/null new sh\n'.replace(
            '; or',
            shell === 'fish' ? '; or' : ' ||',
          ),
        },
      });
      using _server = tmuxServer(terminal);
      const refused = terminal.run('echo inside', {timeout: 40});
      await expect(refused).rejects.toMatchObject({code: 'session_busy', message: expect.stringContaining('tmux')});
      const keys = ['text:echo in"si"de', 'Enter'];
      expect(await terminal.call('send_keys', {keys, wait_for: '(?m)^inside'})).toMatchObject({matched: true});
    });
});

describe.each(terminals(['zsh']))('$backend, zsh: prompt themes', ({backend}) => {
  hardCase('D09', 'an instant prompt and a transient prompt: one start and one end per command', async () => {
    await using terminal = await TestTerminal.open(backend, 'zsh', {home: zshHome('instant-prompt.zsh')});
    expect(await terminal.outcome('printf one')).toEqual(completed('one'));
    expect(await terminal.outcome("echo two; sh -c 'exit 2'")).toEqual(completed('two', 2));
    expect(await terminal.outcome('echo multi\necho line')).toEqual(completed('multi\nline'));
    expect(await countMarks(terminal, 'outputStart')).toBe(3);
    expect(await countMarks(terminal, 'commandEnd')).toBe(3);
    const shown = (await rawOutput(terminal)).toString();
    expect(shown).toContain('instant>');
    expect(shown).toContain('said while starting');
    expect(shown).toContain('transient>');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  const theme = '/usr/share/powerlevel9k/powerlevel9k.zsh-theme';
  hardCase('D09', 'powerlevel9k, autosuggestions and syntax highlighting together', async () => {
    skipUnless(existsSync(theme), 'zsh-theme-powerlevel9k is not installed');
    await using terminal = await TestTerminal.open(backend, 'zsh', {home: zshHome('theme-and-plugins.zsh')});
    expect(await terminal.outcome('printf one')).toEqual(completed('one'));
    expect(await terminal.outcome("echo two; sh -c 'exit 2'")).toEqual(completed('two', 2));
    expect(await terminal.outcome('cd /; false')).toEqual(completed('', 1));
    expect(await countMarks(terminal, 'outputStart')).toBe(3);
    expect(await countMarks(terminal, 'commandEnd')).toBe(3);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** At every third look, as long as that, the shell is stopped: it reads by the two before it, and by that one it does not. */
function stopForLooks({driver, session}: TestTerminal, forMs: number): void {
  const look = session.look.bind(session);
  const shell = driver.shellOf(session);
  const until = session.clock.monotonicMs() + forMs;
  let looks = 0;
  session.look = async () => {
    looks++;
    if (looks % 3 !== 0 || session.clock.monotonicMs() > until) return look();
    shell.signal('SIGSTOP');
    try {
      for (;;) {
        const seen = await look();
        if (seen.probe.shell?.stopped) return seen;
      }
    } finally {
      shell.signal('SIGCONT');
    }
  };
}
