/**
 * Checks the borders between rooms: every import edge of `src/` against `rooms.json`.
 * Run as a program it checks this checkout; exit 1 and one line per problem when a border is crossed.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {findImports, type ImportEdge} from './imports.ts';
import {findNamedImports} from './names.ts';
import {besideTheDoor, type OneDoor, type RoomEdge} from './one-door.ts';

interface Room {
  /** Rooms whose `index.ts` it may import. */
  readonly rooms: readonly string[];
  /** npm packages it may import. */
  readonly npm: readonly string[];
  /** False bans `node:*`. */
  readonly node?: boolean;
}

export interface RoomTable {
  readonly rooms: Readonly<Record<string, Room>>;
  /** Packages with native code or a heavy start: imported by exactly one file each. */
  readonly oneFileOnly: readonly string[];
  /** The one door to a terminal. */
  readonly oneDoor: OneDoor;
  /** Files a browser build may reach: neither they nor anything they import may use `node:*`. */
  readonly browserSafe: readonly string[];
}

interface Edge extends ImportEdge {
  /** Relative to the root, with `/`. */
  readonly file: string;
}

/** Every crossing as one sentence with file and line; empty when all borders hold. */
export function checkRooms(root: string): string[] {
  const table = readTable(root);
  const edges = sourceFiles(root).flatMap(file =>
    findImports(file, readFileSync(join(root, file), 'utf8')).map(edge => ({...edge, file})),
  );
  return [
    ...unlistedRooms(root, table),
    ...edges.flatMap(edge => crossing(edge, table) ?? []),
    ...scatteredPackages(edges, table),
    ...unsafeForBrowsers(edges, table),
    ...besideTheDoor(root, table.oneDoor, edgesToRooms(root)),
    ...importCycles(edges),
  ];
}

function readTable(root: string): RoomTable {
  const parsed: RoomTable = JSON.parse(readFileSync(join(root, 'rooms.json'), 'utf8'));
  return parsed;
}

function sourceFiles(root: string): string[] {
  return readdirSync(join(root, 'src'), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
}

function unlistedRooms(root: string, table: RoomTable): string[] {
  return readdirSync(join(root, 'src'), {withFileTypes: true})
    .filter(entry => !(entry.isDirectory() && entry.name in table.rooms))
    .map(entry => `src/${entry.name}: not a room of rooms.json`);
}

function crossing(edge: Edge, table: RoomTable): string | undefined {
  const name = roomOf(edge.file);
  const room = table.rooms[name];
  if (!room) return undefined;
  const where = `${edge.file}:${edge.line}: `;
  if (isNodeBuiltin(edge.specifier)) {
    if (!edge.specifier.startsWith('node:')) return `${where}write node:${edge.specifier}`;
    return room.node === false && !isTest(edge.file) ? `${where}${name} may not use ${edge.specifier}` : undefined;
  }
  if (!edge.specifier.startsWith('.')) {
    const npm = packageOf(edge.specifier);
    if (isTest(edge.file) || room.npm.includes(npm)) return undefined;
    return `${where}${name} may not import the package ${npm}`;
  }
  return relativeCrossing(edge, name, room);
}

function relativeCrossing(edge: Edge, name: string, room: Room): string | undefined {
  const where = `${edge.file}:${edge.line}: `;
  const target = resolveFrom(edge);
  if (isTest(target) && !isTest(edge.file)) return `${where}${target} is for tests`;
  if (!target.startsWith('src/')) {
    const isAllowed = target === 'package.json' || (isTest(edge.file) && target.startsWith('test/'));
    return isAllowed ? undefined : `${where}${target} is outside of src`;
  }
  const other = roomOf(target);
  if (other === name) return undefined;
  if (!room.rooms.includes(other)) return `${where}${name} may not import the room ${other}`;
  if (target !== `src/${other}/index.ts`) return `${where}import src/${other}/index.ts and nothing deeper`;
  return undefined;
}

function scatteredPackages(edges: readonly Edge[], table: RoomTable): string[] {
  return table.oneFileOnly.flatMap(npm => {
    const importers = edges.filter(edge => !isTest(edge.file) && packageOf(edge.specifier) === npm);
    const files = [...new Set(importers.map(edge => edge.file))];
    return files.length > 1 ? [`${npm}: imported by ${files.join(' and ')}; it belongs into exactly one file`] : [];
  });
}

function unsafeForBrowsers(edges: readonly Edge[], table: RoomTable): string[] {
  const reached = new Set<string>();
  const waiting = [...table.browserSafe];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const edge of edges) if (edge.file === file && edge.specifier.startsWith('.')) waiting.push(resolveFrom(edge));
  }
  return edges
    .filter(edge => reached.has(edge.file) && isNodeBuiltin(edge.specifier))
    .map(edge => `${edge.file}:${edge.line}: reached by browsers, so it may not use ${edge.specifier}`);
}

/** Of files that are no tests: what they take of other rooms. */
function edgesToRooms(root: string): RoomEdge[] {
  return sourceFiles(root)
    .filter(file => !isTest(file))
    .flatMap(file => findNamedImports(file, readFileSync(join(root, file), 'utf8')).map(edge => ({...edge, file})))
    .map(edge => ({...edge, room: roomOf(resolveFrom(edge))}))
    .filter(({file, room}) => room !== roomOf(file));
}

/** Files that import each other, directly or by way of others: each group as one sentence. */
function importCycles(edges: readonly Edge[]): string[] {
  const targets = Map.groupBy(
    edges.filter(edge => edge.specifier.startsWith('.')),
    edge => edge.file,
  );
  const next = (file: string): string[] => (targets.get(file) ?? []).map(resolveFrom);
  const reaches = (from: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = next(from);
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      waiting.push(...next(file));
    }
    return seen;
  };
  const told = new Set<string>();
  return [...targets.keys()].flatMap(file => {
    if (told.has(file)) return [];
    const reached = reaches(file);
    if (!reached.has(file)) return [];
    const group = [...reached].filter(other => reaches(other).has(file)).toSorted();
    for (const member of group) told.add(member);
    return [`import cycle: ${group.join(', ')}`];
  });
}

function resolveFrom(edge: Pick<Edge, 'file' | 'specifier'>): string {
  return relative('/', resolve('/', dirname(edge.file), edge.specifier))
    .split(sep)
    .join('/');
}

function roomOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function isTest(file: string): boolean {
  return /\.test\.ts$|\/testing\//.test(file);
}

function isNodeBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  if (!existsSync(join(root, 'rooms.json'))) throw new Error(`${root} has no rooms.json`);
  const problems = checkRooms(root);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
