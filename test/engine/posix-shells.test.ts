/** POSIX shells tell by their prompt alone what they do: what somebody types there is no part of a command, and a command's end is its own. */
import {writeFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {ending} from '../conformance/ending.ts';
import {posixShells, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

const person = {actor: {type: 'person', name: 'ann'}} as const;

/** Every way a line goes to such a shell. */
const commands = [
  ['one line', 'touch mine; echo out; sh -c "exit 9"'],
  ['several lines', 'touch mine\necho out\nsh -c "exit 9"'],
  ['a long line', `touch mine; echo out; : ${'z'.repeat(2000)}; sh -c "exit 9"`],
] as const;

const whole = {state: 'completed', via: 'mark', exit_code: 9, output: 'out'};

describe.each(posixShells)('%s', posix => {
  const open = (): Promise<TestTerminal> => TestTerminal.open('pty', 'dash', {posix});

  test('half a line typed while a command runs is no part of what comes next', async () => {
    await using terminal = await open();
    const first = terminal.run('mkfifo gate; echo u""p; cat gate', {until: '^up'});
    expect(await first).toMatchObject({state: 'running'});
    await terminal.call('send_text', {text: 'touch theirs;', paste: false}, person);
    writeFileSync(terminal.file('gate'), '');
    // What runs on for long refuses the next one.
    await terminal.until(({tracker}) => tracker.current === null);
    expect(await terminal.run(commands[1][1])).toMatchObject(whole);
    expect(await terminal.outcome('ls -1')).toMatchObject({output: 'gate\nmine'});
  });

  test('a line that a program has left to the shell is not answered by how the program ended', async () => {
    await using terminal = await open();
    await terminal.run('mkfifo gate');
    const {command_id} = await terminal.run('sh -c "echo u\\"\\"p; : <gate; exit 7"', {until: '^up'});
    const typed = terminal.call('send_text', {text: 'echo mi""ne; sh -c "exit 9"', submit: true, timeout: 40});
    await terminal.until(({gate}) => gate.isTypedInto);
    writeFileSync(terminal.file('gate'), '');
    const hint = expect.stringContaining(
      `${command_id}, at which it was typed, has ended (exit code 7), and the shell`,
    );
    expect(await typed).toMatchObject({state: 'ready', exit_code: null, hint, output: expect.stringContaining('mine')});
    expect(await terminal.run(commands[0][1])).toMatchObject(whole);
  });

  test('a line that a program has read is answered by how the program ended', async () => {
    await using terminal = await open();
    await terminal.run('sh -c "echo u\\"\\"p; read x; exit 7"', {until: '^up'});
    expect(await terminal.call('send_text', {text: 'word', submit: true, timeout: 40})).toMatchObject({
      state: 'completed',
      exit_code: 7,
    });
  });

  test.each(commands)('a line and half of another typed at once leave %s as it is', async (_, command) => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.call('send_text', {text: 'touch first; sh -c "exit 3"\rtouch theirs;', paste: false}, person);
    expect(await terminal.run(command)).toMatchObject(whole);
    expect(await terminal.outcome('ls -1')).toMatchObject({output: 'first\nmine'});
  });

  test('a key that takes the next one for text takes nothing of a line', async () => {
    await using terminal = await open();
    await terminal.run('true');
    for (const character of ['V', 'L', 'A']) {
      await terminal.call('send_control', {character});
      expect(await terminal.run('echo out; sh -c "exit 9"')).toMatchObject(whole);
    }
  });

  test.each(['touch t1 \\', "touch t1; echo 'x"])('an unfinished line (%s) takes no other', async text => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.call('send_text', {text, paste: false, submit: true});
    for (const [, command] of commands)
      await expect(terminal.run(command)).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run(commands[0][1])).toMatchObject(whole);
    expect(await terminal.outcome('ls -1')).toMatchObject({output: 'mine'});
  });

  test('keys that only a line editor understands hold the line until it is dropped', async () => {
    await using terminal = await open();
    await terminal.run('true');
    for (const keys of [['Escape'], ['text:touch theirs; ', 'Left'], ['text:touch theirs; ', 'C-a']]) {
      await terminal.call('send_keys', {keys});
      const run = terminal.run('touch mine; echo out; sh -c "exit 9"');
      // Without a line editor the terminal itself erases the line, whatever stands there.
      if (posix === 'dash') expect(await run).toMatchObject(whole);
      else await expect(run).rejects.toMatchObject({code: 'input_held'});
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run('echo out; sh -c "exit 9"')).toMatchObject(whole);
    }
    expect(await terminal.outcome('test -e theirs')).toMatchObject({exit_code: 1});
  });

  test('a typed line is a command: it runs, asks and ends as one, and what holds nothing is none', async () => {
    await using terminal = await open();
    await terminal.run('true');
    const type = (text: string) => terminal.call('send_text', {text, paste: false, submit: true});
    const ended = {state: 'completed', via: 'mark', exit_code: 5, output: 'one'};
    expect(await type('echo one; sh -c "exit 5"')).toMatchObject(ended);
    expect(await type('')).toMatchObject({state: 'ready'});
    expect(await type('# nothing')).toMatchObject({state: 'ready'});
    const read = await type('read x; sh -c "exit 4"');
    expect(read).toMatchObject({state: expect.stringMatching(/running|awaiting_input/)});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
    expect(await type('answer')).toMatchObject({state: 'completed', exit_code: 4, command_id: read.command_id});
    // What was typed meanwhile might have been for the shell: it is at its prompt, and reads this.
    expect(await type('sh -c "exit 7"')).toMatchObject({state: 'completed', via: 'mark', exit_code: 7});
    expect(await terminal.outcome('echo $x')).toMatchObject({output: 'answer'});
    expect(await terminal.outcome('test -e mine')).toMatchObject({exit_code: 1});
  });

  test.each(['bash --norc --noprofile', 'dash'])(
    'a typed %s takes commands, and leaves when it is told to',
    async inner => {
      await using terminal = await open();
      await terminal.run('true');
      const carrier = await terminal.call('send_text', {text: inner, paste: false, submit: true});
      expect(carrier).toMatchObject({state: 'awaiting_input', waiting_for: {kind: 'shell'}});
      expect(await terminal.run('echo one')).toMatchObject({state: 'completed', exit_code: null, output: 'one'});
      expect(await terminal.run('exit 6')).toMatchObject({state: 'shell_exited'});
      const ended = await terminal.call('read_output', {command_id: carrier.command_id});
      expect(ended).toMatchObject({state: 'completed', exit_code: 6});
      expect(await terminal.run('echo out; sh -c "exit 9"')).toMatchObject(whole);
    },
  );

  test.each(['/bin/sleep 60', 'cat', 'read x'])(
    '%s, typed into a session that was just opened, is a command',
    async text => {
      await using terminal = await open();
      const typed = await terminal.call('send_text', {text, paste: false, submit: true});
      expect(typed).toMatchObject({state: 'running', command_id: expect.any(String)});
      expect(await terminal.state()).toMatch(/busy|waiting/);
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run(commands[0][1])).toMatchObject(whole);
    },
  );

  test.each(['/bin/sleep 60', 'cat', 'read x'])(
    'a session is not ready while %s runs, which was typed before the prompt',
    async text => {
      await using terminal = await open();
      const type = () => terminal.session.gate.write(person.actor, Buffer.from(`${text}\r`), {kind: 'typed'});
      // The marks of a prompt behind which a program has the terminal are not proved before it ends.
      const runs = () =>
        text === 'read x'
          ? terminal.until(({tracker}) => tracker.current === null && tracker.mayRunAhead)
          : expect
              .poll(async () => (await terminal.session.look()).claim)
              .toMatchObject({program: text.replace(/^.bin.| 60$/g, '')});
      await type();
      await runs();
      expect(await terminal.state()).toMatch(/busy|waiting|initializing/);
      await terminal.call('send_control', {character: 'C'});
      const gated = terminal.run('mkfifo gate; echo u""p; : <gate', {until: '^up'});
      expect(await gated).toMatchObject({state: 'running'});
      await type();
      writeFileSync(terminal.file('gate'), '');
      await runs();
      expect(await terminal.state()).toMatch(/busy|waiting/);
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run(commands[0][1])).toMatchObject(whole);
    },
  );

  test.each(['bash --norc --noprofile', 'zsh -f'])(
    'the output of a block is that of its lines in an %s that has taken the place of the shell',
    async other => {
      needs(other.split(' ')[0] ?? '');
      await using terminal = await open();
      await terminal.run('true');
      await terminal.run(`exec ${other}`);
      for (const lines of [['a'], ['a', 'b', 'c'], ['a', 'b']]) {
        const block = lines.map(line => `echo ${line}`).join('\n');
        expect(await terminal.run(block)).toMatchObject({state: 'completed', output: lines.join('\n')});
      }
    },
  );

  test('an alternate screen that a typed line leaves on is switched off', async () => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.call('send_text', {text: "printf '\\033[?1049h'", paste: false, submit: true});
    expect(await terminal.run('echo out; sh -c "exit 9"')).toMatchObject(whole);
  });

  test.each(commands)('and nested, with marks on request, takes %s as it is behind half a line', async (_, command) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await terminal.run(posix === 'busybox' ? 'busybox ash' : posix);
    await terminal.call('manage_session', {action: 'integrate'});
    await terminal.call('send_text', {text: 'touch first; sh -c "exit 3"\rtouch theirs;', paste: false}, person);
    // Escaped into one line, twice as long, it would be more than they all take.
    expect(await terminal.run(command.replace(/z{100,}/, 'zzz'))).toMatchObject(whole);
    expect(await terminal.outcome('ls -1')).toMatchObject({output: 'first\nmine'});
  });

  test('what is waited for is found in the output, and not in the line itself, however long that is', async () => {
    await using terminal = await open();
    await terminal.run('true');
    for (const pad of [1, 40, 80, 120]) {
      const found = await terminal.run(`: ${'x'.repeat(pad)} end; echo E""ND; sleep 60`, {until: 'end|END'});
      expect(found).toMatchObject({state: 'running', matched_line: 'END'});
      await terminal.call('send_control', {character: 'C'});
    }
  });

  test('a session is busy while a command runs', async () => {
    await using terminal = await open();
    await terminal.run('mkfifo gate; echo u""p; cat gate', {until: '^up'});
    expect(await terminal.state()).toMatch(/busy|waiting/);
    writeFileSync(terminal.file('gate'), '');
  });

  // The quotes hide from us that the line sets the prompt, as a function of the user's would.
  test.each(['run', 'typed'])('a prompt of its own, %s, takes the marks away and locks nothing', async way => {
    await using terminal = await open();
    await terminal.run('true');
    const prompt = way === 'run' ? `export P""S1='$ '` : "PS1='$ '";
    const set = way === 'run' ? terminal.run(prompt) : terminal.call('send_text', {text: prompt, submit: true});
    // What the `read` of ksh shows is edited as a command line is, until a ^C ends it.
    if (posix === 'ksh') {
      expect(await set).toMatchObject({state: 'awaiting_input'});
      await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
    } else expect(await set).toMatchObject({state: 'completed', via: 'foreground', exit_code: null});
    const graded = {state: 'completed', via: 'foreground', exit_code: null};
    expect(await terminal.run('echo one')).toMatchObject({...graded, output: 'one'});
    await terminal.run('read x; echo "got $x"', {timeout: 2});
    await expect(terminal.run('touch mine')).rejects.toMatchObject({code: 'session_busy'});
    await terminal.call('send_text', {text: 'word', submit: true});
    expect(await terminal.run('echo $x; test -e mine || echo none')).toMatchObject({...graded, output: 'word\nnone'});
  });

  test.each(['own', 'nested'])('errors that go elsewhere, and the prompt with them, lock nothing: %s', async whose => {
    await using terminal = whose === 'own' ? await open() : await TestTerminal.open('pty', 'bash');
    await terminal.run(whose === 'own' ? 'true' : posix === 'busybox' ? 'busybox ash' : posix);
    const moved = await terminal.run('exec 2>/dev/null', {timeout: 2});
    if (posix === 'ksh') {
      // Without its prompt it reads a command as it does for its `read`.
      expect(moved).toMatchObject({state: expect.stringMatching(/running|awaiting_input/)});
      const refusal = {code: 'session_busy', hint: expect.stringContaining('exec 2>/dev/tty')};
      await expect(terminal.run('touch theirs')).rejects.toMatchObject(refusal);
      await terminal.call('send_control', {character: 'C'});
      await expect(terminal.run('touch theirs')).rejects.toMatchObject(refusal);
    } else {
      expect(moved).toMatchObject({state: 'completed'});
      expect(await terminal.run('echo one; touch mine')).toMatchObject({state: 'completed', output: 'one'});
      expect(await terminal.run('true')).toMatchObject({state: 'completed', output: ''});
      // No answer to what would give it marks is seen; what asks for it ends by itself.
      if (posix === 'busybox') await terminal.call('manage_session', {action: 'integrate'}).catch(() => undefined);
      const reads = await terminal.run('read x; echo "got $x"', {timeout: 1});
      expect(reads).toMatchObject({state: expect.stringMatching(/running|awaiting_input/)});
      await expect(terminal.run('touch theirs')).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_text', {text: 'word', submit: true});
    }
    await terminal.call('send_text', {text: 'exec 2>/dev/tty', submit: true});
    expect(await terminal.run('echo out; ls -1')).toMatchObject({
      state: 'completed',
      // Behind one that has shown no prompt what stands there may be output.
      output: expect.stringMatching(posix === 'ksh' ? /^out$/ : /^out\nmine(?:\n[#$] )?$/),
    });
  });

  test('a Ctrl+D that no program reads ends no shell, one that a program reads ends its input', async () => {
    await using terminal = await open();
    await terminal.run('mkfifo gate');
    const ways: readonly (readonly [string, Record<string, unknown>])[] = [
      ['send_control', {character: 'D'}],
      ['send_keys', {keys: ['C-d']}],
      ['send_text', {text: '\x04', paste: false}],
    ];
    for (const [tool, input] of ways) {
      await expect(terminal.call(tool, input)).rejects.toMatchObject({code: 'denied'});
      await terminal.run('echo u""p; : <gate', {until: '^up'});
      const typed = terminal.call(tool, input);
      // A line editor passes over an end of input from before its prompt.
      if (posix === 'dash') await expect(typed).rejects.toMatchObject({code: 'session_busy'});
      else await typed;
      writeFileSync(terminal.file('gate'), '');
      await terminal.until(({tracker}) => tracker.phase === 'prompt' && tracker.current === null);
      await terminal.run('echo u""p; cat; sh -c "exit 8"', {until: '^up'});
      await expect.poll(async () => (await terminal.session.look()).claim).toMatchObject({type: 'blockedOnRead'});
      expect(await terminal.call(tool, input)).toMatchObject({state: 'completed', exit_code: 8});
    }
    expect(await terminal.run(commands[0][1])).toMatchObject(whole);
  });

  test('a block runs also where `.` and `eval` are aliases', async () => {
    await using terminal = await open();
    await terminal.run("alias .='echo dot' eval='echo evaluated'");
    expect(await terminal.run('touch there\nsh -c "exit 4"')).toMatchObject({
      state: 'completed',
      exit_code: 4,
      output: '',
    });
    expect(await terminal.run('ls there')).toMatchObject({state: 'completed', exit_code: 0, output: 'there'});
  });

  test('what the shell says of lines that are wrong names no file of ours', async () => {
    await using terminal = await open();
    const wrongs = ['no-such-program\necho two', `no-such-program ${'z'.repeat(600)}`, 'echo one\nfi'];
    for (const line of wrongs) {
      const {output, state} = await terminal.run(line);
      expect(state).toBe('completed');
      // ksh93 names the file of lines that are evaluated, too.
      if (posix !== 'ksh') expect(output).not.toContain('/command');
      if (posix === 'mksh' && line !== wrongs[2])
        expect(String(output).split('\n')[0]).toBe((await terminal.run('no-such-program')).output);
    }
    // The status before, what ends the block alone, quotes, and a variable of the shell's.
    await terminal.run('sh -c "exit 6"');
    expect(await terminal.run("echo \"$?\" 'it'\\''s'\nx=5\nreturn 3\necho no")).toMatchObject({
      state: 'completed',
      output: "6 it's",
      exit_code: 3,
    });
    expect(await terminal.run('echo $x')).toMatchObject({output: '5', exit_code: 0});
  });

  test('a prompt that a command sets anew, of several rows too, has marks, and is in no output', async () => {
    await using terminal = await open();
    const over = (output: string, exit_code = 0) => ({state: 'completed', via: 'mark', output, exit_code});
    const twoRows = "PS1='above\n$ '";
    writeFileSync(terminal.file('two-rows'), `${twoRows}\n`);
    writeFileSync(terminal.file('in-front'), 'PS1="(venv) $PS1"\n');
    const lines = [
      twoRows,
      `${twoRows}; sh -c "exit 4"`,
      `eval '${twoRows.replaceAll("'", '"')}'`,
      '. ./two-rows',
      '. ./in-front; . ./in-front',
      "true\nPS1='$PWD> '\nfalse",
      "PS1='$ '",
    ];
    for (const line of lines) {
      expect(await terminal.run(line)).toMatchObject(over('', /exit 4/.test(line) ? 4 : /false/.test(line) ? 1 : 0));
      expect(await terminal.run('printf x; sh -c "exit 3"')).toMatchObject(over('x', 3));
      expect(await terminal.run('true')).toMatchObject(over(''));
    }
    expect(await terminal.run('eval fi; echo no')).toMatchObject({
      state: 'completed',
      via: 'mark',
      exit_code: expect.any(Number),
    });
    // As of a shell that an older version has started.
    await terminal.run('unset -f __cotty_wrap; unset -v __cotty_before');
    expect(await terminal.run('eval "sh -c \'exit 4\'"')).toMatchObject(over('', 4));
    expect(await terminal.run(commands[1][1])).toMatchObject(whole);
  });

  test('however long a prompt is, the shell knows how much room it takes: no line is broken or labelled for it', async () => {
    await using terminal = await open();
    await terminal.run("PS1='$P$ '");
    for (let length = 0; length < 68; length += 3) {
      await terminal.run(`P=${'p'.repeat(length)}`);
      const ran = await terminal.run('echo out');
      expect([length, ran]).toEqual([
        length,
        expect.objectContaining({state: 'completed', via: 'mark', output: 'out'}),
      ]);
      expect([length, ran['mixed_output']]).toEqual([length, undefined]);
      const {text} = await terminal.call('read_screen', {});
      expect([length, String(text).split('\n').at(-1)]).toEqual([length, `${'p'.repeat(length)}$`]);
    }
    // To where the line does, and not before, an editor shows what is typed in one row.
    await terminal.run('P=');
    const typed = 'echo '.padEnd(66, 'x');
    const shown = terminal.call('watch_output', {pattern: 'x{61}', timeout: 20});
    await terminal.call('send_text', {text: typed, paste: false});
    expect(await shown).toMatchObject({matched: true});
    const {text} = await terminal.call('read_screen', {});
    expect(String(text).split('\n').at(-1)).toBe(`$ ${typed}`);
  });

  test('what a signal has killed has the code that it has in every shell, and no code is above 255', async () => {
    await using terminal = await open();
    for (const [line, code] of [
      ["sh -c 'kill -HUP $$'", 129],
      ["sh -c 'kill -KILL $$'", 137],
      ['big() { return 400; }; big', 144],
      ["sh -c 'exit 255'", 255],
    ] as const)
      expect([line, await terminal.run(line)]).toMatchObject([line, {state: 'completed', exit_code: code}]);
    const running = await terminal.run('printf up; cat', {until: '^up'});
    await terminal.call('send_control', {character: 'C'});
    expect(await ending(terminal, running)).toMatchObject({state: 'interrupted', exit_code: 130});
  });

  test('characters of a prompt that mksh takes for quotes stay so', async () => {
    await using terminal = await open();
    const quoted = (open: string): string =>
      `PS1=$(printf '${open}\\r${open}\\033[1m${open}$P$ ${open}\\033[m${open}')`;
    for (const line of [quoted('\\001'), quoted('~'), 'PS1="(venv) $PS1"'])
      for (const length of [0, 20, 40, 60]) {
        await terminal.run(line);
        await terminal.run(`P=${'p'.repeat(length)}`);
        const ran = await terminal.run('echo out');
        expect([line, length, ran]).toEqual([line, length, expect.objectContaining({via: 'mark', output: 'out'})]);
        expect([line, length, ran['mixed_output']]).toEqual([line, length, undefined]);
      }
  });

  test('half a line that a Ctrl+D has given away holds the line, or is erased', async () => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.call('send_text', {text: 'echo x', paste: false});
    await terminal.call('send_control', {character: 'D'});
    for (const [, command] of commands) await expect(terminal.run(command)).rejects.toMatchObject({code: 'input_held'});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run(commands[1][1])).toMatchObject(whole);
  });

  test.each(['read v; touch theirs', 'touch theirs \\', "echo 'theirs"])(
    'a line that is typed together with one before it (%s) takes no command',
    async line => {
      await using terminal = await open();
      await terminal.run('true');
      await terminal.call('send_text', {text: `true\r${line}\r`, paste: false});
      for (const [, command] of commands)
        await expect(terminal.run(command)).rejects.toMatchObject({code: 'session_busy'});
      await terminal.call('send_control', {character: 'C'});
      expect(await terminal.run(commands[1][1])).toMatchObject(whole);
    },
  );

  test('lines that a program has read are none for the shell', async () => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.call('send_text', {text: 'read a; read b', paste: false, submit: true, timeout: 1});
    await terminal.call('send_text', {text: 'one\rtwo\r', paste: false});
    await terminal.until(({tracker}) => tracker.phase === 'prompt' && tracker.current === null);
    expect(await terminal.state()).toBe('ready');
    expect(await terminal.run('echo $a $b; sh -c "exit 9"')).toMatchObject({...whole, output: 'one two'});
  });

  test('a line that a person enters at the same moment lends a command nothing', async () => {
    await using terminal = await open();
    await terminal.run('true');
    const {gate} = terminal.session;
    for (const line of Array.from({length: 12}, (_, round) => (round % 2 ? '\r' : 'sleep 0.1; sh -c "exit 3"\r'))) {
      const typed = gate.write(person.actor, Buffer.from(line), {kind: 'typed'});
      const told = await terminal.run('echo out; sh -c "exit 9"').catch((error: unknown) => error);
      await typed;
      if (told instanceof Error) expect(told).toMatchObject({code: 'session_busy'});
      else expect(told).toMatchObject({state: 'completed', via: 'mark', exit_code: 9});
      await terminal.until(({tracker}) => tracker.phase === 'prompt' && tracker.current === null);
    }
  });

  test("a Ctrl+C while the shell reads its user's file takes it none of its marks", async () => {
    // It must not open a file meanwhile: some of these shells pass over a signal then.
    const home = {'start.sh': 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done\n'};
    await using terminal = await TestTerminal.open('pty', 'dash', {posix, home, env: {ENV: '$HOME/start.sh'}});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run(commands[0][1])).toMatchObject(whole);
  });

  test("a Ctrl+C reaches a program that the shell's user has it start before its prompt", async () => {
    const home = {'start.sh': 'sleep 1000\n'};
    await using terminal = await TestTerminal.open('pty', 'dash', {posix, home, env: {ENV: '$HOME/start.sh'}});
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('echo alive')).toMatchObject({state: 'completed', output: 'alive'});
  });

  test('a line that goes on behind a prompt without marks is not told as ready', async () => {
    needsLinux();
    // ksh93 takes no command at such a prompt.
    const takes = posix === 'ksh' ? 'session_busy' : 'completed';
    await using terminal = await open();
    // The quotes hide from us that it sets the prompt.
    await terminal.run(`export P""S1='$ '`);
    const first = terminal.run('echo one').catch(error => ({state: error.code}));
    expect(await first).toMatchObject({state: takes});
    for (const text of ["echo 'one\nand", 'for i in 1 2; do', 'cat <<E\nx']) {
      expect((await terminal.call('send_text', {text, submit: true}))['state']).not.toBe('ready');
      await terminal.call('send_control', {character: 'C'});
    }
  });

  test('a prompt of two rows locks nothing', async () => {
    await using terminal = await open();
    await terminal.run('true');
    await terminal.run(`export P""S1='above\n$ '`, {timeout: 2});
    if (posix === 'ksh') await terminal.call('send_control', {character: 'C'});
    const one = await terminal.run('echo one; touch mine');
    expect(one).toMatchObject({state: 'completed', via: 'foreground', exit_code: null});
    expect(String(one['output'])).toMatch(/^one\b/);
    expect(await terminal.run('ls -1')).toMatchObject({output: expect.stringMatching(/^mine\b/)});
  });
});
