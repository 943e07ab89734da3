/** Repositories within a repository: git that looks at the outer one runs what the inner ones say. */
import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {classify, type Level} from '../guard/index.ts';
import {folderLook} from './folder-look.ts';

let folder: string;
const look = folderLook();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-within-')));
});

afterEach(() => rmSync(folder, {recursive: true}));

function git(cwd: string, ...args: readonly string[]): string {
  const env = {...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null'};
  const who = ['-c', 'user.name=a', '-c', 'user.email=b', '-c', 'core.hooksPath=/dev/null'];
  return execFileSync('git', [...who, ...args], {cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
}

function levelOf(line: string, cwd = folder): Level {
  return classify(line, {cwd, look, shell: 'bash', home: '/home/somebody'}).level;
}

/** A repository with one commit. */
function repository(path: string, ...init: readonly string[]): string {
  mkdirSync(path, {recursive: true});
  git(path, 'init', '-q', ...init, '.');
  writeFileSync(join(path, 'file'), '');
  git(path, 'add', 'file');
  git(path, 'commit', '-q', '-m', 'x');
  return path;
}

/** Has git start this whenever it looks at that repository; what it makes is there once it has run. */
function watch(inner: string): string {
  const trace = join(folder, 'was-run');
  const watcher = join(folder, 'watch.sh');
  writeFileSync(watcher, `#!/bin/sh\n: >${trace}\n`, {mode: 0o755});
  git(inner, 'config', 'core.fsmonitor', watcher);
  return trace;
}

const LOOKING = ['git status', 'git diff', 'git diff-files', 'git describe --always --dirty'];

describe.each([
  ['an index as git writes it', [], []],
  ['an index of version 4', [], ['update-index', '--index-version', '4']],
  ['a split index', [], ['update-index', '--split-index']],
  ['hashes of SHA-256', ['--object-format=sha256'], []],
] as const)('with %s', (_, init, change) => {
  test('what a repository within says is judged as if the outer one said it', () => {
    const outer = repository(join(folder, 'outer'), ...init);
    for (const name of ['a', 'deep/down/inner']) writeFileAt(join(outer, name, 'file'));
    const inner = repository(join(outer, 'deep/down/repo'), ...init);
    git(outer, 'add', '.');
    git(outer, 'commit', '-q', '-m', 'with it');
    // Of so long a name the index does not say how long it is.
    const blob = git(outer, 'rev-parse', 'HEAD:file').trim();
    git(outer, 'update-index', '--add', '--cacheinfo', `100644,${blob},${'a'.repeat(5000)}`);
    if (change.length > 0) git(outer, ...change);
    for (const line of LOOKING) expect([line, levelOf(line, outer)]).toEqual([line, 'SAFE']);
    const trace = watch(inner);
    for (const line of LOOKING) expect([line, levelOf(line, outer)]).not.toEqual([line, 'SAFE']);
    git(outer, 'status');
    expect(existsSync(trace)).toBe(true);
    git(inner, 'config', '--unset', 'core.fsmonitor');
    for (const line of LOOKING) expect([line, levelOf(line, outer)]).toEqual([line, 'SAFE']);
  });
});

function writeFileAt(path: string): void {
  mkdirSync(dirname(path), {recursive: true});
  writeFileSync(path, '');
}

test('also two levels deep, and where the inner one comes later, or keeps its settings elsewhere', () => {
  const outer = repository(join(folder, 'outer'));
  const middle = repository(join(outer, 'middle'));
  const inner = repository(join(middle, 'inner'));
  git(middle, 'add', '.');
  git(middle, 'commit', '-q', '-m', 'x');
  git(outer, 'add', '.');
  git(outer, 'commit', '-q', '-m', 'x');
  watch(inner);
  expect(levelOf('git status', outer)).not.toBe('SAFE');
  renameSync(join(inner, '.git'), join(folder, 'aside'));
  expect(levelOf('git status', outer)).toBe('SAFE');
  writeFileSync(join(inner, '.git'), `gitdir: ${join(folder, 'aside')}\n`);
  expect(levelOf('git status', outer)).not.toBe('SAFE');
});

test('an alias of the inner one means nothing in the outer one', () => {
  const outer = repository(join(folder, 'outer'));
  const inner = repository(join(outer, 'inner'));
  git(outer, 'add', '.');
  git(inner, 'config', 'alias.st', '!rm x');
  expect(levelOf('git st', outer)).toBe('CAUTION');
  expect(levelOf('git st', inner)).toBe('DANGEROUS');
});

test('an index that is none, or is cut off, says nothing and stops nothing', () => {
  const outer = repository(join(folder, 'outer'));
  for (const text of ['', 'DIRC', `DIRC\0\0\0\x02\xff\xff\xff\xff`, `DIRC\0\0\0\x04\0\0\0\x09${'\xff'.repeat(300)}`]) {
    writeFileSync(join(outer, '.git/index'), Buffer.from(text, 'latin1'));
    expect(levelOf('git log', outer)).toBe('SAFE');
  }
});

test('of a repository that nobody knows nobody knows what it starts', () => {
  for (const line of [
    ...['git -C "$x" status', 'git -C * log', 'for x in */; do git -C "$x" status; done', 'cd "$x" && git diff'],
    ...['find . -name .git -execdir git status \\;', 'find . -type d -exec git -C {} status \\;'],
    ...['for d in */; do (cd "$d" && git status); done', 'ls | xargs -I{} git -C {} status'],
  ])
    expect([line, levelOf(line)]).toEqual([line, 'CAUTION']);
  for (const line of ['git -C "$x" rev-parse HEAD', 'git -C sub status', 'cd sub && git status', 'git status'])
    expect([line, levelOf(line)]).toEqual([line, line.startsWith('git -C "$x"') ? levelOf('echo "$x"') : 'SAFE']);
});

test.each([
  ['a comment that ends in a backslash', '[core]\n# x \\\nfsmonitor = ./ev\n'],
  ['such a comment behind a value', '[core]\nx = y ; z \\\nfsmonitor = ./ev\n'],
  ['a backslash that is quoted at the end of a line', '[core]\nx = y \\\\\nfsmonitor = ./ev\n'],
  ['two sections on a line', '[a] [core]\nfsmonitor = ./ev\n'],
  ['sections and a setting on a line', '[a][core]fsmonitor=./ev\n'],
  ['a long beginning', `${'#'.repeat(300_000)}\n[core]\nfsmonitor = ./ev\n`],
  ['a value in two lines', '[core]\nfsmonitor = ./e\\\nv\n'],
])('what git reads in its settings is read: %s', (_, text) => {
  const outer = repository(join(folder, 'outer'));
  const config = join(outer, '.git/config');
  writeFileSync(config, `${readFileSync(config, 'utf8')}${text}`);
  writeFileSync(join(outer, 'ev'), `#!/bin/sh\n: >${join(folder, 'was-run')}\n`, {mode: 0o755});
  expect(levelOf('git status', outer)).not.toBe('SAFE');
  git(outer, 'status');
  expect(existsSync(join(folder, 'was-run'))).toBe(true);
});

test('a comment is none of git’s settings', () => {
  const outer = repository(join(folder, 'outer'));
  writeFileSync(join(outer, '.git/config'), '[core]\n\tx = "a # b" # fsmonitor = ./ev\n# fsmonitor = ./ev\n', {
    flag: 'a',
  });
  expect(levelOf('git status', outer)).toBe('SAFE');
});

test('a folder called .git that holds no repository is passed over', () => {
  const outer = repository(join(folder, 'outer'));
  const trace = watch(outer);
  for (const parts of [[], ['objects', 'refs']]) {
    mkdirSync(join(outer, 'sub/.git'), {recursive: true});
    for (const part of parts) mkdirSync(join(outer, 'sub/.git', part));
    expect(levelOf('git status', join(outer, 'sub'))).not.toBe('SAFE');
    rmSync(trace, {force: true});
    git(join(outer, 'sub'), 'status');
    expect(existsSync(trace)).toBe(true);
  }
});

test('a hook of looking counts wherever the settings say that hooks lie', () => {
  const outer = repository(join(folder, 'outer'));
  git(outer, 'config', 'core.hooksPath', '.githooks');
  mkdirSync(join(outer, '.githooks'));
  expect(levelOf('git status', outer)).toBe('SAFE');
  writeFileSync(join(outer, '.githooks/post-index-change'), '#!/bin/sh\n', {mode: 0o755});
  expect(levelOf('git status', outer)).not.toBe('SAFE');
});

test('reading a partial clone may start what fetching starts', () => {
  const outer = repository(join(folder, 'outer'));
  git(outer, 'config', 'remote.origin.uploadpack', '/tmp/evil');
  expect(levelOf('git log -p', outer)).toBe('SAFE');
  git(outer, 'config', 'remote.origin.promisor', 'true');
  for (const line of ['git log -p', 'git show HEAD', 'git blame a', 'git diff HEAD~1'])
    expect([line, levelOf(line, outer)]).not.toEqual([line, 'SAFE']);
});

test('go asks git, which runs what the repository says', () => {
  const outer = repository(join(folder, 'outer'));
  expect(levelOf('go list ./...', outer)).toBe('SAFE');
  watch(outer);
  expect(levelOf('go list ./...', outer)).not.toBe('SAFE');
  expect(levelOf('go version', outer)).toBe('SAFE');
});

test.each([
  ['[diff ""]\n\ttextconv = ./evil.sh', 'a driver without a name'],
  ['[diff "x\u2028y"]\n\ttextconv = ./evil.sh', 'a line separator in a name'],
  ['[filter ""]\n\tclean = ./evil.sh', 'a filter without a name'],
  ['[diff "x"]\n\ttextconv = vim -es -S evil -cq', 'an editor that is told of a script'],
  ['[core]\n\tfsmonitor = nano', 'an editor that nobody asked for'],
  ['[core]\n\tpager = less -ofile', 'a pager that writes a file'],
  ['[diff]\n\tsubmodule = diff', 'a look into repositories within'],
])('%j is care: %s', settings => {
  const outer = repository(join(folder, 'outer'));
  expect(levelOf('git diff', outer)).toBe('SAFE');
  appendFileSync(join(outer, '.git/config'), `${settings}\n`);
  expect(levelOf('git diff', outer)).not.toBe('SAFE');
});

test.each(['core.editor = code --wait', 'core.pager = less -FRX', 'diff.submodule = short', 'core.pager = delta'])(
  '%s stays as people have it',
  setting => {
    const outer = repository(join(folder, 'outer'));
    const [name = '', value = ''] = setting.split(' = ');
    git(outer, 'config', name, value);
    expect(levelOf('git diff', outer)).toBe('SAFE');
  },
);

describe('git finds a repository where', () => {
  test('its parts lie in another folder', () => {
    const outer = repository(join(folder, 'outer'));
    const emb = join(outer, 'emb');
    mkdirSync(emb);
    renameSync(repository(join(folder, 'inner')), join(folder, 'gone'));
    renameSync(join(folder, 'gone/.git'), join(emb, 'shared'));
    writeFileSync(join(emb, 'HEAD'), 'ref: refs/heads/master\n');
    writeFileSync(join(emb, 'commondir'), 'shared\n');
    appendFileSync(join(emb, 'shared/config'), '[core]\n\tbare = true\n[diff "z"]\n\ttextconv = ./evil.sh\n');
    expect(realpathSync(git(emb, 'rev-parse', '--absolute-git-dir').trim())).toBe(emb);
    expect(levelOf('git show', emb)).not.toBe('SAFE');
    expect(levelOf('git -C emb show', outer)).not.toBe('SAFE');
  });

  test('a blank ends the name of its folder', () => {
    const outer = repository(join(folder, 'outer'));
    const trace = watch(outer);
    renameSync(join(outer, '.git'), join(outer, 'real '));
    writeFileSync(join(outer, '.git'), 'gitdir: real \n');
    git(outer, 'status');
    expect(existsSync(trace)).toBe(true);
    expect(levelOf('git status', outer)).not.toBe('SAFE');
  });

  test('its references are a program', () => {
    const outer = repository(join(folder, 'outer'));
    watch(outer);
    git(outer, 'pack-refs', '--all');
    rmSync(join(outer, '.git/refs'), {recursive: true});
    writeFileSync(join(outer, '.git/refs'), '', {mode: 0o755});
    expect(levelOf('git status', outer)).not.toBe('SAFE');
  });

  test('its hooks lie in its working tree, which is another folder', () => {
    const outer = repository(join(folder, 'outer'));
    const hook = join(outer, 'sub/.githooks/post-index-change');
    mkdirSync(dirname(hook), {recursive: true});
    git(outer, 'config', 'core.worktree', join(outer, 'sub'));
    git(outer, 'config', 'core.hookspath', '.githooks');
    expect(levelOf('git status', outer)).toBe('SAFE');
    writeFileSync(hook, '#!/bin/sh\n', {mode: 0o755});
    expect(levelOf('git status', outer)).not.toBe('SAFE');
  });
});
