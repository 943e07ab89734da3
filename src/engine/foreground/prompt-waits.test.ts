import {expect, test} from 'vitest';
import type {ProcessFacts} from '../../core/index.ts';
import {PromptWaits} from './prompt-waits.ts';

function python(waitsAt: string | undefined, ...options: readonly string[]): ProcessFacts {
  const argv = ['python3', ...options];
  const known = waitsAt === undefined ? {} : {waitsAt};
  return {pid: 7, name: 'python3', argv, blockedOn: 'tty_poll', stopped: false, wakeUps: 0, ...known};
}

test.each([
  ['the words of its own', '>>>', false, []],
  ['the first text of one without a program', 'mine$', true, ['-q', '-X', 'utf8']],
])('%s are a prompt, and tell where it waits', (_, text, isFirst, options) => {
  const waits = new PromptWaits();
  waits.learn(python('select 0x10 @1', ...options), text, isFirst);
  expect(waits.isAtPrompt(python('select 0x10 @1'))).toBe(true);
  expect(waits.isAtPrompt(python('select 0x20 @1'))).toBe(false);
  expect(waits.isAtPrompt(python('select 0x10 @2'))).toBeUndefined();
  expect(waits.isAtPrompt(python(undefined))).toBeUndefined();
  expect(waits.firstPrompt(7)).toBe(text);
});

test.each([
  ['of one that was given a program', 'a$', true, ['-i', 'x.py']],
  ['of one that was given code', 'a$', true, ['-ic', 'input("a$ ")']],
  ['of one that was given a module', 'a$', true, ['-mcode']],
  ['that asks', 'name:', true, []],
  ['behind what was typed', 'a$', false, []],
])('the text %s is none', (_, text, isFirst, options) => {
  const waits = new PromptWaits();
  waits.learn(python('select 0x10 @1', ...options), text, isFirst);
  expect(waits.isAtPrompt(python('select 0x10 @1'))).toBeUndefined();
  expect(waits.firstPrompt(7)).toBeUndefined();
});

test('a question in the words of the prompt changes nothing of where a line editor in C waits, and a program in its place is learned anew', () => {
  const waits = new PromptWaits();
  for (const at of ['select 0x10 @1', 'select 0x20 @1']) waits.learn(python(at), '>>>', false);
  expect(waits.isAtPrompt(python('select 0x10 @1'))).toBe(true);
  waits.learn(python('select 0x30 @2'), '>>>', false);
  expect(waits.isAtPrompt(python('select 0x30 @2'))).toBe(true);
});

test('words of the prompt are a question where the place of the first prompt is known, and readline waits elsewhere', () => {
  const waits = new PromptWaits();
  waits.learn(python('select 0x10 @1'), '>>>', true);
  expect(waits.isAtPrompt(python('select 0x20 @1'), () => '>>>')).toBe(false);
  // The loop of a window.
  expect(waits.isAtPrompt(python('poll 0x20 @1'), () => '>>>')).toBeUndefined();
  waits.learnConsole(python('select 0x20 @1'));
  expect(waits.isAtPrompt(python('select 0x20 @1'), () => '>>>')).toBeUndefined();
});

test('words of a prompt that was not the first tell of no other place that it is a question', () => {
  const waits = new PromptWaits();
  waits.learn(python('select 0x10 @1'), '>>>', false);
  expect(waits.isAtPrompt(python('select 0x20 @1'), () => '>>>')).toBeUndefined();
});
