/** A line is judged by where its paths lead, and cotty's own files are known by every name. */
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {classify, defaultPolicy, type Level, Policy, shapeOf} from '../guard/index.ts';
import {folderLook} from './folder-look.ts';

let folder: string;
let home: string;
let project: string;
let own: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-links-')));
  home = join(folder, 'home');
  project = join(home, 'project');
  own = join(folder, 'own');
  for (const made of [join(home, '.ssh'), project, own]) mkdirSync(made, {recursive: true});
});

afterEach(() => rmSync(folder, {recursive: true}));

function context() {
  const look = folderLook([join(own, 'config.toml'), join(project, 'elsewhere.log')]);
  return {cwd: project, look, shell: 'bash', home, ownFolder: own} as const;
}

function levelOf(line: string): Level {
  return classify(line, context()).level;
}

/** What even `permissive` refuses. */
function isRefused(line: string): boolean {
  return new Policy({...defaultPolicy, mode: 'permissive'}).check(line, context()).decision === 'deny';
}

function link(target: string, name: string): void {
  symlinkSync(target, join(project, name));
}

test('what is read through a link is what it leads to', () => {
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'key');
  link('../.ssh/id_rsa', 'notes.txt');
  link('../.ssh', 'docs');
  link('plain.txt', 'plain');
  mkdirSync(join(home, '.ssh', 'sub'));
  link('../.ssh/sub', 'deep');
  for (const line of [
    'cat notes.txt',
    'grep x docs/id_rsa',
    'wc -l < notes.txt',
    'cp notes.txt other',
    'cat docs/*',
    'cat deep/../id_rsa',
  ])
    expect([line, levelOf(line)]).toEqual([line, 'DANGEROUS']);
  expect(levelOf('cat plain')).toBe('SAFE');
});

test('what is written through a link is what it leads to, also when nothing is there yet', () => {
  link(join(home, '.bashrc'), 'rc');
  link('/etc', 'etc');
  for (const line of ['echo x >> rc', 'cp a etc/passwd', 'tee etc/new.d/file < a'])
    expect([line, levelOf(line)]).toEqual([line, 'DANGEROUS']);
});

test('a link to what is cotty’s own is refused, and so is making one', () => {
  link(own, 'way');
  for (const line of [
    'cp evil.toml way/config.toml',
    'echo x > way/audit.log',
    `ln -s ${own} other`,
    `ln ${own}/config.toml other`,
    `ln -s ${own}/config.toml other; cp evil.toml other`,
  ])
    expect([line, isRefused(line)]).toEqual([line, true]);
  expect(isRefused('ln -s ../src other')).toBe(false);
});

test('the configuration is cotty’s own where a link of the user leads to, and the audit where it was put', () => {
  mkdirSync(join(project, 'dotfiles'));
  symlinkSync(join(project, 'dotfiles', 'cotty.toml'), join(own, 'config.toml'));
  for (const line of ['cp evil.toml dotfiles/cotty.toml', 'rm elsewhere.log', 'mv elsewhere.log.000000000001 x'])
    expect([line, isRefused(line)]).toEqual([line, true]);
  expect(isRefused('cp evil.toml dotfiles/other.toml')).toBe(false);
});

test('what a person has said of files of a folder holds for none that a link leads out to', () => {
  link(folder, 'out');
  mkdirSync(join(project, 'inside'));
  link('inside', 'in');
  const shape = (line: string) => shapeOf(new Policy(defaultPolicy).check(line, context()));
  expect(shape('rm -f in/a')).toBe(shape('rm -f b'));
  expect(shape('rm -f out/a')).toBeNull();
});

test('a folder above what is cotty’s own is moved by no agent', () => {
  mkdirSync(join(project, 'dotfiles'));
  symlinkSync(join(project, 'dotfiles', 'cotty.toml'), join(own, 'config.toml'));
  for (const line of [`mv ${folder} /tmp/x`, 'mv dotfiles other', `mv -t /tmp a ${own}`, 'mv a dotfiles b'])
    expect([line, isRefused(line)]).toEqual([line, true]);
  for (const line of ['mv a ~', 'mv a dotfiles', 'mv src other'])
    expect([line, isRefused(line)]).toEqual([line, false]);
});

test('a pattern that may become what is cotty’s own is refused', () => {
  for (const line of [
    'cp evil.toml ../.cott[y]/config.toml',
    'echo x > ../.cott?/config.toml',
    'cp evil.toml ../.c*/config.toml',
    `cp evil.toml ${folder}/ow[n]/config.toml`,
    'rm -rf ../.c*',
  ])
    expect([line, isRefused(line)]).toEqual([line, true]);
  for (const line of ['cp a b*', 'rm -f ../*', 'touch src/*.ts'])
    expect([line, isRefused(line)]).toEqual([line, false]);
});

test('a project and a home folder that are reached by links are judged as what they are', () => {
  symlinkSync(project, join(folder, 'short'));
  symlinkSync(home, join(folder, 'me'));
  writeFileSync(join(project, 'plain.txt'), 'text');
  const {look} = context();
  const at = (cwd: string, line: string) =>
    classify(line, {cwd, look, shell: 'bash', home: join(folder, 'me'), ownFolder: own}).level;
  expect(at(join(folder, 'short'), 'cat plain.txt')).toBe('SAFE');
  expect(at(join(folder, 'me/project'), 'cat plain.txt')).toBe('SAFE');
  expect(at(join(folder, 'me/project'), 'cat ../.ssh/id_rsa')).toBe('DANGEROUS');
});

test('of more files than are looked at nobody knows where they lead', () => {
  const names = Array.from({length: 2000}, (_, at) => `f${at}`).join(' ');
  expect(levelOf(`cat ${names}`)).toBe('DANGEROUS');
});

test('links that lead round, and paths longer than any that can be opened, lead nowhere that is known', () => {
  link('round', 'round');
  for (const line of ['cat round', `cat ${'a/'.repeat(15_000)}b`, `cat ${'../'.repeat(15_000)}b`])
    expect([line.slice(0, 12), levelOf(line)]).toEqual([line.slice(0, 12), 'DANGEROUS']);
  link(`${'./'.repeat(2000)}long`, 'long');
  link('../.ssh/../.ssh/./id_rsa', 'crooked');
  expect([levelOf('cat long'), levelOf('cat crooked'), levelOf('cat missing/deep/../../plain')]).toEqual([
    'DANGEROUS',
    'DANGEROUS',
    'SAFE',
  ]);
});
