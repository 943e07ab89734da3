/** The file tools and the pseudo-terminal over files that are more than their content. */
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {test as base, describe, expect} from 'vitest';
import {makeZip} from '../../src/pseudoterm/testing/make-zip.ts';
import {cotty} from '../support/clients/client-home.ts';
import {TestHome} from '../support/cotty-process.ts';
import {type CallResult, RawClient} from '../support/mcp/raw-client.ts';
import {asOther, giveAway, makeFolder, needsOtherUser, OTHER_UID, publicPlace} from '../support/other-user.ts';

interface Rig {
  /** Path of a file in the workspace. */
  at(name: string): string;
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<CallResult>;
}

const test = base.extend<{rig: Rig}>({
  // biome-ignore lint/correctness/noEmptyPattern: how vitest declares a fixture without dependencies
  rig: async ({}, use) => {
    await using place = await TestHome.make();
    const workspace = makeFolder(join(place.path, 'workspace'), 0o755);
    await using home = await TestHome.make();
    await using client = await new RawClient(home.start('mcp', '--pseudo', '--workspace', workspace)).open();
    await use({at: name => join(workspace, name), call: (tool, input) => client.call(tool, input)});
  },
});

const edit = (path: string) => ({path, old_text: 'old', new_text: 'new'});

function factsOf(path: string): readonly unknown[] {
  const {mode, uid, gid} = statSync(path);
  return [(mode & 0o7777).toString(8), uid, gid];
}

describe('a file that is changed', () => {
  test.for(['600', '644', '664', '777', '751', '400', '4755', '2755'])('keeps its mode %s', async (mode, {rig}) => {
    const file = rig.at('file');
    writeFileSync(file, 'old');
    chmodSync(file, Number.parseInt(mode, 8));
    const before = factsOf(file);
    expect((await rig.call('edit_file', edit('file'))).value).toMatchObject({state: 'done', replacements: 1});
    expect([readFileSync(file, 'utf8'), factsOf(file)]).toEqual(['new', before]);
    expect(before[0]).toBe(mode);
    const whole = {path: 'file', content: 'whole'};
    expect((await rig.call('write_file', whole)).value).toMatchObject({state: 'needs_confirmation'});
    expect((await rig.call('write_file', {...whole, confirm: true})).value).toMatchObject({state: 'done'});
    expect([readFileSync(file, 'utf8'), factsOf(file)]).toEqual(['whole', before]);
  });

  test('keeps its owner and group', async ({rig}) => {
    needsOtherUser();
    const file = rig.at('file');
    writeFileSync(file, 'old');
    chownSync(file, OTHER_UID, 12_345);
    chmodSync(file, 0o2750);
    const before = factsOf(file);
    expect((await rig.call('edit_file', edit('file'))).value).toMatchObject({state: 'done'});
    expect([readFileSync(file, 'utf8'), factsOf(file)]).toEqual(['new', before]);
    const line = {command: 'text normalize --out file --overwrite', stdin: 'newer\n'};
    expect((await rig.call('terminal_exec', line)).value).toMatchObject({state: 'needs_confirmation'});
    expect((await rig.call('terminal_exec', {...line, confirm: true})).value).toMatchObject({exit_code: 0});
    expect([readFileSync(file, 'utf8'), factsOf(file)]).toEqual(['newer\n', before]);
  });

  test('through a link is the file that the link leads to', async ({rig}) => {
    writeFileSync(rig.at('file'), 'old', {mode: 0o640});
    symlinkSync('file', rig.at('link'));
    expect((await rig.call('edit_file', edit('link'))).value).toMatchObject({state: 'done'});
    expect([readFileSync(rig.at('file'), 'utf8'), factsOf(rig.at('file'))[0]]).toEqual(['new', '640']);
  });

  test('parts from its other names, which keep the old content', async ({rig}) => {
    writeFileSync(rig.at('file'), 'old');
    linkSync(rig.at('file'), rig.at('other'));
    await rig.call('edit_file', edit('file'));
    expect([readFileSync(rig.at('file'), 'utf8'), readFileSync(rig.at('other'), 'utf8')]).toEqual(['new', 'old']);
  });
});

test('a file whose owner could not be kept is left as it is', async () => {
  needsOtherUser();
  using place = publicPlace();
  const theirs = makeFolder(join(place.path, 'theirs'), 0o700);
  giveAway(theirs);
  // Both may write there, as in a folder that a team shares.
  const workspace = makeFolder(join(place.path, 'workspace'), 0o777);
  const file = join(workspace, 'file');
  writeFileSync(file, 'old');
  chmodSync(file, 0o666);
  await using home = await TestHome.make({HOME: theirs, COTTY_HOME: join(theirs, 'home')}, [...asOther, cotty]);
  await using client = await new RawClient(home.start('mcp', '--pseudo', '--workspace', workspace)).open();
  const {isError, text} = await client.call('edit_file', edit('file'));
  expect([isError, text]).toEqual([true, expect.stringContaining('file belongs to another user or group')]);
  expect([readFileSync(file, 'utf8'), readdirSync(workspace)]).toEqual(['old', ['file']]);
});

describe('the word for a change', () => {
  const old = {path: 'file', content: 'old'};
  const wanted = {path: 'file', content: 'wanted'};
  const yes = {confirm: true};

  test('counts for the very change that was asked about, once', async ({rig}) => {
    await rig.call('write_file', old);
    expect((await rig.call('write_file', wanted)).value).toMatchObject({state: 'needs_confirmation'});
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'done', created: false});
    writeFileSync(rig.at('file'), 'old');
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'needs_confirmation'});
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('old');
  });

  test('does not count before it was asked', async ({rig}) => {
    await rig.call('write_file', old);
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'needs_confirmation'});
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('old');
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'done'});
  });

  test('does not count for other content, which is asked about anew', async ({rig}) => {
    await rig.call('write_file', old);
    await rig.call('write_file', wanted);
    const other = {path: 'file', content: 'wonted', ...yes};
    const {value, text} = await rig.call('write_file', other);
    expect([value.state, text]).toEqual([
      'needs_confirmation',
      expect.stringContaining('replaces file (3 bytes) with 6'),
    ]);
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('old');
    expect((await rig.call('write_file', other)).value).toMatchObject({state: 'done'});
  });

  test('does not count for another file', async ({rig}) => {
    await rig.call('write_file', old);
    writeFileSync(rig.at('other'), 'old');
    await rig.call('write_file', wanted);
    const other = {...wanted, ...yes, path: 'other'};
    expect((await rig.call('write_file', other)).value).toMatchObject({state: 'needs_confirmation'});
    expect(readFileSync(rig.at('other'), 'utf8')).toBe('old');
  });

  test('does not count when the file changed since, be it by a byte', async ({rig}) => {
    await rig.call('write_file', old);
    await rig.call('write_file', wanted);
    writeFileSync(rig.at('file'), 'odd');
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'needs_confirmation'});
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('odd');
  });

  test('does not count for what became a link to another file', async ({rig}) => {
    await rig.call('write_file', old);
    writeFileSync(rig.at('other'), 'old');
    await rig.call('write_file', wanted);
    rmSync(rig.at('file'));
    symlinkSync('other', rig.at('file'));
    expect((await rig.call('write_file', {...wanted, ...yes})).value).toMatchObject({state: 'needs_confirmation'});
    expect(readFileSync(rig.at('other'), 'utf8')).toBe('old');
  });

  test('of one tool does not count for another', async ({rig}) => {
    const guarded = {path: '.envrc', content: 'old'};
    expect((await rig.call('write_file', guarded)).value).toMatchObject({state: 'needs_confirmation'});
    expect((await rig.call('write_file', {...guarded, ...yes})).value).toMatchObject({state: 'done'});
    expect((await rig.call('edit_file', edit('.envrc'))).value).toMatchObject({state: 'needs_confirmation'});
    const whole = {path: '.envrc', content: 'new', ...yes};
    expect((await rig.call('write_file', whole)).value).toMatchObject({state: 'needs_confirmation'});
    expect((await rig.call('edit_file', {...edit('.envrc'), ...yes})).value).toMatchObject({state: 'done'});
  });
});

describe('a line of the pseudo-terminal', () => {
  const line = {command: 'text normalize --out file --overwrite', stdin: 'wanted\n'};
  const yes = {confirm: true};
  const asked = {state: 'needs_confirmation', error_code: 'NeedsConfirmation', exit_code: 4};

  test('that would replace a file asks as write_file does', async ({rig}) => {
    writeFileSync(rig.at('file'), 'old');
    const {value, text} = await rig.call('terminal_exec', line);
    expect(value).toMatchObject({...asked, result: {changes: ['replaces file (3 bytes) with 7 bytes']}});
    expect(text).toMatch(/^state=needs_confirmation [\s\S]*replaces file \(3 bytes\)[\s\S]*confirm=true/);
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('old');
    expect((await rig.call('terminal_exec', {...line, ...yes})).value).toMatchObject({state: 'done', exit_code: 0});
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('wanted\n');
  });

  test('asks anew for other content and for a file changed since', async ({rig}) => {
    writeFileSync(rig.at('file'), 'old');
    await rig.call('terminal_exec', line);
    expect((await rig.call('terminal_exec', {...line, stdin: 'other', ...yes})).value).toMatchObject(asked);
    writeFileSync(rig.at('file'), 'odd');
    expect((await rig.call('terminal_exec', {...line, stdin: 'other', ...yes})).value).toMatchObject(asked);
    expect(readFileSync(rig.at('file'), 'utf8')).toBe('odd');
  });

  test('asks before it makes a file that programs obey, and not before it makes another', async ({rig}) => {
    const make = (out: string) => rig.call('terminal_exec', {command: `text normalize --out ${out}`, stdin: 'x'});
    expect((await make('.vscode/tasks.json')).value).toMatchObject(asked);
    expect((await make('new.txt')).value).toMatchObject({state: 'done', exit_code: 0});
    expect([existsSync(rig.at('.vscode')), existsSync(rig.at('new.txt'))]).toEqual([false, true]);
  });

  test('that would replace nothing, or what is the same, does not ask', async ({rig}) => {
    expect((await rig.call('terminal_exec', line)).value).toMatchObject({exit_code: 0});
    expect((await rig.call('terminal_exec', line)).value).toMatchObject({exit_code: 0});
  });

  test('that unpacks an archive over a file writes nothing of it before the word, and then all', async ({rig}) => {
    const files = {'a.txt': 'new a', 'deep/b.txt': 'new b', 'c.txt': 'new c'};
    writeFileSync(rig.at('x.zip'), makeZip(Object.entries(files).map(([name, text]) => ({name, text}))));
    makeFolder(rig.at('out/deep'), 0o755);
    writeFileSync(rig.at('out/deep/b.txt'), 'old b');
    const unpack = {command: 'archive extract --in x.zip --out out --overwrite'};
    expect((await rig.call('terminal_exec', unpack)).value).toMatchObject({
      ...asked,
      result: {changes: ['replaces out/deep/b.txt (5 bytes) with 5 bytes']},
    });
    expect(readdirSync(rig.at('out'), {recursive: true})).toEqual(['deep', 'deep/b.txt']);
    expect((await rig.call('terminal_exec', {...unpack, ...yes})).value).toMatchObject({exit_code: 0});
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(rig.at(`out/${name}`), 'utf8')).toBe(content);
  });
});
