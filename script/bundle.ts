/** What goes into `dist/`: the entries, and everything of `node_modules` that is not installed beside us. */
import {existsSync, readFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {type OutputOptions, type Plugin, type RolldownBuild, rolldown} from 'rolldown';

const root = resolve(import.meta.dirname, '..');

/** Files that start processes or threads, and the library: output name → source. */
export const entries = {
  cli: 'src/cli/main.ts',
  'server-main': 'src/app/server-main.ts',
  'host-main': 'src/backends/pty/host/main.ts',
  library: 'src/library/index.ts',
  'screen-worker': 'src/screen/worker.ts',
  'search-worker': 'src/engine/search/search-worker.ts',
  'pseudoterm-runner': 'src/pseudoterm/runner/runner-main.ts',
  'pseudo-terminal': 'src/pseudoterm/browser.ts',
} as const;

/** Files of packages that are read when they are needed, and lie beside the bundle. */
export const assets = ['node_modules/pdfjs-dist/wasm/jbig2.wasm', 'node_modules/pdfjs-dist/wasm/openjpeg.wasm'];

/** What npm installs beside us (native code, data) stays outside of the bundle; the rest of node_modules goes into it. */
const external = Object.keys(dependenciesOf(join(root, 'package.json')));

/** Modules that are split so that each verb loads only what it needs. To be closed by the caller. */
export async function openBundle(): Promise<RolldownBuild> {
  const input = Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(join(root, source))));
  return await rolldown({
    cwd: root,
    input,
    external: id => id.startsWith('node:') || external.some(name => id === name || id.startsWith(`${name}/`)),
    platform: 'node',
    // Node.js 22 knows no `using`.
    transform: {target: 'node22.13'},
    // No source does anything by being imported alone: a room's contract pulls in what is used of it and nothing else.
    treeshake: {moduleSideEffects: [{test: /\/src\//, external: false, sideEffects: false}]},
    plugins: [locateFromDist()],
    onLog: (level, log, report) => {
      // Some packages probe for eval or use it in code that we never reach.
      if (level === 'warn' && (log.code === 'EVAL' || log.id?.includes('node_modules'))) return;
      report(level, log);
    },
  });
}

export const outputOptions: OutputOptions = {
  format: 'esm',
  minify: false,
  sourcemap: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
};

/**
 * Sources name other files as `new URL('./relative', import.meta.url)`. All chunks lie flat in `dist/`, so such a path
 * is rewritten to what it means from there: an entry's own output, an asset, or the way back to a file of the checkout.
 */
function locateFromDist(): Plugin {
  const outputs = new Map(Object.entries(entries).map(([name, source]) => [join(root, source), `./${name}.js`]));
  for (const asset of assets) outputs.set(join(root, asset), `./${basename(asset)}`);
  return {
    name: 'locate-from-dist',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src') + sep)) return null;
      const pattern = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*)\1,\s*import\.meta\.url,?\s*\)/g;
      const rewritten = code.replace(pattern, (_, quote: string, path: string) => {
        const target = resolve(dirname(id), path);
        const trailing = path.endsWith('/') ? '/' : '';
        const place = outputs.get(target) ?? relative(join(root, 'dist'), target).split(sep).join('/') + trailing;
        return `new URL(${quote}${place}${quote}, import.meta.url)`;
      });
      return rewritten === code ? null : {code: rewritten};
    },
  };
}

function dependenciesOf(manifest: string): Readonly<Record<string, string>> {
  const {dependencies}: {dependencies: Record<string, string>} = JSON.parse(readFileSync(manifest, 'utf8'));
  return dependencies;
}
