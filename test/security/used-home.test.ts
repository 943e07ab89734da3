/** What a home holds after it was used is for its user alone, whatever files are made with elsewhere (umask). */
import {lstatSync, readdirSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

const binary = resolve(import.meta.dirname, '../../bin/cotty');
/** New files would be open to everybody, but for what cotty says. */
const OPEN = ['sh', '-c', `umask 000; exec '${binary}' "$@"`, 'sh'] as const;

test('every folder, file and socket of a used home is closed to others', async () => {
  await using home = await TestHome.make({}, [...OPEN]);
  const {session_id} = await home.json('new', 'used');
  const session = String(session_id);
  await home.run('run', '--session', session, '--', 'echo hello');
  await home.run('run', '--session', session, '--', 'rm -f nothing');
  await home.run('screenshot', session, '--format', 'svg', '-o', '-');
  await home.run('exec', '--', 'echo hello');
  await home.run('check', '--', 'ls');
  await home.run('audit');
  await home.run('doctor');
  const open = below(home.path).flatMap(path => {
    const facts = lstatSync(path);
    const mode = facts.mode & 0o777;
    return mode & 0o077 ? [`${relative(home.path, path)} ${mode.toString(8)}`] : [];
  });
  expect(open).toEqual([]);
  const names = below(home.path).map(path => relative(home.path, path));
  expect(names).toContain('audit.log');
  for (const wanted of ['run/', 'sessions/', 'artifacts/screenshots/'])
    expect(names.filter(name => name.startsWith(wanted)).length).toBeGreaterThan(0);
});

function below(folder: string): readonly string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [path];
  });
}
