/** What a server knew of a session is kept beside its log: the next one reads what has changed since, and trusts the log alone. */
import {existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createPtyBackend, startHost} from '../../src/backends/index.ts';
import type {Backend, CommandId, SessionId} from '../../src/core/index.ts';
import {Engine} from '../../src/engine/index.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

/** More records than are read again without a checkpoint. */
const MANY_TITLES = `for ((i = 0; i < 700; i++)); do printf '\\033]2;title %s\\007' $i; [ $((i % 20)) = 0 ] && sleep 0.03; done`;

test('the next server goes on from what the last one kept, and knows all that it knew', async () => {
  const first = await busy();
  const {command_id} = await first.run('echo before');
  const before = commandsOf(first);
  await first.engine[Symbol.asyncDispose]();
  expect(statSync(checkpointOf(first)).mode & 0o777).toBe(0o600);
  blankOutput(first, 'echo-before-is-not-read');
  await using second = await first.adoptedByNext();
  expect(commandsOf(second)).toEqual(before);
  expect(await second.call('read_output', {command_id})).toMatchObject({state: 'completed', exit_code: 0});
  expect(await second.outcome('echo after')).toMatchObject({output: 'after', exit_code: 0, via: 'mark'});
});

test('a server that is killed has kept what changed much; what came later is read from the log', async () => {
  const first = await busy();
  await expect.poll(() => existsSync(checkpointOf(first)), {timeout: 40_000}).toBe(true);
  const {command_id} = await first.run('(exit 7)');
  // The first engine is not ended: nothing more is kept.
  const second = await first.adoptedByNext();
  expect(commandsOf(second)).toEqual(commandsOf(first));
  expect(await second.call('read_output', {command_id})).toMatchObject({state: 'completed', exit_code: 7});
  await second.engine[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
});

test.each<[string, (path: string) => void]>([
  ['is gone', path => rmSync(path)],
  [
    'is damaged',
    path => writeFileSync(path, readFileSync(path, 'utf8').replace('completed', 'c0mpleted').slice(0, -40)),
  ],
  [
    'is of another version',
    path => writeFileSync(path, readFileSync(path, 'utf8').replace('cotty-checkpoint 1', 'cotty-checkpoint 99')),
  ],
])('a checkpoint that %s costs time and nothing else, and is made anew', async (_, spoil) => {
  const first = await busy();
  const before = commandsOf(first);
  await first.engine[Symbol.asyncDispose]();
  const path = checkpointOf(first);
  const whole = readFileSync(path, 'utf8');
  spoil(path);
  const second = await first.adoptedByNext();
  expect(commandsOf(second)).toEqual(before);
  await second.engine[Symbol.asyncDispose]();
  expect(readFileSync(path, 'utf8').split(' ', 2)).toEqual(whole.split(' ', 2));
  await using third = await first.adoptedByNext();
  expect(commandsOf(third)).toEqual(before);
});

test('a checkpoint holds no input, no output and no secret', async () => {
  const first = await busy();
  await first.run("read -rsp 'Password: ' answer");
  await first.call('send_text', {text: 'tr0ub4dor-secret', submit: true});
  await first.run('cat >/dev/null', {timeout: 0.3});
  await first.call('send_text', {text: 'typed-and-shown', submit: true});
  await first.call('send_control', {character: 'D'});
  await first.run("printf '%s-%s\\n' only printed");
  await first.run(MANY_TITLES);
  await first.engine[Symbol.asyncDispose]();
  const kept = readFileSync(checkpointOf(first), 'utf8');
  expect(kept).toContain('read -rsp');
  for (const text of ['tr0ub4dor', 'typed-and-shown', 'only-printed', 'cotty=']) expect(kept).not.toContain(text);
  await (await first.adoptedByNext())[Symbol.asyncDispose]();
});

test('a command that nobody gave is looked for in each ended log once, and in none of a session that lives', async () => {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.run('true');
  await first.session.close();
  const living = await TestTerminal.open('pty', 'bash', {cottyHome: first.cottyHome, outlivesEngine: true});
  await first.engine[Symbol.asyncDispose]();
  await living.engine[Symbol.asyncDispose]();
  const host = await startHost({home: first.cottyHome, env: process.env, idleMs: 500});
  const {backend, recalled} = counting(createPtyBackend({home: first.cottyHome, host}));
  await using engine = new Engine({backends: [backend]});
  await engine.start();
  for (const id of ['c-nobody00001', 'c-nobody00002', 'c-nobody00003'])
    expect(await engine.finished.command(id as CommandId)).toBe(undefined);
  expect(recalled).toEqual([first.sessionId]);
  for (const session of engine.sessions()) await session.close();
});

/** A session with so much behind it that a checkpoint is worth it. */
async function busy(): Promise<TestTerminal> {
  const terminal = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await terminal.run('echo "echo-before-is-not-read"; head -c 60000 /dev/zero | tr "\\0" x');
  await terminal.run(MANY_TITLES);
  await terminal.run('sh -c "exit 3"');
  return terminal;
}

function checkpointOf({cottyHome, sessionId}: TestTerminal): string {
  return join(cottyHome, 'sessions', sessionId, 'checkpoint');
}

function commandsOf({session}: TestTerminal): unknown {
  return session.tracker
    .recentCommands(1000)
    .map(({commandId, commandLine, exitStatus, phase, via, outputStart, outputEnd}) => ({
      commandId,
      commandLine,
      exitStatus,
      phase,
      via,
      outputStart,
      outputEnd,
    }));
}

/** Overwrites what was printed: whoever reads it finds the log damaged. */
function blankOutput({cottyHome, sessionId}: TestTerminal, text: string): void {
  const folder = join(cottyHome, 'sessions', sessionId, 'log');
  const [name = ''] = readdirSync(folder);
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const at = bytes.indexOf(`${text}\r\n`);
  expect(at).toBeGreaterThan(0);
  writeFileSync(path, bytes.fill(0, at, at + text.length));
}

function counting(backend: Backend): {backend: Backend; recalled: SessionId[]} {
  const recalled: SessionId[] = [];
  return {
    recalled,
    backend: {
      kind: backend.kind,
      open: (...all) => backend.open(...all),
      resume: options => backend.resume(options),
      discover: () => backend.discover(),
      adopt: (...all) => backend.adopt(...all),
      known: () => backend.known(),
      recall: id => {
        recalled.push(id);
        return backend.recall(id);
      },
      [Symbol.asyncDispose]: () => backend[Symbol.asyncDispose](),
    },
  };
}
