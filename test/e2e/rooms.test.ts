import {cp, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {checkRooms} from '../../script/rooms.ts';

const checkout = resolve(import.meta.dirname, '../..');

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
  [
    'a write beside the gate',
    'src/engine/planted-write.ts',
    "await session.link.write({by, kind: 'text', bytes});",
    'only src/engine/write/write-gate.ts may call link.write',
  ],
  [
    'a signal beside the gate',
    'src/tools/planted-signal.ts',
    "void this.#link.signal('SIGKILL', 'session');",
    'only src/engine/write/write-gate.ts may call link.signal',
  ],
  [
    'an import cycle',
    'src/log/planted-cycle.ts',
    "import './planted-cycle.ts';",
    'import cycle: src/log/planted-cycle.ts',
  ],
];

let problems: readonly string[];

beforeAll(async () => {
  const copy = await mkdtemp(join(tmpdir(), 'cotty-rooms-'));
  await cp(join(checkout, 'src'), join(copy, 'src'), {recursive: true});
  await cp(join(checkout, 'rooms.json'), join(copy, 'rooms.json'));
  for (const [, file, line] of planted) await writeFile(join(copy, file), `${line}\n`);
  problems = checkRooms(copy);
  await rm(copy, {recursive: true});
});

describe('a planted import is caught', () => {
  test.each(planted)('%s', (_, file, __, problem) => {
    expect(problems.filter(told => told.includes(file))).toContainEqual(expect.stringContaining(problem));
  });
});
