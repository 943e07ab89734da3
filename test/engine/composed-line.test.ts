/** What is judged at Enter is the line that the shell is about to take, however it came about. */
import {setImmediate} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import {CottyError} from '../../src/core/index.ts';
import type {ComposedLine, WriteJudge} from '../../src/engine/index.ts';
import type {BackendName} from '../conformance/drivers/driver.ts';
import {lookUntil} from '../conformance/programs.ts';
import {fullShells, type ShellName, stillHere, TestTerminal, terminals} from '../conformance/test-terminal.ts';
import {needs} from '../support/needs.ts';

/** Notes every line that is about to be submitted, and refuses those that hold `refused`. */
class NotingJudge implements WriteJudge {
  readonly lines: (string | null)[] = [];
  /** What would have taken the last one. */
  reading: string | null = null;
  /** Called with each line before it is decided about. */
  meanwhile: (line: ComposedLine) => Promise<void> = async () => undefined;

  judges(): boolean {
    return true;
  }

  async decide(line: ComposedLine): Promise<void> {
    this.lines.push(line.text);
    this.reading = line.place.reading;
    await this.meanwhile(line);
    if (line.text?.includes('refused')) throw new CottyError('denied', 'Refused.', 'Do not.');
  }

  get last(): string | null | undefined {
    return this.lines.at(-1);
  }
}

interface Judged extends AsyncDisposable {
  readonly terminal: TestTerminal;
  readonly judge: NotingJudge;
}

async function open(backend: BackendName, shell: ShellName): Promise<Judged> {
  const judge = new NotingJudge();
  const terminal = await TestTerminal.open(backend, shell, {judge});
  await terminal.run('true');
  await atPrompt(terminal);
  return {terminal, judge, [Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose]()};
}

/** Resolves at a prompt whose line nobody has submitted. */
function atPrompt(terminal: TestTerminal): Promise<void> {
  return terminal.until(({tracker}) => tracker.phase === 'prompt');
}

const keys = (terminal: TestTerminal, ...names: string[]) => terminal.call('send_keys', {keys: names});

describe.each(terminals(fullShells))('$backend, $shell', ({backend, shell}) => {
  test('a shell that has taken the place of the session’s own is asked by no key: it would be text there', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    const bare = shell === 'bash' ? '--norc' : shell === 'zsh' ? '-f' : '--no-config';
    expect(await terminal.run(`exec ${shell} ${bare}`)).toMatchObject({state: 'completed', via: 'foreground'});
    await expect(terminal.call('send_control', {character: 'D'})).rejects.toMatchObject({code: 'denied'});
    // What a fish may read for its `read -s` is in no log, and whether it was entered neither.
    if (shell !== 'fish') await terminal.call('send_text', {text: 'echo one', submit: true});
    expect(await terminal.run('echo two')).toMatchObject({state: 'completed', output: 'two'});
    // One may be judged again, where a prompt was drawn meanwhile.
    const typed = shell === 'fish' ? ['echo two'] : ['echo one', 'echo two'];
    expect([...new Set(judge.lines)].slice(2)).toEqual(typed);
  });

  test('a line whose Enter is looked at once more, as a prompt was drawn meanwhile, stays its writer’s until then', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    const {gate} = terminal.engine.session(terminal.sessionId);
    const holders: (string | null)[] = [];
    judge.meanwhile = async () => {
      holders.push(gate.lease.facts().holder);
      if (holders.length === 1) gate.promptDrawn();
    };
    expect(await terminal.call('send_text', {text: 'echo one', submit: true, timeout: 20})).toMatchObject({
      state: 'completed',
      output: 'one',
    });
    expect(holders).toEqual(['agent case', 'agent case']);
    expect(gate.lease.facts().holder).toBeNull();
  });

  test('a prompt that is slow, and drawn again for the question, is no answer to the Enter behind it', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    const slow = {
      bash: `PROMPT_COMMAND='sleep .15'`,
      zsh: 'precmd() { sleep .15 }',
      fish: "function fish_prompt; sleep .15; echo '> '; end",
    };
    await terminal.run(slow[shell as keyof typeof slow]);
    await atPrompt(terminal);
    for (let round = 0; round < 3; round++) {
      const line = `echo one; sh -c 'exit 9'`;
      expect(await terminal.call('send_text', {text: line, submit: true, timeout: 20})).toMatchObject({
        state: 'completed',
        via: 'mark',
        exit_code: 9,
        output: 'one',
      });
      expect(judge.last).toBe(line);
      await atPrompt(terminal);
    }
  });

  test('a line that is typed with its Enter in one call', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.call('send_text', {text: 'echo one', submit: true});
    expect(judge.last).toBe('echo one');
    await terminal.until(({tracker}) => tracker.lastExitStatus === 0 && tracker.phase === 'prompt');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('a line that is typed in pieces, edited in the middle and by keys', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.call('send_text', {text: 'echo thre'});
    await keys(terminal, 'C-a', 'text:true; ', 'C-e', 'text:e');
    expect(judge.lines).toEqual(['true']);
    await keys(terminal, 'Enter');
    expect(judge.last).toBe('true; echo three');
  });

  test('a line from history, and one that Tab has completed', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    terminal.write('only-this-one', '');
    await terminal.run('echo earlier');
    await atPrompt(terminal);
    await keys(terminal, 'Up', 'text: again');
    await keys(terminal, 'Enter');
    expect(judge.last).toBe('echo earlier again');
    await atPrompt(terminal);
    await keys(terminal, 'text:cat only-th', 'Tab');
    await terminal.until(session => session.lastLine().includes('only-this-one'));
    await keys(terminal, 'Enter');
    expect(judge.last?.trimEnd()).toBe('cat only-this-one');
  });

  test('a line that is typed over in the replace mode of vi', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.run({bash: 'set -o vi', zsh: 'bindkey -v', fish: 'fish_vi_key_bindings', dash: '', tcsh: ''}[shell]);
    await atPrompt(terminal);
    await keys(terminal, 'text:eXXo refused', 'Escape', '0', 'l', 'R', 'text:ch');
    for (let i = 0; i < 2; i++) {
      await expect(keys(terminal, 'Enter')).rejects.toMatchObject({code: 'denied'});
      expect(judge.last).toBe('echo refused');
    }
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('a pasted block, and characters of several bytes', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.call('send_text', {text: "printf '%s' 'äöü'\nprintf 漢字; true %41", paste: true, submit: true});
    expect(judge.last?.replaceAll('\r', '\n')).toBe("printf '%s' 'äöü'\nprintf 漢字; true %41");
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('a line that a person has begun is judged as a whole', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    const person = {type: 'person', name: 'somebody'} as const;
    await terminal.session.gate.write(person, Buffer.from('echo begun '), {kind: 'typed'});
    await terminal.call('send_text', {text: 'and ended', submit: true});
    expect(judge.last).toBe('echo begun and ended');
  });

  test('whoever enters a text behind what stood on the line is told so', async () => {
    await using judged = await open(backend, shell);
    const {terminal} = judged;
    await terminal.call('send_text', {text: 'echo half'});
    expect(await terminal.call('send_text', {text: 'whole', submit: true})).toMatchObject({
      state: 'completed',
      output: 'halfwhole',
      hint: expect.stringContaining('stood on the line already'),
    });
    await atPrompt(terminal);
    expect(await terminal.call('send_text', {text: 'echo alone', submit: true})).not.toHaveProperty('hint');
  });

  test('a line that is refused stays where it is, and was not run', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await expect(terminal.call('send_text', {text: 'echo refused >ran', submit: true})).rejects.toMatchObject({
      code: 'denied',
    });
    expect(() => terminal.read('ran')).toThrow();
    await terminal.until(session => session.lastLine().includes('echo refused >ran'));
    await expect(keys(terminal, 'Enter')).rejects.toMatchObject({code: 'denied'});
    expect(judge.lines.slice(-2)).toEqual(['echo refused >ran', 'echo refused >ran']);
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
    expect(() => terminal.read('ran')).toThrow();
  });

  test('a line that somebody changes while it is decided about is judged again', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    let changes = 1;
    judge.meanwhile = async ({text}) => {
      if (text !== 'echo mine' || changes-- === 0) return;
      await terminal.session.gate.write({type: 'person', name: 'test'}, Buffer.from(' refused'), {kind: 'typed'});
    };
    await terminal.call('send_text', {text: 'echo mine'});
    await expect(keys(terminal, 'Enter')).rejects.toMatchObject({code: 'denied'});
    expect(judge.lines.slice(-2)).toEqual(['echo mine', 'echo mine refused']);
  });

  test('an Enter that belongs to a text is not pressed when somebody has typed behind that', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    judge.meanwhile = async ({text}) => {
      if (text !== 'touch mine') return;
      await terminal.session.gate.write({type: 'person', name: 'test'}, Buffer.from(' theirs'), {kind: 'typed'});
    };
    const typed = terminal.call('send_text', {text: 'touch mine', submit: true});
    await expect(typed).rejects.toMatchObject({code: 'input_held'});
    await terminal.until(session => session.lastLine().endsWith('touch mine theirs'));
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.outcome('test -e theirs')).toMatchObject({exit_code: 1});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('each line of several that come at once is known: it is asked for when the shell has taken the one before', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    const lines = ['echo first', 'echo second', 'echo third'];
    const bytes = Buffer.from(`${lines.join('\r')}\r`);
    await terminal.call('send_text', {text: `${lines.join('\n')}\n`, paste: false});
    await terminal.session.gate.write({type: 'agent', name: 'inside'}, bytes, {kind: 'typed'});
    // On a busy machine a prompt may be drawn while the shell is asked, or after it has told its line: then that is judged again, as the same.
    const told = judge.lines.slice(1).filter(line => line !== null);
    const known = told.filter((line, i) => line !== told[i - 1]);
    // A shell that has not come to its prompt in time cannot be asked: then all that was typed is known as one.
    expect(known.flatMap(line => line.split('\n'))).toEqual([...lines, ...lines]);
    await terminal.run('true');
    const {text} = await terminal.session.screen.read();
    expect(text.match(/^\w+$/gm)).toEqual(['first', 'second', 'third', 'first', 'second', 'third']);
  });

  test('asking leaves the screen as it was, under a prompt of two lines too', async () => {
    await using judged = await open(backend, shell);
    const {terminal} = judged;
    const twoLines = shell === 'fish' ? "function fish_prompt; printf 'upper\\n> '; end" : `PS1=$'upper\\n> '`;
    await terminal.run(twoLines);
    await terminal.call('send_text', {text: 'echo refused'});
    await terminal.until(session => session.lastLine().endsWith('> echo refused'));
    const {text, cursor, total_lines} = await terminal.call('read_screen', {});
    for (let i = 0; i < 3; i++) await expect(keys(terminal, 'Enter')).rejects.toMatchObject({code: 'denied'});
    await terminal.until(session => session.lastLine().endsWith('> echo refused'));
    expect(await terminal.call('read_screen', {})).toMatchObject({text, cursor, total_lines});
  });

  test('an Enter that comes at the same moment as a command asks nothing of the program that has begun', async () => {
    const judge = new NotingJudge();
    // A host of its own: what is said to it is on its way for a moment.
    await using terminal = await TestTerminal.open(backend, shell, {judge, outlivesEngine: true});
    const other = {actor: {type: 'agent', name: 'other'}} as const;
    const read: string[] = [];
    for (let round = 0; round < 40; round++) {
      await atPrompt(terminal);
      const pressed = async (turns: number) => {
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        await terminal.call('send_keys', {keys: ['Enter'], timeout: 0}, other);
      };
      const enter = pressed(round % 20);
      for (let turn = 0; turn < 10; turn++) await setImmediate();
      const run = await terminal.run("sh -c 'head -n 1 | od -An -c'", {wait_for_completion: false});
      await enter;
      // What the Enter has ended already leaves this for the shell.
      await terminal.call('send_text', {text: ':', submit: true});
      const {text} = await terminal.call('read_output', {command_id: run['command_id'], wait_ms: 10_000});
      read.push(String(text).trim());
    }
    expect(read.filter(text => text.includes('033'))).toEqual([]);
  });

  test('in a nested shell that was given marks', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.run('bash --norc --noprofile -i', {timeout: 5});
    await terminal.call('manage_session', {action: 'integrate'});
    await terminal.call('send_text', {text: 'echo inside', submit: true});
    expect(judge.last).toBe('echo inside');
    await atPrompt(terminal);
    await terminal.run('exit');
    expect(await terminal.proof()).toEqual(stillHere);
  });

  test('what a program reads is no line of the shell', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await terminal.run('cat', {until: '^$', timeout: 0.3});
    await terminal.call('send_text', {text: 'for cat', submit: true});
    expect([judge.last, judge.reading]).toEqual(['for cat', 'program']);
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.each(terminals(['bash', 'zsh']))('$backend, $shell', ({backend, shell}) => {
  test('an editor in the middle of something gives no answer, and the line counts as unknown', async () => {
    await using judged = await open(backend, shell);
    const {terminal, judge} = judged;
    await keys(terminal, 'C-v');
    await keys(terminal, 'Enter');
    expect(judge.last).toBeNull();
  });
});

test.each(['bash --norc --noprofile', 'zsh -f', 'fish --no-config', 'dash'])(
  'in a %s without marks what ended the input of a program, or stopped one, leaves nothing on the line',
  async shell => {
    needs(shell.split(' ')[0] ?? '');
    await using judged = await open('pty', 'bash');
    const {terminal, judge} = judged;
    await terminal.run(shell);
    const reads = await terminal.run('cat', {timeout: 1});
    await terminal.call('send_text', {text: 'one', submit: true});
    await terminal.call('send_control', {character: 'D'});
    await lookUntil(terminal, reads, look => look['state'] !== 'running');
    expect(await terminal.run('echo two')).toMatchObject({output: 'two'});
    expect(judge.last).toBe('echo two');
    const works = await terminal.run('sleep 1000', {timeout: 1});
    await terminal.call('send_control', {character: 'Z'});
    await lookUntil(terminal, works, look => look['state'] !== 'running');
    expect(await terminal.run('echo three')).toMatchObject({output: 'three'});
    expect(judge.last).toBe('echo three');
    expect(judge.lines).not.toContain(null);
  },
);

test('what stood on the line of a shell without marks, and was not dropped, makes it unknown all the same', async () => {
  await using judged = await open('pty', 'bash');
  const {terminal, judge} = judged;
  await terminal.run('bash --norc --noprofile');
  await keys(terminal, 'text:half', 'C-d', 'Left', 'Enter');
  expect(judge.last).toBe(null);
});
