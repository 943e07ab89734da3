/** What a verb loads: everything it does not need would be waited for each time it is called. */
import {readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';

let home: TestHome;
/** Makes a process say on stderr, as it ends, what it has loaded. */
let teller: string;

beforeAll(async () => {
  home = await TestHome.make();
  await home.run('new', 'weighed');
  teller = join(home.path, 'teller.cjs');
  const told = '{files: Object.keys(require.cache), builtins: process.moduleLoadList}';
  writeFileSync(
    teller,
    `process.on('exit', () => require('node:fs').writeSync(2, '\\nLOADED ' + JSON.stringify(${told})));`,
  );
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

interface Loaded {
  readonly files: readonly string[];
  readonly builtins: readonly string[];
}

async function loadedBy(...words: readonly string[]): Promise<Loaded> {
  const child = home.startWith({NODE_OPTIONS: `--require=${teller}`}, ...words);
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  child.stdin.end();
  child.stdout.resume();
  await new Promise(resolve => child.once('close', resolve));
  const loaded: Loaded = JSON.parse(/^LOADED (.*)$/m.exec(said)?.[1] ?? 'null');
  return {...loaded, files: loaded.files.filter(file => file !== teller)};
}

test.each([
  ['ls'],
  ['read', 'weighed'],
  ['keys', 'weighed', 'Enter'],
  ['run', '-s', 'weighed', '--', 'true'],
  ['status'],
  ['completion', 'words', '--', 'attach', ''],
])('%s loads the command line itself and nothing more', async (...words) => {
  const {files, builtins} = await loadedBy(...words);
  expect(files.map(file => basename(file))).toEqual([
    'cli.cjs',
    'cli-start.cjs',
    'cli-rolldown-runtime.cjs',
    'cli-verbs.cjs',
  ]);
  // Each of these takes longer to load than the verb takes to run.
  expect(builtins.filter(name => /NativeModule (crypto|zlib|child_process)$/.test(name))).toEqual([]);
});

test.each([
  ['run-command', '--session-id', 'weighed', '--command', 'true'],
  ['completion', 'words', '--', ''],
  ['help'],
  ['mcp'],
])('%s knows the tools without the schemas they are made of', async (...words) => {
  const {files} = await loadedBy(...words);
  const code = files.map(file => readFileSync(file, 'utf8')).join('\n');
  expect(code).not.toMatch(/node_modules\/(zod|@modelcontextprotocol|@xterm)\//);
  expect(code.length).toBeLessThan(250_000);
});
