import {execFile} from 'node:child_process';
import {mkdirSync, readdirSync, rmdirSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {needsLinux} from '../../../../test/support/needs.ts';
import {writerOf} from '../../../../test/support/writer-of.ts';
import {sessionDirectory} from '../../recording/session-directory.ts';
import {createPtyBackend} from '../pty-backend.ts';
import {Listening, loggedEvents, makeHome, outputText, typed} from '../test-support.ts';
import {Host} from './host.ts';

let home: ReturnType<typeof makeHome>;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => home.remove());

test('D85: 300 sessions opened and closed leave no descriptor and no PTY behind', async () => {
  needsLinux();
  await using host = new Host({home: home.path});
  const backend = createPtyBackend({home: home.path, host});
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const cycle = async () => {
    await using link = await backend.open({argv: ['true']});
    await new Listening(link).closed();
  };
  for (let round = 0; round < 5; round++) await cycle();
  const before = descriptors();
  for (let round = 0; round < 300; round++) await cycle();
  expect(descriptors()).toBeLessThanOrEqual(before + 1);
  expect(host.sessionCount).toBe(0);
});

test('a program does not inherit the terminals of other sessions', async () => {
  await using host = new Host({home: home.path});
  const backend = createPtyBackend({home: home.path, host});
  await backend.open({argv: ['cat']});
  const link = await backend.open({argv: ['sh', '-c', 'ls -l /proc/self/fd | grep -c ptmx']});
  await new Listening(link).closed();
  expect((await outputText(link)).trim()).toBe('0');
});

test('while the log cannot be written the session goes on live; afterwards the log declares what it missed', async () => {
  await using host = new Host({home: home.path, segmentBytes: 4096});
  const link = await createPtyBackend({home: home.path, host}).open({
    argv: [
      'sh',
      '-c',
      'stty -echo; while read n; do head -c $n /dev/zero | tr "\\\\0" x; printf "\\033]2;title %s\\007done$n." $n; done',
    ],
  });
  const {log} = sessionDirectory(home.path, link.facts.sessionId);
  const heard = new Listening(link);
  let live = '';
  link.onNotice(notice => {
    if (notice.type === 'output') live += Buffer.from(notice.bytes ?? []).toString();
  });
  const say = async (count: number) => {
    await writerOf(link).write(typed(`${count}\n`));
    await heard.first(() => (live.includes(`done${count}.`) ? true : undefined));
  };
  // Stands in the way of the next segment.
  const obstacle = join(log, '000000000002.segment');
  mkdirSync(obstacle);
  await say(5001);
  await say(5002);
  const titles = heard.notices.filter(notice => notice.type === 'event' && notice.event.type === 'title');
  expect(titles).toHaveLength(2);
  rmdirSync(obstacle);
  await say(5003);
  await writerOf(link).write(typed('\x04'));
  await heard.closed();
  const events = await loggedEvents({log: (await recalled(host, link.facts.sessionId)).log});
  expect(events.some(event => event.type === 'gap')).toBe(true);
  expect(events.filter(event => event.type === 'title').map(event => event.title)).toContain('title 5003');
  expect(events.at(-1)?.type).toBe('exit');
});

async function recalled(host: Host, sessionId: Parameters<Host['close']>[0]) {
  const found = await createPtyBackend({home: home.path, host}).recall(sessionId);
  if (!found) throw new Error('not recalled');
  return found;
}

test('when the system gives no more terminals, the error says which limit and what to do', async () => {
  const script = `
    import {Host} from ${JSON.stringify(new URL('./host.ts', import.meta.url).href)};
    const host = new Host({home: process.argv[1]});
    const opened = [];
    try {
      for (;;) opened.push(await host.open({argv: ['/bin/cat']}, () => {}));
    } catch (error) {
      console.log(JSON.stringify({code: error.code, hint: error.hint, text: String(error.stack), opened: opened.length}));
    }
    await host[Symbol.asyncDispose]();
  `;
  const {stdout} = await promisify(execFile)('sh', [
    '-c',
    'ulimit -n 60; exec "$0" --input-type=module -e "$1" "$2"',
    process.execPath,
    script,
    home.path,
  ]);
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({code: 'pty_exhausted', hint: expect.stringContaining('ulimit -n')});
  expect(answer.opened).toBeGreaterThan(3);
});
