import {chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {parseSessionId, systemClock} from '../../core/index.ts';
import {Approvals, type Question} from '../../guard/index.ts';
import {DesktopNotifications} from './desktop-notifications.ts';
import {appleScript, type NotificationProgram, notifySend} from './notification-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-notify-'));
});
afterEach(() => rmSync(folder, {recursive: true}));

const question: Question = {
  line: 'rm -rf "a b" <x>\u202e $(id)',
  cwd: '/home/me/project',
  sessionId: parseSessionId('pty:1') ?? null,
  agent: 'agent claude',
  foreground: 'bash',
  policyVersion: '1',
  level: 'DANGEROUS',
  reasons: [],
  commands: [],
  shape: null,
  asker: '',
};

/** A program in the place of `notify-send`: writes down each of its arguments, then does that. */
function program(does: string): NotificationProgram {
  const path = join(folder, 'notify');
  writeFileSync(path, `#!/bin/sh\nfor word; do printf '%s\\0' "$word"; done >> ${folder}/words\n${does}\n`);
  chmodSync(path, 0o755);
  return notifySend(path);
}

function words(): readonly string[] {
  return existsSync(join(folder, 'words')) ? readFileSync(join(folder, 'words'), 'utf8').split('\0') : [];
}

function ask(shows: NotificationProgram, use: 'tell' | 'answer', asked: Question = question) {
  const approvals = new Approvals(systemClock);
  const notifications = new DesktopNotifications({
    approvals,
    program: shows,
    use,
    env: {PATH: '/usr/bin:/bin'},
    answer: (id, answer) => void approvals.answer(id, answer),
  });
  const answered = Promise.withResolvers<unknown>();
  approvals.onChange(
    ({answer, state}) => answer && answered.resolve({state, channel: answer.channel, scope: answer.scope}),
  );
  const {id} = approvals.ask(asked);
  return {approvals, id, answered: answered.promise, [Symbol.dispose]: () => notifications[Symbol.dispose]()};
}

test.each([
  ['once', 'approved'],
  ['deny', 'denied'],
])('the button %s is an answer of that channel', async (name, state) => {
  using asked = ask(program(`echo ${name}`), 'answer');
  expect(await asked.answered).toEqual({state, channel: 'notification', scope: 'once'});
});

test('the line is an argument in which nothing is hidden, marked up or read by a shell', async () => {
  using asked = ask(program('echo deny'), 'answer');
  await asked.answered;
  const body = words().at(-2) ?? '';
  expect(body).toContain('rm -rf "a b" &lt;x&gt;&lt;U+202E&gt; $(id)');
  expect(words().slice(0, 5)).toEqual([
    '--app-name=cotty',
    '--urgency=critical',
    '--action=deny=Deny',
    '--action=once=Run once',
    '--',
  ]);
  expect(words().indexOf('--')).toBe(4);
});

test.each([
  ['closed without an answer', 'true', question],
  ['anything else is printed', 'echo yes', question],
])('nothing is answered when it is %s', async (_, does, asked) => {
  using there = ask(program(`${does}; touch ${folder}/over`), 'answer', asked);
  await expect.poll(() => existsSync(join(folder, 'over'))).toBe(true);
  expect(there.approvals.get(there.id).state).toBe('pending');
});

test('a line that is longer than what is shown, or that nobody knows, has no buttons, and where only telling is wanted none has', async () => {
  const cases = [
    ['answer', {...question, line: `echo ${'x'.repeat(400)}`}],
    ['answer', {...question, line: null}],
    ['tell', question],
  ] as const;
  for (const [use, asked] of cases) {
    rmSync(join(folder, 'words'), {force: true});
    using there = ask(program('echo once'), use, asked);
    await expect.poll(() => words().length).toBeGreaterThan(3);
    expect(words().some(word => word.startsWith('--action'))).toBe(false);
    expect(there.approvals.get(there.id).state).toBe('pending');
  }
});

test('one that knows no actions shows it without', async () => {
  using _asked = ask(program('case "$*" in *--action*) exit 1;; esac'), 'answer');
  await expect.poll(() => words().filter(word => word === '--').length).toBe(2);
});

test('what is answered elsewhere is taken back, and a program that is not there is silence', async () => {
  using there = ask(
    program(`trap 'touch ${folder}/back; exit' INT; touch ${folder}/shown; while :; do sleep 0.05; done`),
    'answer',
  );
  await expect.poll(() => existsSync(join(folder, 'shown'))).toBe(true);
  there.approvals.answer(there.id, {decision: 'deny', scope: 'once', by: 'me', channel: 'terminal'});
  await expect.poll(() => existsSync(join(folder, 'back'))).toBe(true);
  using absent = ask(notifySend(join(folder, 'absent')), 'answer');
  expect(absent.approvals.get(absent.id).state).toBe('pending');
});

test('on macOS the text is in the arguments and not in the script', () => {
  const shows = appleScript('/usr/bin/osascript');
  const text = {title: 'one"', body: '" & do shell script "id', answers: {deny: 'Deny', once: 'Run once'}};
  expect(shows.argumentsFor(text)).toEqual([
    '-e',
    'on run argv',
    '-e',
    'display dialog (item 2 of argv) with title (item 1 of argv) buttons {"Deny", "Run once"} default button "Deny" giving up after 600',
    '-e',
    'end run',
    'one"',
    '" & do shell script "id',
  ]);
  expect(shows.answerIn('button returned:Run once, gave up:false\n', text)).toBe('once');
  expect(shows.answerIn('button returned:Run once, gave up:true\n', text)).toBeUndefined();
});
