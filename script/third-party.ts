/** Software of others that is in the bundle, also what its packages have in them, and under which licences it is. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

export interface ThirdParty {
  readonly name: string;
  /** Empty where the package that holds it does not say. */
  readonly version: string;
  /** The package it came with; its own name unless it is part of another one. */
  readonly from: string;
  /** Texts of its licence and notices; undefined when there are none to be found. */
  readonly licence: string | undefined;
}

const root = resolve(import.meta.dirname, '..');
const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.\w+)?$/i;

/** Sorted by name. `files` are absolute paths of modules and other files that the bundle holds. */
export function thirdParties(files: readonly string[]): readonly ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  for (const file of files) {
    const from = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
    if (from === undefined) continue;
    for (const name of [from, ...nestedIn(file)]) {
      if (found.has(name)) continue;
      const version = name === from ? versionOf(name) : '';
      found.set(name, {name, version, from, licence: licenceOf(name, from)});
    }
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Packages are bundles themselves. What is in them is told by their source maps, by the region comments of their bundler, and for
 * a decoder in WebAssembly by its name.
 */
function nestedIn(file: string): readonly string[] {
  if (file.endsWith('.wasm')) return [/([\w-]+)\.wasm$/.exec(file)?.[1] ?? ''];
  const sources = [...sourcesOf(`${file}.map`), ...regionsOf(file)];
  return [...new Set(sources.flatMap(source => nestedName(source) ?? []))];
}

function nestedName(source: string): string | undefined {
  const installed = /node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  if (installed !== undefined) return installed;
  if (/\/vs\/base\//.test(source)) return 'vscode';
  const copied = /\/(?:third-party|external)\/([\w-]+)/.exec(source)?.[1];
  return copied?.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

function sourcesOf(map: string): readonly string[] {
  if (!existsSync(map)) return [];
  const {sources}: {sources: readonly string[]} = JSON.parse(readFileSync(map, 'utf8'));
  return sources;
}

function regionsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^\/\/#region (\S+)/gm)].map(([, source = '']) => source);
}

function versionOf(name: string): string {
  const {version}: {version: string} = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version;
}

/** Ours to keep where a package lacks it; else the package's own, or what the package that holds it says of it. */
function licenceOf(name: string, from: string): string | undefined {
  const kept = join(root, 'script/licences', `${name.replace('@', '').replaceAll('/', '-')}.txt`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8').trim();
  const own = textsIn(join(root, 'node_modules', name), file => LICENCE_FILE.test(file));
  if (own !== undefined || name === from) return own;
  const word = name.toUpperCase();
  const folders = readdirSync(join(root, 'node_modules', from), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && entry.name.startsWith('LICENSE_') && entry.name.endsWith(word))
    .map(entry => entry.parentPath);
  const [folder] = folders;
  return folder && textsIn(folder, file => file.startsWith('LICENSE_') && file.endsWith(word));
}

function textsIn(folder: string, isWanted: (file: string) => boolean): string | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder).filter(isWanted).toSorted();
  return files.length === 0
    ? undefined
    : files.map(file => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
}
