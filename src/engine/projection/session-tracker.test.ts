import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  type Actor,
  type CommandId,
  eventSeq,
  logCursor,
  type MarkKind,
  type SessionEvent,
  type SessionEventBody,
  type ShellFamily,
} from '../../core/index.ts';
import {type CommandRecord, endState} from './command-record.ts';
import {SessionTracker} from './session-tracker.ts';

const agent: Actor = {type: 'agent', name: 'claude'};

/** A session as its log tells it: each event happens 10 bytes and 1 ms after the one before. */
class Told {
  readonly tracker: SessionTracker;
  #count = 0;
  #lines = 0;

  constructor(integration: 'full' | 'graded' | 'none' = 'full', shellFamily: ShellFamily = 'bash') {
    this.tracker = new SessionTracker({integration, shellFamily, cwd: '/', cols: 80, rows: 24});
  }

  event(body: Exclude<SessionEventBody, {type: 'output'}>, at = (this.#count + 1) * 10): this {
    this.#count++;
    this.tracker.output(logCursor(this.#count * 10), this.#lines);
    const stamp = {seq: eventSeq(this.#count), atMs: this.#count, wallMs: 1000 + this.#count, offset: logCursor(at)};
    this.tracker.apply({...body, ...stamp} as Exclude<SessionEvent, {type: 'output'}>);
    return this;
  }

  mark(
    kind: MarkKind,
    cycle: number,
    more: {
      exitStatus?: number | null;
      proved?: boolean;
      commandLine?: string;
      filled?: boolean;
      jobs?: number;
      late?: boolean;
      takesKey?: boolean;
      csiU?: boolean;
      commandId?: CommandId;
      /** Where it stands, when another was heard before it. */
      at?: number;
    } = {},
  ): this {
    const {exitStatus = null, proved = true, commandLine = null, at, ...facts} = more;
    const lines = this.#lines;
    return this.event(
      {type: 'mark', kind, proved, cycle, length: 5, lines, exitStatus, commandLine, cwd: null, ...facts},
      at,
    );
  }

  prompt(cycle: number, more: {filled?: boolean; jobs?: number; takesKey?: boolean; csiU?: boolean} = {}): this {
    return this.mark('promptStart', cycle).mark('inputStart', cycle, more);
  }

  submit(id: string, commandLine = 'make', more: {named?: true} = {}): this {
    const lines = this.#lines;
    return this.event({type: 'command', commandId: id as CommandId, commandLine, by: agent, lines, ...more});
  }

  /** A command from its submission to the prompt behind it. */
  run(id: string, cycle: number, exitStatus: number, promptFacts: {filled?: boolean; jobs?: number} = {}): this {
    return this.submit(id)
      .mark('outputStart', cycle)
      .mark('commandEnd', cycle, {exitStatus})
      .prompt(cycle + 1, promptFacts);
  }

  /** A line of output. */
  print(): this {
    this.#lines++;
    return this;
  }

  type(text: string, by: Actor = agent): this {
    const bytes = Buffer.from(text);
    return this.event({
      type: 'input',
      by,
      kind: by.type === 'person' ? 'typed' : 'keys',
      bytes,
      byteLength: bytes.length,
    });
  }

  conclude(id: string | null, neverRan = false): this {
    const {outputEnd, lines} = this.tracker;
    return this.event({
      type: 'verdict',
      commandId: id as CommandId | null,
      via: 'foreground',
      neverRan,
      outputEnd,
      lines,
      endedAtMs: this.#count,
    });
  }

  exit(exitStatus: number): this {
    return this.event({type: 'exit', exitStatus, signal: null});
  }

  record(id: string): CommandRecord {
    const record = this.tracker.command(id as CommandId);
    if (!record) throw new Error(`no command ${id}`);
    return record;
  }
}

describe('with marks', () => {
  test('a command runs from its start mark to its end mark, with its exit status', () => {
    const told = new Told().prompt(1).run('c-1', 1, 3);
    expect(told.record('c-1')).toMatchObject({
      phase: 'ended',
      via: 'mark',
      exitStatus: 3,
      outputStart: 45,
      outputEnd: 50,
    });
    expect(told.tracker).toMatchObject({phase: 'prompt', current: null, lastExitStatus: 3, lineDirty: false});
  });

  test('a command whose start mark was lost on the way ends at its end mark all the same', () => {
    const told = new Told().prompt(1).submit('c-1').mark('commandEnd', 0, {exitStatus: 0});
    expect(told.record('c-1').phase).toBe('submitted');
    told.mark('commandEnd', 1, {exitStatus: 3}).prompt(2);
    expect(told.record('c-1')).toMatchObject({phase: 'ended', via: 'mark', exitStatus: 3, outputStart: 30});
    expect(told.tracker).toMatchObject({phase: 'prompt', current: null, lastExitStatus: 3});
  });

  test('marks of another cycle and marks without proof end nothing', () => {
    const told = new Told().prompt(1).submit('c-1').mark('outputStart', 1);
    told.mark('commandEnd', 0, {exitStatus: 0}).mark('commandEnd', 9, {exitStatus: 0});
    told.mark('commandEnd', 1, {exitStatus: 0, proved: false});
    expect(told.record('c-1')).toMatchObject({phase: 'running', forgedMarks: 1});
    told.mark('commandEnd', 1, {exitStatus: 2});
    expect(told.record('c-1')).toMatchObject({phase: 'ended', exitStatus: 2});
  });

  test("marks of another terminal's integration around a line are not counted as forged, and others are", () => {
    const told = new Told().mark('promptStart', 0, {proved: false}).prompt(1).submit('c-1');
    told.mark('outputStart', 0, {proved: false}).mark('outputStart', 1).mark('outputStart', 0, {proved: false});
    expect(told.record('c-1').forgedMarks).toBe(0);
    told.print().mark('outputStart', 0, {proved: false}).mark('commandEnd', 0, {exitStatus: 0, proved: false});
    expect(told.record('c-1')).toMatchObject({phase: 'running', forgedMarks: 2});
  });

  test('marks behind an end that was heard after them are not in the output, but may be in that of the next line', () => {
    const other = {proved: false, exitStatus: 0};
    const told = new Told().prompt(1).submit('c-1').mark('outputStart', 1).print();
    told.mark('commandEnd', 0, {...other, at: 100}).mark('commandEnd', 0, {...other, at: 120});
    told.mark('promptStart', 0, {proved: false, at: 130});
    expect(told.record('c-1').forgedMarks).toBe(3);
    told.mark('commandEnd', 1, {exitStatus: 0, at: 110});
    expect(told.record('c-1')).toMatchObject({phase: 'ended', forgedMarks: 1});
    const block = new Told().prompt(1).submit('c-1', 'a\nb').mark('outputStart', 1).print();
    block.mark('promptStart', 0, {proved: false, at: 100}).mark('commandEnd', 0, {...other, at: 140});
    block.mark('commandEnd', 1, {exitStatus: 0, at: 90});
    expect(block.record('c-1').forgedMarks).toBe(0);
    block.mark('outputStart', 2, {at: 110});
    expect(block.record('c-1').forgedMarks).toBe(1);
  });

  test("what another integration's command in PS0 says before the end of a line of a block is not forged", () => {
    const told = new Told().mark('promptStart', 0, {proved: false}).prompt(1).submit('c-1', 'a\nb');
    told.mark('outputStart', 1).print();
    told.mark('outputStart', 0, {proved: false, at: 100}).mark('commandEnd', 1, {exitStatus: 0, late: true, at: 105});
    expect(told.record('c-1').forgedMarks).toBe(0);
    told.mark('outputStart', 2, {at: 110}).print();
    told.mark('outputStart', 0, {proved: false, at: 120}).mark('commandEnd', 2, {exitStatus: 0, at: 125});
    expect(told.record('c-1').forgedMarks).toBe(1);
  });

  test('a repeated end mark ends the next command not', () => {
    const told = new Told().prompt(1).run('c-1', 1, 0).submit('c-2').mark('outputStart', 2);
    told.mark('commandEnd', 1, {exitStatus: 7});
    expect(told.record('c-2').phase).toBe('running');
  });

  test('a redrawn prompt is the same prompt', () => {
    const told = new Told().prompt(1).type('ec').prompt(1);
    expect(told.tracker).toMatchObject({phase: 'prompt', lineDirty: true});
  });

  test('a new prompt without an end mark ends the command without a status', () => {
    const told = new Told().prompt(1).submit('c-1').mark('outputStart', 1).prompt(2);
    expect(told.record('c-1')).toMatchObject({phase: 'ended', via: 'prompt', exitStatus: null});
  });

  test.each(['bash', 'fish', 'zsh'] as const)(
    'Ctrl+C before the start mark leaves a status that %s can tell',
    family => {
      const told = new Told('full', family).prompt(1).submit('c-1').type('\x03').mark('outputStart', 1);
      told.mark('commandEnd', 1, {exitStatus: 0});
      const isTold = family === 'bash';
      expect(told.record('c-1')).toMatchObject({phase: 'ended', via: 'mark', exitStatus: isTold ? 0 : null});
      expect(endState(told.record('c-1'))).toBe(isTold ? 'completed' : 'interrupted');
    },
  );

  test.each(['zsh', 'fish'] as const)(
    '%s: ^C behind a typed line that has not begun may have cut it: what it leaves is no exit code of it',
    family => {
      const told = new Told('full', family).prompt(1).type('echo x\r').type('\x03').mark('outputStart', 1);
      told.mark('commandEnd', 1, {exitStatus: 7});
      const [record] = told.tracker.recentCommands(1);
      expect(record).toMatchObject({exitStatus: null, interruptSent: true});
      expect(record && endState(record)).toBe('interrupted');
      told.prompt(2).type('echo y\r').mark('outputStart', 2).mark('commandEnd', 2, {exitStatus: 4});
      expect(told.tracker.recentCommands(1)[0]).toMatchObject({exitStatus: 4, interruptSent: false});
      // Before the line it has cut nothing, also where the shell says nothing of it.
      told.prompt(3).type('\x03').type('\x03').type('echo z\r').mark('outputStart', 3);
      told.mark('commandEnd', 3, {exitStatus: 5});
      expect(told.tracker.recentCommands(1)[0]).toMatchObject({exitStatus: 5, interruptSent: false});
    },
  );

  test('Ctrl+C at the prompt is unanswered until the shell says so, or takes something else', () => {
    const told = new Told().prompt(1).type('abc\x03');
    expect(told.tracker.interrupted).toBe(true);
    expect(told.mark('commandEnd', 1).prompt(1).tracker.interrupted).toBe(false);
    expect(told.type('\x03').type('a').tracker.interrupted).toBe(false);
  });

  test('a prompt may be lost from a signal character on, until one is drawn', () => {
    const told = new Told().prompt(1).run('c-1', 1, 0).type('\x1a');
    expect(told.tracker.promptMayBeLost).toBe(true);
    expect(told.mark('commandEnd', 2).prompt(2).tracker.promptMayBeLost).toBe(false);
  });

  test('a bare end mark says that there was nothing to run', () => {
    const told = new Told().prompt(1).submit('c-1', '# nothing').mark('commandEnd', 1);
    expect(told.record('c-1')).toMatchObject({phase: 'ended', exitStatus: null, startedAtMs: null});
  });

  test('the cycle of a line of which ^C took the end goes on: the next line is told in it', () => {
    const told = new Told('full', 'fish').prompt(1).mark('outputStart', 1, {commandLine: 'true'});
    const [typed] = told.tracker.recentCommands(1);
    told.mark('commandEnd', 1).prompt(1);
    expect(typed).toMatchObject({phase: 'ended', exitStatus: null});
    const commandId = 'c-1' as CommandId;
    told.submit('c-1', 'false').mark('outputStart', 1, {commandId});
    expect(told.record('c-1').phase).toBe('running');
    told.mark('commandEnd', 1, {commandId, exitStatus: 1}).prompt(2);
    expect(told.record('c-1')).toMatchObject({phase: 'ended', via: 'mark', exitStatus: 1});
  });

  test('a block of lines is done when the prompt is back, with a result for each line', () => {
    const told = new Told().prompt(1).submit('c-1', 'false\ntrue');
    told.mark('outputStart', 1).mark('commandEnd', 1, {exitStatus: 1});
    expect(told.record('c-1').phase).toBe('betweenLines');
    told.mark('outputStart', 2).mark('commandEnd', 2, {exitStatus: 0}).prompt(3);
    expect(told.record('c-1')).toMatchObject({phase: 'ended', exitStatus: 0});
    expect(told.record('c-1').lines.map(line => line.exitStatus)).toEqual([1, 0]);
  });

  test('an unfinished line waits for its rest', () => {
    const told = new Told().prompt(1).submit('c-1', 'echo "').mark('continuationStart', 1);
    expect(told.tracker.phase).toBe('continuation');
  });

  test('what a person types and the shell runs is a command too', () => {
    const told = new Told().prompt(1).type('ls\r', {type: 'person', name: 'anna'});
    expect(told.tracker.lineTaken).toBe(true);
    told.mark('outputStart', 1, {commandLine: 'ls'});
    expect(told.tracker).toMatchObject({lineTaken: false, current: {commandLine: 'ls', by: {type: 'person'}}});
  });

  test('^C reaches the command, and the line last given to what it runs', () => {
    const told = new Told().prompt(1).submit('c-1', 'sh').mark('outputStart', 1).submit('c-2', 'sleep 9').type('\x03');
    expect([told.record('c-1').interruptSent, told.record('c-2').interruptSent]).toEqual([true, true]);
  });
});

test('the form of the private keys is what the newest prompt says: a session of an older version says none', () => {
  const told = new Told('full', 'fish').prompt(1, {takesKey: true});
  expect(told.tracker).toMatchObject({takesKey: true, csiU: false});
  told.prompt(2, {takesKey: true, csiU: true});
  expect(told.tracker).toMatchObject({takesKey: true, csiU: true});
});

test('fish 4 says marks of prompts of its own, also of a `read`; an end that a program prints is forged', () => {
  const told = new Told('full', 'fish').prompt(1).mark('inputStart', 0, {proved: false}).submit('c-1', 'read x');
  told.mark('outputStart', 1).mark('promptStart', 0, {proved: false}).mark('inputStart', 0, {proved: false});
  expect(told.record('c-1').forgedMarks).toBe(0);
  told.mark('commandEnd', 0, {proved: false, exitStatus: 0});
  expect(told.record('c-1').forgedMarks).toBe(1);
});

test('fish 4 lets go of a line where its own mark says that this begins, not where it turns its modes off for a key', () => {
  const begins = (commandLine: string, family: ShellFamily = 'fish') => {
    const told = new Told('full', family).prompt(1).submit('c-1', 'echo one ');
    for (const value of [0, 1]) told.event({type: 'mode', mode: 'bracketedPaste', value});
    told.mark('outputStart', 0, {proved: false, commandLine, at: 100}).mark('commandEnd', 1, {exitStatus: 3, at: 120});
    return told.record('c-1').outputStart;
  };
  expect(begins('echo one')).toBe(105);
  expect(begins('another')).toBeLessThan(100);
  expect(begins('echo one', 'bash')).toBeLessThan(100);
});

describe('half-typed lines', () => {
  test('one that was put aside stands on the next prompt, and is due there', () => {
    const told = new Told().prompt(1).type('git sta').run('c-1', 1, 0, {filled: true});
    expect(told.tracker).toMatchObject({lineDirty: true, restoreDue: true});
    told.type('\x1b[9002~', {type: 'cotty'});
    expect(told.tracker).toMatchObject({lineDirty: true, restoreDue: false});
    // bash draws its prompt again, as it was, when a key has changed the line.
    told.prompt(2, {filled: true});
    expect(told.tracker).toMatchObject({lineDirty: true, restoreDue: false});
  });

  test('keys that left nothing on the line make it dirty for this prompt only', () => {
    const told = new Told().prompt(1).type('\x15').run('c-1', 1, 0);
    expect(told.tracker).toMatchObject({lineDirty: false, restoreDue: false});
    expect(told.type('\x0c').tracker.lineDirty).toBe(false);
  });

  test('without one nothing is due', () => {
    expect(new Told().prompt(1).run('c-1', 1, 0).tracker.restoreDue).toBe(false);
  });

  test('what is typed ahead stands on the prompt to come', () => {
    const told = new Told().prompt(1).submit('c-1').mark('outputStart', 1).mark('commandEnd', 1, {exitStatus: 0});
    expect(told.type('l').prompt(2).tracker).toMatchObject({lineDirty: true, lineTaken: false});
  });
});

describe('inside a program', () => {
  test('what was typed there ends at the latest with it, and its exit status is not theirs', () => {
    const told = new Told()
      .prompt(1)
      .submit('c-1', 'sh')
      .mark('outputStart', 1)
      .submit('c-2', 'ls')
      .conclude('c-2')
      .submit('c-3', 'exit 4');
    expect(told.record('c-2')).toMatchObject({phase: 'ended', via: 'foreground', exitStatus: null});
    told.mark('commandEnd', 1, {exitStatus: 4});
    expect(told.record('c-3')).toMatchObject({phase: 'ended', via: 'exit', exitStatus: null, shellExited: true});
    expect(told.record('c-2')).toMatchObject({via: 'foreground', exitStatus: null});
    expect(told.tracker.takeEnded().map(record => record.commandId)).toEqual(['c-2', 'c-1', 'c-3']);
  });
});

describe('without marks', () => {
  test('a verdict ends a command, once', () => {
    const told = new Told('none').conclude(null).submit('c-1');
    expect(told.tracker.phase).toBe('running');
    told.conclude('c-1');
    const first = {...told.record('c-1')};
    told.conclude('c-1');
    expect(told.record('c-1')).toEqual(first);
    expect(told.tracker).toMatchObject({phase: 'prompt', current: null});
  });

  test('a shell that replaces itself is graded down; marks that come again grade it up', () => {
    const told = new Told().prompt(1).submit('c-1', 'exec bash').mark('outputStart', 1).conclude('c-1');
    expect(told.tracker).toMatchObject({integration: 'none', phase: 'prompt'});
    expect(told.prompt(2).tracker.integration).toBe('full');
  });

  test('a line that never ran grades nothing down', () => {
    const told = new Told().prompt(1).submit('c-1', '').conclude('c-1', true);
    expect(told.tracker).toMatchObject({integration: 'full', phase: 'prompt', current: null});
  });
});

describe('at the end', () => {
  test('the exit of the shell ends everything that runs', () => {
    const told = new Told().prompt(1).submit('c-1', 'sh').mark('outputStart', 1).submit('c-2').exit(1);
    for (const id of ['c-1', 'c-2'])
      expect(told.record(id)).toMatchObject({phase: 'ended', via: 'exit', shellExited: true, exitStatus: 1});
  });

  test('a line that a shell with marks never began is lost with it, but where a signal may have thrown away the mark', () => {
    const untaken = () => new Told().prompt(1).submit('c-1', 'make', {named: true});
    const lost = {phase: 'ended', via: 'exit', lost: true, exitStatus: null};
    expect(untaken().exit(0).record('c-1')).toMatchObject(lost);
    const begun = {phase: 'ended', via: 'exit', lost: false, exitStatus: 3};
    expect(
      untaken()
        .mark('outputStart', 1, {commandId: 'c-1' as CommandId})
        .exit(3)
        .record('c-1'),
    ).toMatchObject(begun);
    expect(untaken().type('\x03').exit(3).record('c-1')).toMatchObject(begun);
  });

  test('a lost terminal too, without a status', () => {
    const told = new Told().prompt(1).submit('c-1', 'sh').mark('outputStart', 1).submit('c-2');
    told.tracker.lost(99);
    for (const id of ['c-1', 'c-2'])
      expect(told.record(id)).toMatchObject({phase: 'ended', lost: true, exitStatus: null, endedAtMs: 99});
  });
});

describe('background output', () => {
  test('while the shell has jobs every command is mixed, and none after the last has ended', () => {
    const told = new Told().prompt(1).run('c-1', 1, 0, {jobs: 1}).run('c-2', 2, 0).run('c-3', 3, 0);
    expect(['c-1', 'c-2', 'c-3'].map(id => told.record(id).mixedOutput)).toEqual([false, true, false]);
  });

  test('lines printed at a prompt mark the next command as mixed, typing does not', () => {
    const quiet = new Told().prompt(1).submit('c-1');
    expect(quiet.record('c-1').mixedOutput).toBe(false);
    const noisy = new Told().prompt(1).print().submit('c-1');
    expect(noisy.record('c-1').mixedOutput).toBe(true);
    const redrawn = new Told().prompt(1).print().prompt(1).submit('c-1');
    expect(redrawn.record('c-1').mixedOutput).toBe(true);
    const typed = new Told().prompt(1).type('echo "').print().submit('c-1');
    expect(typed.record('c-1').mixedOutput).toBe(false);
  });
});

test("a line that was typed is of whoever typed its Enter; of nobody known, it is no person's", () => {
  const anna: Actor = {type: 'person', name: 'anna', via: 'attach'};
  const by = (told: Told) => told.mark('outputStart', 1, {commandLine: 'make'}).tracker.current?.by;
  expect(by(new Told().prompt(1).type('make\r'))).toEqual(agent);
  expect(by(new Told().prompt(1).type('ma').type('ke\r', anna))).toEqual(anna);
  expect(by(new Told().prompt(1))).toEqual({type: 'agent', name: 'unknown'});
});

test('what an agent types into the command of a line it has typed itself is not mixed in', () => {
  const typed = () => new Told().prompt(1).type('cat\r').mark('outputStart', 1, {commandLine: 'cat'});
  expect(typed().type('hello\r').tracker.current?.mixedOutput).toBe(false);
  expect(typed().type('hello\r', {type: 'agent', name: 'other'}).tracker.current?.mixedOutput).toBe(true);
});

test('of very many commands the oldest ended are forgotten, never one that runs', () => {
  const told = new Told().prompt(1).submit('c-outer', 'python3').mark('outputStart', 1);
  for (let count = 0; count < 2500; count++) told.submit(`c-${count}`).conclude(`c-${count}`);
  expect(told.record('c-outer').phase).toBe('running');
  expect(told.tracker.command('c-0' as CommandId)).toBeUndefined();
  expect(told.record('c-2499').phase).toBe('ended');
});

test('whatever a log says: what has ended stays as it is, each command ends once, and what runs has not ended', () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constant('mark' as const),
      kind: fc.constantFrom<MarkKind>('promptStart', 'continuationStart', 'inputStart', 'outputStart', 'commandEnd'),
      cycle: fc.nat({max: 4}),
      proved: fc.boolean(),
      exitStatus: fc.option(fc.nat({max: 3})),
    }),
    fc.record({type: fc.constant('submit' as const), id: fc.nat({max: 30}), line: fc.constantFrom('a', 'a\nb')}),
    fc.record({type: fc.constant('conclude' as const), id: fc.nat({max: 30}), neverRan: fc.boolean()}),
    fc.record({type: fc.constant('type' as const), text: fc.constantFrom('x', '\r', '\x03', '\x1a')}),
    fc.constant({type: 'exit' as const}),
  );
  fc.assert(
    fc.property(fc.constantFrom('full', 'graded', 'none'), fc.array(step, {maxLength: 60}), (integration, steps) => {
      const told = new Told(integration);
      const ended = new Map<string, CommandRecord>();
      const used = new Set<number>();
      for (const next of steps) {
        if (told.tracker.phase === 'exited') break;
        if (next.type === 'mark') told.mark(next.kind, next.cycle, next);
        else if (next.type === 'submit' && !used.has(next.id)) told.submit(`c-${next.id}`, next.line);
        else if (next.type === 'conclude' && used.has(next.id)) told.conclude(`c-${next.id}`, next.neverRan);
        else if (next.type === 'type') told.type(next.text);
        else if (next.type === 'exit') told.exit(0);
        if (next.type === 'submit') used.add(next.id);
        for (const record of told.tracker.takeEnded()) {
          expect(ended.has(record.commandId)).toBe(false);
          ended.set(record.commandId, structuredClone(record));
        }
        const {current} = told.tracker;
        expect(current === null || current.phase !== 'ended').toBe(true);
        expect(told.tracker.running().every(record => !ended.has(record.commandId))).toBe(true);
      }
      for (const [id, record] of ended) expect(told.record(id)).toEqual(record);
    }),
    {numRuns: 500},
  );
});

test('of what was typed unseen the line ends count, and nothing else', () => {
  const told = new Told().mark('promptStart', 1).mark('inputStart', 1).mark('outputStart', 1);
  const unseen = (byteLength: number, lineEnds?: number) =>
    told.event({type: 'input', by: agent, kind: 'paste', bytes: null, byteLength, ...(lineEnds && {lineEnds})});
  unseen(38);
  expect(told.tracker.linesAhead.count).toBe(0);
  unseen(1, 1);
  unseen(20, 2);
  expect(told.tracker.linesAhead.count).toBe(3);
});
