import {describe, expect, test} from 'vitest';
import {classify, type LineContext} from '../classify.ts';
import type {Level} from '../level.ts';

/** Levels of lines that run one after the other in one shell; what a line sets is there for the next. */
function inTurn(lines: readonly string[], context: LineContext = {}): readonly Level[] {
  let variables: LineContext['variables'];
  return lines.map(line => {
    const verdict = classify(line, {home: '/home/me', ...context, variables});
    ({variables} = verdict);
    return verdict.level;
  });
}

/** The level of the last one. */
function last(...lines: readonly string[]): Level | undefined {
  return inTurn(lines).at(-1);
}

describe('what an earlier line has set raises what obeys it', () => {
  test.each([
    ['export PATH=/tmp/evil:$PATH', 'ls', 'DANGEROUS'],
    ['PATH=.:$PATH', 'ls', 'DANGEROUS'],
    ['export PATH=$PWD/node_modules/.bin:$PATH', 'ls', 'DANGEROUS'],
    ['export PATH=$X:$PATH', 'ls', 'DANGEROUS'],
    ['unset PATH', 'ls', 'DANGEROUS'],
    ['export LD_PRELOAD=/tmp/x.so', 'ls', 'DANGEROUS'],
    ['export LD_PRELOAD=/tmp/x.so', '/bin/cat x', 'DANGEROUS'],
    ['export GIT_SSH_COMMAND=/tmp/x', 'git log', 'DANGEROUS'],
    ['export PAGER=/tmp/x', 'git log', 'DANGEROUS'],
    ['export GIT_PAGER="sh -c id"', 'git diff', 'DANGEROUS'],
    ['declare -x MANPAGER=/tmp/x', 'man ls', 'DANGEROUS'],
    ['export BASH_ENV=/tmp/x', './build.sh', 'DANGEROUS'],
    ['export BASH_ENV=/tmp/x', 'bash -c "ls"', 'DANGEROUS'],
    ['read PYTHONPATH', 'python3 --version', 'DANGEROUS'],
    ['printf -v NODE_OPTIONS %s "--require /tmp/x"', 'npm --version', 'DANGEROUS'],
    ['eval "export PAGER=/tmp/x"', 'git log', 'DANGEROUS'],
    ['true && export PAGER=/tmp/x', 'ls; git log', 'DANGEROUS'],
    ['export HOME=/tmp/x', 'cat ~/notes', 'DANGEROUS'],
    ['export IFS=x', 'ls', 'DANGEROUS'],
    ['readonly PAGER=/tmp/x', 'PAGER=cat; git log', 'DANGEROUS'],
    ['export PAGER=/tmp/x; n=PAGER; readonly "$n"', 'unset PAGER; git log', 'DANGEROUS'],
  ] as const)('%s, then %s', (before, line, level) => {
    expect(last(before, line)).toBe(level);
    expect(last(before, 'true', `echo $(${line})`)).toBe(level);
  });
});

describe('and nothing else', () => {
  test.each([
    ['export PATH=/tmp/evil:$PATH', 'echo x'],
    ['export PATH=/tmp/evil:$PATH', 'pwd'],
    ['export PAGER=/tmp/x', 'ls'],
    ['export GIT_SSH_COMMAND=/tmp/x', 'ls'],
    ['export BASH_ENV=/tmp/x', 'ls'],
    ['export NODE_OPTIONS="--require /tmp/x"', 'git status'],
    ['(export PATH=/tmp/evil:$PATH)', 'ls'],
    ['PATH=/tmp/evil:$PATH true', 'ls'],
    ['export PROJECT=/tmp/x', 'ls'],
  ])('%s, then %s', (before, line) => {
    expect(last(before, line)).toBe('SAFE');
  });
});

test.each([
  'export PATH="$HOME/.local/bin:$PATH"',
  'export PATH=~/bin:/usr/local/bin:$PATH',
  'PATH=$PATH:/opt/homebrew/bin',
  'PATH+=:/usr/local/go/bin',
  'export PAGER=less',
  'export PAGER="less -FRX"',
  'export GIT_PAGER=cat',
  'export EDITOR="code --wait"',
  'export VISUAL=/usr/bin/vim',
  'export SSH_AUTH_SOCK=/run/user/1000/agent',
  'export NODE_OPTIONS=--max-old-space-size=4096',
  'export HISTSIZE=10000',
])('%s, as people set it, raises nothing', line => {
  expect(inTurn([line, 'ls', 'git log', 'cat x']).slice(1)).toEqual(['SAFE', 'SAFE', 'SAFE']);
});

test('what is set anew or taken away is forgotten, and what goes on from it is not', () => {
  const evil = 'export PATH=/tmp/evil:$PATH';
  expect(last(evil, 'export PATH=/usr/bin:/bin', 'ls')).toBe('SAFE');
  expect(last(evil, 'export PATH=$PATH:/usr/local/bin', 'ls')).toBe('DANGEROUS');
  expect(last(evil, 'PATH+=:/usr/local/bin', 'ls')).toBe('DANGEROUS');
  expect(last('export LD_PRELOAD=/tmp/x', 'unset LD_PRELOAD', 'ls')).toBe('SAFE');
  expect(last('export PAGER=/tmp/x', 'export PAGER', 'git log')).toBe('DANGEROUS');
});

test('fish and zsh set variables in their own ways', () => {
  const level = (shell: 'fish' | 'zsh', ...lines: string[]): Level | undefined => inTurn(lines, {shell}).at(-1);
  expect(level('fish', 'set -gx PATH /tmp/evil $PATH', 'ls')).toBe('DANGEROUS');
  expect(level('fish', 'set -x --prepend PATH /tmp/evil', 'ls')).toBe('DANGEROUS');
  expect(level('fish', 'set -gx PAGER /tmp/x', 'git log')).toBe('DANGEROUS');
  expect(level('fish', 'set -gx PAGER /tmp/x', 'set -e PAGER', 'git log')).toBe('SAFE');
  expect(level('fish', 'set -gx PATH ~/.local/bin $PATH', 'ls')).toBe('SAFE');
  expect(level('zsh', 'path=(/tmp/evil $path)', 'ls')).toBe('DANGEROUS');
  expect(level('zsh', 'path+=(/tmp/evil)', 'ls')).toBe('DANGEROUS');
  expect(level('zsh', 'path=(~/.local/bin $path)', 'ls')).toBe('SAFE');
  for (const set of [
    "aliases[ls]='rm x'",
    "galiases[x]='; rm x'",
    "functions[ls]='rm x'",
    'commands[ls]=/tmp/x',
    "builtins=(echo '')",
    'options[promptsubst]=on',
    'nameddirs[x]=/tmp',
    'module_path+=(/tmp)',
    'histchars=ab',
  ])
    expect([set, level('zsh', set, 'ls'), level('zsh', set, 'true', 'echo x')]).toEqual([
      set,
      'DANGEROUS',
      'DANGEROUS',
    ]);
  // What runs at prompts was dangerous when it was set.
  expect(level('zsh', 'precmd_functions+=(evil)')).toBe('DANGEROUS');
  expect(level('zsh', 'precmd_functions+=(evil)', 'ls')).toBe('SAFE');
  expect(level('zsh', 'fpath=(/tmp/evil $fpath)', 'zsh -c ls')).toBe('DANGEROUS');
});
