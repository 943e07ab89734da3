/** The package as npm installs it for everybody on a machine, on the versions of Node.js it is made for. */
import {spawn} from 'node:child_process';
import {copyFile, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {verbTable} from '../../src/cli/argv/verb-table.ts';
import {CheckoutRegistry} from '../support/checkout-registry.ts';
import {finish} from '../support/cotty-process.ts';
import {InstalledCotty} from '../support/installed-cotty.ts';
import {otherNodes} from '../support/other-nodes.ts';
import {verbTrials} from './verb-trials.ts';

const checkout = resolve(import.meta.dirname, '../..');
const ownNode = {title: 'the Node.js of this checkout', program: process.execPath, isMissing: false};

/** Packed once for all that is installed. */
let registry: CheckoutRegistry;
beforeAll(async () => {
  registry = await CheckoutRegistry.open();
});
afterAll(() => registry[Symbol.asyncDispose]());

const present = [ownNode, ...otherNodes.filter(node => !node.isMissing)];
const lastProgram = present.at(-1)?.program;

for (const {title, program, isMissing} of [ownNode, ...otherNodes]) {
  describe.skipIf(isMissing)(`installed and run by ${title}`, () => {
    let cotty: InstalledCotty;
    beforeAll(async () => {
      cotty = await InstalledCotty.install(program, registry);
    });
    afterAll(() => cotty?.[Symbol.asyncDispose]());

    test.each(Object.keys(verbTable))('the verb %s does its work', async verb => {
      const trial = verbTrials[verb];
      if (!trial) throw new Error(`${verb} is not tried: add it to verb-trials.ts`);
      await trial(cotty.home);
    });

    test('what it keeps is in ~/.cotty alone, and when it is stopped nothing else is left', async () => {
      await cotty.home.run('run', '--', 'true');
      expect(await cotty.home.run('server', 'stop', '--sessions')).toMatchObject({exitCode: 0});
      expect(await cotty.leftBehind()).toEqual({home: ['.cotty'], temporary: []});
    });

    test.each(['import', 'require'])('a program gets the library by %s', async how => {
      const load = how === 'import' ? `await import('cotty')` : `require('cotty')`;
      const file = join(cotty.project, how === 'import' ? 'program.mjs' : 'program.cjs');
      await writeFile(
        file,
        `async function main() {
          const {open} = ${load};
          const session = await open({shell: 'sh'});
          const {output, exit_code} = await session.run('echo from a library; (exit 7)');
          await session.close();
          console.log(output, exit_code);
        }
        main();`,
      );
      const child = spawn(program, [file], {env: cotty.env});
      expect(await finish(child)).toEqual({exitCode: 0, stdout: 'from a library 7\n', stderr: ''});
    });

    // What is installed is the same for each.
    if (program !== lastProgram) return;

    test('it takes less than 15 MB, whatever it needs included', async () => {
      expect(await cotty.sizeBytes()).toBeLessThan(15_000_000);
    });

    test('strict TypeScript knows the types of the library, in ES modules and in CommonJS', async () => {
      const use = `
        void open({shell: 'sh'}).then(async session => {
          const result = await session.run('true');
          const exitCode: number | null = result.exit_code;
          // @ts-expect-error: null when it is not known
          const sure: number = result.exit_code;
          const flags: readonly (boolean | undefined)[] = [result.suspended, result.mixed_output, result.output_stopped];
          const missed: number | undefined = result.missed_bytes;
          // @ts-expect-error: a state that no command has
          const known = result.state === 'finished';
          // @ts-expect-error: no such option
          await session.run('true', {timeoutMs: 5});
          const {total_lines, omitted} = await session.read({command_id: result.command_id, grep: 'x', signal: AbortSignal.timeout(1)});
          const {session_closed} = await session.watch('x', {timeout: 1});
          await session.close();
          return [exitCode, sure, flags, missed, known, total_lines, omitted, session_closed];
        });`;
      await writeFile(join(cotty.project, 'module.mts'), `import {open} from 'cotty';${use}`);
      await writeFile(
        join(cotty.project, 'common.cts'),
        `import cotty = require('cotty');\nconst {open} = cotty;${use}`,
      );
      const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--lib', 'esnext,dom'];
      const compiler = join(checkout, 'node_modules/.bin/tsc');
      const compiled = spawn(compiler, [...options, 'module.mts', 'common.cts'], {cwd: cotty.project});
      expect(await finish(compiled)).toEqual({exitCode: 0, stdout: '', stderr: ''});
    });

    test('doc ocr names the one command that brings what it needs, and works once that was run', async () => {
      await copyFile(join(checkout, 'test/fixtures/documents/scan.png'), join(cotty.home.path, 'scan.png'));
      const missing = await cotty.home.run('exec', 'doc ocr --in scan.png');
      expect(missing).toEqual({
        exitCode: 3,
        stdout: '',
        stderr: expect.stringMatching(/^NotSupported: .*npm install /),
      });
      // Where others of one's group may write by default, too.
      await cotty.shell(`umask 002; ${/npm install .*/.exec(missing.stderr)?.[0]}`);
      const read = await cotty.home.run('exec', 'doc ocr --in scan.png');
      expect(read.exitCode, read.stderr).toBe(0);
      expect(read.stdout).toMatch(/confidence [89]\d/);
    });

    test('npm takes it away without a trace', async () => {
      await cotty.uninstall();
      expect(await cotty.sizeBytes()).toBe(0);
    });
  });
}
