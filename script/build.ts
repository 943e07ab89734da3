/**
 * Builds `dist/`: one ES module bundle, split so that each verb loads only what it needs, and the library's types.
 * `--if-stale` does nothing when the sources are the ones the present build was made of.
 */
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {type Plugin, rolldown} from 'rolldown';

const root = resolve(import.meta.dirname, '..');

/** Files that start processes or threads, and the library: output name → source. */
const entries = {
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
const assets = ['node_modules/pdfjs-dist/wasm/jbig2.wasm', 'node_modules/pdfjs-dist/wasm/openjpeg.wasm'];

/** What npm installs beside us (native code, data) stays outside of the bundle; the rest of node_modules goes into it. */
const external = Object.keys(readJson<{dependencies: Record<string, string>}>('package.json').dependencies);

/** Builds when needed; true when it did. */
export async function build(options: {readonly ifStale: boolean}): Promise<boolean> {
  const fingerprint = fingerprintSources();
  const stampFile = join(root, 'dist/build.json');
  if (options.ifStale && readStamp(stampFile) === fingerprint) return false;
  const staging = join(root, `dist.${process.pid}`);
  await bundle(staging);
  emitTypes(join(staging, 'types'));
  writeFileSync(join(staging, 'build.json'), `${JSON.stringify({fingerprint})}\n`);
  swap(staging, join(root, 'dist'));
  return true;
}

function fingerprintSources(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(join(root, 'src'), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of [
    ...sources,
    ...['package.json', 'package-lock.json', 'script/build.ts'].map(f => join(root, f)),
  ]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

function readStamp(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const stamp: {fingerprint?: string} = JSON.parse(readFileSync(file, 'utf8'));
  return stamp.fingerprint;
}

async function bundle(outDir: string): Promise<void> {
  const input = Object.fromEntries(Object.entries(entries).filter(([, source]) => existsSync(join(root, source))));
  const build = await rolldown({
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
  await build.write({
    dir: outDir,
    format: 'esm',
    minify: false,
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  for (const asset of assets) copyFileSync(join(root, asset), join(outDir, basename(asset)));
}

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

function emitTypes(outDir: string): void {
  if (!existsSync(join(root, entries.library))) return;
  const tsc = join(root, 'node_modules/.bin/tsc');
  const result = spawnSync(tsc, ['-p', 'tsconfig.types.json', '--outDir', outDir], {cwd: root, encoding: 'utf8'});
  if (result.status !== 0) throw new Error(`tsc could not write the types:\n${result.stdout}${result.stderr}`);
}

/** A running cotty keeps the files it has open; a new one never sees a half-written build. */
function swap(staging: string, target: string): void {
  const old = `${target}.old.${process.pid}`;
  for (let attempt = 1; ; attempt++) {
    if (existsSync(target)) renameSync(target, old);
    try {
      renameSync(staging, target);
      break;
    } catch (error) {
      // Another build of the same sources put its result there in between.
      if (attempt === 3) throw error;
      rmSync(old, {recursive: true, force: true});
    }
  }
  rmSync(old, {recursive: true, force: true});
}

if (import.meta.main) {
  const built = await build({ifStale: process.argv.includes('--if-stale')});
  console.log(built ? 'built dist/' : 'dist/ is up to date');
}
