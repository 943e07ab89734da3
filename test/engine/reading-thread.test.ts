import {expect, test} from 'vitest';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, needsLinux} from '../support/needs.ts';

test('a program that works while another of its threads reads the terminal is not taken for one that asks', async () => {
  needs('python3');
  needsLinux();
  await using terminal = await TestTerminal.open('pty', 'bash');
  const program = [
    'import threading, sys, time',
    'threading.Thread(target=sys.stdin.readline, daemon=True).start()',
    'print("Working... ", end="", flush=True)',
    'end = time.monotonic() + 0.8',
    'while time.monotonic() < end: pass',
    'print("done", flush=True)',
    'import os; os._exit(0)',
  ];
  terminal.write('busy.py', program.join('\n'));
  expect(await terminal.outcome('python3 busy.py')).toEqual(completed('Working... done'));
});
