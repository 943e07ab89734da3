import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import type {HostProbe} from '../../src/backends/index.ts';
import {completed, fullShells, Stand, stillHere} from './bench.ts';
import {Gate} from './gate.ts';
import {begin, finished, program} from './programs.ts';

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

describe.each(fullShells)('%s: input delivery', shell => {
  test.each([['bracketed'], ['plain']])(
    'D73 a multi-line paste into a program that tells bursts from typing (%s) is submitted exactly once',
    async mode => {
      await using stand = await Stand.open({shell});
      const id = await begin(stand, program('paste-aware.py', mode));
      const submitted = stand.call('watch_output', {pattern: '^submitted ', timeout: 10});
      await stand.call('send_text', {text: 'first line\nsecond line', submit: true});
      expect(await submitted).toMatchObject({
        matched: true,
        match_count: 1,
        lines: ["submitted 'first line\\nsecond line'"],
      });
      await stand.call('send_text', {text: 'quit', submit: true});
      const ended = await finished(stand, id);
      expect(ended).toMatchObject({state: 'completed', exit_code: 0, via: 'mark'});
      expect(String(ended['output']).match(/submitted/g)).toHaveLength(1);
      expect(await stand.proof()).toEqual(stillHere);
    },
  );

  test('D73 several lines pasted into vim arrive as they are', async () => {
    await using stand = await Stand.open({shell});
    const edited = await stand.run("vim -N -u NONE -c 'set autoindent' note");
    const text = '  one\n    two\n\n\tthree;\n# four "five"';
    await stand.call('send_keys', {keys: ['i'], settle_ms: 50});
    await stand.call('send_text', {text});
    await stand.call('send_keys', {keys: ['Escape'], wait_for: 'four'});
    await stand.call('send_keys', {keys: ['text::wq', 'Enter']});
    expect(await finished(stand, edited['command_id'])).toMatchObject({state: 'completed', exit_code: 0});
    expect(readFileSync(join(stand.home, 'home', 'note'), 'utf8')).toBe(`${text}\n`);
  });

  test.each(keyModes)('D74 keys in %s are the bytes the program expects', async (_, on, off, keys) => {
    await using stand = await Stand.open({shell});
    for (const [name, bytes] of keys) {
      const id = await begin(stand, program('raw-keys.py', on, off));
      await stand.call('send_keys', {keys: [name, '.']});
      const {output, exit_code} = await finished(stand, id);
      expect([name, String(output).split('\n').at(-1), exit_code]).toEqual([name, bytes, 0]);
    }
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D75 text with anything a shell or multiplexer could read as its own is literal', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, "sh -c 'echo go; cat >got'");
    for (const text of awkward.slice(0, -1)) await stand.call('send_text', {text, submit: true});
    await stand.call('send_control', {character: 'D'});
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 0});
    expect(readFileSync(join(stand.home, 'home', 'got'), 'utf8')).toBe(
      awkward
        .slice(0, -1)
        .map(text => `${text}\n`)
        .join(''),
    );
    expect(existsSync(join(stand.home, 'home', 'hacked'))).toBe(false);
  });

  test('D75 the same in a command, quoted, is delivered as it is', async () => {
    await using stand = await Stand.open({shell});
    for (const text of awkward)
      expect(await stand.outcome(`printf '<%s>' ${quoted(text, shell)}`)).toEqual(completed(`<${text}>`));
    expect(existsSync(join(stand.home, 'home', 'hacked'))).toBe(false);
  });

  test('D76 100 KB into a slow reader lose nothing; what waits is known, and the call returns when all is taken', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const text = Array.from({length: 10_000}, (_, n) => String(n).padStart(10, '.')).join('');
    const id = await begin(stand, program('slow-reader.py', gate.path, String(text.length)));
    let isSent = false;
    const sending = stand.call('send_text', {text, paste: false}).then(() => (isSent = true));
    await pendingInput(stand);
    expect(isSent).toBe(false);
    gate.open();
    await sending;
    const sum = createHash('sha1').update(text).digest('hex');
    expect(await finished(stand, id)).toEqual(completed(`go\n100000 ${sum}`));
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D76 a send that is given up says how much was not delivered', async () => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    const id = await begin(stand, program('slow-reader.py', gate.path, '10'));
    const client = new AbortController();
    const sending = stand.call('send_text', {text: 'x'.repeat(100_000), paste: false}, {signal: client.signal});
    const refused = expect(sending).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringMatching(/\d+ bytes were not delivered/),
    });
    await pendingInput(stand);
    client.abort();
    await refused;
    gate.open();
    expect(await finished(stand, id)).toMatchObject({state: 'completed', exit_code: 0});
  });

  test('D77 commands of two agents at once take turns; none is merged or lost', async () => {
    await using stand = await Stand.open({shell});
    const agents = ['anna', 'ben'].map(name => ({type: 'agent', name}) as const);
    const runs = agents.flatMap(actor =>
      Array.from({length: 10}, async (_, n) => {
        const {output, exit_code, state, via} = await stand.call(
          'run_command',
          {command: `echo ${actor.name}-${n}`, timeout: 20},
          {actor},
        );
        expect({output, exit_code, state, via}).toEqual(completed(`${actor.name}-${n}`));
      }),
    );
    await Promise.all(runs);
    expect(await stand.proof()).toEqual(stillHere);
  });

  test('D77 texts of two agents into one prompt are submitted one by one', async () => {
    await using stand = await Stand.open({shell});
    const id = await begin(stand, program('paste-aware.py', 'bracketed'));
    const agents = ['anna', 'ben'].map(name => ({type: 'agent', name}) as const);
    const pattern = "^submitted 'from ";
    const both = stand.call('watch_output', {pattern, timeout: 15}).then(async ({match_count, cursor}) => {
      if (match_count === 1) await stand.call('watch_output', {pattern, cursor, timeout: 15});
    });
    await Promise.all(
      agents.map(actor => stand.call('send_text', {text: `from ${actor.name}`, submit: true}, {actor})),
    );
    await both;
    await stand.call('send_text', {text: 'quit', submit: true});
    const {output} = await finished(stand, id);
    const submitted = String(output)
      .split('\n')
      .filter(line => line.startsWith('submitted'));
    expect(submitted.toSorted()).toEqual(["submitted 'from anna'", "submitted 'from ben'"]);
  });

  test("D77 an agent waits for another's half-typed line to be submitted; neither is merged", async () => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    await stand.until(session => session.tracker.phase === 'prompt');
    await stand.call('send_keys', {keys: ['text:echo first'], wait_for: 'echo first'});
    const firstSaid = stand.call('watch_output', {pattern: '^first$', timeout: 10});
    const second = stand.call(
      'run_command',
      {command: 'echo second', timeout: 20},
      {actor: {type: 'agent', name: 'ben'}},
    );
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await firstSaid).toMatchObject({matched: true});
    expect(await second).toMatchObject(completed('second'));
    expect(await stand.proof()).toEqual(stillHere);
  });
});

describe.concurrent.each(fullShells)('%s: who may type', shell => {
  test('D77 the loser is told who holds the line, and nothing is typed into it', async ({expect}) => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    await stand.until(session => session.tracker.phase === 'prompt');
    await stand.call('send_keys', {keys: ['text:echo held'], wait_for: 'echo held'});
    const actor = {type: 'agent', name: 'ben'} as const;
    await expect(stand.call('send_text', {text: 'MERGED'}, {actor})).rejects.toMatchObject({
      code: 'input_held',
      message: 'agent case is typing in this session.',
    });
    const said = stand.call('watch_output', {pattern: 'held$', timeout: 10});
    await stand.call('send_keys', {keys: ['Enter']});
    expect(await said).toMatchObject({lines: ['held']});
    expect(await stand.proof()).toEqual(stillHere);
  });

  test("D77 what a person begins to type while an agent's command runs is not merged with the next", async ({
    expect,
  }) => {
    await using stand = await Stand.open({shell});
    using gate = new Gate(stand);
    using viewer = await stand.engine.view(stand.session, eva, {onBytes: () => undefined, onClosed: () => undefined});
    for (const finishes of [true, false]) {
      const id = await begin(stand, `sh -c 'echo go; ${gate.wait}'`);
      await viewer.type(Buffer.from('echo mi'));
      gate.open();
      await finished(stand, id);
      const whole = stand.run('echo whole');
      const mine = stand.call('watch_output', {pattern: '^mine$', timeout: 10});
      // Either at once, or when the agent's command has been and the line is back.
      if (!finishes) expect(await whole).toMatchObject(completed('whole'));
      await stand.until(session => session.tracker.phase === 'prompt');
      await viewer.type(Buffer.from('ne\r'));
      expect(await mine).toMatchObject({matched: true, lines: ['mine']});
      expect(await whole).toMatchObject(completed('whole'));
    }
    expect(await stand.proof()).toEqual(stillHere);
  });

  test("D78 a person's half-typed line is put aside for an agent's command, and comes back", async ({expect}) => {
    await using stand = await Stand.open({shell});
    await stand.proof();
    await stand.until(session => session.tracker.phase === 'prompt');
    let seen = '';
    const onBytes = (bytes: Uint8Array) => (seen += Buffer.from(bytes));
    using viewer = await stand.engine.view(stand.session, eva, {onBytes, onClosed: () => undefined});
    await viewer.type(Buffer.from('echo half'));
    expect(await stand.outcome('echo whole')).toEqual(completed('whole'));
    await stand.until(() => seen.slice(seen.lastIndexOf('whole\r\n')).includes('echo half'));
    const said = stand.call('watch_output', {pattern: '^half$', timeout: 10});
    await viewer.type(Buffer.from('\r'));
    expect(await said).toMatchObject({matched: true});
    expect(await stand.proof()).toEqual(stillHere);
  });
});

const eva = {type: 'person', name: 'eva'} as const;

function quoted(text: string, shell: string): string {
  if (shell !== 'fish') return `'${text.replaceAll("'", "'\\''")}'`;
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Resolves when the host holds input that the program has not taken. */
async function pendingInput(stand: Stand): Promise<void> {
  for (;;) {
    const probe = (await stand.session.link.probe()) as HostProbe;
    if (probe.pendingInputBytes > 0) return;
  }
}
