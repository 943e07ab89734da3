/**
 * Tests skip, with the reason, where the machine lacks a program they drive; `script/setup --test` installs those the
 * suite can use. The running test is kept at hand, for tests that run side by side too, once `running-test.ts` has been set up.
 */
import {AsyncLocalStorage} from 'node:async_hooks';
import {accessSync, constants} from 'node:fs';
import {basename, delimiter, join} from 'node:path';
import {aroundEach, type TestContext} from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why the test was skipped; script/test counts the reasons. */
    skipped?: string;
    /** Terminals that the test has opened, as `BACKEND SHELL`; the conformance report counts them as evidence. */
    terminals?: string[];
  }
}

/** Programs that a machine may lack; of any other program, a lack is a failure. */
const optional: ReadonlySet<string> = new Set(
  'zsh fish dash tcsh busybox tmux vim less man top pgrep python3 tclsh sqlite3 gdb ssh'.split(' '),
);

const running = new AsyncLocalStorage<Pick<TestContext, 'skip' | 'task'>>();

/** Keeps at hand which test of the file is running. */
export function keepRunningTest(): void {
  // Destructured, because vitest reads from the parameter which fixtures are wanted.
  aroundEach(async (runTest, {task, skip}) => {
    await running.run({skip, task}, runTest);
    const {result, meta} = task;
    if (result && 'note' in result && typeof result.note === 'string') meta.skipped = result.note;
  });
}

/** Skips the running test unless the machine has all these programs. */
export function needs(...programs: readonly string[]): void {
  const missing = programs.filter(name => !has(name));
  skipUnless(missing.length === 0, `not installed: ${missing.join(', ')}`);
}

/** Skips the running test where it looks into `/proc` and there is none. */
export function needsLinux(): void {
  skipUnless(process.platform === 'linux', 'only Linux tells what this looks at');
}

/** Skips the running test for a reason that the summary tells. */
export function skipUnless(isPossible: boolean, reason: string): void {
  if (!isPossible) running.getStore()?.skip(reason);
}

/** Notes with the running test that it has opened a terminal. */
export function noteTerminal(backend: string, shell: string): void {
  const meta = running.getStore()?.task.meta;
  if (meta) meta.terminals = [...new Set([...(meta.terminals ?? []), `${backend} ${shell}`])];
}

/** The same for the program that a command line starts with, when it is one of the optional. */
export function needsProgramOf(commandLine: string): void {
  const name = basename(/^'?([^\s';|&]+)/.exec(commandLine)?.[1] ?? '');
  if (optional.has(name)) needs(name);
}

/** True when the program is on the PATH. */
export function has(name: string): boolean {
  return locate(name) !== undefined;
}

/** Where the program is on the PATH. */
export function locate(name: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).map(directory => join(directory, name));
  return places.find(place => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
