import {describe, expect} from 'vitest';
import {ending} from './ending.ts';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {countMarks, rawOutput} from './session-log.ts';
import {rcFile, withPrompt} from './shell-homes.ts';
import {sayingFromGate, stealProof} from './stolen-proof.ts';
import {completed, fullShells, type ShellName, stillHere, TestTerminal, terminals} from './test-terminal.ts';

describe.each(terminals(fullShells))('$backend, $shell: prompt and marks', ({backend, shell}) => {
  hardCase('D01', 'output without a final newline is exact, with no filler and no prompt glued on', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome('printf foo')).toEqual(completed('foo'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D02', 'a command without output is completed, not a timeout', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    expect(await terminal.outcome('true')).toEqual(completed(''));
    expect(await terminal.outcome('false')).toEqual(completed('', 1));
  });

  hardCase('D03', 'Enter on an empty line makes no command and no new exit code', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: withPrompt(shell, 'ready> ')});
    expect(await terminal.outcome('false')).toEqual(completed('', 1));
    const {outputEnd} = terminal.session.tracker;
    await terminal.call('send_keys', {keys: ['Enter']});
    await terminal.until(session => session.tracker.outputEnd > outputEnd && session.tracker.phase === 'prompt');
    expect(terminal.session.tracker.recentCommands(9).map(record => record.commandLine)).toEqual(['false']);
    expect(terminal.session.state).toBe('ready');
    expect(await terminal.outcome('')).toMatchObject({output: '', exit_code: null, state: 'completed'});
    expect(await terminal.outcome(shell === 'fish' ? 'echo $status' : 'echo $?')).toEqual(completed('1'));
    expect(await countMarks(terminal, 'outputStart')).toBe(2);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D04', "text that looks like the user's prompt does not end the command", async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: withPrompt(shell, 'me@here $ ')});
    using gate = new Gate(terminal);
    const asking = String.raw`printf '%s\n' '$ ' '# ' '>>> ' 'me@here $ '; printf 'me@here $ '`;
    const running = await terminal.run(`${asking}; ${gate.wait}; echo after`, {until: '^me@here \\$ $'});
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null, completed: false});
    gate.open();
    const output = '$ \n# \n>>> \nme@here $ \nme@here $ after';
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 0, text: output});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D05', 'a forged end mark without our nonce does not end the command', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const forged = [
      String.raw`printf '\033]133;D;0\007'`,
      String.raw`printf '\033]133;D;0;cotty=0123456789abcdef0123456789abcdef.1\007'`,
      String.raw`printf '\033]633;D;0\007TMUX_MCP_DONE_0\n__COTTY_DONE_0\n'`,
    ].join('; ');
    const running = await terminal.run(`${forged}; ${gate.wait}; sh -c 'exit 7'`, {until: 'COTTY_DONE'});
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null, forged_marks: 2});
    gate.open();
    const text = 'TMUX_MCP_DONE_0\n__COTTY_DONE_0';
    expect(await ending(terminal, running)).toMatchObject({state: 'completed', exit_code: 7, text});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D06',
    "a recorded session on the screen, this session's own marks included, leaves the verdict alone",
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.run('echo one; false');
      await terminal.run('echo two');
      const recording = Buffer.concat([
        await rawOutput(terminal),
        Buffer.from(
          '\x1b]0;evil\x07\x1b]52;c;AAAA\x07\x1b]1337;Custom=id=guess:a:b\x07\x1bPtmux;\x1b\x1b]133;D;0\x07\x1b\\',
        ),
        Buffer.from('\x1b(0\x0e\x1b[?1049h\x1b[?1003h\x1b[?2004h\x1b[31;7m\x1b]8;;http://x\x07\x1b_apc\x1b\\'),
        Buffer.from('\x1bPunfinished'),
      ]);
      terminal.write('recording', recording);
      const outcome = await terminal.outcome("cat recording; sh -c 'exit 9'");
      expect(outcome).toMatchObject({exit_code: 9, state: 'completed', via: 'mark'});
      expect(await terminal.proof()).toEqual(stillHere);
      expect(await terminal.outcome('echo plain; false')).toEqual(completed('plain', 1));
      await terminal.until(session => session.tracker.mode('alternateScreen') === 0);
    },
  );

  hardCase.for([
    ['BEL', '\x1b]', '\x07'],
    ['ST', '\x1b]', '\x1b\\'],
    ['8-bit C1', '\x9d', '\x9c'],
  ])('D07', 'a mark ended by %s is the same when split at every byte', async ([, introducer, terminator]) => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: sayingFromGate(shell)}});
    const {next} = await stealProof(terminal, shell);
    using pipe = new Gate(terminal);
    const started = await terminal.run('say', {wait_for_completion: false});
    await terminal.until(session => session.tracker.phase === 'running');
    const mark = `${introducer}133;D;42;id=${started['command_id']};${next}${terminator}`;
    for (const byte of Buffer.from(`text${mark}`, 'latin1')) {
      const {outputEnd} = terminal.session.tracker;
      pipe.pour(`\\${byte.toString(8).padStart(3, '0')}\n`);
      await terminal.until(session => session.tracker.outputEnd > outputEnd);
    }
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 42, text: 'text'});
    pipe.close();
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D08', 'unknown letters and parameters are passed over, trailing empty ones too', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: sayingFromGate(shell)}});
    const {next: ours} = await stealProof(terminal, shell);
    using pipe = new Gate(terminal);
    const started = await terminal.run('say', {wait_for_completion: false});
    await terminal.until(session => session.tracker.phase === 'running');
    const marks = [
      '133;C;',
      `133;C;;;${ours}`,
      `133;A;k=s;${ours}`,
      `133;A;aid=12;cl=m;${ours}`,
      `133;Z;1;${ours}`,
      `133;P;k=i;${ours}`,
      `133;;${ours}`,
    ];
    const {outputEnd} = terminal.session.tracker;
    const unknown = `a${marks.map(mark => `\x1b]${mark}\x07`).join('')}b`;
    pipe.pour(`${unknown.replaceAll('\x1b', '\\033').replaceAll('\x07', '\\007')}\n`);
    await terminal.until(session => session.tracker.outputEnd >= outputEnd + unknown.length);
    const seen = await terminal.call('read_output', {command_id: started['command_id']});
    expect(seen).toMatchObject({state: 'running', exit_code: null});
    pipe.pour(`\\033]133;D;5;aid=12;unknown;;id=${started['command_id']};${ours};;\\007\n`);
    expect(await ending(terminal, started)).toMatchObject({state: 'completed', exit_code: 5, text: 'ab'});
    pipe.close();
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D10',
    'native marks of the shell or of another integration beside ours give one command, once',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: nativeMarks(shell)});
      expect(await terminal.outcome("echo one; sh -c 'exit 4'")).toEqual(completed('one', 4));
      expect(await terminal.outcome('printf two')).toEqual(completed('two'));
      expect(await countMarks(terminal, 'outputStart')).toBe(2);
      expect(await countMarks(terminal, 'commandEnd')).toBe(2);
      expect(terminal.session.tracker.recentCommands(9)).toHaveLength(2);
    },
  );

  hardCase('D12', 'a slow, failing prompt of several lines delays no verdict and clobbers no status', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: slowPrompt(shell)});
    await terminal.run('true');
    using gate = new Gate(terminal);
    const held = await terminal.outcome("touch hold; sh -c 'exit 3'");
    expect(held).toEqual(completed('', 3));
    expect(terminal.session.tracker.phase).toBe('preparing');
    const next = terminal.outcome(shell === 'fish' ? 'echo $status' : 'echo $?');
    terminal.write('released', '');
    gate.open();
    expect(await next).toEqual(completed('3'));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D13', 'an empty prompt, and a prompt that the command changes, leave the output exact', async () => {
    await using terminal = await TestTerminal.open(backend, shell, {home: withPrompt(shell, '')});
    expect(await terminal.outcome('printf empty')).toEqual(completed('empty'));
    const change =
      shell === 'fish' ? 'function fish_prompt; printf "changed> "; end; echo x' : "PS1='changed> '; echo x";
    expect(await terminal.outcome(change)).toEqual(completed('x'));
    expect(await terminal.outcome('printf foo')).toEqual(completed('foo'));
    const drop = shell === 'fish' ? 'functions --erase fish_prompt' : 'unset PS1';
    expect(await terminal.outcome(drop)).toEqual(completed(''));
    expect(await terminal.outcome('printf bar; false')).toEqual(completed('bar', 1));
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D14',
    'vi mode with cursor shapes leaves nothing in the output, in insert and in command mode',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {home: viMode(shell)});
      expect(await terminal.outcome('echo inserting')).toEqual(completed('inserting'));
      const {outputEnd} = terminal.session.tracker;
      await terminal.call('send_keys', {keys: ['text:echo half', 'Escape']});
      await terminal.until(session => session.tracker.outputEnd > outputEnd);
      expect(await terminal.outcome('echo "from normal mode"')).toEqual(completed('from normal mode'));
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D15b', 'words of failure or of an end in the output end nothing', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const words = [
      'Error: no such thing',
      'Traceback (most recent call last):',
      'Exit code: 1',
      'Process finished',
      'done.',
    ];
    const running = await terminal.run(
      `printf '%s\\n' ${words.map(word => `'${word}'`).join(' ')}; ${gate.wait}; echo end`,
      {
        until: '^done',
      },
    );
    expect(running).toMatchObject({state: 'running', via: 'until', exit_code: null, output: words.join('\n')});
    const later = await terminal.call('read_output', {command_id: running['command_id'], wait_ms: 0});
    expect(later).toMatchObject({state: 'running', exit_code: null});
    gate.open();
    expect(await ending(terminal, running)).toMatchObject({
      state: 'completed',
      exit_code: 0,
      text: `${words.join('\n')}\nend`,
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

/** An integration like those of other terminals: OSC 133 marks without proof, at all four places. */
function nativeMarks(shell: ShellName): Record<string, string> {
  switch (shell) {
    case 'bash':
      return {
        '.bashrc': [
          String.raw`native_end() { printf '\033]133;D;%s\007\033]133;A\007' "$?"; }`,
          'PROMPT_COMMAND=native_end',
          String.raw`PS1='\[\e]133;A;cl=m\a\]$ \[\e]133;B\a\]'`,
          String.raw`PS0='\e]133;C;\a'`,
          '',
        ].join('\n'),
      };
    case 'zsh':
      return {
        '.zshrc': [
          String.raw`native_end() { printf '\033]133;D;%s\007' $?; }`,
          String.raw`native_start() { printf '\033]133;C;\007'; }`,
          'precmd_functions+=(native_end); preexec_functions+=(native_start)',
          String.raw`PROMPT=$'%{\e]133;A;cl=m\a%}%# %{\e]133;B\a%}'`,
          '',
        ].join('\n'),
      };
    default:
      return {
        '.config/fish/config.fish': [
          String.raw`function native_start --on-event fish_preexec; printf '\e]133;C;cmdline_url=x\a'; end`,
          String.raw`function native_end --on-event fish_postexec; printf '\e]133;D;%s\a' $status; end`,
          String.raw`function fish_prompt; printf '\e]133;A;special_key=1\a$ \e]133;B\a'; end`,
          '',
        ].join('\n'),
      };
  }
}

/** While a file `hold` stands in HOME without `released`, drawing the prompt waits at the gate. */
function slowPrompt(shell: ShellName): Record<string, string> {
  const slow = 'if test -e ~/hold; then if test ! -e ~/released; then head -n1 ~/gate; fi; fi; false';
  switch (shell) {
    case 'bash':
      return {[rcFile('bash')]: `PS1='$(false)first line\\n$(${slow})second $? \\$ '\n`};
    case 'zsh':
      return {[rcFile('zsh')]: `setopt prompt_subst\nPROMPT=$'$(false)first line\\n$(${slow})second %? %# '\n`};
    default:
      return {
        [rcFile('fish')]: [
          'function fish_prompt',
          '  printf "first line\\nsecond $status > "',
          '  if test -e ~/hold; and not test -e ~/released; head -n1 ~/gate; end',
          '  false',
          'end',
          '',
        ].join('\n'),
      };
  }
}

function viMode(shell: ShellName): Record<string, string> {
  switch (shell) {
    case 'bash':
      return {
        '.bashrc': 'set -o vi\n',
        '.inputrc': [
          'set show-mode-in-prompt on',
          String.raw`set vi-ins-mode-string \1\e[6 q\2`,
          String.raw`set vi-cmd-mode-string \1\e[2 q\2(cmd)`,
          '',
        ].join('\n'),
      };
    case 'zsh':
      return {
        '.zshrc': [
          'bindkey -v; KEYTIMEOUT=1',
          String.raw`zle-keymap-select() { if [[ $KEYMAP == vicmd ]]; then printf '\e[2 q'; else printf '\e[6 q'; fi; }`,
          String.raw`zle-line-init() { printf '\e[6 q'; }`,
          'zle -N zle-keymap-select; zle -N zle-line-init',
          '',
        ].join('\n'),
      };
    default:
      return {
        '.config/fish/config.fish':
          'fish_vi_key_bindings\nset -g fish_cursor_default block\nset -g fish_cursor_insert line\n',
      };
  }
}
