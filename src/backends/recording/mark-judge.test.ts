import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {systemClock} from '../../core/index.ts';
import {newNonce} from '../../log/index.ts';
import {WrittenBytes} from '../system/written-bytes.ts';
import type {JudgedTerminal} from './judged-shell.ts';
import {SessionJournal} from './session-journal.ts';

const SHELL_GROUP = 100;
/** What a hook of the shell's runs before the prompt, as zsh's `stty` behind a program that was killed. */
const HOOK_GROUP = 200;
/** No process: neither its sleep nor what it writes tells anything. */
const NO_PID = 0;

let directory: string;
const nonce = newNonce();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cotty-judge-'));
});

afterEach(() => rmSync(directory, {recursive: true, force: true}));

/** What a terminal shows of itself, and what was printed and is not read yet, each piece by whoever has the terminal from then on. */
interface Kernel {
  group: number;
  unread: {readonly group: number; readonly text: string}[];
}

/** A journal that judges by such a terminal, and what it believes. */
function open(pid = NO_PID): {journal: SessionJournal; kernel: Kernel; believed: string[]} {
  const options = {directory, nonce, eventKey: 'key', clock: systemClock};
  const journal = new SessionJournal({...options, segmentBytes: undefined, maxBytes: undefined});
  const believed: string[] = [];
  journal.listen(notice => {
    if (notice.type === 'event' && notice.event.type === 'mark' && notice.event.proved)
      believed.push(notice.event.kind);
  });
  const kernel: Kernel = {group: SHELL_GROUP, unread: []};
  const terminal: JudgedTerminal = {
    foreground: () => kernel.group,
    isDrained: () => kernel.unread.length === 0,
    drain: () => {
      for (const {group, text} of kernel.unread.splice(0)) {
        kernel.group = group;
        journal.appendOutput(Buffer.from(text));
      }
    },
  };
  journal.judgeBy(terminal, {pid, processGroup: SHELL_GROUP, graded: false});
  return {journal, kernel, believed};
}

function mark(body: string, cycle = 1): string {
  return `\x1b]133;${body};cotty=${nonce}.${cycle}\x07`;
}

test('a hook that gives the terminal back while it is looked at keeps no end of a command from being believed', () => {
  const {journal, kernel, believed} = open();
  journal.appendOutput(Buffer.from(`${mark('A')}$ ${mark('B')}`));
  journal.appendOutput(Buffer.from(mark('C')));
  // The end is read while the hook has the terminal. When it is looked for more, the shell is at its prompt already.
  kernel.group = HOOK_GROUP;
  kernel.unread = [{group: SHELL_GROUP, text: `${mark('A', 2)}$ ${mark('B', 2)}`}];
  journal.appendOutput(Buffer.from(mark('D;143')));
  journal.settle();
  expect(believed).toEqual(['promptStart', 'inputStart', 'outputStart', 'commandEnd', 'promptStart', 'inputStart']);
  journal.abandon();
});

test('an end is not believed while a hook has the terminal and the shell has said nothing since', () => {
  const {journal, kernel, believed} = open();
  journal.appendOutput(Buffer.from(`${mark('A')}$ ${mark('B')}`));
  journal.appendOutput(Buffer.from(mark('C')));
  kernel.group = HOOK_GROUP;
  journal.appendOutput(Buffer.from(mark('D;143')));
  journal.settle();
  expect(believed).toEqual(['promptStart', 'inputStart', 'outputStart']);
  kernel.group = SHELL_GROUP;
  journal.appendOutput(Buffer.from(mark('A', 2)));
  journal.settle();
  expect(believed).toEqual(['promptStart', 'inputStart', 'outputStart', 'commandEnd', 'promptStart']);
  journal.abandon();
});

test.skipIf(process.platform !== 'linux').each([
  ['an end', mark('D;0')],
  ['an end and a prompt', `${mark('D;0')}${mark('A', 2)}$ ${mark('B', 2)}`],
])(
  '%s that came while another program had the terminal is not believed because the shell has it back and writes something else',
  async (_, forged) => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    // In place of the shell: it writes what it is given, and the system counts that.
    const shell = spawn('cat', {stdio: ['pipe', 'ignore', 'ignore']});
    await once(shell, 'spawn');
    const {journal, kernel, believed} = open(shell.pid);
    try {
      journal.appendOutput(Buffer.from(`${mark('A')}$ ${mark('B')}`));
      journal.appendOutput(Buffer.from(mark('C')));
      await Promise.resolve();
      kernel.group = HOOK_GROUP;
      journal.appendOutput(Buffer.from(forged));
      kernel.group = SHELL_GROUP;
      using written = new WrittenBytes(shell.pid ?? NO_PID);
      shell.stdin.write('x'.repeat(4096));
      await expect.poll(() => written.total).toBeGreaterThanOrEqual(4096);
      vi.advanceTimersByTime(1000);
      expect(believed).toEqual(['promptStart', 'inputStart', 'outputStart']);
      journal.appendOutput(Buffer.from(`${mark('D;7')}${mark('A', 2)}${mark('B', 2)}`));
      journal.settle();
      const ended = ['commandEnd', 'promptStart', 'inputStart'];
      expect(believed).toEqual(['promptStart', 'inputStart', 'outputStart', ...ended]);
    } finally {
      vi.useRealTimers();
      shell.kill();
      journal.abandon();
    }
  },
);
