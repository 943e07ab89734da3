/** The build on other versions of Node.js than the checkout's own. */
import {spawn} from 'node:child_process';
import {copyFile, readFile, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {describe, expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';
import {otherNodes} from '../support/other-nodes.ts';

const root = resolve(import.meta.dirname, '../..');

for (const {title, program, isMissing} of otherNodes) describe.skipIf(isMissing)(title, () => worksOn(program));

function worksOn(node: string): void {
  const home = () => TestHome.make({}, [node, join(root, 'dist/cli.cjs')]);

  test('a command keeps its exit code and the session its shell when the server is killed, without a warning', async () => {
    await using cotty = await home();
    const id = (await cotty.run('new', '--shell', 'sh')).stdout.trim();
    const run = (line: string) => cotty.run('run', '--session', id, '--', line);
    expect(await run('kept=42; sh -c "echo hi; exit 5"')).toEqual({exitCode: 5, stdout: 'hi\n', stderr: ''});
    await cotty.killServer();
    expect(await run('echo $kept')).toEqual({exitCode: 0, stdout: '42\n', stderr: ''});
    expect(await readFile(join(cotty.path, 'run/server.log'), 'utf8')).toBe('');
  });

  test('mcp runs a command and reads the screen', async () => {
    await using cotty = await home();
    await using client = new RawClient(cotty.start('mcp'));
    const call = (name: string, args: object) => client.request('tools/call', {name, arguments: args});
    expect((await call('run_command', {command: 'echo over mcp; false'})).result).toMatchObject({
      _meta: {'cotty/result': {output: 'over mcp', exit_code: 1, via: 'mark'}},
    });
    expect((await call('read_screen', {})).result).toMatchObject({
      content: [{text: expect.stringContaining('over mcp')}],
    });
  });

  test('the pseudo-terminal asks tables, and reads documents and old text', async () => {
    await using cotty = await home();
    await writeFile(join(cotty.path, 'sales.csv'), 'region,amount\nwest,3\neast,4\n');
    await writeFile(join(cotty.path, 'old.txt'), Uint8Array.of(0xe9, 0x80, 0x0a));
    await copyFile(join(root, 'test/fixtures/documents/report-plain.pdf'), join(cotty.path, 'report.pdf'));
    const exec = async (line: string) => {
      const {exitCode, stdout, stderr} = await cotty.run('exec', line);
      return exitCode === 0 ? stdout : {exitCode, stderr};
    };
    const total = 'table query --in sales.csv --format csv --sql "SELECT sum(amount) AS n, 1 AS n FROM t1"';
    expect(await exec(total)).toMatch(/^n,n(:1)?\r?\n7,1\r?\n$/);
    expect(await exec('table query --in sales.csv --sql "WITH x AS (SELECT 1) DELETE FROM t1"')).toMatchObject({
      exitCode: 2,
    });
    expect(await exec('text normalize --in old.txt')).toBe('é€\n');
    expect(await exec('doc extract --in report.pdf')).toContain('Quarterly');
  });

  test('mcp --pseudo replaces a file', async () => {
    await using cotty = await home();
    await writeFile(join(cotty.path, 'a.txt'), 'old text');
    await using client = new RawClient(cotty.start('mcp', '--pseudo'));
    const edit = {path: 'a.txt', old_text: 'old', new_text: 'new'};
    await client.request('tools/call', {name: 'edit_file', arguments: edit});
    expect(await readFile(join(cotty.path, 'a.txt'), 'utf8')).toBe('new text');
  });

  test('the library opens a shell in its own process', async () => {
    await using cotty = await home();
    const program = `
      const {open} = await import(${JSON.stringify(join(root, 'dist/library.js'))});
      const session = await open({shell: 'sh'});
      const {output, exit_code} = await session.run('echo from a library; exit_7() { return 7; }; exit_7');
      await session[Symbol.asyncDispose]();
      process.stdout.write(JSON.stringify({output, exit_code}));
    `;
    const child = spawn(node, ['--input-type=module', '-e', program], {env: cotty.env});
    expect(await finish(child)).toEqual({
      exitCode: 0,
      stdout: '{"output":"from a library","exit_code":7}',
      stderr: '',
    });
  });
}
