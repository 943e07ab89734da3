import {createHash} from 'node:crypto';
import {existsSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, expect} from 'vitest';
import {Gate} from './gate.ts';
import {hardCase} from './hard-case.ts';
import {begin, finished, hasTerminal, program} from './programs.ts';
import {rcFile} from './shell-homes.ts';
import {completed, fullShells, stillHere, TestTerminal, terminals} from './test-terminal.ts';

/** Keys as names, the bytes they make, and what the program had asked for. */
const keyModes: readonly (readonly [string, string, string, readonly (readonly [string, string])[]])[] = [
  [
    'plain',
    '',
    '',
    [
      ['C-c', '03'],
      ['M-x', '1b 78'],
      ['F5', '1b 5b 31 35 7e'],
      ['S-Tab', '1b 5b 5a'],
      ['C-Right', '1b 5b 31 3b 35 43'],
      ['Up', '1b 5b 41'],
      ['Enter', '0d'],
      ['Backspace', '7f'],
      ['Escape', '1b'],
    ],
  ],
  [
    'application cursor keys (DECCKM)',
    '\\x1b[?1h',
    '\\x1b[?1l',
    [
      ['Up', '1b 4f 41'],
      ['Home', '1b 4f 48'],
      ['C-Right', '1b 5b 31 3b 35 43'],
    ],
  ],
  [
    'modifyOtherKeys',
    '\\x1b[>4;2m',
    '\\x1b[>4;0m',
    [
      ['M-x', '1b 5b 32 37 3b 33 3b 31 32 30 7e'],
      ['Up', '1b 5b 41'],
    ],
  ],
  [
    'the kitty protocol',
    '\\x1b[>1u',
    '\\x1b[<u',
    [
      ['C-c', '1b 5b 39 39 3b 35 75'],
      ['Escape', '1b 5b 32 37 75'],
      ['Enter', '0d'],
    ],
  ],
  [
    'SGR mouse',
    '\\x1b[?1000h\\x1b[?1006h',
    '\\x1b[?1006l\\x1b[?1000l',
    [['click:3,7', '1b 5b 3c 30 3b 37 3b 33 4d 1b 5b 3c 30 3b 37 3b 33 6d']],
  ],
];

const awkward = [
  '-n',
  '--',
  '-',
  'a;',
  ';',
  '#{pane_id}',
  '~',
  "it's",
  '"',
  '$(touch hacked)',
  '`touch hacked`',
  '\\',
  '%d %s',
  '{a,b}',
  '*',
  '!!',
  '$HOME',
  'a  b',
  '|&<>',
  '\\n',
  '\tTab',
];

describe.each(terminals(fullShells))('$backend, $shell: input delivery', ({backend, shell}) => {
  hardCase.for(['bracketed', 'plain'])(
    'D73',
    'a multi-line paste into a program that tells bursts from typing (%s) is submitted exactly once',
    async mode => {
      await using terminal = await TestTerminal.open(backend, shell);
      const id = await begin(terminal, program('paste-aware.py', mode));
      const submitted = terminal.call('watch_output', {pattern: '^submitted ', timeout: 40});
      await terminal.call('send_text', {text: 'first line\nsecond line', submit: true});
      expect(await submitted).toMatchObject({
        matched: true,
        match_count: 1,
        lines: ["submitted 'first line\\nsecond line'"],
      });
      await terminal.call('send_text', {text: 'quit', submit: true});
      const ended = await finished(terminal, id);
      expect(ended).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
      expect(String(ended['output']).match(/submitted/g)).toHaveLength(1);
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D73', 'several lines pasted into vim arrive as they are', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const edited = await terminal.run("vim -N -u NONE -c 'set autoindent' note");
    const text = '  one\n    two\n\n\tthree;\n# four "five"';
    await terminal.call('send_keys', {keys: ['i'], wait_for: 'INSERT'});
    await terminal.call('send_text', {text});
    await terminal.call('send_keys', {keys: ['Escape'], wait_for: 'four'});
    await terminal.call('send_keys', {keys: ['text::wq', 'Enter']});
    expect(await finished(terminal, edited['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(terminal.read('note')).toBe(`${text}\n`);
  });

  hardCase.for(keyModes)('D74', 'keys in %s are the bytes the program expects', async ([, on, off, keys]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const [name, bytes] of keys) {
      const id = await begin(terminal, program('raw-keys.py', on, off));
      await terminal.call('send_keys', {keys: [name, '.']});
      const {output, exit_code} = await finished(terminal, id);
      expect([name, String(output).split('\n').at(-1), exit_code]).toEqual([name, bytes, 0]);
    }
    expect(await terminal.proof()).toEqual(stillHere);
  });

  // readline, prompt_toolkit and Node.js wait half a second for what belongs to an Escape, curses a whole one.
  hardCase.for([
    ['that shows each key', '500', 'shows'],
    ['that shows nothing', '1000'],
    ['that prints all the time', '500', 'busy'],
  ])('D74', 'a key behind Escape is no Alt to a program %s', async ([, ...habits]) => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, program('escape-or-alt.py', ...habits));
    await terminal.call('send_keys', {keys: ['Escape', 'q', 'M-w', 'Escape']});
    await terminal.call('send_text', {text: 'e', paste: false});
    await terminal.call('send_control', {character: '['});
    await terminal.call('send_keys', {keys: ['.']});
    const {output, exit_code} = await finished(terminal, id);
    expect([String(output).split('\n').at(-1), exit_code]).toEqual(['Escape q Alt-w Escape e Escape', 0]);
  });

  hardCase('D74', 'a key behind Escape is no Alt to a program that reads the Escape late', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const id = await begin(terminal, program('escape-or-alt.py', '1000', 'late'));
    const typed = terminal.call('send_keys', {keys: ['Escape']});
    await sleep(700);
    gate.open();
    await typed;
    await expect.poll(async () => (await terminal.session.look()).probe.unreadBytes).toBe(0);
    await terminal.call('send_keys', {keys: ['q', '.']});
    const {output, exit_code} = await finished(terminal, id);
    expect([String(output).split('\n').at(-1), exit_code]).toEqual(['Escape q', 0]);
  });

  hardCase(
    'D74',
    'what vim draws before it has taken an Escape is no answer to it: O behind it is no function key',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      const edited = await terminal.run("vim -N -u NONE -c 'set ttimeout ttimeoutlen=750' note");
      await terminal.call('send_keys', {keys: ['i'], wait_for: 'INSERT', settle_ms: 400});
      await terminal.call('send_keys', {keys: ['text:abc', 'Escape', 'O', 'text:P', 'Escape']});
      await terminal.call('send_keys', {keys: ['text::wq', 'Enter']});
      expect(await finished(terminal, edited['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
      expect(terminal.read('note')).toBe('P\nabc\n');
    },
  );

  hardCase('D75', 'text with anything a shell or multiplexer could read as its own is literal', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, "sh -c 'echo go; cat >got'");
    for (const text of awkward.slice(0, -1)) await terminal.call('send_text', {text, submit: true});
    await terminal.call('send_control', {character: 'D'});
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 0});
    expect(terminal.read('got')).toBe(
      awkward
        .slice(0, -1)
        .map(text => `${text}\n`)
        .join(''),
    );
    expect(existsSync(terminal.file('hacked'))).toBe(false);
  });

  hardCase('D75', 'the same in a command, quoted, is delivered as it is', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    for (const text of awkward)
      expect(await terminal.outcome(`printf '<%s>' ${quoted(text, shell)}`)).toEqual(completed(`<${text}>`));
    expect(existsSync(terminal.file('hacked'))).toBe(false);
  });

  hardCase(
    'D76',
    '100 KB into a slow reader lose nothing; what waits is known, and the call returns when all is taken',
    async () => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      const text = Array.from({length: 10_000}, (_, n) => String(n).padStart(10, '.')).join('');
      const id = await begin(terminal, program('slow-reader.py', gate.path, String(text.length)));
      let isSent = false;
      const sending = terminal.call('send_text', {text, paste: false}).then(() => (isSent = true));
      await pendingInput(terminal);
      expect(isSent).toBe(false);
      gate.open();
      await sending;
      const sum = createHash('sha1').update(text).digest('hex');
      expect(await finished(terminal, id)).toEqual(completed(`go\n100000 ${sum}`));
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D76', 'a send that is given up says how much was not delivered', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    using gate = new Gate(terminal);
    const id = await begin(terminal, program('slow-reader.py', gate.path, '10'));
    const client = new AbortController();
    const sending = terminal.call('send_text', {text: 'x'.repeat(100_000), paste: false}, {signal: client.signal});
    const refused = expect(sending).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringMatching(/\d+ bytes were not delivered/),
    });
    await pendingInput(terminal);
    client.abort();
    await refused;
    gate.open();
    expect(await finished(terminal, id)).toMatchObject({state: 'completed', exit_code: 0});
  });

  hardCase('D77', 'commands of two agents at once take turns; none is merged or lost', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const agents = ['anna', 'ben'].map(name => ({type: 'agent', name}) as const);
    const runs = agents.flatMap(actor =>
      Array.from({length: 10}, async (_, n) => {
        const {output, exit_code, state, via} = await terminal.call(
          'run_command',
          {command: `echo ${actor.name}-${n}`, timeout: 20},
          {actor},
        );
        expect({output, exit_code, state, via}).toEqual(completed(`${actor.name}-${n}`));
      }),
    );
    await Promise.all(runs);
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D77', 'texts of two agents into one prompt are submitted one by one', async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    const id = await begin(terminal, program('paste-aware.py', 'bracketed'));
    const agents = ['anna', 'ben'].map(name => ({type: 'agent', name}) as const);
    const pattern = "^submitted 'from ";
    const both = terminal.call('watch_output', {pattern, timeout: 40}).then(async ({match_count, cursor}) => {
      if (match_count === 1) await terminal.call('watch_output', {pattern, cursor, timeout: 40});
    });
    await Promise.all(
      agents.map(actor => terminal.call('send_text', {text: `from ${actor.name}`, submit: true}, {actor})),
    );
    await both;
    await terminal.call('send_text', {text: 'quit', submit: true});
    const {output} = await finished(terminal, id);
    const submitted = String(output)
      .split('\n')
      .filter(line => line.startsWith('submitted'));
    expect(submitted.toSorted()).toEqual(["submitted 'from anna'", "submitted 'from ben'"]);
  });

  hardCase('D77', "an agent waits for another's half-typed line to be submitted; neither is merged", async () => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    await terminal.until(session => session.tracker.phase === 'prompt');
    await terminal.call('send_keys', {keys: ['text:echo first'], wait_for: 'echo first'});
    const firstSaid = terminal.call('watch_output', {pattern: '^first$', timeout: 40});
    const second = terminal.call(
      'run_command',
      {command: 'echo second', timeout: 20},
      {actor: {type: 'agent', name: 'ben'}},
    );
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await firstSaid).toMatchObject({matched: true});
    expect(await second).toMatchObject(completed('second'));
    expect(await terminal.proof()).toEqual(stillHere);
  });
});

describe.concurrent.each(terminals(fullShells))('$backend, $shell: who may type', ({backend, shell}) => {
  hardCase('D77', 'the loser is told who holds the line, and nothing is typed into it', async ({expect}) => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    await terminal.until(session => session.tracker.phase === 'prompt');
    await terminal.call('send_keys', {keys: ['text:echo held'], wait_for: 'echo held'});
    const actor = {type: 'agent', name: 'ben'} as const;
    await expect(terminal.call('send_text', {text: 'MERGED'}, {actor})).rejects.toMatchObject({
      code: 'input_held',
      message: 'agent case is typing in this session.',
    });
    const said = terminal.call('watch_output', {pattern: 'held$', timeout: 40});
    await terminal.call('send_keys', {keys: ['Enter']});
    expect(await said).toMatchObject({lines: ['held']});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase(
    'D77',
    "what a person begins to type while an agent's command runs is not merged with the next",
    async ({expect}) => {
      await using terminal = await TestTerminal.open(backend, shell);
      using gate = new Gate(terminal);
      using viewer = await terminal.engine.view(terminal.session, eva, {
        onBytes: () => undefined,
        onClosed: () => undefined,
      });
      for (const finishes of [true, false]) {
        const id = await begin(terminal, `sh -c 'echo go; ${gate.wait}'`);
        await viewer.type(Buffer.from('echo mi'));
        gate.open();
        await finished(terminal, id);
        const whole = terminal.run('echo whole');
        const mine = terminal.call('watch_output', {pattern: '^mine$', timeout: 40});
        // Either at once, or when the agent's command has been and the line is back.
        if (!finishes) expect(await whole).toMatchObject(completed('whole'));
        await terminal.until(session => session.tracker.phase === 'prompt');
        await viewer.type(Buffer.from('ne\r'));
        expect(await mine).toMatchObject({matched: true, lines: ['mine']});
        expect(await whole).toMatchObject(completed('whole'));
      }
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase(
    'D78',
    "a person's half-typed line is put aside for an agent's command, and comes back",
    async ({expect}) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.proof();
      await terminal.until(session => session.tracker.phase === 'prompt');
      let seen = '';
      const onBytes = (bytes: Uint8Array) => (seen += Buffer.from(bytes));
      using viewer = await terminal.engine.view(terminal.session, eva, {onBytes, onClosed: () => undefined});
      await viewer.type(Buffer.from('echo half'));
      expect(await terminal.outcome('echo whole')).toEqual(completed('whole'));
      await terminal.until(() => seen.slice(seen.lastIndexOf('whole\r\n')).includes('echo half'));
      const said = terminal.call('watch_output', {pattern: '^half$', timeout: 40});
      await viewer.type(Buffer.from('\r'));
      expect(await said).toMatchObject({matched: true});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase.for([
    ['Backspace', '\x7f\x7fme\r', 'hame'],
    ['Ctrl+U', '\x15echo other\r', 'other'],
  ] as const)(
    'D78',
    'with the keys of vi, too, %s erases what was put aside and has come back',
    async ([, keys, output]) => {
      const vi = {bash: 'set -o vi', zsh: 'bindkey -v', fish: 'fish_vi_key_bindings', dash: '', tcsh: ''};
      await using terminal = await TestTerminal.open(backend, shell, {home: {[rcFile(shell)]: `${vi[shell]}\n`}});
      await terminal.proof();
      using viewer = await terminal.engine.view(terminal.session, eva, {
        onBytes: () => undefined,
        onClosed: () => undefined,
      });
      await viewer.type(Buffer.from('echo half'));
      expect(await terminal.outcome('echo whole')).toEqual(completed('whole'));
      await terminal.until(session => session.tracker.phase === 'prompt');
      const said = terminal.call('watch_output', {pattern: `^${output}$`, timeout: 40});
      await viewer.type(Buffer.from(keys));
      expect(await said).toMatchObject({matched: true});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase(
    'D78',
    'what a person goes on typing while the command runs comes behind the half line that they had, also with its Enter',
    async ({expect}) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.proof();
      using gate = new Gate(terminal);
      using viewer = await terminal.engine.view(terminal.session, eva, {
        onBytes: () => undefined,
        onClosed: () => undefined,
      });
      await viewer.type(Buffer.from('echo ha'));
      const running = await begin(terminal, `echo go; ${gate.wait}; false`);
      const said = terminal.call('watch_output', {pattern: '^half$', timeout: 40});
      await viewer.type(Buffer.from('lf\r'));
      await expect.poll(async () => (await terminal.session.look()).probe.unreadBytes).toBeGreaterThan(0);
      gate.open();
      expect(await finished(terminal, running)).toMatchObject({state: 'completed', exit_code: 1});
      expect(await said).toMatchObject({matched: true});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase.for([
    ['Ctrl+U', '\x15echo oth""er\r', 'other'],
    ['Backspace', '\x7f\x7fme\r', 'hame'],
    ['Ctrl+W', '\x17oth""er\r', 'other'],
  ] as const)(
    'D78',
    '%s that a person types while the command runs acts on the half line that they had',
    async ([, keys, output], {expect}) => {
      await using terminal = await TestTerminal.open(backend, shell);
      await terminal.proof();
      using gate = new Gate(terminal);
      using viewer = await view(terminal);
      await viewer.type(Buffer.from('echo half'));
      const running = await begin(terminal, `echo go; ${gate.wait}; false`);
      const said = terminal.call('watch_output', {pattern: `^(?:${output}|half.*)$`, timeout: 10});
      const typed = viewer.type(Buffer.from(keys));
      await expect.poll(() => isAtTheTerminal(terminal)).toBe(true);
      gate.open();
      expect(await finished(terminal, running)).toMatchObject({state: 'completed', exit_code: 1});
      await typed;
      expect(await said).toMatchObject({matched: true, lines: [output]});
      expect(await terminal.proof()).toEqual(stillHere);
    },
  );

  hardCase('D78', 'such keys are for a program that reads lines once it does', async ({expect}) => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    using gate = new Gate(terminal);
    using viewer = await view(terminal);
    await viewer.type(Buffer.from('echo half'));
    const reading = await begin(terminal, `echo go; ${gate.wait}; cat`);
    const read = viewer.type(Buffer.from('twx\x7fo\r'));
    const said = terminal.call('watch_output', {pattern: '^two$', timeout: 40});
    gate.open();
    await read;
    expect(await said).toMatchObject({matched: true});
    await viewer.type(Buffer.from('\x04'));
    expect(await finished(terminal, reading)).toMatchObject({state: 'completed', exit_code: 0});
    expect(await terminal.proof()).toEqual(stillHere);
  });

  hardCase('D78', 'Ctrl+C drops such keys, and what was typed behind them', async ({expect}) => {
    await using terminal = await TestTerminal.open(backend, shell);
    await terminal.proof();
    using gate = new Gate(terminal);
    using viewer = await view(terminal);
    await viewer.type(Buffer.from('echo half'));
    const running = await begin(terminal, `echo go; ${gate.wait}`);
    await hasTerminal(terminal, 'head');
    const typed = ['\x15', 'touch dropped', '\r', '\x03'].map(keys => viewer.type(Buffer.from(keys)));
    expect(await finished(terminal, running)).toMatchObject({state: 'interrupted', exit_code: 130});
    await Promise.all(typed);
    expect(await terminal.proof()).toEqual(stillHere);
    expect(existsSync(terminal.file('dropped'))).toBe(false);
  });
});

describe.concurrent.each(terminals(['bash'] as const))(
  "$backend, $shell: the person's own keys",
  ({backend, shell}) => {
    const inEach = (bind: string) =>
      ['emacs-standard', 'vi-insert', 'vi-command'].map(map => `bind -m ${map} ${bind}\n`).join('');
    const ways = [
      ['a macro that ends in Enter', inEach(String.raw`'"\C-g": " && echo macro\n"'`)],
      ['a command of theirs', inEach(String.raw`-x '"\C-g": touch pressed; READLINE_LINE=picked'`)],
      ['a program that reads', inEach(String.raw`-x '"\C-g": touch pressed; cat'`)],
      ['the beginning of other keys', inEach(String.raw`'"\C-g\C-f": " && echo macro\n"'`)],
    ] as const;
    // Ctrl+V waits for a key to insert, Ctrl+R searches, Escape 3 counts, and the question is that of Tab.
    const states = [
      ['a search', '\x12tru'],
      ['a key that is to be inserted as it is', '\x16'],
      ['a count', '\x1b3'],
      ['a question about completions', '; ls ./\t\t'],
    ] as const;

    hardCase.for([
      ...ways.flatMap(([way, bound]) => ['emacs', 'vi'].map(mode => ['half a line', mode, way, bound, ''] as const)),
      ...states.map(([state, keys]) => [state, 'emacs', ...ways[0], keys] as const),
    ])(
      'D78',
      'out of %s in %s mode, a command presses no Ctrl+G where that is %s',
      async ([state, mode, , bound, keys]) => {
        const home = {[rcFile(shell)]: `set -o ${mode}\nbind 'set completion-query-items 2'\n${bound}`};
        await using terminal = await TestTerminal.open(backend, shell, {home});
        expect(await terminal.outcome('touch one two three')).toEqual(completed(''));
        // Before its editor reads, the kernel would take Ctrl+R for itself.
        await terminal.until(session => session.tracker.phase === 'prompt');
        let seen = '';
        const onBytes = (bytes: Uint8Array) => (seen += Buffer.from(bytes));
        using viewer = await terminal.engine.view(terminal.session, eva, {onBytes, onClosed: () => undefined});
        await viewer.type(Buffer.from('touch entered; echo ha""lf'));
        await terminal.until(() => seen.includes('ha""lf'));
        const typed = seen.length;
        await viewer.type(Buffer.from(keys));
        if (state.startsWith('a question')) await terminal.until(() => seen.slice(typed).includes('possibilities'));
        if (state === 'a search') await terminal.until(() => seen.slice(typed).includes('i-search'));
        expect(await terminal.outcome('echo whole')).toEqual(completed('whole'));
        expect(['entered', 'pressed'].filter(name => existsSync(terminal.file(name)))).toEqual([]);
        await terminal.until(session => session.tracker.phase === 'prompt');
        await terminal.until(() => seen.slice(seen.lastIndexOf('whole\r\n')).includes('ha""lf'));
        const said = terminal.call('watch_output', {pattern: '^half', timeout: 10});
        await viewer.type(Buffer.from('\r'));
        expect(await said).toMatchObject({matched: true});
        expect(await terminal.proof()).toEqual(stillHere);
      },
    );
  },
);

/** Keys were typed while nobody reads: the kernel has collected a line of them, or they wait for a reader. */
async function isAtTheTerminal({session}: TestTerminal): Promise<boolean> {
  return session.gate.holdsKeys || ((await session.look()).probe.unreadBytes ?? 0) > 0;
}

function view({engine, session}: TestTerminal): ReturnType<TestTerminal['engine']['view']> {
  return engine.view(session, eva, {onBytes: () => undefined, onClosed: () => undefined});
}

const eva = {type: 'person', name: 'eva'} as const;

function quoted(text: string, shell: string): string {
  if (shell !== 'fish') return `'${text.replaceAll("'", "'\\''")}'`;
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Resolves when the terminal holds input that the program has not taken. Asks again and again: nobody tells. */
async function pendingInput({driver, session}: TestTerminal): Promise<void> {
  while ((await driver.pendingInput(session)) === 0);
}
