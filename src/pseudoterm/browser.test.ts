import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import type {Browser} from 'playwright-core';
import {rolldown} from 'rolldown';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {launchBrowser} from '../../test/support/chromium.ts';
import type {FileAccess} from './command.ts';
import type {createPseudoTerminal} from './registry.ts';
import type {ExecResult} from './run-protocol.ts';

// Asked, because some distributions have a placeholder of that name.
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  path => spawnSync(path, ['--version'], {timeout: 20_000}).status === 0,
);

declare global {
  // The bundle's own name in the page.
  var pseudo: {readonly createPseudoTerminal: typeof createPseudoTerminal};
}

describe.skipIf(!browserPath)(`in a browser (${browserPath ?? 'skipped: there is no Chromium'})`, () => {
  let browser: Browser;
  let code: string;

  beforeAll(async () => {
    code = await bundle();
    browser = await launchBrowser(browserPath ?? '');
  });

  afterAll(() => browser?.close());

  test('the core runs hello', async () => {
    const result = await execInPage('hello');
    expect(result).toMatchObject({exit_code: 0, error_code: null, result: {message: 'HELLO', signature: 'lemonhall'}});
    expect(result.stdout).toContain('lemonhall');
  });

  test('the core refuses what it refuses elsewhere', async () => {
    expect(await execInPage('hello | sh')).toMatchObject({exit_code: 2, error_code: 'ShellSyntax'});
    expect(await execInPage('helo')).toMatchObject({exit_code: 127, error_code: 'UnknownCommand'});
  });

  test('the core reads files through the access that the page gives it', async () => {
    expect(await execInPage('json query "$.name" --in a.json --raw', {'a.json': '{"name": "里"}'})).toMatchObject({
      exit_code: 0,
      stdout: '里\n',
    });
  });

  async function execInPage(command: string, texts: Record<string, string> = {}): Promise<ExecResult> {
    const page = await browser.newPage();
    try {
      await page.addScriptTag({content: code});
      return await page.evaluate(
        async ({line, contents}) => {
          const files: FileAccess = {
            read: async path => new TextEncoder().encode(contents[path] ?? ''),
            stat: async () => null,
            list: async () => [],
            write: async path => ({path, kind: 'file', sizeBytes: 0, modifiedAt: 0}),
            makeDirectory: async () => {},
          };
          const artifactsOf = () => ({
            add: async ({name, mime, description}: {name: string; mime: string; description: string}) => ({
              path: name,
              mime,
              description,
            }),
          });
          const run = await globalThis.pseudo.createPseudoTerminal().run({command: line}, {files, artifactsOf});
          return run.result;
        },
        {line: command, contents: texts},
      );
    } finally {
      await page.close();
    }
  }
});

/** Fails when anything in the graph needs `node:*`: nothing is external. */
async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('./browser.ts', import.meta.url));
  await using build = await rolldown({
    input,
    platform: 'browser',
    onLog: (level, log) => {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  const {output} = await build.generate({format: 'iife', name: 'pseudo', codeSplitting: false});
  if (output[0].imports.length > 0) throw new Error(`The core needs ${output[0].imports.join(', ')}.`);
  return output[0].code;
}
