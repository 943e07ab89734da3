import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {defaultConfig, loadConfig} from './config.ts';
import type {Config} from './config-schema.ts';
import {locateHome} from './home.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-config-'));
  mkdirSync(join(folder, 'project/deep'), {recursive: true});
});

afterEach(() => rmSync(folder, {recursive: true}));

function load(files: {user?: string; project?: string; env?: NodeJS.ProcessEnv}): Promise<Config> {
  if (files.user !== undefined) writeFileSync(join(folder, 'config.toml'), files.user);
  if (files.project !== undefined) writeFileSync(join(folder, 'project/.cotty.toml'), files.project);
  const env = {COTTY_HOME: folder, ...files.env};
  return loadConfig({home: locateHome(env), env, cwd: join(folder, 'project/deep')});
}

test('without files the defaults hold', async () => {
  expect(await load({})).toEqual(defaultConfig());
  expect(defaultConfig()).toMatchObject({
    server: {toolsets: ['terminal']},
    session: {default_read_lines: 50, default_timeout: 30},
  });
});

test('a value has the type that its key is declared with', () => {
  const {shell, size, env_remove} = defaultConfig().session;
  const typed: [string | null, 'smallest' | 'largest' | 'latest', readonly string[]] = [shell, size, env_remove];
  // @ts-expect-error: it may not be configured
  const named: string = shell;
  expect([typed, named]).toEqual([[null, 'smallest', []], null]);
});

test('environment wins over project, project over user, user over default', async () => {
  const config = await load({
    user: '[session]\ndefault_timeout = 1\ndefault_read_lines = 1\nmax_sessions = 1',
    project: '[session]\ndefault_timeout = 2\ndefault_read_lines = 2',
    env: {COTTY_SESSION_DEFAULT_TIMEOUT: '3'},
  });
  expect(config.session).toMatchObject({default_timeout: 3, default_read_lines: 2, max_sessions: 1});
});

test('a project can narrow the toolsets but never add one', async () => {
  const config = await load({
    user: '[server]\ntoolsets = ["skills"]',
    project: '[server]\ntoolsets = ["terminal", "skills"]',
  });
  expect(config.server.toolsets).toEqual(['skills']);
});

test('a project cannot choose the shell', async () => {
  await expect(load({project: '[session]\nshell = "./evil"'})).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining('may not set session.shell'),
  });
});

test.each([
  ['size = "widest"', 'one of smallest, largest, latest'],
  ['env = ["EDITOR=vi"]', 'a table of texts'],
  ['env = {EDITOR = 1}', 'a table of texts'],
  ['env_remove = "AWS_*"', 'a list of texts'],
])('%s is refused with what it must be', async (line, wanted) => {
  await expect(load({user: `[session]\n${line}`})).rejects.toMatchObject({
    code: 'invalid_argument',
    message: expect.stringContaining(wanted),
  });
});

test('variables of sessions can be set in the environment too', async () => {
  const {session} = await load({
    user: '[session]\nenv = {EDITOR = "vi"}',
    env: {COTTY_SESSION_ENV: 'PAGER=cat, OPTS=a=b', COTTY_SESSION_ENV_REMOVE: 'AWS_*,LANGUAGE'},
  });
  expect(session).toMatchObject({env: {PAGER: 'cat', OPTS: 'a=b'}, env_remove: ['AWS_*', 'LANGUAGE']});
});

test('a project sets no variables', async () => {
  await expect(load({project: '[session]\nenv = {LD_PRELOAD = "./evil.so"}'})).rejects.toMatchObject({
    message: expect.stringContaining('may not set session.env'),
  });
});

test('a configuration that is a link is that file, and never none when that is gone', async () => {
  const file = join(folder, 'dotfile');
  writeFileSync(file, '[server]\nname = "linked"');
  symlinkSync(file, join(folder, 'config.toml'));
  expect((await load({})).server.name).toBe('linked');
  rmSync(file);
  await expect(load({})).rejects.toMatchObject({message: expect.stringContaining('leads nowhere')});
});

test('COTTY_CONFIG names another file', async () => {
  const file = join(folder, 'other.toml');
  writeFileSync(file, '[server]\nname = "other"');
  expect((await load({env: {COTTY_CONFIG: file}})).server.name).toBe('other');
});

test.each([
  ['an unknown key', '[session]\ndefault_timout = 3', /session\.default_timout is not known/, /"default_timeout"/],
  ['an unknown section', '[sesion]\nshell = "sh"', /\[sesion\] is not known/, /"session"/],
  ['a wrong type', '[session]\ndefault_timeout = "soon"', /must be a number/, /./],
  ['a number that is too small', '[session]\nmax_sessions = 0', /at least 1/, /./],
  ['broken TOML', '[session', /cannot be read/, /./],
  [
    'a key of a later version',
    '[session]\nidle_threshold = 1',
    /session\.idle_threshold has no effect/,
    /Remove the key/,
  ],
  ['a section of a later version', '[fleet]\nnats = "nats://x"', /\[fleet\] has no effect/, /./],
])('%s is an error that says what is right', async (_, user, message, hint) => {
  await expect(load({user})).rejects.toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});
