/** `cotty mcp --pseudo` as an MCP client sees it, and as the kernel does. */
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {describe, expect, test} from 'vitest';
import {fillSampleWorkspace} from '../../src/pseudoterm/testing/sample-workspace.ts';

const binary = resolve(import.meta.dirname, '../../bin/cotty');
const strace = ['/usr/bin/strace', '/bin/strace'].find(existsSync);

const TOOLS = [
  'edit_file',
  'glob_files',
  'grep_files',
  'list_files',
  'list_skills',
  'make_directory',
  'read_file',
  'read_skill',
  'terminal_exec',
  'write_file',
];

describe('cotty mcp --pseudo', () => {
  test('offers the pseudo-terminal, skills and files, and nothing else', async () => {
    await using session = await PseudoSession.start();
    const {tools} = await session.client.listTools();
    expect(tools.map(tool => tool.name)).toEqual(TOOLS);
  });

  test('offers its skills by the MCP extension for skills too', async () => {
    await using session = await PseudoSession.start();
    expect(session.client.getServerCapabilities()?.extensions).toHaveProperty('io.modelcontextprotocol/skills');
    const {contents} = await session.client.readResource({uri: 'skill://doc-ingest/SKILL.md'});
    expect(contents).toMatchObject([{text: expect.stringContaining('doc extract --in')}]);
  });

  test('answers terminal_exec with one text and the typed value beside it', async () => {
    await using session = await PseudoSession.start();
    const result = await session.client.callTool({name: 'terminal_exec', arguments: {command: 'hello'}});
    expect(result).toMatchObject({content: [{type: 'text', text: expect.stringContaining('lemonhall')}]});
    expect(result.structuredContent).toBeUndefined();
    expect(await session.exec('hello')).toMatchObject({
      exit_code: 0,
      stderr: '',
      result: {message: 'HELLO', signature: 'lemonhall'},
      artifacts: [],
      run_id: expect.stringMatching(/^r-/),
      error_code: null,
      truncated: false,
    });
  });

  test.each([
    ['hello; hello', 'MultipleCommands'],
    ['hello && hello', 'MultipleCommands'],
    ['hello\nhello', 'MultipleCommands'],
    ['hello | cat', 'ShellSyntax'],
    ['hello > file', 'ShellSyntax'],
    ['hello $(id)', 'ShellSyntax'],
    ['hello `id`', 'ShellSyntax'],
    ['bash -c id', 'UnknownCommand'],
    ['hello --loud', 'InvalidArguments'],
    ['hash ../../etc/passwd', 'PathDenied'],
    ['', 'InvalidArguments'],
    [`hello ${'x'.repeat(70_000)}`, 'LimitExceeded'],
  ])('refuses %s with %s', async (command, error_code) => {
    await using session = await PseudoSession.start();
    expect(await session.exec(command)).toMatchObject({error_code, result: null});
  });

  test('clips a time limit instead of refusing it', async () => {
    await using session = await PseudoSession.start();
    const run = await session.value('terminal_exec', {command: 'hello', timeout_ms: 1e12});
    expect(run).toMatchObject({exit_code: 0});
  });

  test('works on the files of its workspace and asks before it replaces one', async () => {
    await using session = await PseudoSession.start();
    const notes = {path: 'notes/a.md', content: '# One\n\nold text\n'};
    expect(await session.value('write_file', notes)).toMatchObject({state: 'done', created: true});
    expect(await session.value('write_file', {...notes, content: 'other'})).toMatchObject({
      state: 'needs_confirmation',
    });
    expect(await session.value('read_file', {path: 'notes/a.md'})).toMatchObject({
      text: '# One\n\nold text',
      total_lines: 3,
    });
    const edit = {path: 'notes/a.md', old_text: 'old text', new_text: 'new text'};
    expect(await session.value('edit_file', edit)).toMatchObject({state: 'done', replacements: 1});
    expect(await readFile(join(session.workspace, 'notes/a.md'), 'utf8')).toBe('# One\n\nnew text\n');
    expect(await session.value('grep_files', {pattern: 'new \\w+'})).toMatchObject({
      matches: [{path: 'notes/a.md', line: 3, text: 'new text', is_context: false}],
    });
    expect(await session.value('glob_files', {pattern: '*.md'})).toMatchObject({entries: [{path: 'notes/a.md'}]});
    expect(await session.value('list_files', {depth: 2})).toMatchObject({
      entries: [{path: 'notes'}, {path: 'notes/a.md'}],
    });
    const denied = await session.client.callTool({name: 'read_file', arguments: {path: '/etc/passwd'}});
    expect(denied).toMatchObject({isError: true, content: [{text: expect.stringContaining('PathDenied')}]});
  });

  test.skipIf(!strace)(
    `starts no program after its first answer (${strace ?? 'skipped: there is no strace'})`,
    async () => {
      await using session = await PseudoSession.start({strace});
      const startedAt = Date.now() / 1000;
      fillSampleWorkspace(session.workspace);
      await session.value('write_file', {path: 'a.json', content: '{"a": [1, 2, 3]}'});
      for (const command of [
        'hello',
        'help',
        'hash a.json',
        'json query "$.a[*]" --in a.json',
        'text stats --in a.json',
        'doc extract --in report.pdf --out report.md',
        'doc extract --in letter.docx --mode text',
        'table query --in book.xlsx --sql "SELECT count(*) FROM t1"',
        'archive extract --in bundle.zip --out unpacked',
        'ls',
        'a; b',
      ])
        await session.exec(command);
      for (const name of ['list_skills', 'list_files']) await session.client.callTool({name, arguments: {}});
      await session.client.callTool({name: 'grep_files', arguments: {pattern: '1'}});
      const calls = await session.traced();
      expect(calls.length).toBeGreaterThan(2);
      expect(calls.filter(call => call.at > startedAt)).toEqual([]);
    },
  );
});

interface TracedCall {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly line: string;
}

class PseudoSession implements AsyncDisposable {
  readonly client: Client;
  readonly workspace: string;
  readonly #root: string;

  static async start(options: {readonly strace?: string | undefined} = {}): Promise<PseudoSession> {
    const root = await mkdtemp(join(tmpdir(), 'cotty-pseudo-mcp-'));
    const workspace = join(root, 'workspace');
    await mkdir(workspace);
    await writeFile(join(root, 'trace'), '');
    const tracer = ['-f', '-ttt', '-e', 'trace=execve,execveat', '-o', join(root, 'trace')];
    const argv = options.strace ? [options.strace, ...tracer, binary] : [binary];
    const [command = '', ...args] = [...argv, 'mcp', '--pseudo'];
    const client = new Client({name: 'test-client', version: '1.0.0'}, {capabilities: {}});
    const env = {PATH: process.env.PATH ?? '', COTTY_HOME: join(root, 'home')};
    await client.connect(new StdioClientTransport({command, args, env, cwd: workspace}));
    return new PseudoSession(client, root, workspace);
  }

  private constructor(client: Client, root: string, workspace: string) {
    this.client = client;
    this.#root = root;
    this.workspace = workspace;
  }

  async value(name: string, args: Record<string, unknown>): Promise<unknown> {
    const {_meta, content} = await this.client.callTool({name, arguments: args});
    return _meta?.['cotty/result'] ?? content;
  }

  exec(command: string): Promise<unknown> {
    return this.value('terminal_exec', {command});
  }

  /** Programs that were started, as strace wrote them down. */
  async traced(): Promise<readonly TracedCall[]> {
    const text = await readFile(join(this.#root, 'trace'), 'utf8');
    const lines = text.split('\n').filter(line => /execve(at)?\(.*= 0$/.test(line));
    return lines.map(line => ({line, at: Number(/^\d+\s+([\d.]+)/.exec(line)?.[1])}));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await rm(this.#root, {recursive: true, force: true, maxRetries: 5});
  }
}
