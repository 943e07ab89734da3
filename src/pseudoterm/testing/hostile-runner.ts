/** A runner whose commands try what no command may do. Each try that succeeds is told in `result`. */
import {readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {defineBuiltin} from '../command.ts';
import {serveRunner} from '../runner/serve-runner.ts';

const limits = {timeMs: 400, memoryBytes: 300 * 1024 * 1024, outputBytes: 1024 * 1024};

const spin = defineBuiltin({
  name: 'spin',
  summary: 'never yields',
  capabilities: [],
  resourceLimits: limits,
  async run() {
    for (;;);
  },
});

const doze = defineBuiltin({
  name: 'doze',
  summary: 'waits for ever',
  capabilities: [],
  resourceLimits: limits,
  run: () => new Promise(() => {}),
});

const hoard = defineBuiltin({
  name: 'hoard',
  summary: 'fills memory',
  flags: {heap: {type: 'boolean', about: 'the heap instead of buffers'}},
  capabilities: [],
  resourceLimits: {...limits, timeMs: 30_000},
  async run({flags}) {
    const hoarded: unknown[] = [];
    for (let i = 0; ; i++) {
      hoarded.push(
        flags.heap ? Array.from({length: 100_000}, (_, j) => ({i, j})) : Buffer.alloc(8 * 1024 * 1024, i & 255),
      );
      if (i % 8 === 0) await new Promise(resolve => setImmediate(resolve));
    }
  },
});

const flood = defineBuiltin({
  name: 'flood',
  summary: 'says more than is allowed',
  flags: {chars: {type: 'int', default: 2_000_000, about: 'how much'}},
  capabilities: [],
  resourceLimits: limits,
  run: async ({flags}) => ({stdout: 'line\n'.repeat(flags.chars / 5)}),
});

const die = defineBuiltin({
  name: 'die',
  summary: 'ends its process',
  capabilities: [],
  async run() {
    return process.exit(7);
  },
});

const breakOut = defineBuiltin({
  name: 'escape',
  summary: 'tries to get out',
  positionals: {outside: {type: 'string', required: true, about: 'a file that must not be read'}},
  capabilities: [],
  async run({positionals}) {
    const tries: Record<string, () => unknown> = {
      spawn: async () => (await import('node:child_process')).execFileSync('true'),
      thread: async () => new (await import('node:worker_threads')).Worker('1', {eval: true}),
      vm: async () => (await import('node:vm')).runInThisContext('1'),
      connect: async () => (await import('node:net')).connect(9),
      http: async () => (await import('node:http')).get('http://127.0.0.1:9'),
      fetch: () => Reflect.get(globalThis, 'fetch')('http://127.0.0.1:9'),
      builtin: () => process.getBuiltinModule('child_process').execFileSync('true'),
      binding: () => Reflect.get(process, 'binding')('spawn_sync'),
      eval: () => new Function('return 1')(),
      addon: () => Reflect.get(process, 'dlopen')({exports: {}}, '/usr/lib/none.node'),
      read: () => readFileSync(positionals.outside),
      write: () => writeFileSync(`${positionals.outside}.new`, 'x'),
      link: () => symlinkSync(positionals.outside, `${positionals.outside}.link`),
    };
    const escaped: string[] = [];
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt();
        escaped.push(name);
      } catch {
        // As it should be.
      }
    }
    return {result: {escaped, tries: Object.keys(tries).length, environment: Object.keys(process.env)}};
  },
});

serveRunner({commands: [spin, doze, hoard, flood, die, breakOut]});
