/** What a machine may lack: room, rights, terminals, shells. Each is named with what to do, and costs only what it must. */

import {spawn, spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chmod, chown, mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {cotty} from '../support/clients/client-home.ts';
import {TestHome} from '../support/cotty-process.ts';
import {RawClient} from '../support/mcp/raw-client.ts';
import {skipUnless} from '../support/needs.ts';
import {canPrepare, startPrepared} from '../support/private-mounts.ts';

const isRoot = process.getuid?.() === 0;

/** A home in surroundings made by `prelude`, and a client in there. */
async function prepared(prelude: string): Promise<{home: TestHome; client: RawClient} & AsyncDisposable> {
  const home = await TestHome.make();
  const client = new RawClient(startPrepared(home, prelude));
  return {
    home,
    client,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** `describe` whose tests are skipped, with the reason, where the prelude cannot be carried out. */
function describeWith(title: string, prelude: string, reason: string, tests: () => void): void {
  describe(title, () => {
    let isPossible: boolean | undefined;
    beforeEach(() => {
      isPossible ??= canPrepare(prelude);
      skipUnless(isPossible, reason);
    });
    tests();
  });
}

const smallDisk = 'mount -t tmpfs -o size=8m,mode=0700 tmpfs "$COTTY_HOME"';

describeWith('a full disk', smallDisk, 'no small file system can be mounted here', () => {
  const fill = 'cat /dev/zero >"$COTTY_HOME/ballast"';
  const free = 'rm "$COTTY_HOME/ballast"';

  /** A session that has lived before there was no room left. */
  async function onFullDisk() {
    const machine = await prepared(smallDisk);
    await machine.client.open();
    const {value} = await machine.client.call('run_command', {command: `state=kept; ${fill}`});
    expect(value).toMatchObject({state: 'completed', output: expect.stringContaining('No space left on device')});
    return {...machine, [Symbol.asyncDispose]: machine[Symbol.asyncDispose]};
  }

  async function expectNothingLost(client: RawClient): Promise<void> {
    const {value} = await client.call('run_command', {command: 'echo $state'});
    expect(value).toMatchObject({state: 'completed', via: 'mark', exit_code: 0, output: 'kept'});
  }

  test('a command keeps its exit code and the end of its output, and what is missing is counted', async () => {
    await using machine = await onFullDisk();
    const {value, text} = await machine.client.call('run_command', {command: 'seq 100000; (exit 4)'});
    expect(value).toMatchObject({state: 'completed', via: 'mark', exit_code: 4, output_lines: 100_000});
    expect(value.missed_bytes).toBeGreaterThan(0);
    expect(text).toMatch(/missed_bytes=\d+\b[\s\S]*some of it is not in the log[\s\S]*\n99999\n100000$/);
    await expectNothingLost(machine.client);
  });

  test('no session is opened, and the error says why and what to do', async () => {
    await using machine = await onFullDisk();
    const {code, text} = await machine.client.call('manage_session', {action: 'create'});
    expect([code, text]).toEqual(['disk_full', expect.stringMatching(/^No space left for .*\nFree some space/)]);
    await expectNothingLost(machine.client);
    expect((await machine.client.call('manage_session', {action: 'list'})).text).toMatch(/^sessions=1\n/);
  });

  test('a command too long to be typed is refused whole', async () => {
    await using machine = await onFullDisk();
    const {code, text} = await machine.client.call('run_command', {command: `: ${'x'.repeat(9000)}`});
    expect([code, text]).toEqual(['disk_full', expect.stringMatching(/^No space left for .*\nFree some space/)]);
    await expectNothingLost(machine.client);
  });

  test('room that is freed is used again, and the log declares its gap', async () => {
    await using machine = await onFullDisk();
    await machine.client.call('run_command', {command: 'seq 100000'});
    await machine.client.call('run_command', {command: free});
    const {value: begun} = await machine.client.call('run_command', {command: 'seq 100000'});
    expect(begun).toMatchObject({exit_code: 0, output_lines: 100_000});
    expect(begun).not.toHaveProperty('missed_bytes');
    const whole = await machine.client.call('read_output', {cursor: 0, max_output_bytes: 1_000_000});
    expect(whole.value.missed_bytes).toBeGreaterThan(500_000);
    expect((await machine.client.call('manage_session', {action: 'create'})).isError).toBe(false);
  });

  test('a first start says at once that there is no room', async () => {
    await using machine = await prepared(`${smallDisk}; ${fill} || true`);
    const reply = await machine.client.request('tools/call', {name: 'run_command', arguments: {command: 'true'}});
    expect(reply.error?.message).toMatch(/^No space left for .* Free some space/);
  });
});

const smallProof = [
  'mkdir "$COTTY_HOME/proof"',
  'mount -t tmpfs -o size=200k,mode=0700 tmpfs "$COTTY_HOME/proof"',
  `printf '[audit]\\nlog_path = "%s/proof/audit.log"\\n' "$COTTY_HOME" >"$COTTY_HOME/config.toml"`,
  'chmod 600 "$COTTY_HOME/config.toml"',
].join('; ');

describeWith('a full disk of the audit', smallProof, 'no small file system can be mounted here', () => {
  test('nothing that cannot be proved runs, and when there is room again it does', async () => {
    await using machine = await prepared(smallProof);
    const {client, home} = machine;
    await client.open();
    // Whoever frees the room is no agent: a job of before.
    const job = 'read -r _ <"$COTTY_HOME/go"; rm "$COTTY_HOME/proof/ballast"; echo freed >"$COTTY_HOME/went"';
    await client.call('run_command', {command: `mkfifo "$COTTY_HOME/go" "$COTTY_HOME/went"; { ${job}; } &`});
    await client.call('run_command', {command: 'cat /dev/zero >"$COTTY_HOME/proof/ballast"'});
    const mark = (at: number): string => join(home.path, `ran-${at}`);
    const lineOf = (at: number): string => `touch "$COTTY_HOME/ran-${at}"; : ${'x'.repeat(3000)}`;
    const run = (at: number) => client.call('run_command', {command: lineOf(at)});
    let at = 0;
    let last = await run(at);
    // There was some room ahead.
    while (!last.isError && at < 200) last = await run(++at);
    expect([last.code, last.text]).toEqual([
      'disk_full',
      expect.stringMatching(/^The audit \S+ cannot be written, so nothing runs: [^\n]*\nMend that/),
    ]);
    const refused = [await run(at), await client.call('send_text', {text: lineOf(at), submit: true})];
    expect(refused.map(({code}) => code)).toEqual(['disk_full', 'disk_full']);
    expect([existsSync(mark(at - 1)), existsSync(mark(at))]).toEqual([true, false]);
    await client.call('send_keys', {keys: ['C-u']});
    await writeFile(join(home.path, 'go'), 'go\n');
    expect(await readFile(join(home.path, 'went'), 'utf8')).toBe('freed\n');
    expect((await run(at)).value).toMatchObject({state: 'completed', exit_code: 0});
    expect(existsSync(mark(at))).toBe(true);
    const {value} = await client.call('run_command', {command: `${cotty} audit verify`});
    expect(value).toMatchObject({exit_code: 0});
  });
});

describe('a COTTY_HOME that cannot be used', () => {
  test.for<[string, (home: TestHome) => Promise<string>, RegExp]>([
    [
      'lies below a file',
      async home => {
        await writeFile(join(home.path, 'file'), '');
        return join(home.path, 'file/home');
      },
      /ENOTDIR/,
    ],
    [
      'is a file',
      async home => {
        await writeFile(join(home.path, 'file'), '');
        return join(home.path, 'file');
      },
      /EEXIST|ENOTDIR/,
    ],
    ['lies where no folder can be made', async () => '/proc/cotty/home', /ENOENT|EROFS|EACCES/],
    ['has too long a path', async home => join(home.path, 'x'.repeat(100)), /too long for a socket/],
  ])('because it %s is named, with what to do', async ([, makePath, reason]) => {
    await using home = await TestHome.make();
    await using elsewhere = await TestHome.make({COTTY_HOME: await makePath(home)});
    await expectRefusal(elsewhere, reason);
  });

  // Only root can give files away, and only others can be kept out.
  if (isRoot)
    test('because it belongs to somebody else is named, with what to do', async () => {
      await using home = await TestHome.make();
      const path = join(home.path, 'theirs');
      await mkdir(path);
      await chown(path, 65_534, 65_534);
      await using elsewhere = await TestHome.make({COTTY_HOME: path});
      await expectRefusal(elsewhere, /belongs to another user/);
    });
  else
    test('because its parent is closed to us is named, with what to do', async () => {
      await using home = await TestHome.make();
      const parent = join(home.path, 'closed');
      await mkdir(parent, {mode: 0o500});
      await using elsewhere = await TestHome.make({COTTY_HOME: join(parent, 'home')});
      await expectRefusal(elsewhere, /EACCES/);
      await chmod(parent, 0o700);
    });

  test('because it is immutable is named, with what to do', async () => {
    skipUnless(canFreeze(), 'needs root: a folder has to be made immutable');
    await using home = await TestHome.make();
    const path = join(home.path, 'frozen');
    await mkdir(path);
    spawnSync('chattr', ['+i', path]);
    try {
      await using elsewhere = await TestHome.make({COTTY_HOME: path});
      await expectRefusal(elsewhere, /EPERM/);
    } finally {
      spawnSync('chattr', ['-i', path]);
    }
  });
});

async function expectRefusal(home: TestHome, reason: RegExp): Promise<void> {
  await using client = new RawClient(home.start('mcp'));
  const reply = await client.request('tools/call', {name: 'run_command', arguments: {command: 'true'}});
  expect(reply.error?.message).toMatch(/^cotty cannot keep its files in .* set COTTY_HOME to one\.$/);
  expect(reply.error?.message).toMatch(reason);
  const {exitCode, stderr} = await home.run('run', '--', 'true');
  expect([exitCode, stderr]).toEqual([
    125,
    expect.stringMatching(/^cotty: cotty cannot keep its files in .*\n {2}Make it/),
  ]);
}

function canFreeze(): boolean {
  return isRoot && spawnSync('sh', ['-c', 'd=$(mktemp -d) && chattr +i "$d" && chattr -i "$d"']).status === 0;
}

const readOnlyHome = 'mount --bind "$COTTY_HOME" "$COTTY_HOME"; mount -o remount,bind,ro "$COTTY_HOME"';

describeWith('a read-only COTTY_HOME', readOnlyHome, 'nothing can be mounted here', () => {
  test('is named, with what to do', async () => {
    await using machine = await prepared(readOnlyHome);
    const reply = await machine.client.request('tools/call', {name: 'run_command', arguments: {command: 'true'}});
    expect(reply.error?.message).toMatch(/^cotty cannot keep its files in .*EROFS.* set COTTY_HOME to one\.$/);
  });
});

const fewTerminals = [
  'mount -t devpts -o newinstance,max=2,ptmxmode=0666 devpts /dev/pts',
  'mount --bind /dev/pts/ptmx /dev/ptmx',
].join('; ');

describeWith('a machine without another terminal', fewTerminals, 'no devpts can be mounted here', () => {
  test('says so; the sessions it has go on, and one that is closed makes room', async () => {
    await using machine = await prepared(fewTerminals);
    const client = await machine.client.open();
    await client.call('run_command', {command: 'state=kept'});
    const second = await client.call('manage_session', {action: 'split'});
    const {code, text} = await client.call('manage_session', {action: 'create'});
    expect(code).toBe('pty_exhausted');
    expect(text).toMatch(/^No terminal could be made: all PTYs of the system are in use\.\nClose sessions/);
    const {value} = await client.call('manage_session', {action: 'list'});
    expect(value.sessions).toHaveLength(2);
    await client.call('manage_session', {action: 'close', session_id: second.value.session_id});
    expect((await client.call('manage_session', {action: 'create', name: 'third'})).isError).toBe(false);
  });
});

test('a host without another file descriptor says so; the sessions it has go on', async () => {
  await using home = await TestHome.make();
  const process = spawn('sh', ['-c', 'ulimit -n 32; exec "$0" mcp', cotty], {env: home.env, cwd: home.path});
  await using client = await new RawClient(process).open();
  const opened: unknown[] = [];
  let refusal = await client.call('manage_session', {action: 'create'});
  for (; !refusal.isError; refusal = await client.call('manage_session', {action: 'create'})) {
    opened.push(refusal.value.session_id);
  }
  expect(refusal.code).toBe('pty_exhausted');
  expect(refusal.text).toMatch(/too many open files\.\nClose sessions, or raise the limit \(ulimit -n\)/);
  for (const session_id of opened) {
    const {value} = await client.call('run_command', {session_id, command: 'echo $((6*7))'});
    expect(value).toMatchObject({state: 'completed', exit_code: 0, output: '42'});
  }
});

describe('a shell that is not there', () => {
  test.for(['nosuchshell', '/no/such/shell', '/etc', '/etc/passwd'])(
    '%s is answered with the shells there are',
    async shell => {
      await using home = await TestHome.make();
      await using client = await new RawClient(home.start('mcp')).open();
      const {code, text} = await client.call('manage_session', {action: 'create', shell});
      expect(code).toBe('shell_missing');
      expect(text).toMatch(/^There is no executable shell ".*"\.\nUse one of these: \/.*\/bin\/bash/);
      expect((await client.call('run_command', {command: 'echo $((6*7))'})).value).toMatchObject({output: '42'});
      const {exitCode, stderr} = await home.run('new', '--shell', shell);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/^cotty: There is no executable shell .*\n {2}Use/),
      ]);
    },
  );

  test('in the configuration is answered in the same way', async () => {
    await using home = await TestHome.make();
    await writeFile(join(home.path, 'config.toml'), '[session]\nshell = "/no/such/shell"\n');
    await using client = await new RawClient(home.start('mcp')).open();
    expect((await client.call('run_command', {command: 'true'})).code).toBe('shell_missing');
  });

  test('in $SHELL alone is passed over', async () => {
    await using home = await TestHome.make({SHELL: '/no/such/shell'});
    expect(await home.run('run', '--', 'echo $((6*7))')).toEqual({exitCode: 0, stdout: '42\n', stderr: ''});
  });
});
