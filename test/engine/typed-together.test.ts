/** Several lines in one call, each a command of its own: the result is never that of an earlier one. */
import {describe, expect, test} from 'vitest';
import type {Actor} from '../../src/core/index.ts';
import type {Session, WriteJudge} from '../../src/engine/index.ts';
import {sendControl, sendKeys, sendText} from '../../src/engine/write/typing.ts';
import {Gate} from '../conformance/gate.ts';
import {fullShells, posixShells, TestTerminal, type Value} from '../conformance/test-terminal.ts';

const ways = [
  ['text', (...lines: string[]) => ({tool: 'send_text', args: {text: lines.join('\n'), paste: false, submit: true}})],
  [
    'keys',
    (...lines: string[]) => ({tool: 'send_keys', args: {keys: lines.flatMap(line => [`text:${line}`, 'Enter'])}}),
  ],
] as const;

/** As in a server: what an agent types is judged at each Enter. */
const judge: WriteJudge = {judges: ({type}) => type === 'agent', decide: () => Promise.resolve()};
const one = {actor: {type: 'agent', name: 'one'}} as const;
const two = {actor: {type: 'agent', name: 'two'}} as const;

const person = {actor: {type: 'person', name: 'anna'}} as const;

const first = 'echo one; sh -c "exit 3"';

describe.each(ways)('by %s', (_, by) => {
  /** Sends a first line and one that runs until the test lets it end. */
  async function sendBoth(terminal: TestTerminal): Promise<Value> {
    await terminal.run('true');
    using up = new Gate(terminal, 'up');
    using gate = new Gate(terminal);
    const {tool, args} = by(first, `echo >${up.path}; ${gate.wait}; echo two; sh -c "exit 4"`);
    const answer = terminal.call(tool, {...args, timeout: 40});
    await up.line();
    const isAnswered = answer.then(() => 'answered');
    // The first is over since the second runs.
    expect(await Promise.race([isAnswered, terminal.call('read_output', {}).then(() => 'not')])).toBe('not');
    gate.open();
    return await answer;
  }

  test.each(fullShells)('%s tells of both lines, and how the last one ended', async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    expect(await sendBoth(terminal)).toMatchObject({state: 'completed', exit_code: 4, via: 'mark', output: 'one\ntwo'});
  });

  test.each(posixShells)('%s tells that all were read, and of no exit code', async posix => {
    await using terminal = await TestTerminal.open('pty', 'dash', {posix});
    const both = await sendBoth(terminal);
    expect(both).toMatchObject({state: 'ready', exit_code: null, hint: expect.stringContaining('exit code 3')});
    expect(both.output).toMatch(/^one$(?:.|\n)*two$/m);
    expect(await terminal.run('(exit 5)')).toMatchObject({state: 'completed', exit_code: 5});
  });

  test.each(['zsh', 'fish', ...posixShells] as const)('%s whose second line asks is not over', async name => {
    const posix = posixShells.find(each => each === name);
    await using terminal = await TestTerminal.open('pty', posix ? 'dash' : (name as 'zsh'), posix ? {posix} : {});
    await terminal.run('true');
    const {tool, args} = by(first, 'read y; echo got $y');
    const asks = await terminal.call(tool, {...args, timeout: 5});
    expect(asks).toMatchObject({state: expect.stringMatching(/^(?:running|awaiting_input)$/), exit_code: null});
  });

  test.each([...fullShells, ...posixShells])('%s: an empty line behind one is no command', async name => {
    const posix = posixShells.find(each => each === name);
    await using terminal = await TestTerminal.open('pty', posix ? 'dash' : (name as 'zsh'), posix ? {posix} : {});
    await terminal.run('true');
    const {tool, args} = by(first, '');
    expect(await terminal.call(tool, {...args, timeout: 40})).toMatchObject({state: 'completed', exit_code: 3});
  });
});

describe.each(fullShells)('in %s', shell => {
  test.each(['true', 'sleep 0.2', 'for i in 1 2', '# nothing', "echo 'a"])(
    'what another types behind `%s` and a second line is no part of them',
    async start => {
      await using terminal = await TestTerminal.open('pty', shell, {judge});
      await terminal.run('true');
      const block = start.startsWith('for')
        ? shell === 'fish'
          ? [start, 'true', 'end']
          : [`${start}; do`, 'true', 'done']
        : [start];
      if (start.endsWith("'a")) block.push("b'");
      for (const [round, delay] of ['0', '0.2'].entries()) {
        using up = new Gate(terminal, 'up');
        using gate = new Gate(terminal);
        const code = 30 + round;
        const text = [...block, `echo A; echo >${up.path}; ${gate.wait}; sleep ${delay}; sh -c 'exit ${code}'`].join(
          '\n',
        );
        const first = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
        await up.line();
        const second = terminal.call('send_text', {text: "echo BBB; sh -c 'exit 77'", submit: true, timeout: 40}, two);
        await terminal.until(session => session.log.end > 0 && session.gate.isTypedInto);
        gate.open();
        expect(await second).toMatchObject({state: 'completed', exit_code: 77, output: 'BBB'});
        const own = await first;
        // bash tells no text of lines: how many commands a block, or a comment, has become is not certain.
        if (own.state !== 'running' || shell !== 'bash' || /^(?:true|sleep)/.test(start))
          expect(own).toMatchObject({state: 'completed', exit_code: code, output: expect.stringMatching(/A/)});
        expect(own.exit_code).not.toBe(77);
        if (own.state === 'completed') expect(own.output).not.toMatch(/^BBB$/m);
      }
    },
  );

  test('what all lines but the last have printed is in the output', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const text of ['echo one\necho two', 'echo one\necho two\ntrue', 'ls /nonexist\ntrue']) {
      const typed = await terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
      expect(typed).toMatchObject({
        state: 'completed',
        exit_code: 0,
        output: expect.stringMatching(/^one\ntwo$|nonexist/),
      });
    }
  });
});

test.each(posixShells)(
  '%s: what another types while it works off several lines has the code of none of them',
  async posix => {
    await using terminal = await TestTerminal.open('pty', 'dash', {posix, judge});
    await terminal.run('true');
    for (const lines of [['true'], ['true', 'true'], ['true', ':', 'true', 'echo X']]) {
      using gate = new Gate(terminal);
      // The shell itself waits, and has the terminal.
      const text = [...lines, `${gate.wait} & echo A; wait; (exit 5)`].join('\n');
      const first = terminal.call('send_text', {text, submit: true, paste: false, timeout: 0.5}, one);
      await first;
      const second = terminal.call('send_text', {text: 'echo BBB; (exit 77)', submit: true, timeout: 40}, two);
      await terminal.until(session => session.gate.isTypedInto);
      gate.open();
      const own = await second;
      expect([null, 77]).toContain(own.exit_code);
      if (own.exit_code === null)
        expect(own).toMatchObject({state: 'ready', hint: expect.stringContaining('no exit code')});
      expect(own.output).toMatch(/BBB$/m);
      expect(await terminal.call('send_text', {text: '(exit 9)', submit: true, timeout: 40}, two)).toMatchObject({
        state: 'completed',
        exit_code: 9,
      });
      expect(await terminal.run('(exit 8)')).toMatchObject({state: 'completed', exit_code: 8});
    }
  },
);

describe.each(fullShells)('in %s', shell => {
  const block = shell === 'fish' ? ['for i in 1 2', 'echo A$i', 'end'] : ['for i in 1 2; do', 'echo A$i', 'done'];

  test('the lines of one call are one act: what others type at the same instant stands before or behind them', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    const three = {actor: {type: 'agent', name: 'three'}} as const;
    for (let round = 0; round < 8; round++) {
      const lines = ['true', ...block, `sh -c 'exit ${10 + round}'`].join('\n');
      const answers = await Promise.all([
        terminal.call('send_text', {text: lines, submit: true, paste: false, timeout: 40}, one),
        terminal.call('send_text', {text: `echo BBB; sh -c 'exit ${30 + round}'`, submit: true, timeout: 40}, two),
        terminal.call('send_keys', {keys: [`text:echo CCC; sh -c 'exit ${50 + round}'`, 'Enter'], timeout: 40}, three),
      ]);
      const [own, second, third] = answers;
      const each = [
        [own, 10 + round, 'A1\nA2'],
        [second, 30 + round, 'BBB'],
        [third, 50 + round, 'CCC'],
      ] as const;
      for (const [told, code, output] of each) {
        // bash tells no text of lines: how many commands a block has become is not certain behind lines of others.
        if (told === own && shell === 'bash' && own?.state === 'running') continue;
        const wanted = told?.mixed_output ? expect.stringContaining(output.replace(/^A1\n/, '')) : output;
        expect(told).toMatchObject({state: 'completed', exit_code: code, output: wanted});
      }
    }
  });

  test('what a person types between the lines of one call ends it, and it says how many were typed', async () => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    const {gate} = terminal.session;
    const persons: Promise<void>[] = [];
    // It has its turn right behind the first Enter.
    const onTurn = (piece: Uint8Array): void => {
      if (piece.at(-1) === 0x0d && persons.length === 0)
        persons.push(gate.write(person.actor, Buffer.from('echo mine'), {kind: 'typed'}));
    };
    const lines = Buffer.from('echo A\recho B\recho C\r');
    const written = gate.write(one.actor, lines, {kind: 'text', onTurn});
    await expect(written).rejects.toMatchObject({
      code: 'input_held',
      message: expect.stringContaining('1 of its 3 lines'),
    });
    await Promise.all(persons);
    expect((await terminal.call('read_screen', {})).text).toMatch(/echo mine\s*$/);
  });
});

// The `sleep` of ksh is its own, and stops for nobody.
test.each(posixShells.filter(posix => posix !== 'ksh'))('%s: the line behind Ctrl+Z is no output', async posix => {
  await using terminal = await TestTerminal.open('pty', 'dash', {posix, judge});
  await terminal.call('send_text', {text: 'sleep 60', submit: true, timeout: 1});
  expect(await terminal.call('send_control', {character: 'Z'})).toMatchObject({state: 'completed'});
  const typed = await terminal.call('send_text', {text: 'echo first', submit: true, timeout: 40});
  expect(typed).toMatchObject({state: 'completed', exit_code: 0, output: 'first'});
});

test.each(ways)(
  'bash: a block by %s behind the line of another that has just begun is judged as the block it is',
  async (_, by) => {
    const unknown: unknown[] = [];
    const decide: WriteJudge['decide'] = async line => void (line.text === null && unknown.push(line));
    await using terminal = await TestTerminal.open('pty', 'bash', {judge: {...judge, decide}});
    await terminal.run('true');
    for (let round = 0; round < 5; round++) {
      const other = terminal.call('send_text', {text: 'sleep 0.2; echo C', submit: true, timeout: 40}, two);
      await terminal.until(({gate}) => gate.isTypedInto);
      const {tool, args} = by('for i in 1 2; do', 'echo A$i', 'done', `sh -c 'exit ${10 + round}'`);
      const own = await terminal.call(tool, {...args, timeout: 40}, one);
      expect(await other).toMatchObject({state: 'completed', exit_code: 0, output: expect.stringMatching(/^C$/m)});
      expect(own).toMatchObject({state: 'completed', exit_code: 10 + round, output: 'A1\nA2'});
      await terminal.run('true');
    }
    expect(unknown).toEqual([]);
  },
);

test.each(posixShells)(
  '%s: a line behind an empty one, or a comment, is not told with the code of that',
  async posix => {
    await using terminal = await TestTerminal.open('pty', 'dash', {posix, judge});
    await terminal.run('true');
    for (const start of ['', '# c', '  ', '\n\n']) {
      using up = new Gate(terminal, 'up');
      using gate = new Gate(terminal);
      const text = `${start}\necho >${up.path}; ${gate.wait}; echo AA; (exit 17)`;
      const first = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
      await up.line();
      const from = terminal.session.gate.typedLines;
      const second = terminal.call('send_text', {text: 'echo BB; (exit 25)', submit: true, timeout: 40}, two);
      await terminal.until(session => session.gate.typedLines > from);
      gate.open();
      const [own, others] = await Promise.all([first, second]);
      expect([null, 17]).toContain(own.exit_code);
      expect(own.output).toMatch(/AA$/m);
      expect([null, 25]).toContain(others.exit_code);
      expect(others.output).toMatch(/BB$/m);
    }
    expect(await terminal.run('(exit 8)')).toMatchObject({state: 'completed', exit_code: 8});
  },
);

test.each([...fullShells])(
  '%s: Ctrl+C of another reaches what runs at once, also between the lines of one call',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (const character of ['C', '\\', 'Z']) {
      using up = new Gate(terminal, 'up');
      using gate = new Gate(terminal);
      // Said by the program itself, which starts no other: zsh passes over a ^Z on its way to one, and dash over ^C.
      const text = `true\nsh -c 'echo >${up.path}; ${gate.waitItself}'\necho THREE\necho FOUR`;
      const written = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
      const told = written.catch((error: unknown) => error);
      await up.line();
      const ended = await terminal.call('send_control', {character, timeout: 40}, two);
      expect(ended).toMatchObject({state: expect.stringMatching(/^(?:interrupted|completed)$/)});
      expect(await told).toMatchObject({code: 'input_held', message: expect.stringContaining('2 of its 4 lines')});
      expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
      await terminal.run('kill %1', {timeout: 5}).catch(() => undefined);
    }
  },
);

test.each(fullShells)(
  '%s: where a program reads some of the lines of one call, that of another is not told as the last of them',
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell, {judge});
    await terminal.run('true');
    for (let round = 0; round < 4; round++) {
      const text = `read x\nans\necho BB; sh -c 'exit ${10 + round}'`;
      const first = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
      const second = terminal.call(
        'send_text',
        {text: `echo CC; sh -c 'exit ${30 + round}'`, submit: true, timeout: 40},
        two,
      );
      const [own, others] = await Promise.all([first, second]);
      expect([10 + round, null]).toContain(own.exit_code);
      expect([30 + round, null]).toContain(others.exit_code);
      if (own.state === 'running') expect(own.hint).toMatch(/read_screen/);
    }
  },
);

test.each(posixShells)(
  '%s: Ctrl+C of another reaches what runs at once, and the next command is not joined to a line that it has cut',
  async posix => {
    await using terminal = await TestTerminal.open('pty', 'dash', {posix, judge});
    await terminal.run('true');
    for (const paste of [true, false]) {
      using up = new Gate(terminal, 'up');
      using gate = new Gate(terminal);
      // ksh reads 80 characters at once, and so some of what stands behind the line that it runs.
      const text = `sh -c 'echo >${up.path}; ${gate.waitItself}'\necho a first line\necho and another one; sh -c 'exit 3'`;
      const answer = terminal.call('send_text', {text, submit: true, paste, timeout: 5}, one);
      const typed: Promise<Value> = answer.catch(({code}) => ({code}));
      await up.line();
      await terminal.call('send_control', {character: 'C'}, two);
      const next = await terminal.run("echo next; sh -c 'exit 7'");
      expect(next).toMatchObject({state: 'completed', exit_code: 7, output: 'next'});
      const told = await typed;
      if (!('code' in told))
        expect(told).toMatchObject({state: 'interrupted', exit_code: null, hint: expect.any(String)});
      else expect(told).toMatchObject({code: 'input_held'});
    }
  },
);

describe.each(['C', '\\', 'Z'])('Ctrl+%s of somebody else', character => {
  test.each(fullShells)(
    '%s: lines that it may have dropped are said to be so, and not told with the code of an earlier one',
    async shell => {
      await using terminal = await TestTerminal.open('pty', shell);
      await terminal.run('true');
      using up = new Gate(terminal, 'up');
      using gate = new Gate(terminal);
      const text = `sh -c 'echo >${up.path}; ${gate.waitItself}'\necho dropped >>ran; sh -c "exit 4"`;
      const answer = terminal.call('send_text', {text, submit: true, paste: false, timeout: 40}, one);
      await up.line();
      // Both lines are with the terminal by now.
      await terminal.call('send_control', {character}, two);
      const told = await answer;
      expect(told['exit_code']).not.toBe(0);
      if (told['state'] === 'completed') expect(told).toMatchObject({exit_code: 4, output: expect.any(String)});
      else expect(told).toMatchObject({state: 'interrupted', hint: expect.stringContaining('Ctrl+C')});
      expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
    },
  );

  test('between the keys of one call: the Enter of a line that is gone is not pressed', async () => {
    const pressed: Promise<void>[] = [];
    const decide: WriteJudge['decide'] = async () => void (await Promise.all(pressed));
    await using terminal = await TestTerminal.open('pty', 'bash', {judge: {...judge, decide}});
    await terminal.run('true');
    const {session} = terminal;
    const onTyped = (): void => {
      if (pressed.length === 0) pressed.push(press(session, person.actor, character));
    };
    const {signal} = new AbortController();
    const keys = ['text:echo gone', 'Escape', 'Enter'];
    await expect(sendKeys(session, keys, {by: one.actor, signal, onTyped})).rejects.toMatchObject({
      code: 'input_held',
      message: expect.stringContaining('1 of 2 were sent'),
    });
    expect(await terminal.run('echo next')).toMatchObject({state: 'completed', output: 'next'});
  });

  test('between a paste and its Enter: that is not pressed', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    const {session} = terminal;
    await terminal.call('run_command', {
      command: `sh -c 'stty raw -isig -echo; printf "\\033[?2004h"; exec cat >got'`,
      timeout: 0.01,
    });
    await terminal.until(({tracker}) => tracker.mode('bracketedPaste') > 0 && tracker.phase === 'running');
    const {signal} = new AbortController();
    const presses: Promise<void>[] = [];
    const onTyped = (): void => {
      if (presses.length === 0) presses.push(press(session, two.actor, character));
    };
    const typed = sendText(session, 'pasted', {by: one.actor, signal, onTyped, paste: true, submit: true});
    await expect(typed).rejects.toMatchObject({
      code: 'input_held',
      message: expect.stringContaining('was not pressed'),
    });
    await Promise.all(presses);
  });
});

async function press(session: Session, by: Actor, character: string): Promise<void> {
  const {signal} = new AbortController();
  await sendControl(session, character, {by, signal});
}
