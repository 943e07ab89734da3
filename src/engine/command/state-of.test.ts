import {expect, test} from 'vitest';
import {type CommandId, eventSeq, logCursor} from '../../core/index.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import {submittedRecord} from '../projection/new-command-record.ts';
import {isCompleted, stateOf, waitingFor} from './run-result.ts';
import type {Verdict} from './verdict.ts';

const verdicts: readonly Verdict[] = [
  {type: 'awaiting', kind: 'prompt', program: 'ask', tail: '? '},
  {type: 'secret', tail: 'Password: '},
  {type: 'tui', program: 'vim'},
  {type: 'stillRunning', blockedOnTtyRead: false},
  {type: 'ended'},
];

test.for(verdicts)('a command whose exit code is known is over, also where the look before had found %j', verdict => {
  const record = overRecord({nested: false});
  record.exitStatus = 3;
  record.via = 'mark';
  expect(stateOf(record, verdict)).toBe('completed');
  expect(waitingFor(verdict, isCompleted(record, 'completed'))).toBeUndefined();
});

test.for(verdicts)('what is told as %j has what it waits for, and nothing else has', verdict => {
  const record = overRecord({nested: false});
  for (const phase of ['running', 'ended'] as const) {
    record.phase = phase;
    const state = stateOf(record, verdict);
    const waits = ['awaiting_input', 'secret_wanted', 'tui'].includes(state);
    expect(waitingFor(verdict, isCompleted(record, state)) !== undefined).toBe(waits);
  }
});

test('a line that Ctrl+C has reached on its way to a shell without marks was interrupted, though that shell reads again', () => {
  const record = overRecord({nested: true});
  record.via = 'foreground';
  record.interruptSent = true;
  expect(stateOf(record, {type: 'awaiting', kind: 'shell', program: 'dash', tail: '$', over: true})).toBe(
    'interrupted',
  );
});

function overRecord({nested}: {readonly nested: boolean}): CommandRecord {
  const event = {
    type: 'command',
    seq: eventSeq(1),
    offset: logCursor(0),
    atMs: 0,
    wallMs: 0,
    lines: 0,
    commandId: 'c-1' as CommandId,
    commandLine: 'ask',
    by: {type: 'agent', name: 'agent'},
  } as const;
  const flags = {
    lines: 0,
    nested,
    terminalId: null,
    saysStarts: true,
    mixedOutput: false,
    modesBefore: new Set<never>(),
    promptsBefore: 1,
    mayBeAnothers: false,
  };
  const record = submittedRecord(event, flags);
  record.phase = 'ended';
  return record;
}
