/** The file tools and the pseudo-terminal over files that are more than their content. */
import {chmodSync, chownSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {test as base, describe, expect} from 'vitest';
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
    const line = 'text normalize --in file --out file --overwrite';
    expect((await rig.call('terminal_exec', {command: line})).value).toMatchObject({exit_code: 0});
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
