import {cp, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {checkRooms} from '../../script/rooms.ts';

const checkout = resolve(import.meta.dirname, '../..');
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'cotty-rooms-'));
  await cp(join(checkout, 'src'), join(copy, 'src'), {recursive: true});
  await cp(join(checkout, 'rooms.json'), join(copy, 'rooms.json'));
});

afterAll(async () => {
  await rm(copy, {recursive: true});
});

describe('a planted import is caught', () => {
  test.each([
    [
      'a room of higher rank',
      'src/core/planted.ts',
      "import '../engine/index.ts';",
      'core may not import the room engine',
    ],
    [
      'past an index',
      'src/cli/planted.ts',
      "export {x} from '../engine/engine.ts';",
      'import src/engine/index.ts and nothing deeper',
    ],
    ['node in core', 'src/core/planted.ts', "import 'node:fs';", 'core may not use node:fs'],
    ['node without its prefix', 'src/log/planted.ts', "import 'fs';", 'write node:fs'],
    [
      'a package that is not listed',
      'src/engine/planted.ts',
      "import {z} from 'zod';",
      'engine may not import the package zod',
    ],
    ['a dynamic import', 'src/tools/planted.ts', "await import('hono');", 'tools may not import the package hono'],
    [
      'an import type',
      'src/log/planted.ts',
      "type X = import('../engine/index.ts').Engine;",
      'log may not import the room engine',
    ],
    [
      'a required package',
      'src/cli/planted.ts',
      "createRequire(import.meta.url)('koffi');",
      'cli may not import the package koffi',
    ],
    [
      'a file outside',
      'src/cli/planted.ts',
      "import '../../test/support/x.ts';",
      'test/support/x.ts is outside of src',
    ],
    [
      'a native package in two files',
      'src/backends/planted.ts',
      "import '@lydell/node-pty';",
      'belongs into exactly one file',
    ],
    [
      'a write beside the gate',
      'src/engine/planted.ts',
      "await session.link.write({by, kind: 'text', bytes});",
      'only src/engine/write/write-gate.ts may call link.write',
    ],
    [
      'a signal beside the gate',
      'src/tools/planted.ts',
      "void this.#link.signal('SIGKILL', 'session');",
      'only src/engine/write/write-gate.ts may call link.signal',
    ],
    ['an import cycle', 'src/log/planted.ts', "import './planted.ts';", 'import cycle: src/log/planted.ts'],
  ])('%s', async (_, file, line, problem) => {
    await writeFile(join(copy, file), `${line}\n`);
    const problems = checkRooms(copy);
    await rm(join(copy, file));
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });
});
