/** Sandboxes at the command line: opened, listed, recovered, and what is said where there can be none. */
import {existsSync} from 'node:fs';
import {chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {TestHome} from '../support/cotty-process.ts';
import {RecordedProcess} from '../support/processes.ts';
import {needsSandbox, processesWith} from '../support/sandboxed-terminal.ts';

let home: TestHome;
let project: string;

beforeAll(async () => {
  home = await TestHome.make();
  project = await realpath(await mkdtemp(join(tmpdir(), 'cotty-project-')));
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await rm(project, {recursive: true, force: true});
});

test('`cotty new --sandbox` opens one that is listed as such, and whose commands reach the project alone', async () => {
  await needsSandbox();
  expect(await home.run('new', 'inside', '--sandbox', '--cwd', project)).toMatchObject({exitCode: 0, stderr: ''});
  expect((await home.run('ls')).stdout).toMatch(/inside\s.*sandboxed/);
  expect((await home.run('status')).stdout).toMatch(/inside\s.*sandboxed/);
  const ran = await home.run('run', '-s', 'inside', '--', 'touch mine && touch /usr/local/theirs');
  expect(ran).toMatchObject({exitCode: 1, stdout: expect.stringContaining('Read-only')});
  const refused = await home.run('new', '--sandbox=offlne', '--cwd', project);
  expect(refused).toMatchObject({exitCode: 1, stderr: expect.stringContaining('offline')});
});

test('a server that is killed leaves a session confined, and the next one has it, with the command that runs', async () => {
  await needsSandbox();
  await home.run('new', 'survivor', '--sandbox', '--cwd', project, '--shell', 'bash');
  expect(await home.run('run', '-s', 'survivor', '--', 'true')).toMatchObject({exitCode: 0});
  const started = await home.json(
    'run-command',
    '--session-id',
    'survivor',
    '--timeout',
    '1',
    '--command',
    'sleep 987654',
  );
  const server = await home.killServer();
  expect(server.isAlive).toBe(false);
  const {sessions} = await home.json('ls');
  expect(sessions).toContainEqual(
    expect.objectContaining({name: 'survivor', sandbox: 'offline', command_line: 'sleep 987654'}),
  );
  await home.run('send-control', '--session-id', 'survivor', '--character', 'C');
  const ended = await home.json('read-output', '--command-id', String(started['command_id']), '--wait-ms', '40000');
  expect(ended).toMatchObject({state: 'interrupted', exit_code: 130});
  const ran = await home.run('run', '-s', 'survivor', '--', 'touch still-mine && touch /usr/local/theirs');
  expect(ran).toMatchObject({exitCode: 1, stdout: expect.stringContaining('Read-only')});
  expect([existsSync(join(project, 'still-mine')), existsSync('/usr/local/theirs')]).toEqual([true, false]);
});

test('a host that is killed takes all that ran in its sandboxes with it, and the next one removes what it left in the project', async () => {
  await needsSandbox();
  await using own = await TestHome.make();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cotty-killed-')));
  await writeFile(join(folder, '.mcp.json'), '{}');
  try {
    await own.run('new', 'killed', '--sandbox', '--cwd', folder, '--shell', 'bash');
    expect(await own.run('run', '-s', 'killed', '--', 'true')).toMatchObject({exitCode: 0});
    const mark = `98765${process.pid}`;
    await own.run(
      'run-command',
      '--session-id',
      'killed',
      '--timeout',
      '1',
      '--command',
      `(setsid sleep ${mark} </dev/null >/dev/null 2>&1 &) ; sleep ${mark}; true`,
    );
    await expect.poll(() => processesWith(mark).length).toBeGreaterThan(1);
    expect(existsSync(join(folder, '.claude'))).toBe(true);
    const host = RecordedProcess.of(await readFile(join(own.path, 'run/host.lock'), 'utf8'));
    host.signal('SIGKILL');
    await host.ended();
    await expect.poll(() => processesWith(mark)).toEqual([]);
    expect(await own.run('new', 'next', '--shell', 'sh')).toMatchObject({exitCode: 0});
    await expect.poll(() => readdir(folder)).toEqual(['.mcp.json']);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
});

test('cotty inside of a sandbox says that it has to be used outside', async () => {
  await needsSandbox();
  await home.run('new', 'within', '--sandbox=network', '--cwd', project, '--shell', 'bash');
  const {stdout} = await home.run('run', '-s', 'within', '--', `${home.commandLine('ls')} 2>&1; echo "code $?"`);
  expect(stdout).toMatch(/(sandbox, from which cotty's server cannot be reached|No such file)[\s\S]*code [1-9]/);
});

test('without bubblewrap, and where the system permits no namespaces, it is said what to do; doctor says it too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cotty-path-'));
  try {
    for (const program of ['bash', 'sh', 'node', 'env', 'git', 'readlink', 'dirname', 'uname', 'rm', 'stty', 'cat']) {
      const places = (process.env.PATH ?? '').split(delimiter).map(path => join(path, program));
      const found = places.find(path => existsSync(path));
      if (found !== undefined) await symlink(found, join(folder, program));
    }
    const PATH = `${join(import.meta.dirname, '../../node_modules/.bin')}${delimiter}${folder}`;
    await expectRefusal({PATH}, /no bubblewrap[\s\S]*apt install bubblewrap/);
    // What bubblewrap itself says on a system that forbids them.
    await writeFile(
      join(folder, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n',
    );
    await chmod(join(folder, 'bwrap'), 0o755);
    await expectRefusal({PATH}, /No permissions to create new namespace[\s\S]*user namespaces/);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
});

async function expectRefusal(env: NodeJS.ProcessEnv, said: RegExp): Promise<void> {
  await using lacking = await TestHome.make(env);
  await mkdir(project, {recursive: true});
  const refused = await lacking.run('new', '--sandbox', '--cwd', project);
  expect(refused).toMatchObject({exitCode: 1, stderr: expect.stringMatching(said)});
  const {exitCode, stdout} = await lacking.run('doctor');
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(new RegExp(`sandbox: [\\s\\S]*${said.source}`))]);
}
