/**
 * Where the screen worker's code is: beside this file when run from source, `screen-worker.js` beside the bundle when
 * run from `dist/`.
 */
export function workerUrl(from: string = import.meta.url): URL {
  return new URL(from.endsWith('.ts') ? './worker.ts' : './screen-worker.js', from);
}
