/** A line that names hundreds of files in one folder is judged by a list of what is there, and as it would be by a look at each. */
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {classify, noPaths} from '../guard/index.ts';
import {folderLook} from './folder-look.ts';
import {surelyLacks} from './folder-names.ts';

let home: string;
let project: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-names-')));
  project = join(home, 'project');
  for (const made of [join(home, '.ssh'), project]) mkdirSync(made);
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'key');
});

afterEach(() => rmSync(home, {recursive: true}));

const missing = Array.from({length: 80}, (_, at) => `missing-${at}`);

function levelOf(names: readonly string[]): string {
  return classify(`cat ${names.join(' ')}`, {cwd: project, home, look: folderLook()}).level;
}

/** Behind so many others that the folder has been listed. */
function isLacked(name: string): boolean {
  const known = noPaths();
  for (const other of missing) surelyLacks(project, other, known);
  return surelyLacks(project, name, known);
}

test('a link behind hundreds of names leads where it leads', () => {
  for (const name of ['notes.txt', 'Notes.TXT', 'n', 'näh', 'a b']) symlinkSync('../.ssh/id_rsa', join(project, name));
  for (const name of ['notes.txt', 'Notes.TXT', 'n', 'näh', "'a b'"])
    expect([name, levelOf([...missing, name])]).toEqual([name, 'DANGEROUS']);
  expect(levelOf(missing)).toBe('SAFE');
});

test('so it does in a folder of very many files', () => {
  for (let at = 0; at < 600; at++) writeFileSync(join(project, `file-${at}`), '');
  symlinkSync('../.ssh/id_rsa', join(project, 'notes.txt'));
  expect(levelOf([...missing, 'notes.txt'])).toBe('DANGEROUS');
  expect(isLacked('notes.txt')).toBe(false);
});

test('what is in the list in other letters, or is no plain name, is looked at', () => {
  writeFileSync(join(project, 'Notes.txt'), '');
  for (const name of ['Notes.txt', 'notes.txt', 'NOTES.TXT', 'nöten', 'a b', 'n'.repeat(300)])
    expect([name, isLacked(name)]).toEqual([name, false]);
});

test('a folder that has a name in another script is not listed, nor one that cannot be read', () => {
  writeFileSync(join(project, 'Straße'), '');
  expect(isLacked('strasse')).toBe(false);
  rmSync(project, {recursive: true});
  expect(isLacked('notes.txt')).toBe(false);
});

test('a folder in which few names are looked for is not listed', () => {
  const known = noPaths();
  for (const name of missing.slice(0, 20)) expect(surelyLacks(project, name, known)).toBe(false);
});
