import {availableParallelism, totalmem} from 'node:os';
import {configDefaults, defineConfig} from 'vitest/config';
import {EveryCaseReporter} from './test/conformance/every-case-reporter.ts';
import {builtPrograms} from './test/support/built-programs.ts';
import {OrderOfFiles} from './test/support/order-of-files.ts';
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

/** What these find depends on what else their process has done: how much memory it holds, which files it has open. */
const measureThemselves = [
  'src/app/audit/audit-file.test.ts',
  'src/backends/pty/host/host.test.ts',
  'src/pseudoterm/documents/hostile.test.ts',
  'src/screen/bounds/*.test.ts',
  'src/transports/wire/growing-bytes.test.ts',
  'test/conformance/floods.test.ts',
  'test/conformance/volume-and-encoding.test.ts',
];

function project(
  name: string,
  files: {readonly include: string[]; readonly exclude: string[]; readonly isolate: boolean},
) {
  const {include, exclude, isolate} = files;
  return {
    plugins: [builtPrograms()],
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, ...onRequest, ...exclude],
      isolate,
      setupFiles: ['test/support/running-test.ts'],
      // For what hangs: on a busy machine the longest tests take their time.
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // Looking is work: whoever looks at a screen twenty times a second keeps its program waiting.
      expect: {poll: {timeout: timeoutMs / 2, interval: 100}},
      pool: 'forks' as const,
      // Node.js strips types by WebAssembly, and V8 13 frees a wrapper that two threads of a process have tiered up at once: seen as a worker
      // that ends by SIGSEGV in Runtime_TierUpWasmToJSWrapper. With such a budget no wrapper is tiered up. What is built has no types to strip.
      execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project('alone', {include: measureThemselves, exclude: [], isolate: true}),
      // What a file imports is loaded once for all the files that a worker takes: half a second each. No test leaves anything in a module,
      // nor in the process, that another could see.
      project('together', {
        include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
        exclude: measureThemselves,
        isolate: false,
      }),
    ],
    globalSetup: ['test/support/build-dist.ts', 'test/support/own-environment.ts'],
    reporters: ['default', new EveryCaseReporter(), new RunFaultsReporter(), ...json],
    // Most of the time a test waits for a shell. A worker and what it starts hold some 600 MB.
    maxWorkers: Math.max(2, Math.min(4 * availableParallelism(), Math.floor(totalmem() / 600e6))),
    sequence: {sequencer: OrderOfFiles},
  },
});
