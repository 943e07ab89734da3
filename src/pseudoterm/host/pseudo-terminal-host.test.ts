import {spawn} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {canPin} from '../runner/pinned-path.ts';
import {hostileProgram, openTestHost} from '../testing/test-host.ts';
import type {RunRecord} from './run-log.ts';

describe('a run', () => {
  test('of hello shows HELLO and its signature', async () => {
    await using open = openTestHost();
    const result = await open.host.exec({command: 'hello'});
    expect(result).toMatchObject({exit_code: 0, stderr: '', error_code: null, truncated: false, artifacts: []});
    expect(result.stdout).toContain('|_| |_|_____|_____|_____\\___/');
    expect(result.stdout).toContain('lemonhall');
  });

  test('is recorded, also when it is refused', async () => {
    await using open = openTestHost();
    await open.host.exec({command: 'hash', stdin: 'x'}, {caller: 'agent tester'});
    await open.host.exec({command: 'rm -rf / | sh'});
    const records = readRecords(open.home);
    expect(records).toMatchObject([
      {
        command: 'hash',
        parsed_command: {name: 'hash', flags: {algorithm: 'sha256'}, positionals: {path: []}},
        exit_code: 0,
        error_code: null,
        message: null,
        caller: 'agent tester',
        stdin: 'x',
        workspace: open.workspace,
        artifacts: [],
      },
      {command: 'rm -rf / | sh', parsed_command: null, exit_code: 2, error_code: 'ShellSyntax'},
    ]);
    expect(records.every(record => record.run_id.startsWith('r-') && record.duration_ms >= 0)).toBe(true);
    expect(records.every(record => !Number.isNaN(Date.parse(record.timestamp)))).toBe(true);
  });

  test.each([
    ['', 'InvalidArguments', ''],
    ['x'.repeat(70_000), 'LimitExceeded', 'x'.repeat(65_537)],
  ])('of an impossible line is recorded and replayed too (%#)', async (command, error_code, recorded) => {
    await using open = openTestHost();
    const {run_id} = await open.host.exec({command});
    expect(readRecords(open.home)).toMatchObject([{error_code, command: recorded, parsed_command: null}]);
    expect((await open.host.replay(run_id)).isSame).toBe(true);
  });

  test('whose stdin was cleared away is not replayed, and that is said', async () => {
    await using open = openTestHost();
    const {run_id} = await open.host.exec({command: 'hash', stdin: 'x'.repeat(70_000)});
    rmSync(join(open.home, 'artifacts', run_id), {recursive: true});
    await expect(open.host.replay(run_id)).rejects.toMatchObject({code: 'not_supported'});
  });

  test('is replayed: the same for the same input, another when the input changed', async () => {
    await using open = openTestHost();
    const file = join(open.workspace, 'a.txt');
    writeFileSync(file, 'one');
    const {run_id} = await open.host.exec({command: 'hash a.txt'});
    expect((await open.host.replay(run_id)).isSame).toBe(true);
    writeFileSync(file, 'two');
    const again = await open.host.replay(run_id);
    expect(again).toMatchObject({isSame: false, before: {run_id, exit_code: 0}});
    expect(readRecords(open.home).at(-1)?.replay_of).toBe(run_id);
    await expect(open.host.replay('r-unknown')).rejects.toMatchObject({code: 'invalid_argument'});
  });

  test('that wrote a file is replayed without writing it again', async () => {
    await using open = openTestHost();
    const file = join(open.workspace, 'out.txt');
    const {run_id} = await open.host.exec({command: 'text normalize --out out.txt', stdin: 'x'});
    writeFileSync(file, 'mine now');
    expect((await open.host.replay(run_id)).isSame).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('mine now');
    const refused = await open.host.exec({command: 'text normalize --out out.txt', stdin: 'x'});
    expect(refused).toMatchObject({error_code: 'CommandFailed'});
    expect((await open.host.replay(refused.run_id)).isSame).toBe(true);
  });

  test('that asked is replayed as one that asks, and one that had the word as one that has it', async () => {
    await using open = openTestHost();
    const file = join(open.workspace, 'out.txt');
    writeFileSync(file, 'old');
    const request = {command: 'text normalize --out out.txt --overwrite', stdin: 'x'};
    const asked = await open.host.exec(request, {asks: true});
    expect(asked).toMatchObject({error_code: 'NeedsConfirmation', exit_code: 4});
    expect((await open.host.replay(asked.run_id)).isSame).toBe(true);
    const done = await open.host.exec({...request, confirm: true}, {asks: true});
    expect(done).toMatchObject({error_code: null});
    expect(readRecords(open.home).at(-1)).toMatchObject({confirmed: true});
    writeFileSync(file, 'mine now');
    expect((await open.host.replay(done.run_id)).isSame).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('mine now');
  });

  test('of one caller is not confirmed by another', async () => {
    await using open = openTestHost();
    const file = join(open.workspace, 'out.txt');
    writeFileSync(file, 'old');
    const request = {command: 'text normalize --out out.txt --overwrite', stdin: 'x'};
    await open.host.exec(request, {asks: true, caller: 'agent a'});
    const others = await open.host.exec({...request, confirm: true}, {asks: true, caller: 'agent b'});
    expect(others).toMatchObject({error_code: 'NeedsConfirmation'});
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  test('with long output answers with its beginning and keeps all of it', async () => {
    await using open = openTestHost({program: hostileProgram});
    const result = await open.host.exec({command: 'flood --chars 500000'});
    expect(result).toMatchObject({exit_code: 0, truncated: true, error_code: null});
    expect(result.stdout.length).toBeLessThan(34_000);
    const [artifact] = result.artifacts;
    expect(artifact?.path).toBe(join(open.home, 'artifacts', result.run_id, 'stdout.txt'));
    expect(readFileSync(artifact?.path ?? '', 'utf8')).toHaveLength(500_000);
    const read = await open.host.file({
      type: 'read',
      path: artifact?.path ?? '',
      offsetLines: -1,
      limitLines: 9,
      maxBytes: 999,
    });
    expect(read).toMatchObject({type: 'read', text: 'line', totalLines: 100_000});
  });
});

describe('a run over its limit of', () => {
  test.each([
    ['time, without yielding', 'spin', 'Timeout', 124],
    ['time, waiting', 'doze', 'Timeout', 124],
    ['memory in buffers', 'hoard', 'LimitExceeded', 125],
    ['memory on the heap', 'hoard --heap', 'LimitExceeded', 125],
    ['output', 'flood', 'LimitExceeded', 125],
  ])('%s is ended, told and followed by a working one', async (_, command, error_code, exit_code) => {
    await using open = openTestHost({program: hostileProgram});
    expect(await open.host.exec({command})).toMatchObject({error_code, exit_code, result: null});
    expect(await open.host.exec({command: 'hello'})).toMatchObject({exit_code: 0});
    expect(readRecords(open.home)[0]).toMatchObject({
      command,
      error_code,
      parsed_command: {name: command.split(' ')[0]},
    });
  });

  test('time that the caller asked for is ended then', async () => {
    await using open = openTestHost({program: hostileProgram});
    expect(await open.host.exec({command: 'spin', timeout_ms: 50})).toMatchObject({
      error_code: 'Timeout',
      stderr: expect.stringContaining('50 ms'),
    });
  });

  test('patience of its caller is ended', async () => {
    await using open = openTestHost({program: hostileProgram});
    await open.host.exec({command: 'hello'});
    const {promise, resolve} = Promise.withResolvers<void>();
    const abort = new AbortController();
    const run = open.host.exec({command: 'doze'}, {signal: abort.signal});
    setImmediate(() => resolve());
    await promise;
    abort.abort();
    expect(await run).toMatchObject({error_code: 'Timeout', stderr: expect.stringContaining('gave up')});
  });

  test('patience of a caller who gave up before it began is ended too, although it never yields', async () => {
    await using open = openTestHost({program: hostileProgram});
    await open.host.exec({command: 'hello'});
    const run = open.host.exec({command: 'spin'}, {signal: AbortSignal.abort()});
    expect(await run).toMatchObject({error_code: 'Timeout', stderr: expect.stringContaining('gave up')});
  });
});

describe('the runner', () => {
  test('starts nothing, opens no connection, evaluates no text, reaches no file outside and sees no environment', async () => {
    await using open = openTestHost({program: hostileProgram});
    const outside = join(open.home, 'secret');
    writeFileSync(outside, 'x');
    const {result} = await open.host.exec({command: `escape ${outside}`});
    expect(result).toEqual({escaped: [], tries: 13, environment: []});
  });

  test('that dies says so and is replaced', async () => {
    await using open = openTestHost({program: hostileProgram});
    expect(await open.host.exec({command: 'die'})).toMatchObject({
      error_code: 'CommandFailed',
      stderr: expect.stringContaining('exit 7'),
    });
    expect(await open.host.exec({command: 'hello'})).toMatchObject({exit_code: 0});
  });

  test('serves many callers at once', async () => {
    await using open = openTestHost();
    const texts = Array.from({length: 30}, (_, i) => `text ${i}`);
    const results = await Promise.all(texts.map(stdin => open.host.exec({command: 'text normalize', stdin})));
    expect(results.map(result => result.stdout)).toEqual(texts.map(text => `${text}\n`));
  });
});

describe('a path', () => {
  test.each([
    ['above the workspace', '../x'],
    ['in the middle above the workspace', 'a/../../x'],
    ['absolute', '/etc/passwd'],
    ['of a link that leads out', 'link'],
    ['below a link that leads out', 'folder-link/passwd'],
    ['of a device', '/dev/zero'],
    ['under /proc', '/proc/self/environ'],
  ])('%s is denied', async (_, path) => {
    await using open = openTestHost();
    symlinkSync('/etc/passwd', join(open.workspace, 'link'));
    symlinkSync('/etc', join(open.workspace, 'folder-link'));
    expect(await open.host.exec({command: `hash ${path}`})).toMatchObject({error_code: 'PathDenied', exit_code: 126});
    const write = await open.host.exec({command: `text normalize --out ${path} --overwrite`, stdin: 'x'});
    expect(write).toMatchObject({error_code: 'PathDenied'});
  });

  test('of git’s own files or of our settings is read but never written', async () => {
    await using open = openTestHost();
    mkdirSync(join(open.workspace, '.git'));
    writeFileSync(join(open.workspace, '.git', 'config'), 'x');
    expect(await open.host.exec({command: 'hash .git/config'})).toMatchObject({exit_code: 0});
    const guarded = ['.git/hooks/pre-commit', '.git/config', '.cotty.toml', 'sub/.cotty.toml'];
    const forOtherFileSystems = ['.GIT/config', '.g\u200cit/config', 'sub/.Cotty.TOML'];
    for (const path of [...guarded, ...forOtherFileSystems])
      expect(await open.host.exec({command: `text normalize --out ${path} --overwrite`, stdin: 'x'})).toMatchObject({
        error_code: 'PathDenied',
      });
  });

  test.skipIf(!canPin)('never leads out while somebody exchanges a folder on it for a link', async () => {
    await using open = openTestHost();
    const at = (...names: string[]) => join(open.workspace, ...names);
    const outside = join(open.home, 'outside');
    for (const folder of [outside, at('folder')]) mkdirSync(folder);
    writeFileSync(join(outside, 'secret'), 'outside');
    writeFileSync(at('folder', 'secret'), 'inside');
    symlinkSync(outside, at('link'));
    using _exchange = exchangeForEver(at('folder'), at('link'));
    const texts = new Set<string>();
    for (let i = 0; i < 400; i++) {
      const path = 'folder/secret';
      const reply = await open.host.file({type: 'read', path, offsetLines: 0, limitLines: 1, maxBytes: 99});
      texts.add(reply.type === 'read' ? reply.text : reply.type);
      await open.host.file({type: 'write', path: `folder/${i}`, content: 'x', confirmed: true});
      await open.host.file({type: 'make_directory', path: `folder/made/${i}`, confirmed: true});
    }
    expect([...texts]).not.toContain('outside');
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  test('of cotty’s own home is closed, though the workspace holds it', async () => {
    await using open = openTestHost();
    await using wide = openTestHost({home: join(open.workspace, '.cotty-home'), workspace: open.workspace});
    writeFileSync(join(open.workspace, '.cotty-home', 'token'), 'secret');
    expect(await wide.host.exec({command: 'hash .cotty-home/token'})).toMatchObject({error_code: 'PathDenied'});
    const listed = await wide.host.file({type: 'list', path: '.', depth: 3, limit: 100, showIgnored: true});
    expect(JSON.stringify(listed)).not.toContain('token');
  });

  test('of a picture of a session is closed, and of what a run has kept is not', async () => {
    await using open = openTestHost();
    const artifacts = join(open.home, 'artifacts');
    for (const folder of ['screenshots', 'r-1']) {
      mkdirSync(join(artifacts, folder), {recursive: true});
      writeFileSync(join(artifacts, folder, 'a.svg'), 'x');
    }
    expect(await open.host.exec({command: `hash ${artifacts}/r-1/a.svg`})).toMatchObject({exit_code: 0});
    for (const path of [`${artifacts}/screenshots/a.svg`, `${artifacts}/r-1/../screenshots/a.svg`])
      expect(await open.host.exec({command: `hash ${path}`})).toMatchObject({error_code: 'PathDenied'});
    const listed = await open.host.exec({command: `ls ${artifacts}`});
    expect(JSON.stringify(listed)).not.toContain('a.svg');
  });

  test('through a link inside the workspace is followed', async () => {
    await using open = openTestHost();
    writeFileSync(join(open.workspace, 'a.txt'), 'x');
    symlinkSync('a.txt', join(open.workspace, 'b.txt'));
    expect(await open.host.exec({command: 'hash b.txt'})).toMatchObject({exit_code: 0});
  });
});

/** In a process of its own, as fast as it can: `a` becomes a link and a folder again. */
function exchangeForEver(a: string, b: string): Disposable {
  const script = `const {renameSync} = require('node:fs'); const [a, b] = process.argv.slice(1);
    for (;;) { renameSync(a, a + '.0'); renameSync(b, a); renameSync(a, b); renameSync(a + '.0', a); }`;
  const child = spawn(process.execPath, ['-e', script, a, b], {stdio: 'ignore'});
  return {[Symbol.dispose]: () => void child.kill('SIGKILL')};
}

function readRecords(home: string): readonly RunRecord[] {
  return readFileSync(join(home, 'runs.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): RunRecord => JSON.parse(line));
}
