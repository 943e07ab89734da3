/**
 * Builds `dist/`: the command line, everything that it starts or loads apart, and the library with its types.
 * `--if-stale` does nothing when the sources are the ones the present build was made of.
 */
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join, relative, resolve} from 'node:path';
import {assets, entries, openBundles, pageFiles} from './bundle.ts';
import {libraryTypes} from './library-types.ts';
import {writeNotice} from './notice.ts';

const root = resolve(import.meta.dirname, '..');

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
  const sources = ['src', 'web']
    .flatMap(folder => readdirSync(join(root, folder), {recursive: true, withFileTypes: true}))
    .filter(entry => entry.isFile() && /\.(ts|html|css)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of [
    ...sources,
    ...['package.json', 'package-lock.json', 'script/build.ts', 'script/bundle.ts', 'script/library-types.ts'].map(f =>
      join(root, f),
    ),
  ]) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function readStamp(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const stamp: {fingerprint?: string} = JSON.parse(readFileSync(file, 'utf8'));
  return stamp.fingerprint;
}

async function bundle(outDir: string): Promise<void> {
  const written = [];
  for (const {build, output} of await openBundles()) {
    written.push(...(await build.write({...output, dir: outDir})).output);
    await build.close();
  }
  for (const asset of assets) copyFileSync(join(root, asset), join(outDir, basename(asset)));
  const joined = (parts: readonly string[]): string =>
    parts.map(part => readFileSync(join(root, part), 'utf8')).join('\n');
  const {'web/index.html': page, ...styles} = pageFiles;
  for (const [file, parts] of Object.entries(styles))
    writeFileSync(join(outDir, file), stampFiles(joined(parts), outDir));
  writeFileSync(join(outDir, 'web/index.html'), stampFiles(joined(page), outDir));
  writeNotice(written);
}

/**
 * What the page loads gets a digest behind its name, so that browsers need not ask whether it has changed. The module that others
 * import by its name has none.
 */
function stampFiles(text: string, outDir: string): string {
  const fonts: Readonly<Record<string, string>> = {
    'regular.ttf': 'DejaVuSansMono.ttf',
    'bold.ttf': 'DejaVuSansMono-Bold.ttf',
    'oblique.ttf': 'DejaVuSansMono-Oblique.ttf',
    'bold-oblique.ttf': 'DejaVuSansMono-BoldOblique.ttf',
  };
  return text.replace(/\/assets\/([\w-]+\.(?:js|css|ttf))/g, (path, name: string) => {
    const file = join(outDir, fonts[name] ?? `web/${name}`);
    if (name === 'common.js') return path;
    return `${path}?v=${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 12)}`;
  });
}

function emitTypes(outDir: string): void {
  if (!existsSync(join(root, entries.library))) return;
  const tsc = join(root, 'node_modules/.bin/tsc');
  const result = spawnSync(tsc, ['-p', 'tsconfig.types.json', '--outDir', outDir], {cwd: root, encoding: 'utf8'});
  if (result.status !== 0) throw new Error(`tsc could not write the types:\n${result.stdout}${result.stderr}`);
  writeFileSync(join(outDir, 'src/library/library-values.d.ts'), libraryTypes());
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
