/** Questions to the terminal that were asked while no server was there: answered once by the next one, and only to who waits still. */
import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {type EventOf, eventSeq} from '../../src/core/index.ts';
import {Gate} from '../conformance/gate.ts';
import {completed, TestTerminal} from '../conformance/test-terminal.ts';
import {needs, skipUnless} from '../support/needs.ts';

const CURSOR = '\x1b[6n';
const ask = String.raw`printf '\033[6n'`;

test.each([
  ['a program', `sh -c "GATE; stty raw -echo; ASK; head -c 6 >answer; stty sane"`],
  ["the shell's own read", `GATE; ASK; IFS= read -rs -d R answer; printf '%sR' "$answer" >answer`],
  [
    'a program that shows the cursor behind it',
    `sh -c "GATE; stty raw -echo; ASK; CURSOR; head -c 6 >answer; stty sane"`,
  ],
])('%s that asked where the cursor is while no server was there is told by the next one', async (_, line) => {
  const {first, gate, command_id} = await begun(line);
  await first.engine[Symbol.asyncDispose]();
  gate.open();
  await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(0);
  await using second = await first.adoptedByNext();
  expect(await over(second, command_id)).toMatchObject({state: 'completed', exit_code: 0});
  expect(second.read('answer')).toMatch(/^\x1b\[\d;1R$/);
});

test('irb, which asks before each prompt and waits for ever, comes to its prompt', async () => {
  needs('irb');
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  await first.run('irb');
  using gate = new Gate(first);
  using begins = new Gate(first, 'begins');
  const line = `File.write('${begins.path}', "\\n"); File.read('${gate.path}', 1)`;
  const {command_id} = await first.run(line, {wait_for_completion: false});
  await begins.line();
  await first.engine[Symbol.asyncDispose]();
  const before = questions(first);
  gate.open();
  await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(before);
  await using second = await first.adoptedByNext();
  expect(await over(second, command_id)).toMatchObject({state: 'completed', text: expect.stringContaining('=> "\\n"')});
  expect(await second.run('1 + 1')).toMatchObject({output: '=> 2'});
});

test('all questions are answered, in their order', async () => {
  const all = String.raw`printf '\033[6n\033[c'`;
  const {first, gate, command_id} = await begun(`sh -c "GATE; stty raw -echo; ${all}; head -c 8 >answer; stty sane"`);
  await first.engine[Symbol.asyncDispose]();
  gate.open();
  await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(0);
  await using second = await first.adoptedByNext();
  expect(await over(second, command_id)).toMatchObject({state: 'completed'});
  expect(second.read('answer')).toMatch(/^\x1b\[\d;1R\x1b\[$/);
});

test('a question that was answered late is not answered again by the server after that', async () => {
  const {first, gate, command_id} = await begun(`sh -c "GATE; stty raw -echo; ASK; head -c 7 >answer; stty sane"`);
  await first.engine[Symbol.asyncDispose]();
  gate.open();
  await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(0);
  const second = await first.adoptedByNext();
  await expect.poll(() => replies(second), {timeout: 40_000}).toBe(1);
  await second.engine[Symbol.asyncDispose]();
  await using third = await first.adoptedByNext();
  await third.session.screen.answered();
  expect(await replies(third)).toBe(1);
  await third.call('send_keys', {keys: ['text:x']});
  await over(third, command_id);
  expect(third.read('answer')).toMatch(/^\x1b\[\d;1Rx$/);
});

test.each([
  ['has gone on without an answer', `sh -c "GATE; stty raw -echo; ASK; printf on; head -c 1 >answer; stty sane"`],
  ['reads whole lines', `sh -c "GATE; ASK; head -n 1 >answer"`],
  ['waits for a secret', `sh -c "GATE; ASK; stty -echo; head -n 1 >answer; stty sane"`],
])('nothing is typed into a program that %s', async (_, line) => {
  const {first, gate, command_id} = await begun(line);
  await first.engine[Symbol.asyncDispose]();
  gate.open();
  await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(0);
  await using second = await first.adoptedByNext();
  await second.call('read_output', {command_id, wait_ms: 2000});
  expect(await replies(second)).toBe(0);
  await second.call('send_keys', {keys: ['text:x', 'Enter']});
  await over(second, command_id);
  expect(second.read('answer')).toMatch(/^x/);
});

test.each(['bash --norc', 'PS1= TERM=dumb bash --norc', 'zsh -f', 'dash'])(
  'nothing is typed at the prompt of %s',
  async shell => {
    const {first, gate} = await begun('GATE; ASK', shell);
    await first.engine[Symbol.asyncDispose]();
    gate.open();
    await expect.poll(() => questions(first), {timeout: 40_000}).toBeGreaterThan(0);
    await using second = await first.adoptedByNext();
    await second.call('manage_session', {action: 'list'});
    expect(await second.run('echo next')).toMatchObject({output: expect.stringMatching(/^next/)});
    expect(await replies(second)).toBe(0);
  },
);

/**
 * fish 3 that asks at each prompt as fish 4 does, right before it switches its pastes on, and is told by a key of its own. An answer that nobody
 * takes for one would be text on its line.
 */
const asksAtPrompt = String.raw`
function due --on-event fish_prompt; set -g is_due; end
function fish_prompt; set -q is_due; and printf '\e[?2004l\e[0c\e[?2004h'; set -e is_due; printf '> '; end
bind \e\[\?62\;22c 'echo told >>~/told'
`;

test('a line editor that asked at its prompt while no server was there is told by the next one, and takes lines', async () => {
  needs('fish');
  needsFish3();
  const home = {'.config/fish/config.fish': asksAtPrompt};
  const first = await TestTerminal.open('pty', 'fish', {outlivesEngine: true, home});
  const gate = new Gate(first);
  onTestFinished(() => gate.close());
  await first.run('true');
  await first.run(`${gate.wait}; rm -f ~/told`, {wait_for_completion: false});
  await first.until(({tracker}) => tracker.phase === 'running');
  await first.session.screen.answered();
  await first.engine[Symbol.asyncDispose]();
  const before = questions(first, '\x1b[0c');
  gate.open();
  await expect.poll(() => questions(first, '\x1b[0c'), {timeout: 40_000}).toBeGreaterThan(before);
  await using second = await first.adoptedByNext();
  await expect.poll(() => replies(second), {timeout: 40_000}).toBe(3);
  expect(await second.outcome('cat ~/told')).toEqual(completed('told'));
});

test('a line editor is told what it has asked at a prompt that came in place of the answer to a configuration', async () => {
  needs('fish');
  needsFish3();
  const home = {'.config/fish/config.fish': `${asksAtPrompt}read -P '' line\n`};
  await using terminal = await TestTerminal.open('pty', 'fish', {home});
  expect(await terminal.run('echo swallowed')).toMatchObject({state: 'lost', exit_code: null});
  expect(await terminal.outcome('cat ~/told')).toEqual(completed('told'));
});

/** fish 4 asks by itself, and knows no such key: the conformance tests show the same of it. */
function needsFish3(): void {
  const version = execFileSync('/bin/sh', ['-c', 'fish --version'], {encoding: 'utf8'});
  skipUnless(/ 3\./.test(version), 'is what fish 4 does by itself, shown with fish 3');
}

/** A line that waits at the gate, in the session's shell or in one that was begun there. */
async function begun(line: string, shell?: string) {
  const first = await TestTerminal.open('pty', 'bash', {outlivesEngine: true});
  if (shell) await first.run(shell);
  const gate = new Gate(first);
  onTestFinished(() => gate.close());
  const command = line.replace('GATE', gate.wait).replace('ASK', ask).replace('CURSOR', String.raw`printf '\033[?25h'`);
  const {command_id} = await first.run(command, {wait_for_completion: false});
  await first.until(({tracker}) => {
    const record = tracker.openNestedLine ?? tracker.current;
    return record !== null && tracker.lines > record.submittedLines;
  });
  return {first, gate, command_id};
}

/** How many times the log, which nobody reads, says that somebody asked, by default where the cursor is. */
function questions({cottyHome, sessionId}: TestTerminal, question = CURSOR): number {
  const folder = join(cottyHome, 'sessions', sessionId, 'log');
  const logged = readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1'));
  return logged.join('').split(question).length - 1;
}

async function over(terminal: TestTerminal, command_id: unknown) {
  await terminal.call('read_output', {command_id, wait_ms: 40_000});
  return terminal.call('read_output', {command_id});
}

async function replies(terminal: TestTerminal): Promise<number> {
  const found: EventOf<'input'>[] = [];
  for await (const event of terminal.session.log.events(eventSeq(0), {output: false}))
    if (event.type === 'input' && event.kind === 'reply') found.push(event);
  return found.length;
}
