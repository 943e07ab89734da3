import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {homedir, tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {finish, TestHome} from '../support/cotty-process.ts';
import {needs, needsLinux} from '../support/needs.ts';

const binary = join(import.meta.dirname, '../../bin/cotty');

let home: TestHome;

beforeAll(async () => {
  home = await TestHome.make();
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

describe('run', () => {
  test('prints the output and exits with the exit code of the command', async () => {
    expect(await home.run('run', '--', 'echo out; (exit 7)')).toEqual({exitCode: 7, stdout: 'out\n', stderr: ''});
  });

  test('keeps the state of the session between commands', async () => {
    await home.run('run', '--', 'cd /usr; x=1');
    expect((await home.run('run', '--', 'echo $PWD $x')).stdout).toBe('/usr 1\n');
  });

  test('hands several words to the command exactly as they are', async () => {
    const words = ['a b', "it's", '$HOME', '*', '', 'back\\slash', 'two\nlines', '"', '-n'];
    const {stdout} = await home.run('run', '--', 'printf', '<%s>\\n', ...words);
    expect(stdout).toBe(words.map(word => `<${word}>\n`).join(''));
  });

  test.each(['zsh', 'a zsh within bash'])(
    'hands them on in %s, where words may be aliases and = names a program',
    async where => {
      needs('zsh');
      const shell = where === 'zsh' ? 'zsh' : 'bash';
      const session = (await home.run('new', '--shell', shell, '--env', `ZDOTDIR=${tmpdir()}/none`)).stdout.trim();
      if (shell === 'bash') await home.run('run', '-s', session, '--', 'zsh -f');
      await home.run(
        'run',
        '-s',
        session,
        '--',
        "setopt magicequalsubst; alias -g G='x y' -- --help=z; alias p=printf",
      );
      const words = ['=ls', '==', 'a==ls', 'PATH=/a:=ls', '--o==ls', 'G', '--help', 'plain', 'a b', "it's", '=nosuch'];
      const {stdout} = await home.run('run', '-s', session, '--', 'p', '<%s>\\n', ...words);
      expect(stdout).toBe(words.map(word => `<${word}>\n`).join(''));
      expect(await home.run('run', '-s', session, '--', 'A==ls', 'sh', '-c', 'echo $A')).toMatchObject({
        stdout: '=ls\n',
      });
      expect(await home.run('run', '-s', session, '--', 'git', '--version')).toMatchObject({
        stdout: expect.stringMatching(/^git version /),
      });
      await home.run('kill', session);
    },
  );

  test('keeps the line of a shell without such words plain', async () => {
    const session = String((await home.value('new', '--shell', 'bash')).session_id);
    await home.run('run', '-s', session, '--', 'git', '--version');
    expect((await home.run('run', '-s', session, '--', 'history 2')).stdout).toContain(' git --version\n');
    await home.run('kill', session);
  });

  test('prints an output that is too long for an agent whole', async () => {
    const {stdout} = await home.run('run', '--', 'seq 100000');
    expect(stdout).toBe(Array.from({length: 100_000}, (_, i) => `${i + 1}\n`).join(''));
  });

  test('exits with 124 when the time is over; the command goes on', async () => {
    await home.run('new', 'slow');
    const gate = await makeGate('slow-gate');
    const line = `read -r word <'${gate}'; echo "done"`;
    const late = await home.run('run', '-s', 'slow', '--timeout', '0.5', '--', line);
    expect(late.exitCode).toBe(124);
    expect(late.stderr).toMatch(/still runs[\s\S]*cotty attach/);
    await writeFile(gate, '\n');
    await home.run('watch-output', '--session-id', 'slow', '--pattern', '^done', '--cursor', '0', '--timeout', '20');
    expect(await home.run('run', '-s', 'slow', '--', 'echo free')).toMatchObject({exitCode: 0, stdout: 'free\n'});
  });

  test('a command that waits for what was piped in ends the wait, and says why and what to do', async () => {
    await home.run('new', 'reading', '--shell', 'bash');
    const line = `echo data | ${home.commandLine('run', '-s', 'reading', '--timeout', '600', '--', 'cat')}`;
    const child = spawn('sh', ['-c', line], {env: home.env, cwd: home.path});
    expect(await finish(child)).toMatchObject({
      exitCode: 123,
      stderr: expect.stringMatching(/piped into `cotty run` does not reach it\n.*make-data[\s\S]*cotty attach/),
    });
    await home.run('kill', 'reading');
  });

  test('runs beside the session opened last when that one is busy, and says so', async () => {
    const first = await home.json('run', '--timeout', '0.5', '--', 'sleep 60');
    expect((await home.run('run', '-s', String(first.session_id), '--', 'true')).exitCode).toBe(125);
    const beside = await home.run('run', '--', 'echo beside');
    expect(beside).toMatchObject({exitCode: 0, stdout: 'beside\n'});
    expect(beside.stderr).toMatch(/^cotty: pty:\S+ is at work\n {2}This ran in another session: pty:/);
    expect(await home.run('run', '--', 'true')).toMatchObject({exitCode: 0, stderr: ''});
    await home.run('kill', String(first.session_id));
  });

  test('runs beside a command that somebody else waits for, without waiting too', async () => {
    const gate = await makeGate('other-gate');
    const waiting = home.start('run', '--timeout', '600', '--', `echo begun; read -r word <'${gate}'; echo "$word"`);
    const [begun] = await once(waiting.stdout, 'data');
    expect(String(begun)).toBe('begun\n');
    const rest = finish(waiting);
    const beside = await home.run('run', '--', 'echo beside');
    expect(beside).toMatchObject({exitCode: 0, stdout: 'beside\n'});
    expect(beside.stderr).toMatch(/^cotty: pty:\S+ is at work\n {2}This ran in another session: pty:/);
    await writeFile(gate, 'through\n');
    expect(await rest).toMatchObject({exitCode: 0, stdout: 'through\n'});
  });

  test('runs also beside one in which something waits for input, and says so', async () => {
    const first = await home.json('run', '--', 'read -rp "sure? " answer');
    expect(first.state).toBe('awaiting_input');
    const beside = await home.run('run', '--', 'echo beside');
    expect(beside).toMatchObject({exitCode: 0, stdout: 'beside\n'});
    expect(beside.stderr).toMatch(/^cotty: pty:\S+ waits for input\n {2}This ran in another session: pty:/);
    await home.run('kill', String(first.session_id));
  });

  test('runs where one stands: a session that stands elsewhere is left alone, and that is said', async () => {
    const folder = join(home.path, 'deep/down');
    await mkdir(folder, {recursive: true});
    const {session_id} = await home.json('new', 'fresh');
    const here = async (line: string) => {
      const child = home.startIn(folder, 'run', '--', line);
      child.stdin.end();
      return await finish(child);
    };
    const first = await here('pwd; own=1');
    expect(first).toMatchObject({exitCode: 0, stdout: `${folder}\n`});
    expect(first.stderr).toMatch(
      new RegExp(`^cotty: ${session_id} stands in ${home.path}\n {2}This ran in another session: pty:\\S+\n$`),
    );
    // From the same place it is the same one, wherever it has gone meanwhile.
    expect(await here('cd /usr; echo $own')).toEqual({exitCode: 0, stdout: '1\n', stderr: ''});
    expect(await here('pwd')).toEqual({exitCode: 0, stdout: '/usr\n', stderr: ''});
    // A session that was opened for another folder on purpose is the one opened last.
    await home.run('new', 'aimed', '--cwd', '/usr/bin');
    expect(await home.run('run', '--', 'pwd')).toEqual({exitCode: 0, stdout: '/usr/bin\n', stderr: ''});
  });

  test('exits with 125 when cotty itself fails', async () => {
    expect(await home.run('run')).toMatchObject({exitCode: 125, stderr: expect.stringMatching(/missing[\s\S]*Usage/)});
    expect(await home.run('run', '-s', 'nobody', '--', 'true')).toMatchObject({exitCode: 125});
  });

  test('gives the typed value with --json', async () => {
    expect(await home.json('run', '--', 'exit_ () { return 3; }; exit_')).toMatchObject({
      state: 'completed',
      via: 'mark',
      exit_code: 3,
      output: '',
    });
  });

  test('hands Ctrl-C on to the command', async () => {
    await home.run('new', 'patient');
    const running = home.start('run', '-s', 'patient', '--', 'echo begun; sleep 100');
    const finished = finish(running);
    await home.run('watch-output', '--session-id', 'patient', '--pattern', '^begun', '--cursor', '0');
    running.kill('SIGINT');
    expect(await finished).toMatchObject({exitCode: 130, stdout: expect.stringContaining('begun')});
  });

  test('prints a line when the command does, and goes on when the server is killed meanwhile', async () => {
    const gate = await makeGate('kill-gate');
    const running = home.start('run', '--', `echo first; read -r word <'${gate}'; echo second; (exit 6)`);
    const finished = finish(running);
    await once(running.stdout, 'data');
    await home.killServer();
    await writeFile(gate, '\n');
    expect(await finished).toEqual({exitCode: 6, stdout: 'first\nsecond\n', stderr: ''});
  });

  test('a command that nobody reads any more is interrupted, as in a pipe of the shell', async () => {
    await home.run('new', 'endless');
    const running = home.start('run', '-s', 'endless', '--', 'yes');
    await once(running.stdout, 'data');
    running.stdout.destroy();
    const [exitCode] = await once(running, 'exit');
    expect(exitCode).toBe(141);
    expect(await home.run('run', '-s', 'endless', '--', 'echo free')).toMatchObject({exitCode: 0, stdout: 'free\n'});
  });

  test('the third Ctrl-C leaves a command that takes no notice', async () => {
    await home.run('new', 'deaf');
    const running = home.start('run', '-s', 'deaf', '--', 'sh -c \'trap "" INT; echo begun; sleep 300\'');
    const finished = finish(running);
    await once(running.stdout, 'data');
    for (const caught of [1, 2]) {
      running.kill('SIGINT');
      await home.run('watch-output', '--session-id', 'deaf', '--pattern', `^(\\^C){${caught}}`, '--cursor', '0');
    }
    running.kill('SIGINT');
    expect(await finished).toMatchObject({
      exitCode: 130,
      stderr: expect.stringMatching(/goes on[\s\S]*cotty attach pty:/),
    });
    await home.run('kill', 'deaf');
  });

  test.each(['itself', 'inside of bash'])('many characters beyond ASCII reach ksh as they are: %s', async where => {
    needs('ksh');
    const isNested = where !== 'itself';
    const name = isNested ? 'nested-korn' : 'korn';
    await home.run('new', name, '--shell', isNested ? 'bash' : 'ksh', '--env', 'LANG=C.UTF-8');
    if (isNested) await home.run('run', '-s', name, '--', 'ksh');
    const text = 'é'.repeat(60);
    for (let i = 0; i < 3; i++) {
      await home.run('run', '-s', name, '--', `printf %s '${text}' > ${name}${i}; echo done`);
      expect(await readFile(join(home.path, `${name}${i}`), 'utf8')).toBe(text);
    }
  });

  test.each(['ksh', 'mksh'])('of %s, whose line editor scrolls, nothing but the output is told', async shell => {
    needs(shell);
    await home.run('new', `own-${shell}`, '--shell', shell);
    const run = (line: string) => home.json('run', '-s', `own-${shell}`, '--', line);
    const long = 'abc '.repeat(30);
    expect(await run('x=1\necho $x')).toMatchObject({state: 'completed', output: '1'});
    expect(await run(`echo ${long}`)).toMatchObject({state: 'completed', output: long.trim()});
    expect(await run('echo "a')).toMatchObject({
      state: 'awaiting_input',
      output: '> ',
      waiting_for: {kind: 'continuation'},
    });
    expect(await run('echo b')).toMatchObject({error: {message: expect.stringContaining('rest of an unfinished one')}});
  });

  test('refuses the session it runs in', async () => {
    const {stdout} = await home.run('new', 'self');
    const inside = await TestHome.make({...home.env, COTTY_SESSION: stdout.trim()});
    const {exitCode, stderr} = await inside.run('run', '-s', stdout.trim(), '--', 'true');
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/inside that very session/);
  });

  test('from inside a session nothing drives it, under whatever name; looking is fine, and run opens another', async () => {
    const {session_id} = await home.json('new', 'inner');
    const start = (...words: readonly string[]) =>
      finish(home.startWith({COTTY_SESSION: String(session_id)}, ...words)).then(({exitCode, stderr}) => ({
        exitCode,
        stderr,
      }));
    const refused = {exitCode: 1, stderr: expect.stringMatching(/the session you run in yourself/)};
    expect(await start('keys', 'inner', 'Enter')).toEqual(refused);
    expect(await start('send-text', '--text', 'x', '--session-id', 'inner')).toEqual(refused);
    expect(await start('read', 'inner', '--screen')).toEqual({exitCode: 0, stderr: ''});
    expect(await start('run', '--', 'true')).toEqual({exitCode: 0, stderr: ''});
  });
});

describe('sessions', () => {
  test('new, ls, read, keys and kill work on a session by its name', async () => {
    const {stdout} = await home.run('new', 'work', '--cols', '100', '--rows', '30', '--env', 'COLOUR=green');
    const id = stdout.trim();
    expect(id).toMatch(/^pty:/);
    const {sessions} = await home.json('ls');
    expect(sessions).toContainEqual(
      expect.objectContaining({session_id: id, name: 'work', grid_size: {cols: 100, rows: 30}}),
    );
    await home.run('keys', 'work', 'text:echo [$COLOUR]', 'Enter', '--wait-for', '\\[green');
    expect((await home.run('read', 'work', '--grep', '^.green')).stdout).toContain('[green]');
    expect((await home.run('read', 'work', '--screen')).stdout).toContain('[green]');
    expect(await home.json('new', '--name', 'other')).toMatchObject({name: 'other'});
    expect((await home.run('kill', 'work')).exitCode).toBe(0);
    expect(await home.json('kill', 'other')).toEqual({
      closed: expect.stringMatching(/^pty:/),
      session_id: expect.any(String),
    });
    expect(JSON.stringify(await home.json('ls'))).not.toContain('"work"');
  });

  test('keys that wait for what does not come exit with 124 and say so', {timeout: 90_000}, async () => {
    await home.run('new', 'silent');
    const kept = await home.run('keys', 'silent', 'x', '--wait-for', '^x y z$');
    expect(kept).toMatchObject({
      exitCode: 124,
      stderr: expect.stringMatching(/did not come to show \^x y z\$\n.*cotty read/),
    });
    expect(await home.run('keys', 'silent', 'C-c', '--wait-for', '[#$] ?$')).toMatchObject({exitCode: 0, stderr: ''});
  });

  test('keys whose line has to be meant are pressed again with --confirm', async () => {
    await using asking = await TestHome.make({COTTY_SECURITY_MODE: 'normal'});
    await mkdir(join(asking.path, 'project/.git'), {recursive: true});
    const made = join(asking.path, 'project/made');
    await asking.run('new', 'careful', '--cwd', 'project');
    await asking.run('run', '-s', 'careful', '--', 'true');
    const keys = ['text:touch made', 'Enter'];
    const asked = await asking.run('keys', 'careful', ...keys);
    expect(asked).toMatchObject({exitCode: 126, stderr: expect.stringMatching(/CAUTION.*\n.*`--confirm`/)});
    expect(existsSync(made)).toBe(false);
    expect((await asking.run('keys', 'careful', '--confirm', ...keys)).exitCode).toBe(0);
    await asking.run('run', '-s', 'careful', '--', 'true');
    expect(existsSync(made)).toBe(true);
  });

  test('a folder is named from where one stands, or from home', async () => {
    await mkdir(join(home.path, 'sub/deeper'), {recursive: true});
    const cwdOf = async (name: string) => (await home.json('get-context', '--session-id', name)).path;
    await home.run('new', 'below', '--cwd', 'sub/deeper');
    await home.run('new', 'at-home', '--cwd', '~');
    await home.run('manage-session', '--action', 'create', '--name', 'above', '--cwd', '..');
    expect(await cwdOf('below')).toBe(join(home.path, 'sub/deeper'));
    expect(await cwdOf('at-home')).toBe(homedir());
    expect(await cwdOf('above')).toBe(dirname(home.path));
  });

  test('where the folder one stands in is deleted, cotty works all the same', async () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && exec '${binary}' "$@"`;
    await using nowhere = await TestHome.make({}, ['sh', '-c', script, 'cotty']);
    expect(await nowhere.run('run', '--', 'echo here')).toMatchObject({exitCode: 0, stdout: 'here\n'});
    expect((await nowhere.run('new', 'anywhere')).exitCode).toBe(0);
  });

  test('an unknown session is an error with a hint', async () => {
    const {exitCode, stderr} = await home.run('read', 'pty:none');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^cotty: There is no session "pty:none"\.\n {2}\S/);
  });

  test('hints are in verbs, not in the words of agents', async () => {
    await using empty = await TestHome.make();
    for (const words of [
      ['read', 'nope'],
      ['kill', 'nope'],
      ['read', 'nope', '--command', 'c-none'],
      ['manage-session', '--action', 'rename'],
      ['watch', 'nope', 'x'],
    ]) {
      const {stderr} = await empty.run(...words);
      expect(stderr).toMatch(/^cotty: .+\n {2}\S/);
      expect(stderr.split('\n')[1]).not.toMatch(/action=|\b[a-z]+_[a-z]+\b/);
    }
    expect((await empty.run('read', 'nope')).stderr).toMatch(/cotty new/);
    expect(await empty.json('read', 'nope')).toMatchObject({error: {hint: expect.stringMatching(/cotty new/)}});
  });

  test('a list without sessions says so, and is empty for a program', async () => {
    await using empty = await TestHome.make();
    expect(await empty.run('ls')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No sessions.*cotty new\n$/),
    });
    expect(await empty.json('ls')).toEqual({sessions: []});
  });

  test('watch prints what matched', async () => {
    await home.run('new', 'watched');
    const watching = home.start('watch', 'watched', 'ready: \\d+', '--timeout', '600');
    const finished = finish(watching);
    const stop = join(home.path, 'watched-enough');
    const endless = `i=0; until [ -e '${stop}' ]; do i=$((i + 1)); echo "ready: $i"; sleep 0.1; done`;
    await home.run('run', '-s', 'watched', '--timeout', '0.1', '--', endless);
    const {exitCode, stdout} = await finished;
    await writeFile(stop, '');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ready: \d/);
  });

  test('a name may be given again: it is that of the living session, and of the ended one once there is no other', async () => {
    await using own = await TestHome.make();
    for (const said of ['first', 'second']) {
      if (said === 'second') await own.run('kill', 'again');
      await own.run('new', 'again', '--shell', 'sh');
      await own.run('run', '--session', 'again', '--', `echo ${said}`);
    }
    const recorded = await own.run('export', 'again', '--cast', '-');
    expect(recorded.stdout).toContain('second');
    expect(recorded.stdout).not.toContain('first');
    await own.run('new', 'over', '--shell', 'bash', '--cwd', '/tmp');
    await own.run('run', '--session', 'over', '--', 'echo once; cd /');
    await own.run('kill', 'over');
    await own.killServer();
    expect((await own.run('read', 'over')).stdout).toContain('once');
    const recovered = await own.run('new', '--recover', 'over');
    expect((await own.run('run', '--session', recovered.stdout.trim(), '--', 'pwd')).stdout).toBe('/\n');
    expect((await own.run('ls')).stdout).toMatch(new RegExp(`^${recovered.stdout.trim()}\tover\t`, 'm'));
  });

  test('what a terminal or a directory is told of a session stands in a pipe too', async () => {
    await home.run('new', 'told', '--cwd', '/');
    expect((await home.run('get-context', '--session-id', 'told')).stdout).toMatch(/^session=\S+ path=\/ host=/);
  });

  test('a directory whose name has a line feed ends no line of facts and says no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cotty-line\nlast_exit=0 '));
    try {
      await home.run('new', 'feeds', '--cwd', folder);
      const {stdout} = await home.run('get-context', '--session-id', 'feeds');
      expect(stdout).toContain(` path=${JSON.stringify(folder)} host=`);
    } finally {
      await home.run('kill', 'feeds');
      rmSync(folder, {recursive: true});
    }
  });

  test('export writes a recording, also of an ended session', async () => {
    await home.run('new', 'recorded');
    await home.run('run', '-s', 'recorded', '--', 'echo on the record');
    await home.run('kill', 'recorded');
    const file = join(home.path, 'a.cast');
    expect((await home.run('export', 'recorded', '--cast', file)).exitCode).toBe(0);
    const [header = '', ...events] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({version: 3, term: {cols: 80, rows: 24}});
    expect(events.join('')).toContain('on the record');
    expect(events.join('')).not.toContain('redacted');
    const older = await home.run('export', 'recorded', '--cast', '-', '--v2');
    const [olderHeader = '', ...olderEvents] = older.stdout.trimEnd().split('\n');
    expect(JSON.parse(olderHeader)).toMatchObject({version: 2, width: 80, height: 24});
    expect(olderEvents.map(line => JSON.parse(line)[1])).toContain('o');
  });

  test('notify raises an event', async () => {
    await home.run('new', 'notifier');
    const of = ['--session-id', 'notifier', '--kinds', 'custom'];
    const {next} = await home.json('wait-for-events', ...of, '--timeout', '0');
    expect((await home.run('run', '-s', 'notifier', '--', `'${binary}' notify deploy:good`)).exitCode).toBe(0);
    const {events} = await home.json('wait-for-events', ...of, '--after', String(next), '--timeout', '20');
    expect(events).toMatchObject([{kind: 'custom', event: 'deploy', data: 'good'}]);
  });
});

describe('the command line', () => {
  test('says what to do next when called alone', async () => {
    const {exitCode, stdout} = await home.run();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^cotty \d+\.\d+\.\d+: server \d+ runs/);
    expect(stdout).toMatch(/Next:[\s\S]*cotty run/);
  });

  test('a slip in a verb or an option names the right one', async () => {
    expect((await home.run('atach', 'x')).stderr).toMatch(/Did you mean "cotty attach"\?/);
    expect((await home.run('run', '--sesion', 'x', '--', 'true')).stderr).toMatch(/Did you mean --session\?/);
    expect((await home.run('-x')).stderr).toMatch(/no option -x/);
  });

  test('every tool is a verb with flags from its schema', async () => {
    const value = await home.json('run-command', '--command', 'echo $((6 * 7))', '--timeout', '20');
    expect(value).toMatchObject({output: '42', exit_code: 0, state: 'completed'});
    const {stdout} = await home.run('send-keys', '--help');
    expect(stdout).toMatch(/--keys .*…/);
    expect(stdout).toMatch(/--settle-ms/);
  });

  test('an unwritten word of a tool is refused with the valid ones', async () => {
    const {exitCode, stderr} = await home.run('manage-session', '--action', 'explode');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^cotty: --action must be one of list, create, /);
  });

  test('--json errors are values too', async () => {
    expect(await home.json('read', 'nobody')).toMatchObject({
      error: {code: 'unknown_session', hint: expect.any(String)},
    });
  });

  test('a full disk under the output is told in a line', () => {
    needsLinux();
    const full = {exitCode: 1, stderr: expect.stringMatching(/^cotty: the output cannot be written: .*no space.*\n$/i)};
    const {status, stderr} = spawnSync('sh', ['-c', `exec '${binary}' help > /dev/full`], {encoding: 'utf8'});
    expect({exitCode: status, stderr}).toEqual(full);
  });

  test('nobody reading is no failure', async () => {
    const child = home.start('help');
    child.stdout.destroy();
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(0);
  });

  test('doctor finds this machine good', async () => {
    const {exitCode, stdout} = await home.run('doctor');
    expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/ok +pseudo-terminals: /)});
  });

  test.each(['bash', 'zsh', 'fish'])('completion for %s is a script that shell accepts', async shell => {
    needs(shell);
    const {stdout} = await home.run('completion', shell);
    const file = join(home.path, `completion.${shell}`);
    await writeFile(file, stdout);
    const checked = spawnSync(shell, ['-n', file], {encoding: 'utf8'});
    expect({status: checked.status, stderr: checked.stderr}).toEqual({status: 0, stderr: ''});
  });
});

/** A named pipe: a command that reads it goes on when the test writes into it. */
async function makeGate(name: string): Promise<string> {
  const gate = join(home.path, name);
  await home.run('run', '--', `mkfifo '${gate}'`);
  return gate;
}
