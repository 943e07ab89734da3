import {execFile} from 'node:child_process';
import {cp, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {checkRooms} from '../../script/rooms.ts';

const checkout = resolve(import.meta.dirname, '../..');

const DOOR = 'src/engine/write/write-gate.ts';
/** The beginning of a class that has one. */
const OPENED = "import {openWriter} from '../core/index.ts'; class X { #x; constructor(s) { this.#x = openWriter(s); }";

/** What is planted, where, and what is said of it. Each stands in a file of its own, so that all are looked for at once. */
const planted: readonly (readonly [crime: string, file: string, line: string, problem: string])[] = [
  [
    'a room of higher rank',
    'src/core/planted-higher-rank.ts',
    "import '../engine/index.ts';",
    'core may not import the room engine',
  ],
  [
    'past an index',
    'src/cli/planted-past-index.ts',
    "export {x} from '../engine/engine.ts';",
    'import src/engine/index.ts and nothing deeper',
  ],
  ['node in core', 'src/core/planted-node.ts', "import 'node:fs';", 'core may not use node:fs'],
  ['node without its prefix', 'src/log/planted-prefix.ts', "import 'fs';", 'write node:fs'],
  [
    'a package that is not listed',
    'src/engine/planted-package.ts',
    "import {z} from 'zod';",
    'engine may not import the package zod',
  ],
  [
    'a dynamic import',
    'src/tools/planted-dynamic.ts',
    "await import('hono');",
    'tools may not import the package hono',
  ],
  [
    'an import type',
    'src/log/planted-import-type.ts',
    "type X = import('../engine/index.ts').Engine;",
    'log may not import the room engine',
  ],
  [
    'a required package',
    'src/cli/planted-required.ts',
    "createRequire(import.meta.url)('koffi');",
    'cli may not import the package koffi',
  ],
  [
    'a file outside',
    'src/cli/planted-outside.ts',
    "import '../../test/support/x.ts';",
    'test/support/x.ts is outside of src',
  ],
  [
    'a native package in two files',
    'src/backends/planted-native.ts',
    "import '@lydell/node-pty';",
    'belongs into exactly one file',
  ],
  ['what lies with tests', 'src/engine/planted-test-aid.ts', "import './testing/planted.ts';", 'is for tests'],
  [
    'what opens a writing side',
    'src/engine/planted-opener.ts',
    "import {openWriter as x} from '../core/index.ts';",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'what opens a writing side, for a file whose name is as that of a test',
    'src/engine/planted-test.ts',
    "import {openWriter} from '../core/index.ts';",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'what opens a writing side, handed on by a backend',
    'src/backends/planted-opener.ts',
    "export {openWriter as x} from '../core/index.ts';",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'all of a room that has it',
    'src/tools/planted-all.ts',
    "import * as core from '../core/index.ts';",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'all of it at run time',
    'src/tools/planted-run-time.ts',
    "const core = await import('../core/index.ts'); core.openWriter(link.writer);",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'it alone at run time',
    'src/transports/planted-run-time.ts',
    "const {openWriter: x} = await import('../core/index.ts');",
    `${DOOR} may import openWriter of core`,
  ],
  [
    'the type of a writing side',
    'src/engine/planted-type.ts',
    "import type {TerminalWriter} from '../core/index.ts';",
    `${DOOR} may import TerminalWriter of core`,
  ],
  [
    'the same as an import type',
    'src/engine/planted-type-inside.ts',
    "type Writer = import('../core/index.ts').TerminalWriter;",
    `${DOOR} may import TerminalWriter of core`,
  ],
  [
    'a host, which writes by session id',
    'src/app/planted-host.ts',
    "import {startHost} from '../backends/index.ts';",
    'only src/app/compose-engine.ts may import startHost of backends',
  ],
  [
    'what types into iTerm2',
    'src/transports/planted-iterm2.ts',
    "import {sendText} from '../iterm2-api/index.ts';",
    'only src/backends/ may import sendText of iterm2-api',
  ],
  [
    'an opened writing side that is told of',
    'src/engine/planted-leak.ts',
    `${OPENED} get writer() { return this.#x; } }`,
    '#x may only be called',
  ],
  [
    'a method of one that is taken out',
    'src/engine/planted-method.ts',
    `${OPENED} types() { return this.#x.write.bind(this.#x); } }`,
    '#x may only be called',
  ],
  [
    'one that is handed on',
    'src/engine/planted-handed.ts',
    "import {openWriter} from '../core/index.ts'; forward(openWriter(link.writer));",
    'openWriter may only fill a private field',
  ],
  [
    'an import cycle',
    'src/log/planted-cycle.ts',
    "import './planted-cycle.ts';",
    'import cycle: src/log/planted-cycle.ts',
  ],
];

/** Calls of what is no method of what a session, or anybody but the write gate, has of a terminal. Whoever calls them is told by `tsc`. */
const typed: readonly (readonly [line: string, problem: string])[] = [
  ['link.write(input);', "Property 'write' does not exist on type 'TerminalView'"],
  ['link?.write(input);', "Property 'write' does not exist on type 'TerminalView'"],
  ['link!.write(input);', "Property 'write' does not exist on type 'TerminalView'"],
  ["link['write'](input);", "can't be used to index type 'TerminalView'"],
  ["link.askLine({family: 'bash'});", "Property 'askLine' does not exist on type 'TerminalView'"],
  ['(link as TerminalLink).write(input);', "Property 'write' does not exist on type 'TerminalLink'"],
  ['(await backend.open({})).write(input);', "Property 'write' does not exist on type 'TerminalLink'"],
  ['getLink().write(input);', "Property 'write' does not exist on type 'TerminalLink'"],
  ['const {write} = link;', "Property 'write' does not exist on type 'TerminalView'"],
  ['link.write.bind(link)(input);', "Property 'write' does not exist on type 'TerminalView'"],
  ['link.write.call(link, input);', "Property 'write' does not exist on type 'TerminalView'"],
  ['Reflect.apply(link.write, link, [input]);', "Property 'write' does not exist on type 'TerminalView'"],
  ['const opened = await backend.adopt("x"); opened.write(input);', "'write' does not exist on type 'TerminalLink'"],
  ["for (const pane of await backend.resume()) pane.signal('SIGKILL', 'session');", "'signal' does not exist on type"],
  ['forward(link);', "Property 'write' is missing in type 'TerminalView'"],
  ['forward(getLink().writer);', "Property 'write' is missing in type 'SealedWriter'"],
  ["link.close({editor: {family: 'bash'}});", "Property 'close' does not exist on type 'TerminalView'"],
  ["link.release({editor: {family: 'bash'}});", "Property 'release' does not exist on type 'TerminalView'"],
];

/** Before each of them: what stands in files of the engine. */
const SCENE = `import type {Backend, InputRequest, TerminalLink} from '../core/index.ts';
import type {Session} from './session/session.ts';
declare const session: Session;
declare const backend: Backend;
declare const input: InputRequest;
declare function getLink(): TerminalLink;
declare function forward(writer: {write(input: InputRequest): Promise<void>}): void;
const {link} = session;
`;

let problems: readonly string[];
let typeErrors: readonly string[];

beforeAll(async () => {
  const copy = await mkdtemp(join(tmpdir(), 'cotty-rooms-'));
  await cp(join(checkout, 'src'), join(copy, 'src'), {recursive: true});
  await cp(join(checkout, 'rooms.json'), join(copy, 'rooms.json'));
  for (const [, file, line] of planted) await writeFile(join(copy, file), `${line}\n`);
  problems = checkRooms(copy);
  typeErrors = await typeErrorsOf(copy);
  await rm(copy, {recursive: true});
}, 300_000);

/** As `tsc` tells them of files with those calls, which are told apart by their numbers. */
async function typeErrorsOf(copy: string): Promise<readonly string[]> {
  const files = typed.map((_, index) => `src/engine/planted-call-${index}.ts`);
  for (const [index, file] of files.entries()) await writeFile(join(copy, file), `${SCENE}${typed[index]?.[0]}\n`);
  const {compilerOptions} = JSON.parse(await readFile(join(checkout, 'tsconfig.json'), 'utf8'));
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify({compilerOptions, files}));
  await writeFile(join(copy, 'package.json'), '{"type": "module"}\n');
  await symlink(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  const tsc = join(checkout, 'node_modules/.bin/tsc');
  const {promise, resolve: told} = Promise.withResolvers<string>();
  // It ends with an exit code, since there are errors.
  execFile(tsc, ['-p', copy, '--pretty', 'false'], {cwd: copy, maxBuffer: 1e8}, (_, stdout) => told(stdout));
  return (await promise).split('\n');
}

test.each(typed.map((line, index) => [...line, index] as const))('tsc refuses %s', (_, problem, index) => {
  const told = typeErrors.filter(line => line.startsWith(`src/engine/planted-call-${index}.ts(`));
  expect(told).toContainEqual(expect.stringContaining(problem));
});

describe('a planted import is caught', () => {
  test.each(planted)('%s', (_, file, __, problem) => {
    expect(problems.filter(told => told.includes(file))).toContainEqual(expect.stringContaining(problem));
  });
});
