import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {
  eventSeq,
  parseSessionId,
  type SessionEvent,
  type SessionId,
  systemClock,
  type TerminalNotice,
} from '../../core/index.ts';
import {newNonce, SessionLogReader} from '../../log/index.ts';
import {SessionJournal} from './session-journal.ts';

let directory: string;
const sessionId = parseSessionId('tmux:one') as SessionId;
const nonce = newNonce();

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cotty-journal-'));
});

afterEach(() => rmSync(directory, {recursive: true, force: true}));

function open(): {journal: SessionJournal; told: TerminalNotice[]} {
  const options = {directory, nonce, eventKey: 'key', clock: systemClock};
  const journal = new SessionJournal({...options, segmentBytes: undefined, maxBytes: undefined});
  const told: TerminalNotice[] = [];
  journal.listen(notice => told.push(notice.type === 'output' ? {...notice, bytes: null} : notice));
  return {journal, told};
}

function begin(journal: SessionJournal): void {
  journal.append({
    type: 'open',
    sessionId,
    argv: ['bash'],
    cwd: '/',
    cols: 80,
    rows: 24,
    pid: null,
    tty: null,
    name: 'one',
    shellFamily: 'bash',
    integration: 'full',
  });
}

async function logged(): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of SessionLogReader.open(directory).events(eventSeq(0))) events.push(event);
  return events;
}

test('a recorder that begins anew goes on where the log ends, and declares what nobody heard', async () => {
  const first = open();
  begin(first.journal);
  first.journal.appendOutput(Buffer.from('before'));
  first.journal.settle();
  first.journal.abandon();
  const second = open();
  second.journal.goOnBehindGap(null);
  second.journal.appendOutput(Buffer.from('\x1b]0;behind\x07'));
  second.journal.settle();
  second.journal.abandon();
  const events = await logged();
  expect(events.map(({type}) => type)).toEqual(['open', 'output', 'gap', 'output', 'title']);
  expect(events.filter(event => event.type === 'gap')).toMatchObject([{from: 6, to: 6, reason: 'disconnected'}]);
  expect(events.at(-1)).toMatchObject({type: 'title', title: 'behind', offset: 6});
  expect(second.told.map(notice => notice.type === 'event' && notice.event.type)).toEqual(['gap', false, 'title']);
});

test('where it is known how much was printed meanwhile, the stream goes on behind it', async () => {
  const {journal, told} = open();
  begin(journal);
  journal.appendOutput(Buffer.from('one\n'));
  journal.goOnBehindGap({bytes: 100, lines: 7});
  journal.appendOutput(Buffer.from('two\n'));
  journal.settle();
  expect(journal.position).toMatchObject({end: 108, lines: 9});
  journal.abandon();
  const events = await logged();
  expect(events.filter(event => event.type === 'gap')).toMatchObject([{from: 4, to: 104, reason: 'disconnected'}]);
  expect(events.at(-1)).toMatchObject({type: 'output', offset: 104});
  expect(told.at(-1)).toMatchObject({type: 'output', offset: 104, length: 4, lines: 9});
});

test('what began before a gap does not end behind it, and no mode outlives it', async () => {
  const {journal} = open();
  begin(journal);
  journal.appendOutput(Buffer.from('\x1b[?1049h\x1b]0;half a ti'));
  expect(journal.modes).toEqual({alternateScreen: 1});
  journal.goOnBehindGap(null);
  journal.appendOutput(Buffer.from('tle\x07'));
  journal.settle();
  expect(journal.modes).toEqual({});
  journal.abandon();
  expect((await logged()).filter(event => event.type === 'title')).toEqual([]);
});

test('a nonce of which one half came before a gap proves nothing, and one behind it does', async () => {
  const {journal} = open();
  begin(journal);
  const mark = `\x1b]133;B;nonce=${nonce};cycle=1\x07`;
  journal.appendOutput(Buffer.from(mark.slice(0, 30)));
  journal.goOnBehindGap(null);
  journal.appendOutput(Buffer.from(mark.slice(30)));
  journal.settle();
  journal.abandon();
  const text = (await logged()).flatMap(event => (event.type === 'output' ? [Buffer.from(event.bytes)] : []));
  expect((await logged()).some(event => event.type === 'mark' && event.proved)).toBe(false);
  expect(Buffer.concat(text).toString()).not.toContain(nonce);
});

test('what comes of a key that somebody pressed is told in the same turn; other crumbs are told together', () => {
  const {journal, told} = open();
  begin(journal);
  const input = {type: 'input', by: {type: 'person', name: 'somebody'}, kind: 'typed', byteLength: 1} as const;
  journal.appendInput({...input, bytes: Buffer.from('x')}, Buffer.from('x'));
  journal.appendOutput(Buffer.from('x'));
  expect(outputsIn(told)).toEqual([1]);
  journal.appendOutput(Buffer.from('more'));
  journal.appendOutput(Buffer.from(' and more'));
  expect(outputsIn(told)).toEqual([1]);
  journal.settle();
  expect(outputsIn(told)).toEqual([1, 13]);
  journal.abandon();
});

test.each([
  {by: {type: 'person', name: 'somebody', via: 'attach'}, echo: [1]},
  {by: {type: 'agent', name: 'viewer', via: 'http'}, echo: [1]},
  {by: {type: 'agent', name: 'script', via: 'iterm2'}, echo: []},
] as const)('$by.type $by.name, by way of $by.via, looks for the echo of what it types: $echo', ({by, echo}) => {
  const {journal, told} = open();
  begin(journal);
  journal.appendInput({type: 'input', by, kind: 'typed', byteLength: 1, bytes: Buffer.from('x')}, Buffer.from('x'));
  journal.appendOutput(Buffer.from('x'));
  expect(outputsIn(told)).toEqual(echo);
  journal.abandon();
});

test('the end of a command is told in the same turn also where its mark proves nothing, however many there were before', () => {
  const {journal, told} = open();
  begin(journal);
  const say = (letter: string) => journal.appendOutput(Buffer.from(`\x1b]133;${letter};cotty=anothers.1\x07`));
  for (let command = 0; command < 400; command++) {
    say('A');
    say('B');
    journal.appendOutput(Buffer.from('true\r\n'));
    say('C');
    const before = outputsIn(told).length;
    say('D;0');
    expect(outputsIn(told).length).toBe(before + 1);
  }
  journal.abandon();
});

test('the prompt behind an end is told in the same turn, and the same prompt drawn again is not', () => {
  const {journal, told} = open();
  begin(journal);
  const say = (letter: string) => journal.appendOutput(Buffer.from(`\x1b]133;${letter};cotty=anothers.1\x07`));
  say('D;0');
  say('A');
  expect(outputsIn(told)).toHaveLength(1);
  say('B');
  expect(outputsIn(told)).toHaveLength(2);
  say('A');
  say('B');
  expect(outputsIn(told)).toHaveLength(2);
  journal.abandon();
});

/** Lengths of what was told. */
function outputsIn(told: readonly TerminalNotice[]): readonly number[] {
  return told.flatMap(notice => (notice.type === 'output' ? [notice.length] : []));
}

test('what is printed while news is told is told as it was printed, each piece behind the one before', () => {
  const {journal} = open();
  begin(journal);
  const heard: string[] = [];
  const more = ['two', 'three', 'four'];
  journal.listen(notice => {
    if (notice.type !== 'output' || !notice.bytes) return;
    heard.push(Buffer.from(notice.bytes).toString());
    // Each waits to be told until this is.
    for (const text of more.splice(0)) {
      journal.appendOutput(Buffer.from(text));
      journal.flush();
    }
  });
  journal.appendOutput(Buffer.from('one'));
  journal.settle();
  journal.appendOutput(Buffer.from('five'));
  journal.settle();
  expect(heard).toEqual(['one', 'two', 'three', 'four', 'five']);
});
