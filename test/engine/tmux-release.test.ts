import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {TmuxOnTest} from '../../src/backends/tmux/testing/tmux-on-test.ts';
import {Engine, servicesOf} from '../../src/engine/index.ts';
import {findTool, selectTools} from '../../src/tools/index.ts';
import {needs} from '../support/needs.ts';
import {Calls} from '../support/tmux-calls.ts';

const agent = {type: 'agent', name: 'agent'} as const;

/** A shell with things of its user's, and what tells all of its state. */
interface ShellWithUser {
  readonly argv: readonly string[];
  readonly start: string;
  readonly state: string;
}

const BASH_STATE = `declare -p | grep -vE '^declare -[-a-zA-Z]+ (_|SECONDS|RANDOM|SRANDOM|EPOCH[A-Z]*|BASHPID|HISTCMD|LINENO|BASH_[A-Z]+|PIPESTATUS|COLUMNS|LINES)(=|$)'
declare -f
for map in emacs-standard vi-insert vi-command; do bind -m "$map" -p; bind -m "$map" -s; bind -m "$map" -X; done
trap -p
shopt -p
set +o`;

// zsh loads these modules whenever somebody uses a parameter of theirs.
const ZSH_STATE = `zmodload zsh/parameter zsh/zleparameter
typeset -p | grep -vE '^(typeset|export)( -[a-zA-Z0-9]+)* (_|SECONDS|RANDOM|EPOCH[A-Z]*|HISTCMD|LINENO|TTYIDLE|status|pipestatus|COLUMNS|LINES|history|historywords|jobstates|jobtexts|jobdirs|keymaps|widgets|functions_source|funcsourcetrace|functions|dis_functions|modules|parameters|commands|[?!#])(=|$)'
functions
for map in $keymaps; do bindkey -M $map -L; done
zle -lL
trap
setopt`;

const FISH_STATE = `set | string match --invert --regex '^(status|pipestatus|status_generation|history|CMD_DURATION|cmd_duration|fish_.*pid|_|COLUMNS|LINES) '
functions --all --names
functions fish_prompt | string match --invert --regex '^#'
functions --handlers
bind`;

const shells: Readonly<Record<string, ShellWithUser>> = {
  bash: {
    argv: ['bash', '--norc', '--noprofile'],
    start: `export PS1='person$ '; mine() { :; }; PROMPT_COMMAND='mine'; bind '"\\C-xq": "quoted"'`,
    state: BASH_STATE,
  },
  'bash with a list of hooks and a DEBUG trap': {
    argv: ['bash', '--norc', '--noprofile'],
    start: `PS1='person$ '; PS0='\${x:-}'; mine() { :; }; PROMPT_COMMAND=(mine 'mine again'); trap ': debug "it'"'"'s"' DEBUG`,
    state: BASH_STATE,
  },
  'bash whose prompts are not expanded': {
    argv: ['bash', '--norc', '--noprofile'],
    start: `shopt -u promptvars; PS1='person$ '; PROMPT_COMMAND=(': mine' ': again')`,
    state: BASH_STATE,
  },
  'bash with nothing of its own': {argv: ['bash', '--norc', '--noprofile'], start: 'true', state: BASH_STATE},
  zsh: {
    argv: ['zsh', '-f'],
    start: `PS1='person% '; precmd() { : mine; }; mine() { : }; precmd_functions=(mine); zle -N zle-line-init mine; bindkey '^Xq' beep; HISTORY_IGNORE='secret*'`,
    state: ZSH_STATE,
  },
  'zsh with nothing of its own': {argv: ['zsh', '-f'], start: 'true', state: ZSH_STATE},
  fish: {
    argv: ['fish', '--no-config'],
    start: `function fish_prompt; printf 'person> '; end; function mine --on-event fish_preexec; true; end; bind \\cxq beginning-of-line`,
    state: FISH_STATE,
  },
};

function changes(before: readonly string[], after: readonly string[]) {
  const gone = before.filter(line => !after.includes(line)).slice(0, 10);
  return {gone, come: after.filter(line => !before.includes(line)).slice(0, 10)};
}

const NONE = {gone: [], come: []};

describe.each(Object.entries(shells))('%s', (name, {argv, start, state}) => {
  const [shell = ''] = argv;

  test('is after its release what it was before it was adopted and given marks', async () => {
    needs('tmux');
    needs(shell);
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('env', '-u', 'HISTFILE', ...argv);
    const type = (line: string): void => void tmux.tmux('send-keys', '-t', pane, line, 'Enter');
    const at = (name: string): string => join(tmux.folder, name);
    writeFileSync(at('start'), `${start}\n`);
    const block = shell === 'fish' ? ['begin', 'end'] : ['{', '}'];
    writeFileSync(at('state'), `${block[0]}\n${state}\n${block[1]} >told 2>&1\n`);
    const stateNow = async (told: string): Promise<string[]> => {
      type(` source ./state; command mv told ${told}`);
      await expect
        .poll(() => existsSync(at(told)) || tmux.tmux('capture-pane', '-p', '-t', pane), {timeout: 8000})
        .toBe(true);
      return readFileSync(at(told), 'utf8').split('\n');
    };
    type(' source ./start');
    await stateNow('warm');
    const before = await stateNow('before');
    await using engine = new Engine({backends: [tmux.backend()]});
    await engine.start();
    const caller = engine.caller('test', agent);
    caller.env = tmux.env;
    const context = {services: servicesOf(engine), caller, signal: new AbortController().signal};
    const call = async (tool: string, input: Record<string, unknown>) =>
      (await findTool(selectTools(['terminal']), tool).call(input, context)).value;
    const {session_id} = await call('manage_session', {action: 'adopt', session_id: pane});
    expect(await call('manage_session', {action: 'integrate', session_id})).toMatchObject({shell_integration: 'full'});
    const ran = await call('run_command', {session_id, command: 'false'});
    expect(ran).toMatchObject({exit_code: 1, via: 'mark'});
    await call('manage_session', {action: 'release', session_id});
    const after = await stateNow('after');
    expect(changes(before, after)).toEqual(NONE);
    // Let go of while a command runs it keeps its marks, until it is given others and is let go of at its prompt.
    if (name === 'bash whose prompts are not expanded') return;
    const {session_id: busy} = await call('manage_session', {action: 'adopt', session_id: pane});
    await call('manage_session', {action: 'integrate', session_id: busy});
    await call('run_command', {session_id: busy, command: 'echo go; cat', until: '^go$'});
    await call('manage_session', {action: 'release', session_id: busy});
    tmux.tmux('send-keys', '-t', pane, 'C-d');
    const {session_id: again} = await call('manage_session', {action: 'adopt', session_id: pane});
    await call('manage_session', {action: 'integrate', session_id: again});
    await call('manage_session', {action: 'release', session_id: again});
    expect(changes(before, await stateNow('at-last'))).toEqual(NONE);
  });
});

test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config'])(
  'the first line after a release prints its own output alone: %s',
  async line => {
    needs('tmux');
    const [shell = '', ...words] = line.split(' ');
    needs(shell);
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', shell, ...words);
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    await calls.call('manage_session', {action: 'integrate', session_id});
    const ran = await calls.call('run_command', {session_id, command: 'echo agent; false'});
    expect(ran).toMatchObject({output: 'agent', exit_code: 1, via: 'mark'});
    await calls.call('manage_session', {action: 'release', session_id});
    // Text that bash has freed is another's sooner or later.
    tmux.tmux('send-keys', '-t', pane, shell === 'fish' ? 'echo "$status person"' : 'echo "$? person"', 'Enter');
    const lines = () => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n');
    await expect.poll(lines).toContainEqual(expect.stringMatching(/person$/));
    await expect.poll(lines).toContain('1 person');
  },
);

test.each([
  ['bash', ['--norc', '--noprofile'], 'true'],
  ['bash', ['--norc', '--noprofile'], `trap 'case $_ in user) ;; esac' DEBUG`],
  ['zsh', ['-f'], 'true'],
] as const)(
  'the last argument that the first line after a release finds is that of the line before it: %s %s, %s',
  async (shell, words, start) => {
    needs('tmux');
    needs(shell);
    await using tmux = new TmuxOnTest();
    const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', shell, ...words);
    tmux.tmux('send-keys', '-t', pane, start, 'Enter');
    await using calls = await Calls.open(tmux);
    const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
    await calls.call('manage_session', {action: 'integrate', session_id});
    const ran = await calls.call('run_command', {session_id, command: `(exit 3) || echo "the agent's last"`});
    expect(ran).toMatchObject({output: "the agent's last", exit_code: 0, via: 'mark'});
    await calls.call('manage_session', {action: 'release', session_id});
    tmux.tmux('send-keys', '-t', pane, 'echo "<$_>"', 'Enter');
    const lines = () => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n');
    await expect.poll(lines).toContainEqual(expect.stringMatching(/^</));
    expect(lines().find(line => line.startsWith('<'))).toBe("<the agent's last>");
  },
);

test('a line that a pane with its input switched off has refused leaves the shell as exact as it was, also for its release', async () => {
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', 'bash', '--norc', '--noprofile');
  await using calls = await Calls.open(tmux);
  const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
  await calls.call('manage_session', {action: 'integrate', session_id});
  tmux.tmux('select-pane', '-d', '-t', pane);
  await expect(calls.call('run_command', {session_id, command: 'echo refused'})).rejects.toThrow('takes no input');
  tmux.tmux('select-pane', '-e', '-t', pane);
  const ran = await calls.call('run_command', {session_id, command: 'echo taken; false'});
  expect(ran).toMatchObject({output: 'taken', exit_code: 1, via: 'mark'});
  await calls.call('manage_session', {action: 'release', session_id});
  tmux.tmux('send-keys', '-t', pane, 'declare -F | grep -c __cotty', 'Enter');
  const lines = () => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n');
  await expect.poll(lines).toContain('0');
});

test.each([
  ['bash --norc --noprofile', 'declare -F | grep -c __cotty'],
  ['zsh -f', 'functions | grep -c __cotty'],
  ['fish --no-config', 'functions --all | grep -c __cotty'],
])('a server that has not heard the shell since it began has the marks taken out too: %s', async (line, count) => {
  needs('tmux');
  const [shell = '', ...words] = line.split(' ');
  needs(shell);
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', shell, ...words);
  await using before = await Calls.open(tmux);
  const {session_id} = await before.call('manage_session', {action: 'adopt', session_id: pane});
  await before.call('manage_session', {action: 'integrate', session_id});
  await before.engine[Symbol.asyncDispose]();
  await using calls = await Calls.open(tmux);
  await calls.call('manage_session', {action: 'release', session_id});
  tmux.tmux('send-keys', '-t', pane, count, 'Enter');
  await expect.poll(() => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n')).toContain('0');
});

test('a command that runs in a pane which is let go of goes on, and is told as lost: neither it nor its shell has ended', async () => {
  await using tmux = new TmuxOnTest();
  const pane = tmux.start('env', '-u', 'HISTFILE', 'PS1=person$ ', 'bash', '--norc', '--noprofile');
  await using calls = await Calls.open(tmux);
  const {session_id} = await calls.call('manage_session', {action: 'adopt', session_id: pane});
  const {command_id} = await calls.call('run_command', {session_id, command: 'echo go; cat', until: '^go$'});
  const over = calls.call('read_output', {command_id, wait_ms: 20_000});
  await calls.call('manage_session', {action: 'release', session_id});
  expect(await over).toMatchObject({state: 'lost', exit_code: null});
  tmux.tmux('send-keys', '-t', pane, 'C-d');
  tmux.tmux('send-keys', '-t', pane, 'echo "goes on"', 'Enter');
  await expect.poll(() => tmux.tmux('capture-pane', '-p', '-t', pane).split('\n')).toContain('goes on');
});
