/** The bytes of our private keys, in both their forms. What fish 4 makes of them is tried by hand with COTTY_TEST_FISH. */
import {expect, test} from 'vitest';
import type {CommandId} from '../../core/index.ts';
import {askForLine, deliverCommand, leaveShell, restoreStashedLine, spareLine} from './index.ts';

const written: string[] = [];
const keep = (content: string): void => void written.push(content);
const file = {
  path: '/command',
  write: keep,
  before: {path: '/before', write: keep},
  evaluated: {path: '/e', write: keep},
};
const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('utf8');
const line = {commandId: 'c-1' as CommandId, commandLine: 'echo', integrated: true, takesKey: true, file} as const;
const prompt = {bracketedPaste: true, lineDirty: false} as const;

test.each([
  [
    'whose prompt says so are of the form CSI u',
    true,
    ['\x1b[1049004u\x1b[1049001u', '\x1b[1049005u\x1b[1049001u', '\x1b[1049002u'],
  ],
  ['of an older version are of the form CSI ~', false, ['\x1b[9004~\x1b[9001~', '\x1b[9005~\x1b[9001~', '\x1b[9002~']],
])('keys for a fish %s', (_, csiU, [give, ask, restore]) => {
  const shell = {family: 'fish', csiU, file} as const;
  expect(text(deliverCommand({...line, ...prompt, ...shell}).bytes)).toBe(give);
  expect(text(leaveShell(shell))).toBe(give);
  expect(text(askForLine(shell))).toBe(ask);
  expect(text(restoreStashedLine(shell))).toBe(restore);
});

test('other shells say nothing of the form, and have function keys', () => {
  expect(text(deliverCommand({...line, ...prompt, family: 'bash'}).bytes)).toBe('\x1b[9001~');
  expect(text(restoreStashedLine({family: 'zsh'}))).toBe('\x1b[9002~');
  expect(restoreStashedLine({family: 'posix'})).toBeNull();
  expect(text(spareLine({family: 'bash', file}))).toBe('\x1b[9001~');
  expect(spareLine({family: 'zsh', file})).toBeNull();
});
