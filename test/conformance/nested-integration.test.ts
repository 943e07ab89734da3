import {readFileSync} from 'node:fs';
import {describe, expect} from 'vitest';
import {eventSeq} from '../../src/core/index.ts';
import {needs, skipUnless} from '../support/needs.ts';
import {ending} from './ending.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {aWhile, runSilentReader} from './programs.ts';
import {rawOutput} from './session-log.ts';
import {SshServer} from './ssh-server.ts';
import {stealProof} from './stolen-proof.ts';
import {
  completed,
  fullShells,
  type ShellName,
  stillHere,
  TestTerminal,
  terminals,
  type Value,
} from './test-terminal.ts';

/** Shells as somebody starts them inside of a session. */
const inner: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = {
  bash: 'bash --norc --noprofile',
  zsh: 'zsh -f',
  fish: 'fish --no-config',
};

/** A shell as somebody starts it, and what they then set in it. */
const settings: readonly (readonly [ShellName, string, readonly string[]])[] = [
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
];

const integrate = (terminal: TestTerminal, input: Record<string, unknown> = {}): Promise<Value> =>
  terminal.call('manage_session', {action: 'integrate', ...input});

/** A session with a nested shell in it that was given marks; the result of the command that runs it. */
async function nested(
  terminal: TestTerminal,
  commandLine: string,
  input: Record<string, unknown> = {},
): Promise<Value> {
  const outer = await terminal.run(commandLine);
  await integrate(terminal, input);
  return outer;
}

/** What a line gets that ended the shell it was given to: the exit code is that shell's, not the line's. */
const left: Value = {state: 'shell_exited', exit_code: null, via: 'exit'};

describe.each(terminals(fullShells))('$backend, $shell: a nested shell is given marks', ({backend, shell}) => {
  hardCase.for(fullShells)('D33', '%s is exact on request, and its end is the outer one', async name => {
    await using terminal = await TestTerminal.open(backend, shell);
    const line = inner[name as 'bash'];
    const outer = await terminal.run(line);
    expect(outer).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell'}, exit_code: null});
    expect(outer['hint']).toContain('action=integrate');
    const graded = await terminal.run('true');
    expect(graded).toMatchObject({state: 'completed', exit_code: null, via: 'foreground'});
    expect(graded['hint']).toContain('action=integrate');
    expect(await integrate(terminal)).toMatchObject({shell: name, shell_integration: 'full'});
    const exact = await terminal.run("echo inner; sh -c 'exit 3'");
    expect(exact).toMatchObject(completed('inner', 3));
    expect(exact).not.toHaveProperty('hint');
    expect(await terminal.outcome('printf "a\\nb"')).toEqual(completed('a\nb'));
    expect(await terminal.outcome('false')).toEqual(completed('', 1));
    const waiting = await terminal.call('read_output', {command_id: outer['command_id'], wait_ms: 40_000});
    expect(waiting).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await terminal.run('exit 5')).toMatchObject(left);
    expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: 5});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(['dash', 'busybox ash', 'mksh'])('D33', '%s says its exit codes on request', async name => {
    await using terminal = await TestTerminal.open(backend, shell);
    await nested(terminal, name);
    expect(await terminal.outcome("echo inner; sh -c 'exit 3'")).toEqual(completed('inner', 3));
    expect(await terminal.outcome('for i in 1 2; do\n  echo "<$i>"\ndone')).toEqual(completed('<1>\n<2>'));
    expect(await terminal.outcome(`echo '${'x'.repeat(90)}'`)).toEqual(completed('x'.repeat(90)));
    await expect(terminal.run(`echo '${'y'.repeat(2000)}'\ntrue`)).rejects.toMatchObject({code: 'too_large'});
    expect(await terminal.run('exit 5')).toMatchObject(left);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(fullShells))('$backend, inside $shell that was given marks', ({backend, shell: name}) => {
  const line = inner[name as 'bash'];

  hardCase('D33', 'lines arrive byte for byte', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await nested(terminal, line);
    expect(await terminal.outcome("printf '%s' 'a\tb\u0001\u007f' | od -An -tx1")).toEqual(
      completed(' 61 09 62 01 7f'),
    );
    expect(await terminal.outcome("printf '%s' 'é 世界 👩‍💻'")).toEqual(completed('é 世界 👩‍💻'));
    expect(await terminal.outcome('echo "!!" ^a^b !x')).toEqual(completed('!! ^a^b !x'));
    const long = `${'x'.repeat(20_000)}!`;
    expect(await terminal.outcome(`printf %s '${long}' | wc -c`)).toEqual(completed('20001'));
    const block = name === 'fish' ? 'for i in 1 2\n\techo $i\nend' : "cat <<'EOF'\n1\n2\nEOF";
    expect(await terminal.outcome(block)).toEqual(completed('1\n2'));
    expect(await terminal.outcome(String.raw`printf '%s' 'a\0101\n'`)).toEqual(completed(String.raw`a\0101\n`));
  });

  hardCase('D33', 'wrong lines, unfinished lines and half-typed lines do no harm', async () => {
    await using terminal = await TestTerminal.open(backend, 'zsh');
    await nested(terminal, line);
    const wrong = await terminal.run(name === 'fish' ? 'end' : 'fi');
    expect(wrong).toMatchObject({state: 'completed', via: 'mark', exit_code: expect.any(Number)});
    expect(wrong['exit_code']).not.toBe(0);
    expect(await terminal.run('echo "half')).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'continuation'},
    });
    await terminal.call('send_control', {character: 'C'});
    await terminal.call('send_keys', {keys: ['text:echo kept']});
    expect(await terminal.outcome('echo between')).toEqual(completed('between'));
    const kept = await terminal.call('send_keys', {keys: ['Enter'], wait_for: '(?m)^kept'});
    expect(kept).toMatchObject({matched: true});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'questions, quiet programs, REPLs and ^C are told as in the shell outside', async () => {
    await using terminal = await TestTerminal.open(backend, 'fish');
    await nested(terminal, line);
    const asked = await terminal.run('sh -c \'printf "name? "; read x; echo hello $x\'');
    expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
    await terminal.call('send_text', {text: 'bob', submit: true});
    expect(await ending(terminal, asked)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await runSilentReader(terminal, 'cat')).toMatchObject({state: 'running', blocked_on_tty_read: true});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('tclsh')).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'repl'}});
    expect(await terminal.run('exit 4')).toMatchObject(left);
    const quiet = await terminal.run('sleep 300', {timeout: aWhile});
    expect(quiet).toMatchObject({state: 'running', timed_out: true});
    await terminal.call('send_control', {character: 'C'});
    expect(await ending(terminal, quiet)).toMatchObject({state: 'interrupted', exit_code: 130});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'the nonce is in no environment, argument, history or input of the log', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    const {nonce: outerNonce} = await stealProof(terminal, 'bash');
    await nested(terminal, line);
    const {nonce} = await stealProof(terminal, name);
    expect(nonce).toMatch(/^[\w-]{24}$/);
    expect(outerNonce).not.toContain(nonce);
    const shown = [
      name === 'fish' ? 'history | cat' : name === 'zsh' ? 'fc -l 1' : 'history',
      'env; set -x 2>/dev/null; sh -c env',
    ];
    const {output: pid} = await terminal.run(name === 'fish' ? 'echo $fish_pid' : 'echo $$');
    expect(terminal.driver.argumentsAndEnvironment(Number(pid)) ?? '').not.toContain(nonce);
    for (const command of shown) expect((await terminal.run(command))['output']).not.toContain(nonce);
    if (name !== 'zsh') expect((await terminal.run(shown[0] ?? ''))['output']).not.toContain('stty -echo');
    await terminal.run('exit 0');
    for await (const event of terminal.session.log.events(eventSeq(0), {output: false}))
      if (event.type === 'input') expect(Buffer.from(event.bytes ?? []).toString()).not.toContain(nonce);
    for (const file of ['.bash_history', '.zsh_history', '.local/share/fish/fish_history'])
      expect(textOf(terminal.file(file))).not.toMatch(new RegExp(`${nonce}|stty -echo`));
  });

  hardCase('D33', 'what it said before can be printed again without an effect', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await nested(terminal, line);
    await terminal.run('true');
    const said = (await rawOutput(terminal)).toString('latin1').match(/\x1b\]133;[ABCD][^\x07]*\x07/g) ?? [];
    await terminal.run('exit 0');
    terminal.write('said', Buffer.from(said.slice(-6).join('\n'), 'latin1'));
    expect(await terminal.run('cat said; echo; sh -c "exit 9"')).toMatchObject({
      state: 'completed',
      exit_code: 9,
      via: 'mark',
    });
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'it may lie in another nested shell, and hold a third', async () => {
    await using terminal = await TestTerminal.open(backend, 'zsh');
    await terminal.run('dash');
    await nested(terminal, line);
    expect(await terminal.outcome('echo second; false')).toEqual(completed('second', 1));
    const third = await nested(terminal, inner.bash);
    expect(await terminal.outcome("sh -c 'exit 7'")).toEqual(completed('', 7));
    expect(await terminal.run('exit 8')).toMatchObject(left);
    expect(await ending(terminal, third)).toMatchObject({state: 'completed', exit_code: 8});
    expect(await terminal.outcome('echo second; false')).toEqual(completed('second', 1));
    // dash, which it was started in, says nothing: that it is back is seen, and nothing is claimed of what ran.
    expect(await terminal.run('exit 4')).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await terminal.outcome('echo first')).toMatchObject({output: 'first', exit_code: null, state: 'completed'});
    expect(await terminal.run('exit 6')).toMatchObject(left);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'its own end by a signal, ^D or exec is told', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    const killed = await nested(terminal, line);
    const pid = name === 'fish' ? '$fish_pid' : '$$';
    expect(await terminal.run(`kill -9 ${pid}`)).toMatchObject(left);
    expect(await ending(terminal, killed)).toMatchObject({exit_code: 137});
    const gone = await nested(terminal, line);
    await terminal.call('send_control', {character: 'D'});
    expect(await ending(terminal, gone)).toMatchObject({state: 'completed', exit_code: 0});
    await nested(terminal, line);
    expect(await terminal.run('exec dash')).toMatchObject({exit_code: null});
    expect(await terminal.outcome('echo replaced')).toMatchObject({output: 'replaced', exit_code: null});
    expect(await terminal.run('exit 3')).toMatchObject(left);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'what reads in its place is asked nothing by our keys, and gets no command', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    const outer = await nested(terminal, line);
    expect(await terminal.run('exec cat >got', {timeout: 1})).toMatchObject({state: 'running', exit_code: null});
    await expect(terminal.run('echo command')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'typed', submit: true});
    await terminal.call('send_control', {character: 'D', timeout: 40});
    expect(terminal.read('got')).toBe('typed\n');
    expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'a REPL in its place is one, and the same shell anew is asked nothing by our keys', async () => {
    needs('python3');
    await using terminal = await TestTerminal.open(backend, 'bash');
    await nested(terminal, line);
    const before = (await rawOutput(terminal)).length;
    expect(await terminal.run('exec python3 -q')).toMatchObject({
      state: 'awaiting_input',
      waiting_for: {kind: 'repl', program: 'python3', tail: '>>>'},
    });
    expect(await terminal.run('1+1')).toMatchObject({output: expect.stringMatching(/^2\b/)});
    await terminal.call('send_text', {text: 'exit()', submit: true, timeout: 40});
    expect((await rawOutput(terminal)).slice(before).toString()).not.toMatch(/\[900\d~/);
    expect(await terminal.proof()).toEqual(stillHere);
    await nested(terminal, line);
    const anew = await terminal.run(`exec ${line}`);
    expect(anew).toMatchObject({state: 'completed', exit_code: null, via: 'foreground'});
    expect(anew['output']).not.toContain('02~');
    expect(await terminal.outcome('echo anew')).toMatchObject({output: 'anew', exit_code: null, state: 'completed'});
  });

  hardCase('D33', 'a new server knows of it', async () => {
    const first = await TestTerminal.open(backend, 'bash', {outlivesEngine: true});
    await nested(first, line);
    await first.run('true');
    await first.engine[Symbol.asyncDispose]();
    await using second = await first.adoptedByNext();
    expect(await second.outcome("echo 'a\tb!'; false")).toEqual(completed('a\tb!', 1));
    expect(await second.run('exit 2')).toMatchObject(left);
    expect(await second.proof()).toEqual(stillHere);
  });

  hardCase('D16', 'a shell that took the place of the session’s own is exact again', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    const replaced = await terminal.run(`exec ${line}`);
    expect(replaced['hint']).toContain('action=integrate');
    expect(await integrate(terminal)).toMatchObject({shell: name, shell_integration: 'full'});
    expect(await terminal.outcome('echo again; false')).toEqual(completed('again', 1));
    const exitCode = isPartLeftOut(backend, 'D16', 'how the shell has ended') ? null : 4;
    expect(await terminal.run('exit 4')).toMatchObject({state: 'shell_exited', exit_code: exitCode, via: 'exit'});
  });
});

describe.each(terminals(['bash']))('$backend: what is asked may be no shell', ({backend}) => {
  hardCase('D33', 'at a prompt that says marks nothing is typed', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await terminal.run('true');
    await terminal.until(({tracker}) => tracker.phase === 'prompt');
    const before = await rawOutput(terminal);
    expect(await integrate(terminal)).toMatchObject({shell: 'bash', shell_integration: 'full'});
    expect(await rawOutput(terminal)).toEqual(before);
  });

  hardCase('D33', 'a REPL, a question and a running command are left alone', async () => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await terminal.run('tclsh');
    await expect(integrate(terminal)).rejects.toMatchObject({
      code: 'not_supported',
      hint: expect.stringContaining('shell='),
    });
    await terminal.run('exit');
    await terminal.run("printf 'name? '; read x");
    await expect(integrate(terminal)).rejects.toMatchObject({code: 'not_supported'});
    await terminal.call('send_keys', {keys: ['Enter']});
    await terminal.run('sleep 300', {wait_for_completion: false});
    await expect(integrate(terminal)).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'a shell without marks is told apart, and goes on as it was', async () => {
    needs('tcsh');
    await using terminal = await TestTerminal.open(backend, 'bash');
    const outer = await terminal.run('tcsh -f');
    expect(outer).not.toHaveProperty('hint');
    await expect(integrate(terminal)).rejects.toMatchObject({code: 'not_supported'});
    expect(await terminal.outcome('echo on')).toMatchObject({output: 'on', exit_code: null, state: 'completed'});
    expect(await terminal.run('exit 3')).toMatchObject(left);
  });

  hardCase.for(settings)('D26', '%s takes marks whatever its user has set (%s, %j)', async ([shell, line, setup]) => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await terminal.run(line);
    for (const command of setup) await terminal.run(command);
    expect(await integrate(terminal)).toMatchObject({shell, shell_integration: 'full'});
    expect(await terminal.outcome("echo inner; sh -c 'exit 3'")).toEqual(completed('inner', 3));
    expect(await terminal.outcome("printf '%s' 'x y'")).toEqual(completed('x y'));
    expect(await terminal.run('exit 5')).toMatchObject(left);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase.for(['bash', 'zsh'] as const)('D26', 'set -x in %s shows no nonce', async shell => {
    await using terminal = await TestTerminal.open(backend, 'bash');
    await terminal.run(inner[shell]);
    await terminal.run('set -x');
    await integrate(terminal);
    expect(await terminal.run('false')).toMatchObject({exit_code: 1, via: 'mark', state: 'completed'});
    const {nonce} = await stealProof(terminal, shell);
    const {text} = await terminal.call('read_output', {cursor: 0, max_output_bytes: 900_000});
    expect(text).toContain('+');
    expect(text).not.toContain(nonce);
  });

  hardCase('D33', 'another user’s shell, to which no file of ours is readable', async () => {
    skipUnless(process.getuid?.() === 0, 'needs root: su asks everybody else for a password');
    await using terminal = await TestTerminal.open(backend, 'bash');
    await nested(terminal, 'su nobody -s /usr/bin/zsh');
    expect(await terminal.outcome('whoami; false')).toEqual(completed('nobody', 1));
    expect(await terminal.run('exit 5')).toMatchObject(left);
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(['bash']))('$backend: on a far side', ({backend}) => {
  hardCase.for(fullShells)(
    'D33',
    'after ssh from %s commands end by mark, and ssh ends with its own code',
    async shell => {
      await using server = await SshServer.start();
      await using terminal = await TestTerminal.open(backend, shell);
      const outer = await terminal.run(loginTo(server));
      expect(outer['hint']).toContain('action=integrate');
      expect(await integrate(terminal)).toMatchObject({shell: 'bash', shell_integration: 'full'});
      expect(await terminal.outcome("echo remote; sh -c 'exit 3'")).toEqual(completed('remote', 3));
      expect(await terminal.outcome("printf '%s' 'a\tb!'")).toEqual(completed('a\tb!'));
      expect(await terminal.run("printf 'part'; sleep 0.4; echo ' whole'")).toMatchObject(completed('part whole'));
      expect(await terminal.run('echo "half')).toMatchObject({waiting_for: {kind: 'continuation'}});
      await terminal.call('send_control', {character: 'C'});
      const asked = await terminal.run("printf 'name? '; read x; echo $x");
      expect(asked).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'prompt', tail: 'name?'}});
      await terminal.call('send_text', {text: 'bob', submit: true});
      expect(await ending(terminal, asked)).toMatchObject({state: 'completed', exit_code: 0});
      expect(await terminal.run('exit 7')).toMatchObject(left);
      expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: 7});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase.for(['zsh -f', 'fish --no-config', 'dash'])('D33', 'a far %s too', async line => {
    needs(line.split(' ')[0] ?? '');
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, 'bash');
    await terminal.run(loginTo(server));
    // At the prompt of the inner shell, one way or the other: nothing but its text tells.
    expect(await terminal.run(line)).toMatchObject({timed_out: false, exit_code: null});
    await integrate(terminal);
    expect(await terminal.outcome("echo remote; sh -c 'exit 3'")).toEqual(completed('remote', 3));
    // Nothing on this side tells that the shell around it is back.
    expect(await terminal.run('exit')).toMatchObject({state: 'awaiting_input', exit_code: null});
    expect(await terminal.outcome('echo back')).toMatchObject({output: 'back', exit_code: null});
    expect(await terminal.run('exit 7')).toMatchObject(left);
  });

  hardCase('D33', 'a link that drops ends with 255, and what ran in it is lost', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, 'bash');
    const outer = await nested(terminal, loginTo(server));
    const inner = await terminal.run('echo go; sleep 300', {until: '^go$'});
    server.dropLinks();
    expect(await ending(terminal, inner)).toMatchObject({state: 'lost', exit_code: null});
    expect(await ending(terminal, outer)).toMatchObject({state: 'completed', exit_code: 255});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D33', 'whoever waits for a line whose link drops is told that it may have run', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, 'bash');
    await nested(terminal, loginTo(server));
    const inner = terminal.run('echo go; sleep 300');
    await terminal.call('watch_output', {pattern: '^go$'});
    server.dropLinks();
    expect(await inner).toMatchObject({state: 'lost', exit_code: null, hint: expect.stringContaining('may have run')});
  });

  hardCase('D33', 'the far side cannot end what the near side runs', async () => {
    await using server = await SshServer.start();
    await using terminal = await TestTerminal.open(backend, 'bash');
    const outer = await nested(terminal, loginTo(server));
    const {nonce} = await stealProof(terminal, 'bash');
    const forged = `cotty=${nonce}.99`;
    const quiet = await terminal.run(`printf '\\033]133;D;0;${forged}\\007'; sleep 300`, {timeout: aWhile});
    expect(quiet).toMatchObject({state: 'running'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.call('read_output', {command_id: outer['command_id'], wait_ms: 40_000})).toMatchObject({
      state: 'awaiting_input',
      exit_code: null,
    });
    expect(await terminal.run('exit 0')).toMatchObject(left);
  });
});

function loginTo(server: SshServer): string {
  return server.login('plain', ['StrictHostKeyChecking=no', 'LogLevel=ERROR']);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
