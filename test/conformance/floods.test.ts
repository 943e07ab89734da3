/**
 * Megabytes of short control sequences: the command ends with its own code, no session is lost, the log grows little more than by what
 * was printed, and what the terminal is afterwards is what was said last.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect} from 'vitest';
import {replayLog} from '../../src/engine/projection/replay-log.ts';
import {SessionTracker} from '../../src/engine/projection/session-tracker.ts';
import {needsLinux} from '../support/needs.ts';
import {hardCase} from './hard-case.ts';
import {isPartLeftOut} from './not-applicable.ts';
import {program} from './programs.ts';
import {stillHere, TestTerminal, terminals, type Value} from './test-terminal.ts';

const ESC = '\x1b';
const BEL = '\x07';
const onOff = (on: string, off: string) => (i: number) => ESC + (i % 2 ? off : on);

const floods: readonly (readonly [string, (i: number) => string])[] = [
  ['titles (OSC 0)', i => `${ESC}]0;${i}${BEL}`],
  ['titles (OSC 2)', i => `${ESC}]2;${i}${ESC}\\`],
  ['forged end marks', i => `${ESC}]133;D;0;cotty=AAAAAAAAAAAAAAAAAAAAAAAA.${i}${BEL}`],
  ['marks of others', i => `${ESC}]133;${'ABCD'[i % 4]}${BEL}`],
  ['marks of VS Code', i => `${ESC}]633;D;${i}${BEL}`],
  ['directories', i => `${ESC}]7;file:///tmp/${i}${BEL}`],
  ['custom events of nobody', i => `${ESC}]1337;Custom=id=guess:tick:${i}${BEL}`],
  ['bracketed paste on and off', onOff('[?2004h', '[?2004l')],
  ['the alternate screen on and off', onOff('[?1049h', '[?1049l')],
  ['application keys on and off', onOff('[?1h', '[?1l')],
  ['levels of modified keys', i => `${ESC}[>4;${i % 3}m`],
  ['keyboard flags pushed and popped', onOff('[>1u', '[<u')],
  ['questions for the cursor', () => `${ESC}[6n`],
  ['questions for the kind of terminal', () => `${ESC}[c`],
  ['questions for colours', i => `${ESC}]1${i % 2};?${BEL}`],
];
const mixed = (i: number) => floods[i % floods.length]?.[1](i) ?? '';

describe.each(terminals(['bash']))('$backend, $shell', ({backend, shell}) => {
  /** What floods a terminal with questions, or may not: tmux answers them all. */
  const asksFreely = !isPartLeftOut(backend, 'E13', 'floods of questions');
  hardCase.for([
    ...floods
      .filter(([name]) => asksFreely || !name.startsWith('questions'))
      .map(([name, sequence]) => [`100,000 ${name}`, sequence, 100_000] as const),
    ...(asksFreely ? [['400,000 of everything', mixed, 400_000] as const] : []),
  ])('E13', '%s: nothing is lost, and the log grows by little more than was printed', async ([, sequence, count]) => {
    await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
    const other = await terminal.call('manage_session', {action: 'create', shell: 'bash'});
    await terminal.run('true');
    const {next: after} = await terminal.call('wait_for_events', {timeout: 0.001});
    const flood = Array.from({length: count}, (_value, i) => sequence(i)).join('');
    const file = join(terminal.home, 'flood');
    writeFileSync(file, flood);
    const before = logBytes(terminal);
    const ran = await terminal.run(`cat '${file}'; (exit 7)`, {timeout: 60});
    expect(ran).toMatchObject({state: 'completed', exit_code: 7, via: 'mark', output_bytes: flood.length});
    expect(logBytes(terminal) - before).toBeLessThan(1.2 * flood.length);
    expect(await terminal.proof()).toEqual(stillHere);
    expect(
      await terminal.call('run_command', {command: 'echo $((6*7))', session_id: other['session_id']}),
    ).toMatchObject({
      output: '42',
      via: 'mark',
    });
    const {events} = await terminal.call('wait_for_events', {after, kinds: ['session_closed'], timeout: 0.001});
    expect(events).toEqual([]);
    expect(await rebuilt(terminal)).toEqual(view(terminal.session.tracker));
  });

  if (asksFreely)
    hardCase('E13', 'after a flood of titles and modes the last of them is what the terminal has', async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const file = join(terminal.home, 'flood');
      writeFileSync(
        file,
        `${Array.from({length: 100_000}, (_, i) => mixed(i)).join('')}${ESC}[?1h${ESC}]0;the last${BEL}`,
      );
      // Bracketed paste is the line editor's own affair at a prompt, so the command that says all this goes on.
      const {command_id, state} = await terminal.run(`cat '${file}'; printf 'go\\n'; read -r answer`, {until: '^go$'});
      expect(state).toBe('running');
      await terminal.until(({tracker}) => tracker.title === 'the last' && tracker.mode('applicationCursor') === 1);
      const {tracker} = terminal.session;
      const {kittyKeyboard: _, ...modes} = Object.fromEntries(tracker.modes);
      expect(modes).toEqual(modesOf(readFileSync(file, 'latin1')));
      expect(await rebuilt(terminal)).toEqual(view(tracker));
      await terminal.call('send_text', {text: '', submit: true});
      expect(await terminal.call('read_output', {command_id, wait_ms: 15_000})).toMatchObject({state: 'completed'});
    });

  hardCase(
    'E13',
    'custom events with the true key come at a bounded rate, and what was dropped of them is told',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      await terminal.run('true');
      const {next: after} = await terminal.call('wait_for_events', {timeout: 0.001});
      const before = logBytes(terminal);
      const ran = await terminal.run(program('custom-events.py', '100000'), {timeout: 60});
      expect(ran).toMatchObject({state: 'completed', exit_code: 0, dropped_events: expect.any(Number)});
      expect(logBytes(terminal) - before).toBeLessThan(1.2 * Number(ran['output_bytes']));
      expect(await allEvents(terminal, Number(after))).toEqual({seen: 100_000, dropped: ran['dropped_events']});
    },
  );

  if (asksFreely)
    hardCase('E13', 'a program that asks a thousand times, each time after the answer, gets every answer', async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const ran = await terminal.run(program('cursor-questions.py', 'each', '1000'), {timeout: 60});
      expect(ran).toMatchObject({state: 'completed', exit_code: 7, output: '1000'});
      expect(ran).not.toHaveProperty('unanswered_queries');
    });

  if (asksFreely)
    hardCase(
      'E13',
      'a program that asks without end and reads nothing costs little, is told of, and leaves the session as it was',
      async () => {
        needsLinux();
        await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
        await terminal.run(program('cursor-questions.py', 'each', '1'));
        const [rss, hostRss, before] = [process.memoryUsage().rss, residentBytes(terminal), logBytes(terminal)];
        const ran = await terminal.run(program('cursor-questions.py', 'flood', '300000'), {timeout: 60});
        expect(ran).toMatchObject({state: 'completed', exit_code: 7, via: 'mark', output: expect.stringMatching(/0$/)});
        expect(Number(ran['unanswered_queries'])).toBeGreaterThan(250_000);
        expect(process.memoryUsage().rss - rss).toBeLessThan(150_000_000);
        expect(residentBytes(terminal) - hostRss).toBeLessThan(100_000_000);
        expect(logBytes(terminal) - before).toBeLessThan(1.2 * Number(ran['output_bytes']));
        expect(await terminal.proof()).toEqual(stillHere);
        // What was not read of the answers has not been typed into the shell.
        expect(await terminal.outcome('echo clean')).toMatchObject({output: 'clean', exit_code: 0});
      },
    );

  if (asksFreely)
    hardCase('E13', 'a program that asks and does not read can still be interrupted', async () => {
      await using terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const asking = `stty -icanon -echo; while :; do printf '\\033[6n\\033[c\\033[5n'; done`;
      const {command_id, state} = await terminal.run(`sh -c "${asking}"`, {timeout: 2});
      expect(state).toBe('running');
      await terminal.call('send_control', {character: 'C'});
      const ended = await terminal.call('read_output', {command_id, wait_ms: 15_000});
      expect(ended).toMatchObject({state: 'interrupted', exit_code: 130});
      await terminal.run('stty sane');
      expect(await terminal.proof()).toEqual(stillHere);
    });

  hardCase(
    'E13',
    'a screen that was switched to and fro without end is drawn alike by who has looked before, and by the next server',
    async () => {
      const terminal = await TestTerminal.open(backend, shell, {outlivesEngine: true});
      const file = join(terminal.home, 'flood');
      const piece = `${ESC}[?1049h${ESC}[2J${ESC}[Hhidden${ESC}[?1049lshown `;
      // More than is told one by one, and little enough to be drawn whole.
      writeFileSync(file, `first\n${piece.repeat(4000)}\nlast\n`);
      await terminal.run(`cat '${file}'`);
      await terminal.until(session => session.tracker.phase === 'prompt' && session.lastLine() !== '');
      const first = await terminal.call('read_screen', {});
      expect(first).not.toHaveProperty('skipped_bytes');
      expect(first['text']).not.toContain('hidden');
      expect(first['text']).toContain('shown shown');
      expect(first['text']).toContain('last');
      await terminal.engine[Symbol.asyncDispose]();
      await using later = await terminal.adoptedByNext();
      expect(await later.call('read_screen', {})).toEqual({...first, screen_hash: expect.anything()});
      expect(await rebuilt(later)).toEqual(view(later.session.tracker));
    },
  );
});

/** What a terminal has set that was told all this, of the modes that have one value for both screens. */
function modesOf(text: string): Record<string, number> {
  const last = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.[1];
  const values = {
    applicationCursor: last(/\x1b\[\?1([hl])/g) === 'h' ? 1 : 0,
    bracketedPaste: last(/\x1b\[\?2004([hl])/g) === 'h' ? 1 : 0,
    alternateScreen: last(/\x1b\[\?1049([hl])/g) === 'h' ? 1 : 0,
    modifyOtherKeys: Number(last(/\x1b\[>4;(\d)m/g)),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 0));
}

/** Custom events that were told or have passed by in the ring, and those that were dropped. */
async function allEvents(terminal: TestTerminal, from: number): Promise<{seen: number; dropped: number}> {
  let seen = 0;
  let dropped = 0;
  for (let after = from; ; ) {
    const page = await terminal.call('wait_for_events', {after, kinds: ['custom'], timeout: 0.001});
    const events = page['events'] as Value[];
    if (events.length === 0) break;
    for (const event of events) dropped += Number(event['dropped'] ?? 0);
    seen += events.filter(event => 'data' in event).length + Number(page['evicted']);
    after = Number(page['next']);
  }
  // The command's own start is among those that passed by.
  return {seen: seen + dropped - 1, dropped};
}

async function rebuilt({session}: TestTerminal): Promise<unknown> {
  const tracker = new SessionTracker(session.facts);
  await replayLog(tracker, session.log);
  return view(tracker);
}

function view(tracker: SessionTracker): unknown {
  const {title, phase, outputEnd, screen} = tracker;
  // What was repaired after a command is found out live and shown once.
  const commands = tracker.recentCommands(100).map(({repaired: _, ...record}) => record);
  return structuredClone({
    title,
    phase,
    outputEnd,
    modes: [...tracker.modes].toSorted(),
    screen: {...screen},
    commands,
  });
}

/** Zero where nothing tells. */
function residentBytes({driver, cottyHome}: TestTerminal): number {
  return driver.carrierMemoryBytes(cottyHome) ?? 0;
}

function logBytes({driver, cottyHome, sessionId}: TestTerminal): number {
  return driver.logBytes(cottyHome, sessionId);
}
