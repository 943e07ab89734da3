import {describe, expect, test} from 'vitest';
import type {ProcessFacts, TtyMode, TtyProbe} from '../../core/index.ts';
import {type ClassifyContext, classify} from './classify.ts';

const LINES: TtyMode = {canonical: true, echo: true, signals: true, enterIsLineFeed: true};
const RAW: TtyMode = {canonical: false, echo: false, signals: false, enterIsLineFeed: false};
const HIDDEN: TtyMode = {canonical: true, echo: false, signals: true, enterIsLineFeed: true};

describe('lines with echo', () => {
  test('a program blocked reading behind text asks; without text it reads', () => {
    const cat = program('cat', 'tty_read');
    expect(claim(LINES, [cat], {textOnLastLine: true})).toEqual({
      type: 'awaiting',
      kind: 'prompt',
      program: 'cat',
      pid: cat.pid,
    });
    expect(claim(LINES, [cat])).toEqual({type: 'blockedOnRead', program: 'cat', pid: cat.pid});
  });

  test('of a pipeline the one that reads the tty counts', () => {
    const pipeline = [program('yes', 'other'), program('read', 'tty_read'), program('tee', 'other')];
    expect(claim(LINES, pipeline, {textOnLastLine: true})).toMatchObject({type: 'awaiting', program: 'read'});
  });

  test.each(['tail', 'node', 'python3'])('%s that polls is at work, whatever stands on the last line', name => {
    expect(claim(LINES, [program(name, 'tty_poll')], {textOnLastLine: true})).toEqual({type: 'busy', program: name});
  });

  test('a shell polls only when it asks with a time limit (`read -t`)', () => {
    const asking = program('bash', 'tty_poll', ['bash', 'script']);
    expect(claim(LINES, [asking], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'prompt'});
    const own = {...asking, pid: SHELL_PID};
    expect(claim(LINES, [own], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'prompt'});
  });

  test('a nested shell wants commands, a script or `sh -c` that reads asks', () => {
    expect(claim(LINES, [program('sh', 'tty_read', ['sh', '-i'])])).toMatchObject({kind: 'shell'});
    const script = program('sh', 'tty_read', ['sh', './install.sh']);
    expect(claim(LINES, [script], {textOnLastLine: true})).toMatchObject({kind: 'prompt'});
    const inline = program('sh', 'tty_read', ['sh', '-c', 'read x']);
    expect(claim(LINES, [inline], {textOnLastLine: true})).toMatchObject({kind: 'prompt'});
  });

  test.each([
    ['zsh', '-f', '+Z'],
    ['zsh', '-f', '-o', 'nozle'],
    ['bash', '--noediting', '--rcfile', 'rc'],
    ['bash', '+O', 'extglob'],
    ['sh', '-s', 'word'],
  ])('%s %s %s %s reads commands, however it was started', (...argv) => {
    const shell = program(argv[0] ?? '', 'tty_read', argv);
    expect(claim(LINES, [shell], {textOnLastLine: true})).toMatchObject({kind: 'shell'});
  });

  test.each([['bash5', '-i'], ['zsh-5.9', '-f'], ['-ksh93'], ['lksh']])(
    '%s is a shell, whatever its version',
    (...argv) => {
      const shell = program(argv[0]?.replace(/^-/, '') ?? '', 'tty_read', argv);
      expect(claim(LINES, [shell], {textOnLastLine: true})).toMatchObject({kind: 'shell'});
      expect(claim({...RAW, lineFeedIsEnter: true}, [shell])).toMatchObject({kind: 'shell'});
    },
  );

  test('a shell that reads one key does not set the tty as its line editor does, and reads no command', () => {
    for (const [name, mode] of [
      ['bash', {...RAW, enterIsLineFeed: true}],
      ['zsh', RAW],
      ['zsh', {...RAW, enterIsLineFeed: true}],
    ] as const) {
      const shell = program(name, 'tty_read', [name, '-i']);
      expect(claim(mode, [shell], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'prompt'});
      expect(claim(mode, [shell])).toMatchObject({type: 'blockedOnRead'});
    }
    // By what it alone switches on, zsh's line editor is known too.
    const shell = program('zsh', 'tty_read', ['zsh', '-i']);
    expect(claim(RAW, [shell], {bracketedPaste: true})).toMatchObject({kind: 'shell'});
  });

  test.each([
    ['bash', '--norc', 'script'],
    ['bash', '-o', 'errexit', 'script'],
    ['zsh', '-fc', 'read x'],
  ])('%s %s %s reads for somebody else', (...argv) => {
    const shell = program(argv[0] ?? '', 'tty_read', argv);
    expect(claim(LINES, [shell], {textOnLastLine: true})).toMatchObject({kind: 'prompt'});
  });

  test('a REPL that polls behind its prompt reads; one that was given a program, or shows nothing, is at work', () => {
    const repl = program('expect', 'tty_poll');
    expect(claim(LINES, [repl], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'repl'});
    expect(claim(LINES, [repl])).toEqual({type: 'busy', program: 'expect'});
    const script = program('expect', 'tty_poll', ['expect', 'install.exp']);
    expect(claim(LINES, [script], {textOnLastLine: true})).toEqual({type: 'busy', program: 'expect'});
  });

  test.each(['ocaml', 'sbcl', 'guile', 'python3'])(
    '%s without a line editor reads statements behind its prompt',
    name => {
      const repl = program(name, 'tty_read', [name, '--quiet']);
      expect(claim(LINES, [repl], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'repl'});
      const script = program(name, 'tty_read', [name, 'script']);
      expect(claim(LINES, [script], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'prompt'});
    },
  );

  test('what cannot be looked into is at work', () => {
    expect(claim(LINES, [program('sudo', 'unknown')], {textOnLastLine: true})).toEqual({type: 'busy', program: 'sudo'});
  });
});

describe('lines without echo', () => {
  test('a program blocked reading wants a secret, for certain', () => {
    expect(claim(HIDDEN, [program('sudo', 'tty_read')])).toEqual({type: 'secret', certain: true});
  });

  test.each(['tty_poll', 'unknown'] as const)(
    'a program that is %s wants one when it has asked, not for certain',
    blockedOn => {
      const asking = [program('sudo', blockedOn)];
      expect(claim(HIDDEN, asking, {textOnLastLine: true})).toEqual({type: 'secret', certain: false});
      expect(claim(HIDDEN, asking)).toEqual({type: 'busy', program: 'sudo'});
    },
  );

  test('a program that only switched echo off and works wants none', () => {
    for (const blockedOn of ['other', 'nothing'] as const)
      expect(claim(HIDDEN, [program('sleep', blockedOn)], {textOnLastLine: true})).toMatchObject({type: 'busy'});
  });

  test('the reader of a pipeline wants it, wherever it stands', () => {
    const pipeline = [program('curl', 'other'), program('sudo', 'tty_read'), program('tee', 'other')];
    expect(claim(HIDDEN, pipeline)).toEqual({type: 'secret', certain: true});
  });
});

describe('single keys', () => {
  test('the session’s shell at its line editor reads its prompt', () => {
    const shell = {...program('bash', 'tty_read', ['bash']), pid: SHELL_PID};
    expect(claim(RAW, [shell])).toEqual({type: 'shellReads', replaced: false, nested: false, pid: SHELL_PID});
    expect(claim(RAW, [shell], {}, {...shell, argv: ['bash', '-l']})).toEqual({
      type: 'shellReads',
      replaced: true,
      nested: false,
      pid: SHELL_PID,
    });
  });

  test('what has taken the place of the shell is what it is: a program, a REPL, or another shell', () => {
    const other = (name: string, argv: readonly string[]) => ({...program(name, 'tty_read', argv), pid: SHELL_PID});
    const linewise = {...RAW, canonical: true, echo: true};
    const cat = other('cat', ['cat']);
    expect(claim(linewise, [cat], {}, cat)).toMatchObject({type: 'blockedOnRead', program: 'cat', replaced: true});
    const script = other('sh', ['sh', '-c', 'read x']);
    expect(claim(linewise, [script], {}, script)).toMatchObject({type: 'blockedOnRead', program: 'sh'});
    const python = other('python3', ['python3']);
    expect(claim(RAW, [python], {}, python)).toMatchObject({type: 'awaiting', kind: 'repl', replaced: true});
    const zsh = other('zsh', ['zsh', '-f']);
    expect(claim(RAW, [zsh], {}, zsh)).toMatchObject({type: 'shellReads', replaced: true});
    const same = other('bash', ['bash']);
    expect(claim(RAW, [same], {isSameProgram: () => false}, same)).toMatchObject({type: 'shellReads', replaced: true});
    const renamed = other('oksh', ['-oksh']);
    expect(claim(RAW, [renamed], {isSameProgram: () => true}, renamed)).toMatchObject({replaced: false});
  });

  test('pagers, mouse users and keypad users are full-screen programs; others read lines with an editor of their own', () => {
    expect(claim(RAW, [program('less', 'tty_read')])).toEqual({type: 'tui', program: 'less'});
    expect(claim(RAW, [program('htop', 'tty_poll')], {mouse: true})).toEqual({type: 'tui', program: 'htop'});
    expect(claim(RAW, [program('dialog', 'tty_poll')], {applicationKeys: true})).toMatchObject({type: 'tui'});
    expect(claim(RAW, [program('python3', 'tty_read')])).toMatchObject({type: 'awaiting', kind: 'repl'});
  });

  test('the line editor of a REPL may use the keypad too, if it takes pastes', () => {
    const edits = {applicationKeys: true, bracketedPaste: true};
    expect(claim(RAW, [program('python3', 'tty_poll', ['python3', '-q'])], edits)).toMatchObject({kind: 'repl'});
    expect(claim(RAW, [program('python3', 'tty_poll', ['python3', 'menu.py'])], edits)).toMatchObject({type: 'tui'});
    expect(claim(RAW, [program('python3', 'tty_poll', ['python3', '-q'])], {applicationKeys: true})).toMatchObject({
      type: 'tui',
    });
  });

  test('without a cursor no line is edited: a menu; a REPL may have been left so by another program', () => {
    const hidden = {hidesCursor: () => true};
    expect(claim(RAW, [program('gum', 'tty_poll', ['gum', 'choose'])], hidden)).toEqual({type: 'tui', program: 'gum'});
    expect(claim(RAW, [program('node', 'tty_poll', ['node', 'create.js'])], hidden)).toMatchObject({type: 'tui'});
    expect(claim(RAW, [program('bash', 'tty_read', ['bash', 'menu.sh'])], hidden)).toMatchObject({type: 'tui'});
    expect(claim(RAW, [program('python3', 'tty_read', ['python3', '-q'])], hidden)).toMatchObject({kind: 'repl'});
    expect(claim(RAW, [program('bash', 'tty_read', ['bash', '--norc'])], hidden)).toMatchObject({kind: 'shell'});
  });

  test.each(['fzf', 'sk', 'gum'])('%s is a menu also where its search field shows the cursor', name => {
    expect(claim(RAW, [program(name, 'tty_poll', [name, '--height=40%'])])).toEqual({type: 'tui', program: name});
  });

  test.each([
    [program('bash', 'tty_read', ['bash', '-c', 'read -n1 x'])],
    [program('zsh', 'tty_read', ['zsh', '-fic', 'vared x'])],
    [program('fish', 'tty_read', ['fish', '-c', 'read x'])],
    [program('a.sh', 'tty_read', ['/bin/bash', './a.sh'])],
  ])('a script that reads key by key is no shell that reads commands: $argv', script => {
    expect(claim(RAW, [script], {textOnLastLine: true})).toMatchObject({type: 'awaiting', kind: 'prompt'});
    expect(claim(RAW, [script])).toMatchObject({type: 'blockedOnRead'});
  });

  test('a subshell has the words of its shell, and reads for somebody else', () => {
    const subshell = {...program('zsh', 'tty_read', ['zsh', '-i']), isCopy: true};
    expect(claim(LINES, [subshell])).toMatchObject({type: 'blockedOnRead'});
    expect(claim(RAW, [subshell], {textOnLastLine: true})).toMatchObject({kind: 'prompt'});
    expect(claim(LINES, [{...subshell, isCopy: false}])).toMatchObject({kind: 'shell'});
  });

  test('a fish that runs a command first, and a shell whose options are its own, read commands', () => {
    expect(claim(RAW, [program('fish', 'tty_read', ['fish', '-C', 'set x'])])).toMatchObject({kind: 'shell'});
    expect(claim(RAW, [program('pwsh', 'tty_read', ['pwsh', '-ExecutionPolicy', 'Bypass'])])).toMatchObject({
      kind: 'shell',
    });
  });

  test('a program that asks for a secret key by key wants one; the same for certain when it is seen to read', () => {
    const asks = {asksForSecret: () => true, textOnLastLine: true};
    for (const name of ['sudo', 'node', 'python3', 'ssh', 'gh']) {
      expect(claim(RAW, [program(name, 'tty_read')], asks)).toEqual({type: 'secret', certain: true});
      expect(claim(RAW, [program(name, 'tty_poll')], asks)).toEqual({type: 'secret', certain: false});
    }
    expect(claim(RAW, [program('vim', 'tty_read')], {...asks, alternateScreen: true})).toMatchObject({type: 'tui'});
    expect(claim(RAW, [program('node', 'other')], asks)).toMatchObject({type: 'busy'});
    expect(claim({...RAW, echo: true}, [program('python3', 'tty_read')], asks)).toMatchObject({type: 'awaiting'});
  });

  test('the shell’s own line editor asks for one only inside a command', () => {
    const shell = {...program('fish', 'tty_read'), pid: SHELL_PID};
    expect(claim(RAW, [shell], {asksForSecret: () => true})).toEqual({type: 'secret', certain: true});
    expect(claim(RAW, [shell], {asksForSecret: () => true, runs: false})).toMatchObject({type: 'shellReads'});
  });

  test('the shell at its prompt wants a line and no secret, also where lines are not echoed', () => {
    const silent = {...RAW, canonical: true, signals: true, enterIsLineFeed: true};
    const shell = {...program('dash', 'tty_read'), pid: SHELL_PID};
    expect(claim(silent, [shell], {runs: false, atPrompt: true})).toMatchObject({type: 'shellReads'});
    expect(claim(silent, [shell], {runs: false})).toEqual({type: 'secret', certain: true});
    expect(claim(silent, [program('sudo', 'tty_read')], {atPrompt: true})).toEqual({type: 'secret', certain: true});
  });

  test('a program on the alternate screen is one also while it works', () => {
    expect(claim(RAW, [program('vim', 'nothing')], {alternateScreen: true})).toEqual({type: 'tui', program: 'vim'});
  });

  test.each(['ssh', 'docker', 'sudo'])('%s may carry a shell of a far side', name => {
    const carried = {type: 'awaiting', kind: 'shell', program: name, pid: expect.any(Number), carried: true};
    expect(claim(RAW, [program(name, 'tty_poll')])).toEqual(carried);
    expect(claim(RAW, [program(name, 'unknown')])).toEqual(carried);
  });

  test.each(['ssh', 'nerdctl', 'telnet', 'dtach', 'picocom', 'tmux: client', 'screen-4.9.1', 'expect'])(
    '%s may carry a shell also with the whole screen; what only ends in its name does not',
    name => {
      const onScreen = {alternateScreen: true};
      const tui = {type: 'tui', program: name, readerPid: expect.any(Number), carried: true};
      expect(claim(RAW, [program(name, 'tty_poll')], onScreen)).toEqual(tui);
      expect(claim(RAW, [program(name, 'other')], onScreen)).toEqual(tui);
      const other = `x${name}`;
      expect(claim(RAW, [program(other, 'tty_poll')], onScreen)).toEqual({type: 'tui', program: other});
    },
  );

  test('a program that runs, or sleeps on something else, is at work', () => {
    expect(claim(RAW, [program('ffmpeg', 'nothing')])).toEqual({type: 'busy', program: 'ffmpeg'});
    expect(claim(RAW, [program('ffmpeg', 'other')])).toEqual({type: 'busy', program: 'ffmpeg'});
  });
});

test('a stopped job waits for nobody', () => {
  const stopped = {...program('vim', 'tty_read'), stopped: true};
  expect(claim(RAW, [stopped])).toEqual({type: 'busy', program: 'vim'});
  expect(claim(RAW, [{...program('sudo', 'unknown'), stopped: true}, program('x', 'other')])).toMatchObject({
    type: 'busy',
  });
});

test('nobody in the foreground is busy', () => {
  expect(claim(LINES, [])).toEqual({type: 'busy', program: null});
});

const SHELL_PID = 100;

function program(name: string, blockedOn: ProcessFacts['blockedOn'], argv: readonly string[] = [name]): ProcessFacts {
  return {pid: 200, name, argv, blockedOn, stopped: false, wakeUps: null};
}

function claim(
  mode: TtyMode,
  foreground: readonly ProcessFacts[],
  context: Partial<ClassifyContext> = {},
  shell: ProcessFacts | null = null,
) {
  const probe: TtyProbe = {
    mode,
    shellPid: SHELL_PID,
    shell,
    foregroundProcessGroup: 200,
    shellInForeground: false,
    foreground,
    cwd: null,
    unreadBytes: 0,
  };
  return classify(probe, {
    alternateScreen: false,
    standsAtPrompt: () => false,
    hasShownPrompt: () => false,
    mouse: false,
    applicationKeys: false,
    bracketedPaste: false,
    textOnLastLine: false,
    asksForSecret: () => false,
    hidesCursor: () => false,
    runs: true,
    atPrompt: false,
    readsAsAtPrompt: () => false,
    readsByPromptCall: () => false,
    shellArgv: ['bash'],
    nestedShellPid: null,
    isSameProgram: () => undefined,
    ...context,
  });
}
