import {closeSync, openSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {needs} from '../../../test/support/needs.ts';
import {RecordedProcess} from '../../../test/support/processes.ts';
import {holdsProgramsUp} from '../../../test/support/tested-tmux.ts';
import {PaneInput} from './pane-input.ts';
import {TmuxOnTest} from './testing/tmux-on-test.ts';
import {type TmuxLimits, TmuxProgram} from './tmux-program.ts';
import {type PaneListener, TmuxServer} from './tmux-server.ts';

/** A pane whose program writes what it gets into a file, byte for byte, and says how many bytes it has. */
const COUNTING = `
import os, sys, tty
tty.setraw(0)
into = open(sys.argv[1], 'wb', buffering=0)
total = 0
os.write(1, b'ready\\n')
while True:
    data = os.read(0, 65536)
    into.write(data)
    total += len(data)
    os.write(1, b'<%d>\\n' % total)
`;

interface Counted extends AsyncDisposable {
  readonly tmux: TmuxOnTest;
  readonly pane: string;
  readonly input: PaneInput;
  readonly server: TmuxServer;
  /** Resolves with all it got by then, when that is so many bytes. */
  got(bytes: number): Promise<Buffer>;
}

async function open(limits?: Partial<TmuxLimits>): Promise<Counted> {
  needs('tmux', 'python3');
  const tmux = new TmuxOnTest();
  const script = join(tmux.folder, 'count.py');
  const file = join(tmux.folder, 'got');
  writeFileSync(script, COUNTING);
  writeFileSync(file, '');
  const pane = tmux.start('sh', '-c', 'while ! [ -e go ]; do sleep 0.01; done; exec python3 count.py got');
  const server = new TmuxServer(
    tmux.socket,
    limits ? new TmuxProgram(tmux.env, {home: tmux.home, limits}) : tmux.program,
  );
  let printed = '';
  let wake = Promise.withResolvers<void>();
  const listener: PaneListener = {
    isForeign: false,
    onOutput(bytes) {
      printed += Buffer.from(bytes).toString('latin1');
      wake.resolve();
      wake = Promise.withResolvers();
    },
    onMissed: () => undefined,
    onRow: () => undefined,
    onGone: () => undefined,
    onMode: () => undefined,
  };
  const row = await server.row(pane);
  await server.watch(pane, listener);
  writeFileSync(join(tmux.folder, 'go'), '');
  const prints = async (text: string): Promise<void> => {
    while (!printed.includes(text)) await wake.promise;
  };
  await prints('ready');
  return {
    tmux,
    pane,
    server,
    input: new PaneInput({server, pane, tty: row?.tty ?? '', folder: tmux.folder}),
    async got(bytes) {
      await prints(`<${bytes}>`);
      return readFileSync(file);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await tmux[Symbol.asyncDispose]();
    },
  };
}

/** What tmux's own language, its formats and the shell would make something else of. */
const awkward = fc.constantFrom(
  '-l',
  '--',
  ';',
  '\\;',
  '#{pane_id}',
  '##',
  '~',
  '$HOME',
  '"',
  "'",
  '{',
  '}',
  '%end 1 1 1',
  '\n',
  '\r',
  '\0',
);
const pieces = fc.array(
  fc.oneof(
    fc.uint8Array({maxLength: 40}).map(bytes => Buffer.from(bytes)),
    awkward.map(text => Buffer.from(text)),
  ),
  {minLength: 1, maxLength: 12},
);

test('every byte that is typed arrives as it is, in its order, and no other', async () => {
  await using counted = await open();
  let expected = Buffer.alloc(0);
  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), async (parts, isSecret) => {
      const typed = Buffer.concat(parts);
      if (typed.length === 0) return;
      expected = Buffer.concat([expected, typed]);
      if (isSecret) await counted.input.writeSecret(typed);
      else await Promise.all(parts.filter(part => part.length > 0).map(part => counted.input.write(part)));
      expect(await counted.got(expected.length)).toEqual(expected);
    }),
    {numRuns: 60},
  );
});

test('a hundred thousand bytes arrive whole', async () => {
  await using counted = await open();
  const typed = Buffer.from(Array.from({length: 100_000}, (_, index) => (index * 7 + (index >> 8)) & 0xff));
  await counted.input.write(typed);
  expect(await counted.got(typed.length)).toEqual(typed);
});

test('a piece that tmux has not taken, or of which nobody knows, takes along what was to come behind it', async () => {
  await using counted = await open();
  const {tmux, input} = counted;
  const ours = RecordedProcess.of(tmux.tmux('list-clients', '-F', '#{client_pid}').trim());
  const server = RecordedProcess.of(tmux.tmux('display-message', '-p', '#{pid}'));
  const typed = Buffer.from(Array.from({length: 5000}, (_, index) => 0x20 + (index % 90)));
  server.signal('SIGSTOP');
  const writing = Promise.allSettled([input.write(typed), input.write(Buffer.from('next'))]);
  ours.signal('SIGKILL');
  await ours.ended();
  server.signal('SIGCONT');
  const refused = {status: 'rejected', reason: expect.objectContaining({code: 'server_unavailable'})};
  expect(await writing).toEqual([refused, refused]);
  await input.write(Buffer.from('<end>'));
  const got = (): string => readFileSync(join(tmux.folder, 'got'), 'utf8');
  await expect.poll(got).toMatch(/<end>$/);
  expect(`${typed}<end>`.startsWith(got().slice(0, -'<end>'.length))).toBe(true);
  expect(got().length).toBeLessThan(typed.length);
});

if (holdsProgramsUp)
  test('where tmux holds a program up while somebody reads back, nothing is typed until they have left copy mode', async () => {
    await using counted = await open();
    const {tmux, pane, input} = counted;
    tmux.tmux('copy-mode', '-t', pane);
    await expect(input.write(Buffer.from('keys'))).rejects.toMatchObject({code: 'input_held'});
    await expect(input.writeSecret(Buffer.from('secret'))).rejects.toMatchObject({code: 'input_held'});
    expect(tmux.tmux('display-message', '-p', '-t', pane, '#{pane_mode}').trim()).toBe('copy-mode');
    tmux.tmux('send-keys', '-t', pane, '-X', 'cancel');
    await input.write(Buffer.from('then'));
    expect((await counted.got(4)).toString()).toBe('then');
  });
else
  test('a person who reads back in copy mode is left there, and the program gets what is typed', async () => {
    await using counted = await open();
    counted.tmux.tmux('copy-mode', '-t', counted.pane);
    const typed = Buffer.from('q; echo "#{pane_id}" \\ $x\r\n\u00e9');
    await counted.input.write(typed);
    expect(await counted.got(typed.length)).toEqual(typed);
    expect(counted.tmux.tmux('display-message', '-p', '-t', counted.pane, '#{pane_in_mode}').trim()).toBe('1');
  });

test('of panes that get the same keys as each other only the one that is meant gets what is typed', async () => {
  await using counted = await open();
  const {tmux, pane} = counted;
  const other = tmux.tmux('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', pane, '--', 'cat', '-').trim();
  tmux.tmux('set-option', '-w', '-t', pane, 'synchronize-panes', 'on');
  await counted.input.write(Buffer.from('for one alone'));
  expect((await counted.got(13)).toString()).toBe('for one alone');
  await counted.server.turn(pane);
  expect(tmux.tmux('capture-pane', '-p', '-t', other).trim()).toBe('');
});

test('a pane whose input somebody has switched off refuses, and is not believed to have got it', async () => {
  await using counted = await open();
  counted.tmux.tmux('select-pane', '-d', '-t', counted.pane);
  await expect(counted.input.write(Buffer.from('lost'))).rejects.toMatchObject({code: 'denied'});
});

test('no client of the tmux server finds a secret among the commands and buffers of tmux', async () => {
  await using counted = await open();
  const secret = Buffer.from('correct horse battery');
  await counted.input.writeSecret(secret);
  expect(await counted.got(secret.length)).toEqual(secret);
  const shown = counted.tmux.tmux('show-messages') + counted.tmux.tmux('list-buffers');
  expect(shown).not.toContain('horse');
  expect(shown).not.toContain(secret.toString('hex').replace(/..(?!$)/g, '$& '));
});

test('a secret stays in no buffer of tmux where its pane is gone before it is typed', async () => {
  await using counted = await open();
  const {tmux, pane, input} = counted;
  tmux.tmux('split-window', '-d', '-t', pane, '--', 'sleep', '300');
  tmux.tmux('set-hook', '-g', 'after-load-buffer', `kill-pane -t ${pane}`);
  await expect(input.writeSecret(Buffer.from('correct horse battery'))).rejects.toMatchObject({code: 'not_supported'});
  expect(tmux.tmux('list-buffers')).toBe('');
});

test('a secret that tmux has not asked for in time is not typed later, and no other file is in its place', async () => {
  await using counted = await open({mostSilentMs: 1000});
  const {tmux, input, server, pane} = counted;
  const goes = join(tmux.folder, 'goes');
  const other = join(tmux.folder, 'other');
  writeFileSync(other, 'of another file');
  // tmux comes to the file late: what it is asked right before it is told to load holds it up.
  const ask = server.run.bind(server);
  server.run = async (...words) => {
    const answer = await ask(...words);
    if (words[0] === 'list-commands')
      server.runAt(pane, `run-shell 'while ! [ -e ${goes} ]; do sleep 0.01; done'`).catch(() => undefined);
    return answer;
  };
  await expect(input.writeSecret(Buffer.from('secret'))).rejects.toMatchObject({code: 'server_unavailable'});
  const opened = Array.from({length: 20}, () => openSync(other, 'r'));
  writeFileSync(goes, '');
  const got = (): string => readFileSync(join(tmux.folder, 'got'), 'utf8');
  await input.write(Buffer.from('<end>'));
  await expect.poll(got).toMatch(/<end>$/);
  expect(got()).toBe('<end>');
  for (const descriptor of opened) closeSync(descriptor);
});
