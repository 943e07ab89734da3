/** Checks the face of each room: what its `index.ts` exports is imported from there by somebody outside of the room. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {findExports, findNamedImports} from './names.ts';

/** What people import from the package, and so needs no importer here. */
const PUBLISHED: ReadonlySet<string> = new Set(['src/library/index.ts']);
const IMPORTERS = ['src', 'test', 'web', 'script', 'bench'];

/** Every export that nobody takes, as one sentence. */
export function checkFaces(root: string): string[] {
  const taken = new Map<string, Set<string>>();
  for (const file of IMPORTERS.flatMap(folder => sourcesIn(root, folder)))
    for (const {specifier, names} of findNamedImports(file, readFileSync(join(root, file), 'utf8'))) {
      const target = relative('/', resolve('/', dirname(file), specifier));
      if (!isFace(target) || file.startsWith(`${dirname(target)}/`)) continue;
      const known = taken.get(target) ?? new Set();
      for (const name of names) known.add(name);
      taken.set(target, known);
    }
  return sourcesIn(root, 'src')
    .filter(file => isFace(file) && !PUBLISHED.has(file))
    .flatMap(file => {
      const known = taken.get(file) ?? new Set();
      if (known.has('*')) return [];
      return findExports(file, readFileSync(join(root, file), 'utf8'))
        .filter(name => !known.has(name))
        .map(name => `${file}: nobody outside of the room imports ${name}`);
    });
}

function isFace(file: string): boolean {
  return /^src\/[^/]+\/index\.ts$/.test(file);
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/node_modules|\/venv\//.test(entry.parentPath))
    .map(entry => relative(root, join(entry.parentPath, entry.name)));
}

if (import.meta.main) {
  const problems = checkFaces(resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
