/**
 * Random command lines, each given to a session and to a plain shell: output and exit code are the same. COTTY_TEST_FUZZ_LINES says how
 * many for each shell (default 2500), COTTY_TEST_FUZZ_SEED repeats a run.
 */
import {spawnSync} from 'node:child_process';
import {closeSync, openSync, readFileSync} from 'node:fs';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {stillHere, TestTerminal} from '../conformance/test-terminal.ts';
import {commandLines, type FuzzedShell} from './fuzz/line-grammar.ts';

const count = Number(process.env.COTTY_TEST_FUZZ_LINES ?? 2500);
const seed = Number(process.env.COTTY_TEST_FUZZ_SEED ?? Date.now() % 1_000_000);

/** What makes a shell read nothing of its user's. */
const PLAIN: Readonly<Record<FuzzedShell, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '-c'],
  zsh: ['-f', '-c'],
  fish: ['--no-config', '-c'],
};

interface Outcome {
  readonly output: string;
  readonly exitCode: number | null;
}

function inPlainShell(shell: FuzzedShell, line: string, terminal: TestTerminal): Outcome {
  const path = terminal.file('plain-output');
  const file = openSync(path, 'w');
  try {
    const env = {...process.env, HOME: terminal.home};
    const {status} = spawnSync(shell, [...PLAIN[shell], line], {
      cwd: terminal.home,
      env,
      stdio: ['ignore', file, file],
    });
    return {output: readFileSync(path, 'utf8'), exitCode: status};
  } finally {
    closeSync(file);
  }
}

/** As a person would copy it from a terminal. */
function copied(output: string): string {
  return output
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n+$/, '');
}

test.each(['bash', 'zsh', 'fish'] as const)(
  `${count} random lines in %s give what a plain one gives (seed ${seed})`,
  async shell => {
    await using terminal = await TestTerminal.open('pty', shell);
    for (const line of fc.sample(commandLines(shell), {numRuns: count, seed})) {
      const plain = inPlainShell(shell, line, terminal);
      const {output, exit_code, state, via} = await terminal.run(line, {max_output_bytes: 1_000_000});
      const told = {line, state, via, exitCode: exit_code, output: copied(String(output))};
      const wanted = {line, state: 'completed', via: 'mark', exitCode: plain.exitCode, output: copied(plain.output)};
      if (JSON.stringify(told) !== JSON.stringify(wanted)) expect(told).toEqual(wanted);
    }
    expect(await terminal.proof()).toEqual(stillHere);
  },
);
