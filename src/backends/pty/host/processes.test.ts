import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {needsLinux} from '../../../../test/support/needs.ts';
import {writerOf} from '../../../../test/support/writer-of.ts';
import type {ProcessFacts} from '../../../core/index.ts';
import {createPtyBackend} from '../pty-backend.ts';
import {Listening, makeHome, typed} from '../test-support.ts';
import {Host} from './host.ts';
import type {HostProbe} from './host-api.ts';

let home: ReturnType<typeof makeHome>;
let host: Host;

beforeEach(() => {
  home = makeHome();
  host = new Host({home: home.path});
});

afterEach(async () => {
  await host[Symbol.asyncDispose]();
  home.remove();
});

async function open(argv: readonly string[] | undefined) {
  const link = await createPtyBackend({home: home.path, host}).open(argv ? {argv} : {shell: 'bash'});
  return {link, heard: new Listening(link)};
}

/** A process comes to rest a moment after its last output; asks until it has. */
async function probeUntil(probe: () => Promise<HostProbe>, isThere: (probe: HostProbe) => boolean): Promise<HostProbe> {
  for (;;) {
    const found = await probe();
    if (isThere(found)) return found;
  }
}

const settled = (probe: HostProbe) =>
  probe.foreground.length > 0 && probe.foreground.every(one => one.blockedOn !== 'nothing' && isStarted(one));

/** For a moment a process has the name of the program it becomes, and no argv yet. */
const isStarted = ({argv}: ProcessFacts) => argv.length > 0;

test("a tty's modes are told as they are", async () => {
  needsLinux();
  const {link, heard} = await open([
    'sh',
    '-c',
    'stty -echo -isig; printf ready; read x; stty raw; printf set; read y',
  ]);
  await heard.text('ready');
  expect((await host.probe(link.facts.sessionId)).mode).toEqual({
    canonical: true,
    echo: false,
    signals: false,
    enterIsLineFeed: true,
  });
  await writerOf(link).write(typed('\n'));
  await heard.text('set');
  expect((await host.probe(link.facts.sessionId)).mode).toEqual({
    canonical: false,
    echo: false,
    signals: false,
    enterIsLineFeed: false,
  });
});

describe('what a program waits for', () => {
  beforeEach(needsLinux);

  const node = (script: string) => [process.execPath, '-e', script];

  test.each<[string, readonly string[], string]>([
    ['cat reads the tty', ['sh', '-c', 'printf ready; exec cat'], 'tty_read'],
    ['sleep does not', ['sh', '-c', 'printf ready; exec sleep 60'], 'other'],
    ['a program that reads something else does not', ['sh', '-c', 'printf ready; sleep 60 | cat'], 'other'],
    ['an event loop that listens to keys', node('process.stdin.resume(); process.stdout.write("ready")'), 'tty_poll'],
    [
      'an event loop that only waits for time',
      node('setTimeout(() => {}, 60000); process.stdout.write("ready")'),
      'other',
    ],
  ])('%s', async (_, argv, blockedOn) => {
    const {link, heard} = await open(argv);
    await heard.text('ready');
    const probe = await probeUntil(
      () => host.probe(link.facts.sessionId),
      found => settled(found) && found.foreground.some(one => one.blockedOn === blockedOn),
    );
    expect(probe.shellInForeground).toBe(true);
    expect(probe.foregroundProcessGroup).toBe(link.facts.pid);
  });

  test('a busy loop waits for nothing', async () => {
    const {link, heard} = await open(['sh', '-c', 'printf ready; while :; do :; done']);
    await heard.text('ready');
    await probeUntil(
      () => host.probe(link.facts.sessionId),
      found => found.foreground.some(one => one.blockedOn === 'nothing'),
    );
  });

  test('an idle bash waits for keys in the foreground; its job takes the foreground, with its argv', async () => {
    const {link, heard} = await open(undefined);
    await heard.mark('inputStart');
    const idle = await probeUntil(
      () => host.probe(link.facts.sessionId),
      found => found.shell?.blockedOn.startsWith('tty_') ?? false,
    );
    expect(idle).toMatchObject({shellInForeground: true, mode: {canonical: false, echo: false}});
    await writerOf(link).write(typed('sleep 61 | cat\r'));
    const busy = await probeUntil(
      () => host.probe(link.facts.sessionId),
      found =>
        ['cat', 'sleep'].every(name => found.foreground.some(one => one.name === name && isStarted(one))) &&
        found.shell?.blockedOn === 'other',
    );
    expect(busy.shellInForeground).toBe(false);
    expect(busy.foreground.map(one => one.argv).sort()).toEqual([['cat'], ['sleep', '61']]);
    expect(busy.shell).toMatchObject({pid: link.facts.pid, blockedOn: 'other', stopped: false});
    expect(busy.cwd).toBe(link.facts.cwd);
    await writerOf(link).write(typed('\x1a'));
    await probeUntil(
      () => host.probe(link.facts.sessionId),
      found => found.shellInForeground,
    );
  });
});

test('however many processes a session has, a look at them is bounded, and the loop that carries all bytes turns meanwhile', async () => {
  needsLinux();
  const {link, heard} = await open([
    'sh',
    '-c',
    'i=0; while [ $i -lt 700 ]; do sleep 300 & i=$((i+1)); done; printf ready; read x',
  ]);
  await heard.text('ready');
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const probe = await probeUntil(
    () => host.probe(link.facts.sessionId),
    found => found.foreground.some(({blockedOn}) => blockedOn === 'tty_read'),
  );
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect(probe.foreground.length).toBe(128);
  expect(probe.foreground[0]).toMatchObject({pid: link.facts.pid, blockedOn: 'tty_read'});
  await writerOf(link).signal('SIGKILL', 'session');
});
