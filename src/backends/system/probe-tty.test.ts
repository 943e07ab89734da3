import {closeSync, constants, openSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {needs, needsLinux} from '../../../test/support/needs.ts';
import {writerOf} from '../../../test/support/writer-of.ts';
import {Host} from '../pty/host/host.ts';
import {createPtyBackend} from '../pty/pty-backend.ts';
import {Listening, makeHome, typed} from '../pty/test-support.ts';
import {probeTty} from './probe-tty.ts';

let home: ReturnType<typeof makeHome>;
let host: Host;

beforeEach(() => {
  needsLinux();
  home = makeHome();
  host = new Host({home: home.path});
});

afterEach(async () => {
  await host[Symbol.asyncDispose]();
  home.remove();
});

test('a tty of which only the path is known tells the same as to the owner of its manager side', async () => {
  const argv = ['bash', '-c', 'set -m; stty -echo; (printf ready; exec cat)'];
  const link = await createPtyBackend({home: home.path, host}).open({argv});
  using heard = new Listening(link);
  await heard.text('ready');
  const {tty, pid} = (await host.list())[0]?.facts ?? {tty: '', pid: 0};
  const isAtRest = (probe: Awaited<ReturnType<typeof probeTty>>) => probe?.foreground[0]?.blockedOn === 'tty_read';
  let found = await probeTty({tty, shellPid: pid});
  while (!isAtRest(found)) found = await probeTty({tty, shellPid: pid});
  const {pendingInputBytes: _, ...owners} = await host.probe(link.facts.sessionId);
  expect(found).toEqual(owners);
  expect(found?.foreground[0]?.name).toBe('cat');
  expect(found?.mode.echo).toBe(false);
  expect(found?.shellInForeground).toBe(false);
});

test('a tty that is gone tells nothing', async () => {
  expect(await probeTty({tty: '/dev/pts/none', shellPid: 1})).toBeUndefined();
});

/** Is seen reading key by key alone; in between the kernel collects lines for it. */
const changesModes = `
import os, sys, termios, time
sane = termios.tcgetattr(0)
raw = termios.tcgetattr(0)
raw[3] &= ~termios.ICANON
raw[6][termios.VMIN], raw[6][termios.VTIME] = 0, 1
print('ready', flush=True)
for turn in range(20):
    termios.tcsetattr(0, termios.TCSANOW, raw)
    os.read(0, 1)
    termios.tcsetattr(0, termios.TCSANOW, sane)
    time.sleep(0.001)
print('over', flush=True)
`;

test('who is seen reading is seen with the modes it reads with', async () => {
  needs('python3');
  const link = await createPtyBackend({home: home.path, host}).open({argv: ['python3', '-c', changesModes]});
  using heard = new Listening(link);
  await heard.text('ready');
  const {tty, pid} = (await host.list())[0]?.facts ?? {tty: '', pid: 0};
  const over = heard.text('over').then(() => true);
  let readings = 0;
  while (!(await Promise.race([over, setImmediate(false)]))) {
    const seen = await probeTty({tty, shellPid: pid});
    if (seen?.foreground[0]?.blockedOn !== 'tty_read') continue;
    readings++;
    expect(seen.mode.canonical).toBe(false);
  }
  expect(readings).toBeGreaterThan(0);
});

test('who is seen reading is seen as the program that reads, not as what it was before its exec', async () => {
  const argv = ['bash', '-c', 'set -m; stty -icanon -echo; printf ready; for _ in {1..150}; do (exec head -c 1); done'];
  const link = await createPtyBackend({home: home.path, host}).open({argv});
  using heard = new Listening(link);
  await heard.text('ready');
  const {tty, pid} = (await host.list())[0]?.facts ?? {tty: '', pid: 0};
  const readers = new Map<string, string>();
  while (readers.size < 150) {
    const [reader] = (await probeTty({tty, shellPid: pid}))?.foreground ?? [];
    if (reader?.blockedOn !== 'tty_read' || readers.has(`${reader.pid}`)) continue;
    readers.set(`${reader.pid}`, reader.name);
    await writerOf(link).write(typed('x'));
  }
  expect(new Set(readers.values())).toEqual(new Set(['head']));
});

test('a terminal that is closed while it is looked at tells nothing, though its number is another terminal by then', async () => {
  const backend = createPtyBackend({home: home.path, host});
  const [first, second] = [await backend.open({argv: ['cat']}), await backend.open({argv: ['cat']})];
  const {tty, pid} = first.facts;
  // As the manager's sides are: closed, and the number given to another.
  let manager: number | undefined = openSync(tty ?? '', constants.O_RDWR | constants.O_NOCTTY);
  const probing = probeTty({tty: tty ?? '', shellPid: pid ?? 0, descriptor: () => manager});
  closeSync(manager);
  const reused = openSync(second.facts.tty ?? '', constants.O_RDWR | constants.O_NOCTTY);
  expect(reused).toBe(manager);
  manager = undefined;
  expect(await probing).toBeUndefined();
  closeSync(reused);
});
