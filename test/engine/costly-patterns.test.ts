import {describe, expect, test} from 'vitest';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** Remembers where each of the last thousand letters stood: no text of two letters lets it forget. */
const COSTLY = 'a(a|b){900}c';
/** Letters as if thrown, the same every time. */
function letters(count: number): string {
  let state = 1;
  const letter = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 16) & 1;
  };
  return Array.from({length: count}, () => 'ab'.charAt(letter())).join('');
}

/** A session, and in its home a file with one long line. */
async function withLongLine(line: string): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash');
  terminal.write('long', `${line}\n`);
  return terminal;
}

/** Whether a promise is settled is told by a flag, not by a clock. */
function watched<T>(promise: Promise<T>): {readonly isSettled: boolean; readonly outcome: Promise<unknown>} {
  let isSettled = false;
  const outcome = promise.then(
    value => value,
    error => error,
  );
  void outcome.then(() => {
    isSettled = true;
  });
  return {
    get isSettled() {
      return isSettled;
    },
    outcome,
  };
}

describe('a pattern that costs much', () => {
  test('is found or not in a line of five megabytes, though it repeats everything two hundred times', async () => {
    await using terminal = await withLongLine('x'.repeat(5_000_000));
    const {command_id} = await terminal.run('cat long');
    const grep = (pattern: string) => terminal.call('read_output', {command_id, grep: pattern, max_output_bytes: 100});
    expect(await grep('[\\s\\S]*'.repeat(200))).toMatchObject({text: 'x'.repeat(100), total_lines: 1});
    expect(await grep(`${'[\\s\\S]*'.repeat(200)}q`)).toMatchObject({text: '', total_lines: 1});
    expect(await grep(`${'.*'.repeat(500)}=`)).toMatchObject({text: '', total_lines: 1});
  });

  test('holds up nobody: a command of another session ends while the search goes on, and cancelling ends that', async () => {
    await using terminal = await withLongLine(letters(12_000_000));
    const {command_id} = await terminal.run('cat long');
    const {session_id} = await terminal.call('manage_session', {
      action: 'create',
      shell: 'bash',
      session_id: undefined,
    });
    const abort = new AbortController();
    const grep = watched(terminal.call('read_output', {command_id, grep: COSTLY}, {signal: abort.signal}));
    expect(await terminal.call('run_command', {command: 'true', session_id})).toMatchObject({state: 'completed'});
    expect(grep.isSettled).toBe(false);
    expect(await terminal.call('run_command', {command: 'echo more', session_id})).toMatchObject({output: 'more'});
    expect(grep.isSettled).toBe(false);
    abort.abort();
    expect(await grep.outcome).toMatchObject({code: 'cancelled'});
    expect(terminal.engine.searcher.running).toBe(0);
    // The thread is free for the next search.
    expect(await terminal.call('read_output', {command_id, grep: '[^ab]'})).toMatchObject({text: '', total_lines: 1});
  });

  test('ends where its steps end: what was searched is told, and the rest is not called a line without a match', async () => {
    await using terminal = await withLongLine(`one\ntwo\n${letters(400_000)}\nthree c`);
    const {command_id} = await terminal.run('cat long');
    const grep = (input: Record<string, unknown>) =>
      terminal.call('read_output', {command_id, grep: `${COSTLY}|^two|c$`, ...input});
    const first = await grep({});
    expect(first).toMatchObject({text: 'two', search_incomplete: true});
    expect(first).not.toHaveProperty('total_lines');
    const refused = await grep({cursor: first['next_cursor']}).catch(error => error);
    expect(refused).toMatchObject({code: 'too_large', message: expect.stringContaining('not known')});
    const after = Number(/cursor=(\d+)/.exec(refused.hint)?.[1]);
    expect(await grep({cursor: after})).toMatchObject({text: 'three c', total_lines: 1});
  });

  test('in a watch ends with an error that says how far it came, while the session goes on', async () => {
    await using terminal = await withLongLine(
      letters(60_000)
        .replace(/.{50000}/g, '$&\n')
        .repeat(20),
    );
    const from = terminal.session.tracker.outputEnd;
    const watch = watched(terminal.call('watch_output', {pattern: COSTLY, timeout: 60}));
    expect(await terminal.run('cat long; echo after')).toMatchObject({state: 'completed'});
    expect(await terminal.run('echo still here')).toMatchObject({output: 'still here'});
    const error = await watch.outcome;
    expect(error).toMatchObject({code: 'too_large', message: expect.stringContaining('searched up to cursor')});
    const upTo = Number(/up to cursor (\d+)/.exec(String(error))?.[1]);
    expect(upTo).toBeGreaterThanOrEqual(from);
    // Another pattern goes on where this one ended.
    expect(await terminal.call('watch_output', {pattern: '^after$', cursor: upTo, timeout: 10})).toMatchObject({
      matched: true,
    });
  });

  test('in the background ends with an event', async () => {
    await using terminal = await withLongLine(
      letters(60_000)
        .replace(/.{50000}/g, '$&\n')
        .repeat(20),
    );
    const {next} = await terminal.call('wait_for_events', {timeout: 0.001});
    const {watch_id} = await terminal.call('watch_output', {pattern: COSTLY, background: true});
    await terminal.run('cat long');
    const page = await terminal.call('wait_for_events', {after: next, kinds: ['watch_ended'], timeout: 60});
    expect(page).toMatchObject({events: [{watch_id, reason: expect.stringContaining('too many steps')}]});
    expect(terminal.engine.watches.size).toBe(0);
  });

  test('as a stop pattern is searched like any other, and matches of the other are not lost', async () => {
    await using terminal = await withLongLine(`${letters(10_000)}\nneedle`);
    const watch = terminal.call('watch_output', {pattern: '^needle$', stop_pattern: COSTLY, timeout: 60});
    await terminal.run('cat long');
    expect(await watch).toMatchObject({matched: true, lines: ['needle'], stopped: false});
  });

  test('as until leaves the command what it is, and says that more is not known', async () => {
    await using terminal = await withLongLine(
      letters(60_000)
        .replace(/.{50000}/g, '$&\n')
        .repeat(20),
    );
    const result = await terminal.run("cat long; printf 'go? '; read x", {until: COSTLY, timeout: 60});
    expect(result).toMatchObject({
      state: 'awaiting_input',
      hint: expect.stringContaining('until pattern was searched'),
    });
    await terminal.call('send_control', {character: 'C'});
    expect(await terminal.run('cat long', {until: COSTLY})).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('as wait_for says that the keys were sent', async () => {
    await using terminal = await TestTerminal.open('pty', 'bash', {cols: 1000, rows: 400});
    terminal.write('many', letters(380_000).replace(/.{990}/g, '$&\n'));
    await terminal.run('cat many; cat', {wait_for_completion: false});
    await terminal.until(session => session.tracker.outputEnd > 380_000);
    const sent = terminal.call('send_keys', {keys: ['text:z'], wait_for: 'a(a|b|\\n){900}c'});
    await expect(sent).rejects.toMatchObject({code: 'too_large', message: expect.stringContaining('z was sent')});
    await terminal.call('send_control', {character: 'C'});
  });

  test.each([
    ['grep', 'read_output', {grep: 'x{1000}y{1000}z{1000}a{1000}b{1000}c{1000}d{1000}e{1000}f{1000}g{1000}h{1000}'}],
    ['until', 'run_command', {command: 'true', until: '(a|b|c|d){1000}(e|f|g|h){1000}(i|j|k|l){1000}(m|n|o){1000}'}],
    ['a watch', 'watch_output', {pattern: `(?i)${'\\pL'.repeat(300)}`}],
    ['stop_pattern', 'watch_output', {pattern: 'x', stop_pattern: `(?i)${'\\pL'.repeat(300)}`}],
    ['wait_for', 'send_keys', {keys: ['Enter'], wait_for: `(?i)${'\\pL'.repeat(300)}`}],
  ])('that would be too large is refused before anything is done: %s', async (_, tool, input) => {
    await using terminal = await TestTerminal.open('pty', 'bash');
    await expect(terminal.call(tool, input)).rejects.toMatchObject({
      code: 'invalid_pattern',
      hint: expect.stringMatching(/\{…\}|\(\?i\)/),
    });
    expect(await terminal.proof()).toMatchObject({output: 'still-here'});
  });
});
