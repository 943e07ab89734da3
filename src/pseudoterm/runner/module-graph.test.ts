import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';
import {expect, test} from 'vitest';

const SHUT = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'repl',
  'tls',
  'vm',
  'wasi',
  'worker_threads',
];

test('nothing under the runner, packages included, imports a module that starts processes or threads, evaluates code or opens connections', async () => {
  const reached = await modulesUnder(fileURLToPath(new URL('./runner-main.ts', import.meta.url)));
  expect(reached.builtins.size).toBeGreaterThan(3);
  expect([...reached.builtins].filter(name => SHUT.includes(plain(name)))).toEqual([]);
  expect([...reached.unresolved]).toEqual([]);
});

test('the same finds what it looks for', async () => {
  const reached = await modulesUnder(fileURLToPath(new URL('../host/runner-process.ts', import.meta.url)));
  expect([...reached.builtins].map(plain)).toContain('child_process');
});

interface Reached {
  readonly builtins: ReadonlySet<string>;
  readonly unresolved: ReadonlySet<string>;
}

/** Follows static and dynamic imports and `require`, before anything is left out of a bundle as unused. */
async function modulesUnder(input: string): Promise<Reached> {
  const builtins = new Set<string>();
  const unresolved = new Set<string>();
  await using build = await rolldown({
    input,
    platform: 'node',
    onLog: () => {},
    plugins: [
      {
        name: 'note-builtins',
        async resolveId(source, importer, options) {
          if (isBuiltin(source)) {
            builtins.add(source);
            return {id: source, external: true};
          }
          const found = await this.resolve(source, importer, {...options, skipSelf: true});
          if (!found) unresolved.add(`${source} from ${importer}`);
          return found ?? {id: source, external: true};
        },
      },
    ],
  });
  await build.generate({format: 'esm'});
  return {builtins, unresolved};
}

function isBuiltin(source: string): boolean {
  return source.startsWith('node:') || builtinNames.has(source.split('/')[0] ?? '');
}

function plain(name: string): string {
  return name.replace(/^node:/, '').split('/')[0] ?? '';
}

const builtinNames = new Set([
  ...SHUT,
  'fs',
  'path',
  'url',
  'crypto',
  'zlib',
  'stream',
  'buffer',
  'util',
  'module',
  'os',
  'events',
]);
