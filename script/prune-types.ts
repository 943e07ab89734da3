import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';

/** Removes declarations that none of `entries` leads to: nobody who imports the package sees them. Paths are relative to `folder`. */
export function pruneTypes(folder: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const waiting = entries.map(entry => join(folder, entry));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  for (const entry of readdirSync(folder, {recursive: true, withFileTypes: true})) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}

function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  return [...found].flatMap(([, path = '']) => {
    const declared = join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts'));
    return existsSync(declared) ? [declared] : [];
  });
}
