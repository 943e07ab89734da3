/** Calls that one agent makes at once on one connection: what each of them types is one act. */
import {describe, expect, test} from 'vitest';
import {CottyError} from '../../src/core/index.ts';
import type {ComposedLine, WriteJudge} from '../../src/engine/index.ts';
import {Gate} from '../conformance/gate.ts';
import {fullShells, type ShellName, TestTerminal, type Value} from '../conformance/test-terminal.ts';

/** Lets every line pass but those that hold `refused`, once `meanwhile` is over. */
class SlowJudge implements WriteJudge {
  readonly lines: (string | null)[] = [];
  meanwhile: (line: ComposedLine) => Promise<unknown> = async () => undefined;

  judges(): boolean {
    return true;
  }

  async decide(line: ComposedLine): Promise<void> {
    this.lines.push(line.text);
    await this.meanwhile(line);
    if (line.text?.includes('refused')) throw new CottyError('denied', 'Refused.', 'Do not.');
  }

  /** Resolves when the first line has come to be judged, with what lets it go on. */
  holdsFirst(): Promise<() => void> {
    const come = Promise.withResolvers<() => void>();
    this.meanwhile = () => {
      this.meanwhile = async () => undefined;
      const held = Promise.withResolvers<void>();
      come.resolve(held.resolve);
      return held.promise;
    };
    return come.promise;
  }
}

const shells: readonly ShellName[] = [...fullShells, 'dash'];

async function open(shell: ShellName): Promise<TestTerminal & {readonly judge: SlowJudge}> {
  const judge = new SlowJudge();
  const terminal = await TestTerminal.open('pty', shell, {judge, env: {PS1: 'mine$ '}});
  await terminal.run('true');
  await terminal.until(({tracker}) => tracker.phase === 'prompt');
  return Object.assign(terminal, {judge});
}

/** Notes that it ran, and ends with a code of its own. */
const line = (code: number): string => `echo ran${code} >>ran; sh -c 'exit ${code}'`;

const submit = (terminal: TestTerminal, text: string, signal?: AbortSignal): Promise<Value> =>
  terminal.call('send_text', {text, submit: true, timeout: 40}, signal ? {signal} : {});

const press = (terminal: TestTerminal, ...keys: string[]): Promise<Value> =>
  terminal.call('send_keys', {keys, timeout: 40});

const own = (code: number) => ({state: 'completed', exit_code: code});

/** dash has no code for a line that it has read ahead while another one ran: it has its own, or none. */
const ends = (shell: ShellName, code: number) =>
  shell === 'dash'
    ? expect.toSatisfy(
        ({state, exit_code}) =>
          (state === 'completed' && exit_code === code) || (state === 'ready' && exit_code === null),
      )
    : own(code);

const ran = (terminal: TestTerminal): string[] => terminal.read('ran').trim().split('\n').toSorted();

describe.each(shells)('%s', shell => {
  test('texts that are submitted at once by one caller are lines of their own, each with its own verdict', async () => {
    await using terminal = await open(shell);
    for (const first of [10, 20, 30, 40, 50]) {
      const codes = [first, first + 1, first + 2];
      const answers = await Promise.all(codes.map(code => submit(terminal, line(code))));
      expect(answers).toMatchObject(codes.map(code => ends(shell, code)));
    }
    expect(ran(terminal)).toEqual([10, 20, 30, 40, 50].flatMap(n => [`ran${n}`, `ran${n + 1}`, `ran${n + 2}`]));
  });

  test('so are keys with Enter beside a text', async () => {
    await using terminal = await open(shell);
    for (const code of [10, 20, 30]) {
      const answers = await Promise.all([
        submit(terminal, line(code)),
        press(terminal, `text:${line(code + 1)}`, 'Enter'),
        submit(terminal, line(code + 2)),
      ]);
      expect(answers).toMatchObject([code, code + 1, code + 2].map(each => ends(shell, each)));
    }
    expect(ran(terminal)).toEqual([10, 20, 30].flatMap(n => [`ran${n}`, `ran${n + 1}`, `ran${n + 2}`]));
  });

  test('several lines of one text do not wait for themselves, and another call for all of them', async () => {
    await using terminal = await open(shell);
    const both = [
      terminal.call('send_text', {
        text: 'echo one >>ran\necho two >>ran\necho three >>ran',
        paste: false,
        submit: true,
      }),
      submit(terminal, 'echo four >>ran'),
    ];
    await Promise.all(both);
    await terminal.run('true');
    expect(terminal.read('ran')).toBe('one\ntwo\nthree\nfour\n');
  });
});

describe.each(fullShells)('%s: while a line waits for its judge', shell => {
  test('a text of the same caller waits, and stands alone then', async () => {
    await using terminal = await open(shell);
    const held = terminal.judge.holdsFirst();
    const first = submit(terminal, line(3));
    const goOn = await held;
    const second = terminal.call('send_text', {text: 'echo second'});
    const third = press(terminal, 'Enter');
    // Each look gives the text the time to be typed, were it not to wait.
    for (let looks = 0; looks < 5; looks++) await terminal.session.look();
    goOn();
    expect(await first).toMatchObject(own(3));
    await second;
    expect(await third).toMatchObject({state: 'completed', exit_code: 0});
    expect(terminal.judge.lines.slice(1)).toEqual([line(3), 'echo second']);
  });

  test('a call that gives up meanwhile has typed nothing', async () => {
    await using terminal = await open(shell);
    const held = terminal.judge.holdsFirst();
    const first = submit(terminal, line(3));
    const goOn = await held;
    const client = new AbortController();
    const second = expect(submit(terminal, 'echo second', client.signal)).rejects.toMatchObject({code: 'cancelled'});
    client.abort();
    await second;
    await expect(submit(terminal, 'echo third')).rejects.toMatchObject({
      code: 'input_held',
      message: expect.stringContaining('nothing was typed'),
    });
    goOn();
    expect(await first).toMatchObject(own(3));
    expect(terminal.judge.lines.slice(1)).toEqual([line(3)]);
  });

  test('Ctrl+C passes at once, and the Enter behind what it drops is not pressed', async () => {
    await using terminal = await open(shell);
    const held = terminal.judge.holdsFirst();
    const first = expect(submit(terminal, line(3))).rejects.toMatchObject({code: 'input_held'});
    const goOn = await held;
    const second = submit(terminal, line(4));
    expect(await terminal.call('send_control', {character: 'C'})).toMatchObject({state: 'ready'});
    goOn();
    await first;
    expect(await second).toMatchObject(own(4));
    expect(ran(terminal)).toEqual(['ran4']);
    expect(terminal.judge.lines.slice(1)).toEqual([line(3), line(4)]);
  });

  test('one that was refused is nobody’s act any more: what is typed next goes behind it', async () => {
    await using terminal = await open(shell);
    const held = terminal.judge.holdsFirst();
    const first = expect(submit(terminal, 'echo refused')).rejects.toMatchObject({code: 'denied'});
    const goOn = await held;
    const second = terminal.call('send_control', {character: 'U'});
    goOn();
    await first;
    await second;
    expect(await submit(terminal, line(4))).toMatchObject(own(4));
  });

  test('a person’s keys go in between, and the Enter is not pressed', async () => {
    await using terminal = await open(shell);
    const held = terminal.judge.holdsFirst();
    const first = expect(submit(terminal, line(3))).rejects.toMatchObject({code: 'input_held'});
    const goOn = await held;
    const anna = {type: 'person', name: 'anna'} as const;
    await terminal.call('send_text', {text: ' person'}, {actor: anna});
    goOn();
    await first;
    expect((await terminal.call('read_screen', {})).text).toContain(`exit 3' person`);
  });
});

describe.each(fullShells)('%s', shell => {
  test('a line that a program has yet to read is not mixed with the next one', async () => {
    await using terminal = await open(shell);
    using gate = new Gate(terminal);
    const {command_id} = await terminal.run(`${gate.wait}; cat >got`, {timeout: 0.1});
    const both = Promise.all([submit(terminal, 'one'), submit(terminal, 'two')]);
    gate.open();
    await both;
    await terminal.call('send_control', {character: 'D'});
    await terminal.call('read_output', {command_id, wait_ms: 40_000});
    expect(terminal.read('got').split('\n').toSorted()).toEqual(['', 'one', 'two']);
  });
});
