import {expect, test} from 'vitest';
import type {Look} from './foreground-look.ts';
import {type ReadingShell, UnreadLines} from './unread-lines.ts';

/** A shell at its prompt that waits for input, and has said nothing of the ^C that was typed last. */
function quietShell() {
  const signals: string[] = [];
  const tracker = {integration: 'full', phase: 'prompt', outputEnd: 5, interrupted: true, lineTaken: true};
  const gate = {
    typedLines: 1,
    lastInputMs: 0,
    lease: {withLine: (_by: unknown, _signal: unknown, task: () => Promise<void>) => task()},
    signal: async (name: string) => void signals.push(name),
  };
  let looked = Promise.withResolvers<void>();
  const look = async () => {
    await looked.promise;
    looked = Promise.withResolvers();
    return {claim: {type: 'shellReads'}, probe: {unreadBytes: 0}};
  };
  const shell = {tracker, gate, look} as unknown as ReadingShell;
  return {unread: new UnreadLines(shell, {wasTyped: false}), tracker, signals, letLook: () => looked.resolve()};
}

test.each([
  ['sqlite3', true, false],
  ['sqlite3', false, true],
  ['python3', true, true],
])(
  '%s that has shown a Ctrl+C (%j) and printed no line is waited for: %j',
  async (program, interruptShown, isWaitedFor) => {
    const {unread, tracker} = quietShell();
    Object.assign(tracker, {interruptedLast: true, interruptUnanswered: true, interruptShown});
    const look = {claim: {type: 'awaiting', kind: 'repl', program, pid: 1}, probe: {mode: null, unreadBytes: 0}};
    const given = AbortSignal.abort();
    expect(await unread.interruptUnmarked(look as unknown as Look, given)).toBe(isWaitedFor);
  },
);

test('a Ctrl+C that the shell says nothing of is repeated, twice and no more', async () => {
  const {unread, signals, letLook} = quietShell();
  const {signal} = new AbortController();
  letLook();
  expect(await unread.areRead(10, signal)).toBe(false);
  expect(signals).toEqual(['SIGINT']);
  letLook();
  expect(await unread.areRead(10, signal)).toBe(false);
  expect(signals).toEqual(['SIGINT', 'SIGINT']);
  letLook();
  expect(await unread.areRead(10, signal)).toBe(true);
  expect(signals).toEqual(['SIGINT', 'SIGINT']);
});

test('it is not repeated when something was printed while it was looked at, which may be the answer', async () => {
  const {unread, tracker, signals, letLook} = quietShell();
  const {signal} = new AbortController();
  const areRead = unread.areRead(10, signal);
  tracker.outputEnd++;
  letLook();
  expect(await areRead).toBe(false);
  expect(signals).toEqual([]);
  letLook();
  expect(await unread.areRead(10, signal)).toBe(false);
  expect(signals).toEqual(['SIGINT']);
});

test('nor for who does not wait any more: it might meet what the shell was given since', async () => {
  const {unread, signals, letLook} = quietShell();
  const waiting = new AbortController();
  const areRead = unread.areRead(10, waiting.signal);
  waiting.abort();
  letLook();
  expect(await areRead).toBe(false);
  expect(signals).toEqual([]);
});

test('nothing is read by a look from before somebody else repeated it: a shell drops what comes right behind', async () => {
  const {unread, signals, letLook} = quietShell();
  const {signal} = new AbortController();
  letLook();
  expect(await unread.areRead(10, signal)).toBe(false);
  const both = [unread.areRead(10, signal), unread.areRead(10, signal)];
  letLook();
  expect(await Promise.all(both)).toEqual([false, false]);
  expect(signals).toEqual(['SIGINT', 'SIGINT']);
});
