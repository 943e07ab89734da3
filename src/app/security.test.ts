import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {loadConfig} from './config.ts';
import type {Config} from './config-schema.ts';
import {EffectivePolicy} from './effective-policy.ts';
import {locateHome} from './home.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-security-'));
  mkdirSync(join(folder, 'project/deep'), {recursive: true});
});

afterEach(() => rmSync(folder, {recursive: true}));

function write(files: {user?: string; project?: string}): void {
  if (files.user !== undefined) writeFileSync(join(folder, 'config.toml'), files.user);
  if (files.project !== undefined) writeFileSync(join(folder, 'project/.cotty.toml'), files.project);
}

async function load(files: {user?: string; project?: string; env?: NodeJS.ProcessEnv}): Promise<Config['security']> {
  write(files);
  const env = {COTTY_HOME: folder, ...files.env};
  return (await loadConfig({home: locateHome(env), env, cwd: join(folder, 'project/deep')})).security;
}

const RULE = '[[security.rule]]\nprefix = ["npm", ["publish", "unpublish"]]\ndecision = "deny"\nreason = "Ask me."\n';

const PERMISSION =
  '[[security.permission]]\nagent = "codex*"\nsession = ["prod", "!pty:1"]\ntools = "send_*"\ndecision = "deny"\nreason = "No."\n';

test('every key is read, and rules are checked by their own examples', async () => {
  const user = `[security]\nmode = "strict"\nsafe_commands = ["cargo build"]\ndangerous_patterns = ["DROP TABLE"]\nallow_sudo = true\nmask_secrets = false\n\n${RULE}match = ["npm publish"]\nnot_match = ["npm test"]\n\n${PERMISSION}`;
  expect(await load({user})).toEqual({
    mode: 'strict',
    safe_commands: ['cargo build'],
    dangerous_patterns: ['DROP TABLE'],
    allow_sudo: true,
    mask_secrets: false,
    notifications: 'off',
    rule: [
      {
        prefix: ['npm', ['publish', 'unpublish']],
        decision: 'deny',
        reason: 'Ask me.',
        match: ['npm publish'],
        not_match: ['npm test'],
      },
    ],
    permission: [{agent: 'codex*', session: ['prod', '!pty:1'], tools: 'send_*', decision: 'deny', reason: 'No.'}],
  });
});

test.each([
  ['a mode that there is not', '[security]\nmode = "lax"', /config\.toml:2: security\.mode must be one of permissive/],
  ['a word for a switch', '[security]\n\nallow_sudo = "yes"', /config\.toml:3: security\.allow_sudo must be true/],
  ['a rule without a decision', '[[security.rule]]\nprefix = ["ls"]', /config\.toml:1: .* needs a decision/],
  ['an unknown key of a rule', `${RULE}\n${RULE}wen = 1`, /config\.toml:6: .* has no key "wen"/],
  ['a rule that says nothing', '[[security.rule]]\ndecision = "ask"', /config\.toml:1: .* prefix or a regex/],
  ['a regex that cannot be used', `${RULE}[[security.rule]]\ndecision = "deny"\nregex = "(a"`, /config\.toml:5: /],
  ['an example that contradicts', `${RULE}match = ["npm test"]`, /config\.toml:1: .*does not hold .*npm test/],
  [
    'a permission without an effect',
    '[[security.permission]]\nagent = "x"',
    /config\.toml:1: .* a decision .* or a mode/,
  ],
  ['a permission of two effects', `${PERMISSION}mode = "strict"`, /config\.toml:1: .* and not both/],
  ['a permission that allows', '[[security.permission]]\ndecision = "allow"', /decision ask or deny/],
  [
    'a permission about no tool',
    '[[security.permission]]\ndecision = "ask"\ntools = ["run"]',
    /names a tool "run" that there is not: .*run_command/,
  ],
  ['an empty list of names', '[[security.permission]]\ndecision = "ask"\nagent = []', /needs as agent a name/],
  ['an unknown key of a permission', `${PERMISSION}who = "x"`, /config\.toml:1: .* has no key "who"/],
  ['a pattern that cannot be used', '[security]\ndangerous_patterns = ["(x)\\\\1"]', /config\.toml:2: /],
])('%s is an error with its place', async (_, user, message) => {
  await expect(load({user})).rejects.toThrow(message);
});

test('a project makes it stricter', async () => {
  const user = '[security]\nallow_sudo = true\ndangerous_patterns = ["one"]';
  const project = `[security]\nmode = "strict"\nallow_sudo = false\ndangerous_patterns = ["two"]\n${RULE}`;
  expect(await load({user, project})).toMatchObject({
    mode: 'strict',
    allow_sudo: false,
    dangerous_patterns: ['one', 'two'],
    rule: [{decision: 'deny'}],
  });
});

test('a project makes nothing laxer', async () => {
  const user = '[security]\nmode = "strict"';
  expect(await load({user, project: '[security]\nmode = "permissive"\nallow_sudo = true'})).toMatchObject({
    mode: 'strict',
    allow_sudo: false,
  });
  await expect(load({project: '[security]\nsafe_commands = ["rm"]'})).rejects.toThrow(/\.cotty\.toml:2: .*may not set/);
  const allowing = '[[security.rule]]\nprefix = ["rm"]\ndecision = "allow"';
  await expect(load({project: `${RULE}${allowing}`})).rejects.toThrow(/\.cotty\.toml:5: .*may not allow/);
});

test('a project forbids more, and gives nobody another mode than strict', async () => {
  const user = '[[security.permission]]\nsession = "scratch"\nmode = "permissive"\n';
  const project = `${PERMISSION}[[security.permission]]\nmode = "strict"\n`;
  const {permission} = await load({user, project});
  expect(permission.map(({decision, mode}) => decision ?? mode)).toEqual(['permissive', 'deny', 'strict']);
  for (const mode of ['permissive', 'normal'])
    await expect(load({project: `${PERMISSION}[[security.permission]]\nmode = "${mode}"`})).rejects.toThrow(
      /\.cotty\.toml:7: .*may not allow/,
    );
});

test('variables set what is one word; rules are no word', async () => {
  const env = {COTTY_SECURITY_MODE: 'strict', COTTY_SECURITY_ALLOW_SUDO: 'true'};
  expect(await load({env})).toMatchObject({mode: 'strict', allow_sudo: true});
  await expect(load({env: {COTTY_SECURITY_ALLOW_SUDO: 'maybe'}})).rejects.toThrow(/true or false/);
  await expect(load({env: {COTTY_SECURITY_RULE: 'x'}})).rejects.toThrow(/not set by a variable/);
});

test('the policy of a folder follows its files, and a file that is wrong lets nothing through', async () => {
  const changes: string[] = [];
  const env = {COTTY_HOME: folder};
  const policies = new EffectivePolicy({home: locateHome(env), env, onChange: ({file}) => changes.push(file)});
  const inside = join(folder, 'project/deep');
  const decided = async (cwd: string | null): Promise<string> => (await policies.at(cwd)).check('ls').decision;
  expect([await decided(inside), await decided(null)]).toEqual(['allow', 'allow']);
  write({project: '[security]\nmode = "strict"'});
  expect([await decided(inside), await decided(folder)]).toEqual(['ask', 'allow']);
  write({project: '[security]\nmode = "strict"\ndangerous_patterns = ["("]'});
  await expect(policies.at(inside)).rejects.toThrow(/\.cotty\.toml:3/);
  write({user: '[security]\nmode = "strict"'});
  expect(await decided(null)).toBe('ask');
  expect(changes.at(-1)).toBe(join(folder, 'config.toml'));
});

test('what a folder further up asks for no file below it takes back', async () => {
  const deep = join(folder, 'project/deep');
  const env = {COTTY_HOME: folder};
  const home = locateHome(env);
  const policies = new EffectivePolicy({home, env});
  const decided = async (line: string): Promise<string> => (await policies.at(deep)).check(line).decision;
  write({project: '[security]\nmode = "strict"\n[session]\ndefault_timeout = 7\ndefault_read_lines = 7'});
  writeFileSync(join(deep, '.cotty.toml'), '');
  expect(await decided('ls')).toBe('ask');
  writeFileSync(join(deep, '.cotty.toml'), '[security]\nmode = "permissive"\n[session]\ndefault_timeout = 9');
  expect(await loadConfig({home, env, cwd: deep})).toMatchObject({
    security: {mode: 'strict'},
    session: {default_timeout: 9, default_read_lines: 7},
  });
  writeFileSync(join(deep, '.cotty.toml'), '[[security.rule]]\nprefix = ["make"]\ndecision = "deny"');
  expect([await decided('ls'), await decided('make')]).toEqual(['ask', 'deny']);
  write({project: ''});
  expect([await decided('ls'), await decided('make')]).toEqual(['allow', 'deny']);
});

test('of two files of a project the nearer one narrows the toolsets further, and may leave them as they are', async () => {
  const env = {COTTY_HOME: folder};
  const deep = join(folder, 'project/deep');
  write({user: '[server]\ntoolsets = ["all"]', project: '[server]\ntoolsets = ["terminal", "skills"]'});
  const toolsets = async (): Promise<unknown> =>
    (await loadConfig({home: locateHome(env), env, cwd: deep})).server.toolsets;
  writeFileSync(join(deep, '.cotty.toml'), '[server]\ntoolsets = ["skills", "sessions"]');
  expect(await toolsets()).toEqual(['skills']);
  writeFileSync(join(deep, '.cotty.toml'), '[server]\ntoolsets = ["all"]');
  expect(await toolsets()).toEqual(['terminal', 'skills']);
});

test.each([
  ['a folder', (file: string) => mkdirSync(file)],
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a link to a device', (file: string) => symlinkSync('/dev/zero', file)],
  ['a link to a folder', (file: string) => symlinkSync('/', file)],
  ['a link that leads nowhere', (file: string) => symlinkSync('nowhere', file)],
  [
    'a file of gigabytes',
    (file: string) => {
      writeFileSync(file, '');
      truncateSync(file, 8_000_000_000);
    },
  ],
])('%s in the place of the project’s file is an error, and hides no stricter one', async (_, lay) => {
  write({project: '[security]\nmode = "strict"\n'});
  const deep = join(folder, 'project/deep');
  lay(join(deep, '.cotty.toml'));
  const env = {COTTY_HOME: folder};
  const home = locateHome(env);
  await expect(loadConfig({home, env, cwd: deep})).rejects.toMatchObject({code: 'invalid_argument'});
  await expect(new EffectivePolicy({home, env}).at(deep)).rejects.toMatchObject({code: 'invalid_argument'});
});
