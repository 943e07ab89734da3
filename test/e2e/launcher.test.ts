/** `bin/cotty` where it cannot start: one line says what to do, and the exit code is the shell's for a missing program. */
import {spawn} from 'node:child_process';
import {chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {finish} from '../support/cotty-process.ts';

const checkout = resolve(import.meta.dirname, '../..');
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cotty-launcher-'));
  for (const folder of ['bin', 'path', 'src/cli']) await mkdir(join(root, folder), {recursive: true});
  await copyFile(join(checkout, 'bin/cotty'), join(root, 'bin/cotty'));
});

afterEach(async () => {
  await rm(root, {recursive: true});
});

test('without any Node.js it says which one to install', async () => {
  await symlink(join(checkout, 'dist'), join(root, 'dist'));
  expect(await launch()).toEqual(refusal(/Node\.js 22\.13 or newer .* none on PATH; install it/));
});

test.each(['12.22.12', '20.19.5', '22.12.0'])('on Node.js %s it says which one to install', async version => {
  await symlink(join(checkout, 'dist'), join(root, 'dist'));
  await offerNode(version);
  expect(await launch()).toEqual(refusal(new RegExp(`Node\\.js 22\\.13 or newer .* this is v${version}; install`)));
});

test('in a checkout without a build, on a Node.js that cannot run the source, it says how to set up', async () => {
  await writeFile(join(root, 'src/cli/main.ts'), '');
  await offerNode('22.23.3');
  expect(await launch()).toEqual(refusal(/script\/setup/));
});

test('without build and source it says to install again', async () => {
  await offerNode(process.versions.node);
  expect(await launch()).toEqual(refusal(/incomplete.*install the package again/));
});

/** Puts a Node.js on the PATH that takes itself for another version. */
async function offerNode(version: string): Promise<void> {
  const lie = `Object.defineProperties(process, {
    version: {value: "v${version}"},
    versions: {value: {...process.versions, node: "${version}"}},
  })`;
  const file = join(root, 'path/node');
  const preload = `data:text/javascript,${encodeURIComponent(lie)}`;
  await writeFile(file, `#!/bin/sh\nexec '${process.execPath}' --import '${preload}' "$@"\n`);
  await chmod(file, 0o755);
}

async function launch() {
  const shell = spawn('/bin/sh', [join(root, 'bin/cotty'), 'ls'], {env: {PATH: join(root, 'path')}});
  return await finish(shell);
}

function refusal(reason: RegExp) {
  const line = new RegExp(`^cotty: .*${reason.source}.*\\n$`);
  return {exitCode: 127, stdout: '', stderr: expect.stringMatching(line)};
}
