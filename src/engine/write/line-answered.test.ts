import {expect, test} from 'vitest';
import type {Look} from '../session/foreground-look.ts';
import {type AnsweringShell, lineAnswered} from './line-answered.ts';

/** A POSIX shell behind a line or a ^C, which says by no mark that it is at work, and what looks at it find in turn. */
function posixShell(interrupted: boolean) {
  const finds: string[] = [];
  const tracker = {shellFamily: 'posix', phase: 'prompt', integration: 'graded', lineTaken: true, mayRunAhead: true};
  const atWork = {claim: {type: 'busy'}, probe: {shellInForeground: true, unreadBytes: 0}} as unknown as Look;
  const shell = {
    tracker: {...tracker, current: null, interrupted},
    unread: {hasSome: true, areRead: async () => false},
    clock: {monotonicMs: () => performance.now()},
    look: async () => {
      finds.push('at work');
      if (finds.length === 3) Object.assign(shell.unread, {hasSome: false});
      return atWork;
    },
  };
  return {shell: shell as unknown as AnsweringShell, finds};
}

test('a POSIX shell that has read a line and is at work runs it', async () => {
  const {shell, finds} = posixShell(false);
  await lineAnswered(shell, 10, new AbortController().signal);
  expect(finds).toHaveLength(1);
});

test('one that is at work behind a Ctrl+C acts on that: more is typed once it reads', async () => {
  const {shell, finds} = posixShell(true);
  await lineAnswered(shell, 10, new AbortController().signal);
  expect(finds).toHaveLength(3);
});
