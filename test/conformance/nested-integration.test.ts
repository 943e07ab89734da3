import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {eventSeq} from '../../src/core/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {completed, fullShells, type ShellName, Stand, stillHere, type Value} from './bench.ts';
import {ending} from './ending.ts';
import {proof, rawOutput} from './session-log.ts';
import {noSshServer, SshServer} from './ssh-server.ts';

/** Shells as somebody starts them inside of a session. */
const inner: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = {
  bash: 'bash --norc --noprofile',
  zsh: 'zsh -f',
  fish: 'fish --no-config',
};

const integrate = (stand: Stand, input: Record<string, unknown> = {}): Promise<Value> =>
  stand.call('manage_session', {action: 'integrate', ...input});

/** A session with a nested shell in it that was given marks; the result of the command that runs it. */
async function nested(stand: Stand, commandLine: string, input: Record<string, unknown> = {}): Promise<Value> {
  const outer = await stand.run(commandLine);
  await integrate(stand, input);
  return outer;
}

/** What a line gets that ended the shell it was given to: the exit code is that shell's, not the line's. */
const left: Value = {state: 'shell_exited', exit_code: null, via: 'exit'};

describe.each(fullShells)('%s: a nested shell is given marks', shell => {
  test.each(fullShells)('D33 %s is exact on request, and its end is the outer one', async name => {
    await using stand = await Stand.open({shell});
    const line = inner[name as 'bash'];
    const outer = await stand.run(line);
    expect(outer).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell'}, exit_code: null});
    expect(outer['hint']).toContain('action=integrate');
    const graded = await stand.run('true');
    expect(graded).toMatchObject({state: 'completed', exit_code: null, via: 'foreground'});
    expect(graded['hint']).toContain('action=integrate');
    expect(await integrate(stand)).toMatchObject({shell: name, shell_integration: 'full'});
    const exact = await stand.run("echo inner; sh -c 'exit 3'");
    expect(exact).toMatchObject(completed('inner', 3));
    expect(exact).not.toHaveProperty('hint');
    expect(await stand.outcome('printf "a\\nb"')).toEqual(completed('a\nb'));
    expect(await stand.outcome('false')).toEqual(completed('', 1));
    const waiting = await stand.call('read_output', {command_id: outer['command_id'], wait_ms: 10_000});
    expect(waiting).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await stand.run('exit 5')).toMatchObject(left);
    expect(await ending(stand, outer)).toMatchObject({state: 'completed', exit_code: 5});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each(['dash', 'busybox ash'])('D33 %s says its exit codes on request', async name => {
    await using stand = await Stand.open({shell});
    await nested(stand, name);
    expect(await stand.outcome("echo inner; sh -c 'exit 3'")).toEqual(completed('inner', 3));
    expect(await stand.outcome('for i in 1 2; do\n  echo "<$i>"\ndone')).toEqual(completed('<1>\n<2>'));
    expect(await stand.outcome(`echo '${'x'.repeat(90)}'`)).toEqual(completed('x'.repeat(90)));
    await expect(stand.run(`echo '${'y'.repeat(2000)}'\ntrue`)).rejects.toMatchObject({code: 'too_large'});
    expect(await stand.run('exit 5')).toMatchObject(left);
    expect(await stand.proof()).toEqual(stillHere);
  });
});

describe.each(fullShells)('inside %s that was given marks', name => {
  const line = inner[name as 'bash'];

  test('D33 lines arrive byte for byte', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    await nested(stand, line);
    expect(await stand.outcome("printf '%s' 'a\tb\u0001\u007f' | od -An -tx1")).toEqual(completed(' 61 09 62 01 7f'));
    expect(await stand.outcome("printf '%s' 'é 世界 👩‍💻'")).toEqual(completed('é 世界 👩‍💻'));
    expect(await stand.outcome('echo "!!" ^a^b !x')).toEqual(completed('!! ^a^b !x'));
    const long = `${'x'.repeat(20_000)}!`;
    expect(await stand.outcome(`printf %s '${long}' | wc -c`)).toEqual(completed('20001'));
    const block = name === 'fish' ? 'for i in 1 2\n\techo $i\nend' : "cat <<'EOF'\n1\n2\nEOF";
    expect(await stand.outcome(block)).toEqual(completed('1\n2'));
    expect(await stand.outcome(String.raw`printf '%s' 'a\0101\n'`)).toEqual(completed(String.raw`a\0101\n`));
  });

  test('D33 wrong lines, unfinished lines and half-typed lines do no harm', async () => {
    await using stand = await Stand.open({shell: 'zsh'});
    await nested(stand, line);
    const wrong = await stand.run(name === 'fish' ? 'end' : 'fi');
    expect(wrong).toMatchObject({state: 'completed', via: 'mark', exit_code: expect.any(Number)});
    expect(wrong['exit_code']).not.toBe(0);
    expect(await stand.run('echo "half')).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'continuation'},
    });
    await stand.call('send_control', {character: 'C'});
    await stand.call('send_keys', {keys: ['text:echo kept']});
    expect(await stand.outcome('echo between')).toEqual(completed('between'));
    const kept = await stand.call('send_keys', {keys: ['Enter'], wait_for: '(?m)^kept'});
    expect(kept).toMatchObject({matched: true});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 questions, quiet programs, REPLs and ^C are told as in the shell outside', async () => {
    await using stand = await Stand.open({shell: 'fish'});
    await nested(stand, line);
    const asked = await stand.run('sh -c \'printf "name? "; read x; echo hello $x\'');
    expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await stand.call('send_text', {text: 'bob', submit: true});
    expect(await ending(stand, asked)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.run('cat', {timeout: 1})).toMatchObject({state: 'running', blocked_on_tty_read: true});
    await stand.call('send_control', {character: 'C'});
    expect(await stand.run('tclsh')).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
    expect(await stand.run('exit 4')).toMatchObject(left);
    const quiet = await stand.run('sleep 300', {timeout: 0.5});
    expect(quiet).toMatchObject({state: 'running', via: 'mark', timed_out: true});
    await stand.call('send_control', {character: 'C'});
    expect(await ending(stand, quiet)).toMatchObject({state: 'interrupted', exit_code: 130});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 the nonce is in no environment, argument, history or input of the log', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run('true');
    const [outerNonce = ''] = /cotty=[\w-]+/.exec(await proof(stand)) ?? [];
    await nested(stand, line);
    await stand.run('true');
    const [nonce = ''] = /(?<=cotty=)[\w-]+/.exec(await proof(stand)) ?? [];
    expect(nonce).toMatch(/^[\w-]{24}$/);
    expect(outerNonce).not.toContain(nonce);
    const shown = [
      name === 'fish' ? 'history | cat' : name === 'zsh' ? 'fc -l 1' : 'history',
      'env; set -x 2>/dev/null; sh -c env',
      name === 'fish' ? 'cat /proc/$fish_pid/cmdline /proc/$fish_pid/environ' : 'cat /proc/$$/cmdline /proc/$$/environ',
    ];
    for (const command of shown) expect((await stand.run(command))['output']).not.toContain(nonce);
    if (name !== 'zsh') expect((await stand.run(shown[0] ?? ''))['output']).not.toContain('stty -echo');
    await stand.run('exit 0');
    for await (const event of stand.session.log.events(eventSeq(0), {output: false}))
      if (event.type === 'input') expect(Buffer.from(event.bytes ?? []).toString()).not.toContain(nonce);
    for (const file of ['.bash_history', '.zsh_history', '.local/share/fish/fish_history'])
      expect(textOf(join(stand.home, 'home', file))).not.toMatch(new RegExp(`${nonce}|stty -echo`));
  });

  test('D33 what it said before can be printed again without an effect', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    await nested(stand, line);
    await stand.run('true');
    const said = (await rawOutput(stand)).toString('latin1').match(/\x1b\]133;[ABCD][^\x07]*\x07/g) ?? [];
    await stand.run('exit 0');
    writeFileSync(join(stand.home, 'home', 'said'), said.slice(-6).join('\n'), 'latin1');
    expect(await stand.run('cat said; echo; sh -c "exit 9"')).toMatchObject({
      state: 'completed',
      exit_code: 9,
      via: 'mark',
    });
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 it may lie in another nested shell, and hold a third', async () => {
    await using stand = await Stand.open({shell: 'zsh'});
    await stand.run('dash');
    await nested(stand, line);
    expect(await stand.outcome('echo second; false')).toEqual(completed('second', 1));
    const third = await nested(stand, inner.bash);
    expect(await stand.outcome("sh -c 'exit 7'")).toEqual(completed('', 7));
    expect(await stand.run('exit 8')).toMatchObject(left);
    expect(await ending(stand, third)).toMatchObject({state: 'completed', exit_code: 8});
    expect(await stand.outcome('echo second; false')).toEqual(completed('second', 1));
    // dash, which it was started in, says nothing: that it is back is seen, and nothing is claimed of what ran.
    expect(await stand.run('exit 4')).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await stand.outcome('echo first')).toMatchObject({output: 'first', exit_code: null, state: 'completed'});
    expect(await stand.run('exit 6')).toMatchObject(left);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 its own end by a signal, ^D or exec is told', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    const killed = await nested(stand, line);
    const pid = name === 'fish' ? '$fish_pid' : '$$';
    expect(await stand.run(`kill -9 ${pid}`)).toMatchObject(left);
    expect(await ending(stand, killed)).toMatchObject({exit_code: 137});
    const gone = await nested(stand, line);
    await stand.call('send_control', {character: 'D'});
    expect(await ending(stand, gone)).toMatchObject({state: 'completed', exit_code: 0});
    await nested(stand, line);
    expect(await stand.run('exec dash')).toMatchObject({exit_code: null});
    expect(await stand.outcome('echo replaced')).toMatchObject({output: 'replaced', exit_code: null});
    expect(await stand.run('exit 3')).toMatchObject(left);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 a new server knows of it', async () => {
    const first = await Stand.open({shell: 'bash', hostProcess: true});
    await nested(first, line);
    await first.run('true');
    await first.engine[Symbol.asyncDispose]();
    await using second = await Stand.adopt(first.home, first.sessionId);
    expect(await second.outcome("echo 'a\tb!'; false")).toEqual(completed('a\tb!', 1));
    expect(await second.run('exit 2')).toMatchObject(left);
    expect(await second.proof()).toEqual(stillHere);
  });

  test('D16 a shell that took the place of the session’s own is exact again', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    const replaced = await stand.run(`exec ${line}`);
    expect(replaced['hint']).toContain('action=integrate');
    expect(await integrate(stand)).toMatchObject({shell: name, shell_integration: 'full'});
    expect(await stand.outcome('echo again; false')).toEqual(completed('again', 1));
    expect(await stand.run('exit 4')).toMatchObject({state: 'shell_exited', exit_code: 4, via: 'exit'});
  });
});

describe('what is asked may be no shell', () => {
  test('D33 at a prompt that says marks nothing is typed', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run('true');
    await stand.until(({tracker}) => tracker.phase === 'prompt');
    const before = await rawOutput(stand);
    expect(await integrate(stand)).toMatchObject({shell: 'bash', shell_integration: 'full'});
    expect(await rawOutput(stand)).toEqual(before);
  });

  test('D33 a REPL, a question and a running command are left alone', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run('tclsh');
    await expect(integrate(stand)).rejects.toMatchObject({
      code: 'not_supported',
      hint: expect.stringContaining('shell='),
    });
    await stand.run('exit');
    await stand.run("printf 'name? '; read x");
    await expect(integrate(stand)).rejects.toMatchObject({code: 'not_supported'});
    await stand.call('send_keys', {keys: ['Enter']});
    await stand.run('sleep 300', {wait_for_completion: false});
    await expect(integrate(stand)).rejects.toMatchObject({code: 'session_busy'});
    await stand.call('send_control', {character: 'C'});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 a shell without marks is told apart, and goes on as it was', async () => {
    needs('tcsh');
    await using stand = await Stand.open({shell: 'bash'});
    const outer = await stand.run('tcsh -f');
    expect(outer).not.toHaveProperty('hint');
    await expect(integrate(stand)).rejects.toMatchObject({code: 'not_supported'});
    expect(await stand.outcome('echo on')).toMatchObject({output: 'on', exit_code: null, state: 'completed'});
    expect(await stand.run('exit 3')).toMatchObject(left);
  });

  test.each<[ShellName, string, readonly string[]]>([
    [
      'bash',
      inner.bash,
      [
        'set -u',
        'set -o noclobber',
        'set -o vi',
        "trap 'true' DEBUG",
        "PROMPT_COMMAND='true'",
        'alias local=false if=false echo2=x',
      ],
    ],
    ['bash', inner.bash, ['shopt -u promptvars', "bind 'set enable-bracketed-paste off'"]],
    ['bash', 'bash --norc --noediting', []],
    [
      'zsh',
      inner.zsh,
      [
        'setopt no_unset err_return ksh_arrays sh_word_split',
        'alias -g B=x; alias typeset=false builtin=false',
        'bindkey -v',
      ],
    ],
    ['zsh', inner.zsh, ['setopt rc_quotes ignore_braces no_short_loops hist_ignore_all_dups']],
    ['fish', inner.fish, ['set -g fish_trace ""', 'function stty; end']],
  ])('D26 %s takes marks whatever its user has set (%s, %j)', async (shell, line, setup) => {
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run(line);
    for (const command of setup) await stand.run(command);
    expect(await integrate(stand)).toMatchObject({shell, shell_integration: 'full'});
    expect(await stand.outcome("echo inner; sh -c 'exit 3'")).toEqual(completed('inner', 3));
    expect(await stand.outcome("printf '%s' 'x y'")).toEqual(completed('x y'));
    expect(await stand.run('exit 5')).toMatchObject(left);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each(['bash', 'zsh'] as const)('D26 set -x in %s shows no nonce', async shell => {
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run(inner[shell]);
    await stand.run('set -x');
    await integrate(stand);
    expect(await stand.run('false')).toMatchObject({exit_code: 1, via: 'mark', state: 'completed'});
    const [nonce = 'none'] = /(?<=cotty=)[\w-]+/.exec(await proof(stand)) ?? [];
    const {text} = await stand.call('read_output', {cursor: 0, max_output_bytes: 900_000});
    expect(text).toContain('+');
    expect(text).not.toContain(nonce);
  });

  test('D33 another user’s shell, to which no file of ours is readable', async () => {
    skipUnless(process.getuid?.() === 0, 'only root can start it without a password');
    await using stand = await Stand.open({shell: 'bash'});
    await nested(stand, 'su nobody -s /usr/bin/zsh');
    expect(await stand.outcome('whoami; false')).toEqual(completed('nobody', 1));
    expect(await stand.run('exit 5')).toMatchObject(left);
    expect(await stand.proof()).toEqual(stillHere);
  });
});

const lacking = noSshServer === null ? '' : ` (skipped: ${noSshServer})`;

describe.skipIf(lacking !== '')(`on a far side${lacking}`, () => {
  let folder: string;
  let server: SshServer;
  let login: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-ssh-'));
    server = await SshServer.start(join(folder, 'ssh'));
    login = server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, {recursive: true, force: true});
  });

  test.each(fullShells)('D33 after ssh from %s commands end by mark, and ssh ends with its own code', async shell => {
    await using stand = await Stand.open({shell});
    const outer = await stand.run(login);
    expect(outer['hint']).toContain('action=integrate');
    expect(await integrate(stand)).toMatchObject({shell: 'bash', shell_integration: 'full'});
    expect(await stand.outcome("echo remote; sh -c 'exit 3'")).toEqual(completed('remote', 3));
    expect(await stand.outcome("printf '%s' 'a\tb!'")).toEqual(completed('a\tb!'));
    expect(await stand.run("printf 'part'; sleep 0.4; echo ' whole'")).toMatchObject(completed('part whole'));
    expect(await stand.run('echo "half')).toMatchObject({waiting_for: {kind: 'continuation'}});
    await stand.call('send_control', {character: 'C'});
    const asked = await stand.run("printf 'name? '; read x; echo $x");
    expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await stand.call('send_text', {text: 'bob', submit: true});
    expect(await ending(stand, asked)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await stand.run('exit 7')).toMatchObject(left);
    expect(await ending(stand, outer)).toMatchObject({state: 'completed', exit_code: 7});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test.each(['zsh -f', 'fish --no-config', 'dash'])('D33 a far %s too', async line => {
    needs(line.split(' ')[0] ?? '');
    await using stand = await Stand.open({shell: 'bash'});
    await stand.run(login);
    await nested(stand, line);
    expect(await stand.outcome("echo remote; sh -c 'exit 3'")).toEqual(completed('remote', 3));
    // Nothing on this side tells that the shell around it is back.
    expect(await stand.run('exit')).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await stand.outcome('echo back')).toMatchObject({output: 'back', exit_code: null});
    expect(await stand.run('exit 7')).toMatchObject(left);
  });

  test('D33 a link that drops ends with 255, and what ran in it is lost', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    const outer = await nested(stand, login);
    expect(await stand.run('kill -9 $PPID')).toMatchObject({state: 'lost', exit_code: null});
    expect(await ending(stand, outer)).toMatchObject({state: 'completed', exit_code: 255});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D33 the far side cannot end what the near side runs', async () => {
    await using stand = await Stand.open({shell: 'bash'});
    const outer = await nested(stand, login);
    await stand.run('true');
    const far = await proof(stand);
    const forged = far.replace(/\.\d+$/, '.99');
    const quiet = await stand.run(`printf '\\033]133;D;0;${forged}\\007'; sleep 300`, {timeout: 0.5});
    expect(quiet).toMatchObject({state: 'running'});
    await stand.call('send_control', {character: 'C'});
    expect(await stand.call('read_output', {command_id: outer['command_id'], wait_ms: 10_000})).toMatchObject({
      state: 'awaiting_input',
      exit_code: null,
    });
    expect(await stand.run('exit 0')).toMatchObject(left);
  });
});

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
