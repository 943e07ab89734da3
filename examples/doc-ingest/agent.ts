/** A scripted agent without a shell: documents to Markdown with `cotty mcp --pseudo`, then proof of what it did. */
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';

const cotty = resolve(import.meta.dirname, '../../bin/cotty');
const root = mkdtempSync(join(tmpdir(), 'cotty-doc-ingest-'));
const workspace = join(root, 'workspace');
const env = {PATH: process.env.PATH ?? '', COTTY_HOME: join(root, 'home')};

try {
  cpSync(join(import.meta.dirname, 'documents'), workspace, {recursive: true});
  await workAsAgent();
  checkRunLog();
  console.log('everything is as it should be');
} finally {
  rmSync(root, {recursive: true, force: true, maxRetries: 5});
}

async function workAsAgent(): Promise<void> {
  const client = new Client({name: 'doc-ingest-example', version: '1.0.0'}, {capabilities: {}});
  await client.connect(new StdioClientTransport({command: cotty, args: ['mcp', '--pseudo'], env, cwd: workspace}));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const {_meta, isError, content} = await client.callTool({name, arguments: args});
    assert.ok(!isError, JSON.stringify(content));
    return Object(_meta?.['cotty/result']);
  };
  try {
    const {tools} = await client.listTools();
    assert.ok(!tools.some(tool => tool.name === 'run_command'), 'there is no shell');

    const {text: manual} = await call('read_skill', {name: 'doc-ingest'});
    assert.match(manual, /doc extract --in/);
    const {entries} = await call('glob_files', {pattern: '*.{pdf,docx,xlsx,html}'});
    for (const {path} of entries) {
      const out = `ingested/${path.replace(/\.\w+$/, '')}.md`;
      const run = await call('terminal_exec', {command: `doc extract --in "${path}" --out "${out}"`});
      console.log(`${path}: ${run.stdout.trim()}`);
      assert.equal(run.error_code, null, run.stderr);
      assert.equal(run.result.status, 'ok');
      const {text} = await call('read_file', {path: out});
      assert.equal(`${text}\n`, readFileSync(join(workspace, out), 'utf8'));
    }
    const {matches} = await call('grep_files', {pattern: '(?i)deadline|世界', path: 'ingested'});
    assert.deepEqual(matches.map((match: {path: string}) => match.path).toSorted(), [
      'ingested/letter.md',
      'ingested/report.md',
    ]);

    const refused = await call('terminal_exec', {command: 'doc extract --in report.pdf; rm -rf .'});
    assert.equal(refused.error_code, 'MultipleCommands');
  } finally {
    await client.close();
  }
}

function checkRunLog(): void {
  const lines = readFileSync(join(env.COTTY_HOME, 'runs.jsonl'), 'utf8').trimEnd().split('\n');
  const records = lines.map(line => JSON.parse(line));
  assert.equal(
    records.filter(record => record.parsed_command?.name === 'doc extract' && record.exit_code === 0).length,
    4,
  );
  assert.equal(records.at(-1).error_code, 'MultipleCommands');
  for (const {run_id, command} of records) {
    const replay = spawnSync(cotty, ['exec', '--replay', run_id], {env, encoding: 'utf8'});
    assert.equal(replay.status, 0, `${command}: ${replay.stdout}${replay.stderr}`);
  }
  console.log(`${records.length} runs are in the log, and give the same result again`);
}
