import {availableParallelism} from 'node:os';
import {configDefaults, defineConfig} from 'vitest/config';
import {EveryCaseReporter} from './test/conformance/every-case-reporter.ts';
import {builtPrograms} from './test/support/built-programs.ts';
import {RunFaultsReporter} from './test/support/run-faults.ts';

/** Where the results are written as JSON too, if anywhere. */
const report = process.env.COTTY_TEST_REPORT;
const json: ['json', {outputFile: string}][] = report ? [['json', {outputFile: report}]] : [];

/** The backend that the hard cases are run on, where another than the built-in one is asked for (`npm run conformance -- --backend tmux`). */
const backend = process.env.COTTY_TEST_BACKEND;

/** The example scripts of iTerm2's documentation are on no package registry: they are run from a folder that somebody names. */
const hasExamples = process.env.COTTY_TEST_ITERM2_EXAMPLES !== undefined;

const onRequest = [
  ...['tmux', 'iterm2'].filter(name => name !== backend).map(name => `test/conformance/${name}/**`),
  ...(hasExamples ? [] : ['test/e2e/iterm2-examples.test.ts']),
];

const timeoutMs = Number(process.env.COTTY_TEST_TIMEOUT_MS ?? 60_000);

export default defineConfig({
  plugins: [builtPrograms()],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...onRequest],
    setupFiles: ['test/support/running-test.ts'],
    globalSetup: ['test/support/build-dist.ts', 'test/support/own-environment.ts'],
    reporters: ['default', new EveryCaseReporter(), new RunFaultsReporter(), ...json],
    // For what hangs: on a busy machine the longest tests take their time.
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    expect: {poll: {timeout: timeoutMs / 2}},
    // Most of the time a test waits for a shell.
    maxWorkers: 2 * availableParallelism(),
    pool: 'forks',
    // What a file imports is loaded once for all the files that a worker takes: half a second each. No test leaves anything in a module,
    // nor in the process, that another could see.
    isolate: false,
    // Node.js strips types by WebAssembly, and V8 13 frees a wrapper that two threads of a process have tiered up at once: seen as a worker
    // that ends by SIGSEGV in Runtime_TierUpWasmToJSWrapper. With such a budget no wrapper is tiered up. What is built has no types to strip.
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
  },
});
