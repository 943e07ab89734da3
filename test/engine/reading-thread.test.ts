import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {completed, Stand} from '../conformance/bench.ts';
import {needs, needsLinux} from '../support/needs.ts';

test('a program that works while another of its threads reads the terminal is not taken for one that asks', async () => {
  needs('python3');
  needsLinux();
  await using stand = await Stand.open({shell: 'bash'});
  const program = [
    'import threading, sys, time',
    'threading.Thread(target=sys.stdin.readline, daemon=True).start()',
    'print("Working... ", end="", flush=True)',
    'end = time.monotonic() + 0.8',
    'while time.monotonic() < end: pass',
    'print("done", flush=True)',
    'import os; os._exit(0)',
  ];
  writeFileSync(join(stand.home, 'home', 'busy.py'), program.join('\n'));
  expect(await stand.outcome('python3 busy.py')).toEqual(completed('Working... done'));
});
