/** Checks the size habits of the source: median file <= 100 lines, 95th percentile <= 350, none over 500. */
import {readdirSync, readFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';

const limits = {median: 100, p95: 350, largest: 500} as const;

/** Every habit that is broken, as one sentence; tests and generated files do not count. */
export function checkSizes(root: string): string[] {
  const files = ['src', 'script']
    .flatMap(folder => readdirSync(join(root, folder), {recursive: true, withFileTypes: true}))
    .filter(entry => entry.isFile() && /\.(ts|sh|bash|zsh|fish)$/.test(entry.name) && !isExempt(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .map(path => ({path: relative(root, path), lines: readFileSync(path, 'utf8').split('\n').length - 1}))
    .toSorted((a, b) => a.lines - b.lines);
  const at = (share: number) => files[Math.min(files.length - 1, Math.floor(files.length * share))]?.lines ?? 0;
  return [
    ...files
      .filter(file => file.lines > limits.largest)
      .map(file => `${file.path}: ${file.lines} lines; split it, ${limits.largest} is the most`),
    ...(at(0.5) > limits.median ? [`median file has ${at(0.5)} lines, more than ${limits.median}`] : []),
    ...(at(0.95) > limits.p95 ? [`95th percentile has ${at(0.95)} lines, more than ${limits.p95}`] : []),
  ];
}

function isExempt(name: string): boolean {
  return /[.-]test\.ts$/.test(name) || /\.generated\.ts$|_pb\.d\.ts$/.test(name);
}

if (import.meta.main) {
  const problems = checkSizes(resolve(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
