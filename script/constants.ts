/** Checks docs/decisions/timers.md: each constant of its table is declared in the file that the table names, with the value that it tells. */
import {existsSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** Every row that is not so, as one sentence. */
export function checkConstants(root: string): string[] {
  const rows = readFileSync(join(root, 'docs/decisions/timers.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('| `'));
  if (rows.length === 0) return ['docs/decisions/timers.md has no table'];
  return rows.flatMap(row => {
    const [told = '', place = ''] = row.slice(2).split(' | ');
    return problemsOf(root, told, place);
  });
}

function problemsOf(root: string, told: string, place: string): string[] {
  const path = place.match(/^`([^`]+)`/)?.[1];
  if (path === undefined || !existsSync(join(root, 'src', path))) return [`${told}: no file ${path ?? place} in src`];
  const source = readFileSync(join(root, 'src', path), 'utf8');
  const constants = [...told.matchAll(/`(\w+)` ([\d,]+)/g)];
  if (constants.length === 0) return [`${told}: no constant with its value`];
  return constants.flatMap(([, name = '', number = '']) => {
    const value = source.match(new RegExp(`const ${name}(?:: number)? = ([\\d_]+);`))?.[1];
    if (value === undefined) return [`${name}: not declared in src/${path}`];
    const isSame = value.replaceAll('_', '') === number.replaceAll(',', '');
    return isSame ? [] : [`${name}: ${value} in src/${path}, ${number} in docs/decisions/timers.md`];
  });
}

if (import.meta.main) {
  const problems = checkConstants(resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
