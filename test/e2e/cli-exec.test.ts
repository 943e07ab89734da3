/** `cotty exec` and `cotty shell --pseudo`. */
import {readFileSync, watch, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';

describe('cotty exec', () => {
  test('prints what the command prints and exits with its exit code', async () => {
    await using home = await TestHome.make();
    expect(await home.run('exec', 'hello')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('lemonhall'),
      stderr: '',
    });
    expect(await home.run('exec', 'helo')).toMatchObject({
      exitCode: 127,
      stderr: expect.stringContaining('Did you mean "hello"?'),
    });
    expect(await home.run('exec', 'hello; ls')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^MultipleCommands: /),
    });
    expect(await home.run('exec', 'hash ../x')).toMatchObject({exitCode: 126});
    expect(await home.run('exec')).toMatchObject({exitCode: 125, stderr: expect.stringContaining('cotty exec "help"')});
  });

  test('takes words after -- as they are', async () => {
    await using home = await TestHome.make();
    writeFileSync(join(home.path, 'a "b"; $c.txt'), 'x');
    const {exitCode, stdout} = await home.run('exec', '--', 'hash', 'a "b"; $c.txt');
    expect({exitCode, name: stdout.trim().split('  ')[1]}).toEqual({exitCode: 0, name: 'a "b"; $c.txt'});
  });

  test('gives piped input to the command', async () => {
    await using home = await TestHome.make();
    const child = home.start('exec', 'text normalize');
    child.stdin.end('one  \r\ntwo');
    expect(await finish(child)).toMatchObject({exitCode: 0, stdout: 'one\ntwo\n'});
  });

  test('refuses piped input that is not text, instead of changing it', async () => {
    await using home = await TestHome.make();
    const child = home.start('exec', 'hash');
    child.stdin.end(Uint8Array.of(0xff, 0xfe, 0x00, 0x80));
    expect(await finish(child)).toMatchObject({exitCode: 125, stdout: '', stderr: expect.stringContaining('UTF-8')});
  });

  test('records the run that Ctrl-C ends, as early as it may come', async () => {
    await using home = await TestHome.make();
    writeFileSync(join(home.path, 'a.csv'), 'a\n1\n');
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT max(x) FROM c';
    using folder = watchFolder(home.path);
    const child = home.start('exec', `table query --in a.csv --sql "${endless}"`);
    const finished = finish(child);
    // The first thing that is made for a run.
    await folder.has('artifacts');
    child.kill('SIGINT');
    expect(await finished).toMatchObject({exitCode: 130, stderr: expect.stringContaining('gave up')});
    expect(readFileSync(join(home.path, 'runs.jsonl'), 'utf8')).toContain('"error_code":"Timeout"');
  });

  test('gives the typed value as JSON, and replays a run by its id', async () => {
    await using home = await TestHome.make();
    const run = await home.json('exec', 'hash', '--stdin');
    expect(run).toMatchObject({exit_code: 0, error_code: null, run_id: expect.stringMatching(/^r-/)});
    expect(await home.run('exec', '--replay', String(run.run_id))).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('the same result: hash'),
    });
    expect(await home.run('exec', '--replay', 'r-none')).toMatchObject({exitCode: 125});
  });

  test('starts no background server', async () => {
    await using home = await TestHome.make();
    await home.run('exec', 'hello');
    await expect(home.serverPid()).rejects.toThrow('ENOENT');
  });
});

describe('cotty shell --pseudo', () => {
  test('runs line after line and exits with the last exit code', async () => {
    await using home = await TestHome.make();
    const child = home.start('shell', '--pseudo');
    child.stdin.end('text stats\nhello\nhelo\n');
    const {exitCode, stdout, stderr} = await finish(child);
    expect({exitCode, hello: stdout.includes('lemonhall')}).toEqual({exitCode: 127, hello: true});
    expect(stderr).toContain('InvalidArguments: Nothing to read');
    expect(stderr).toContain('UnknownCommand');
  });

  test('needs to be told that no real shell is meant', async () => {
    await using home = await TestHome.make();
    expect(await home.run('shell')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('cotty shell --pseudo'),
    });
  });
});

/** Tells when something appears in a folder. */
function watchFolder(path: string): {has(name: string): Promise<void>} & Disposable {
  const watcher = watch(path);
  const seen = new Set<string>();
  let changed = Promise.withResolvers<void>();
  watcher.on('change', (_, name) => {
    seen.add(String(name));
    changed.resolve();
    changed = Promise.withResolvers();
  });
  return {
    async has(name) {
      while (!seen.has(name)) await changed.promise;
    },
    [Symbol.dispose]: () => watcher.close(),
  };
}
