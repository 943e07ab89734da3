import {execFile, execFileSync} from 'node:child_process';
import {createHash, randomBytes} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {needsLinux} from '../../../test/support/needs.ts';
import {writerOf} from '../../../test/support/writer-of.ts';
import {
  type Backend,
  type BlockedOn,
  logCursor,
  type OpenOptions,
  parseCommandId,
  parseSessionId,
  type TerminalFacts,
  type TerminalLink,
} from '../../core/index.ts';
import {readBlockedOn} from '../system/blocked-on.ts';
import {readProcessRow} from '../system/process-table.ts';
import {Host} from './host/host.ts';
import type {HostApi, HostProbe} from './host/host-api.ts';
import {createPtyBackend} from './pty-backend.ts';
import {startHost} from './start-host.ts';
import {Listening, loggedEvents, makeHome, outputBytes, outputText, typed} from './test-support.ts';

const hosts: readonly [string, (home: string) => Promise<HostApi>][] = [
  ['a host in this process', async home => new Host({home})],
  ['a host behind its socket', async home => startHost({home, idleMs: 100})],
];

describe.each(hosts)('%s', (_, start) => {
  let home: ReturnType<typeof makeHome>;
  let host: HostApi;
  let backend: Backend;

  beforeEach(async () => {
    home = makeHome();
    host = await start(home.path);
    backend = createPtyBackend({home: home.path, host});
  });

  afterEach(async () => {
    for (const {facts} of await host.list()) await host.close(facts.sessionId);
    await backend[Symbol.asyncDispose]();
    home.remove();
  });

  async function open(options: OpenOptions): Promise<{link: TerminalLink; heard: Listening}> {
    const link = await backend.open(options);
    return {link, heard: new Listening(link)};
  }

  /** A FIFO: whoever opens it waits until its other end is opened too. */
  function makeGate(): string {
    const gate = join(home.path, 'gate');
    execFileSync('mkfifo', [gate]);
    return gate;
  }

  const sh = (script: string) => open({argv: ['sh', '-c', script]});

  test('output and exit reach the log and the listener, in order', async () => {
    const {link, heard} = await sh('printf "one\\ntwo"; exit 3');
    const exit = await heard.closed();
    expect(exit).toMatchObject({type: 'exit', exitStatus: 3, signal: null});
    expect(await outputText(link)).toBe('one\r\ntwo');
    const events = await loggedEvents(link);
    // The tty may give the two lines one after the other.
    const types = events.map(event => event.type).filter((type, at, all) => type !== all[at - 1]);
    expect(types).toEqual(['open', 'output', 'exit']);
    expect(events.at(-1)).toEqual(exit);
    expect(link.facts.alive).toBe(false);
  });

  test('death by signal is told as a signal', async () => {
    const {heard} = await sh('kill -KILL $$');
    expect(await heard.closed()).toMatchObject({exitStatus: null, signal: 'SIGKILL'});
  });

  test('an integrated bash proves its marks, and a submitted command gets its exit status', async () => {
    const {link, heard} = await open({shell: 'bash'});
    await heard.mark('inputStart');
    const commandId = parseCommandId('c1');
    if (!commandId) throw new Error('bad id');
    const by = {type: 'agent', name: 'tester'} as const;
    const delivery = {
      bracketedPaste: true,
      lineDirty: false,
      integrated: true,
      takesKey: true,
      family: 'bash',
    } as const;
    await writerOf(link).submit({commandId, commandLine: 'echo hi; (exit 7)', by, ...delivery});
    expect(await heard.mark('commandEnd')).toMatchObject({proved: true, exitStatus: 7});
    const events = await loggedEvents(link);
    expect(events.find(event => event.type === 'command')).toMatchObject({
      commandId,
      commandLine: 'echo hi; (exit 7)',
      by,
    });
    expect(events.findIndex(event => event.type === 'command')).toBeLessThan(
      events.findIndex(event => event.type === 'input'),
    );
  });

  test('a command that is handed over again, by whoever does not know that it was, is handed over once', async () => {
    const {link, heard} = await sh(
      'stty -echo; printf ready; read line; echo "got $line"; read line; echo "then $line"',
    );
    await heard.text('ready');
    const commandId = parseCommandId('c1');
    if (!commandId) throw new Error('bad id');
    const by = {type: 'agent', name: 'tester'} as const;
    const delivery = {
      bracketedPaste: false,
      lineDirty: false,
      integrated: false,
      takesKey: false,
      family: 'posix',
    } as const;
    for (let again = 0; again < 2; again++)
      await writerOf(link).submit({commandId, commandLine: 'one', by, ...delivery});
    await writerOf(link).write(typed('two\n'));
    await heard.text('then two');
    expect((await loggedEvents(link)).filter(event => event.type === 'command')).toHaveLength(1);
  });

  test('what is typed at the same moment as a command, and behind it, comes behind it', async () => {
    const {link, heard} = await sh(
      'stty -echo; printf ready; read line; echo "got $line"; read line; echo "then $line"',
    );
    await heard.text('ready');
    const commandId = parseCommandId('c1');
    if (!commandId) throw new Error('bad id');
    const by = {type: 'agent', name: 'tester'} as const;
    const delivery = {
      bracketedPaste: false,
      lineDirty: false,
      integrated: false,
      takesKey: false,
      family: 'posix',
    } as const;
    await Promise.all([
      writerOf(link).submit({commandId, commandLine: 'one', by, ...delivery}),
      writerOf(link).write(typed('two\n')),
    ]);
    await heard.text('then two');
    expect(await outputText(link)).toContain('got one');
  });

  test('a mark stands at the offset of its first byte and knows the lines before it', async () => {
    const {link, heard} = await sh('printf "a\\nbc\\033]133;A\\007d"');
    await heard.closed();
    const mark = (await loggedEvents(link)).find(event => event.type === 'mark');
    expect(mark).toMatchObject({kind: 'promptStart', proved: false, offset: 5, length: 8, lines: 1});
  });

  test('a query is announced and never logged', async () => {
    const {link, heard} = await sh('printf "\\033[6n"');
    const query = await heard.first(notice => (notice.type === 'query' ? notice.query : undefined));
    expect(query).toEqual({type: 'cursorPosition', dec: false});
    await heard.closed();
    expect((await loggedEvents(link)).map(event => event.type)).toEqual(['open', 'output', 'exit']);
  });

  test('a late listener learns the modes that are set and hears everything that follows', async () => {
    const {link, heard} = await sh('printf "\\033[?2004h\\033[?1049hearly"; read x; printf late');
    await heard.text('early');
    const [late] = await backend.resume();
    if (!late) throw new Error('nothing to adopt');
    const state = (await host.list())[0];
    expect(state?.modes).toEqual({bracketedPaste: 1, alternateScreen: 1});
    expect(await outputText(late)).toContain('early');
    const lateHeard = new Listening(late);
    await writerOf(link).write(typed('\n'));
    expect(await lateHeard.closed()).toMatchObject({exitStatus: 0});
    expect(await outputBytes(late)).toEqual(await outputBytes(link));
  });

  test('an input is logged with who sent it', async () => {
    const {link, heard} = await sh('read x; echo "got $x"');
    await writerOf(link).write(typed('hello\n'));
    await heard.text('got hello');
    const input = (await loggedEvents(link)).find(event => event.type === 'input');
    expect(input).toMatchObject({by: {type: 'agent', name: 'tester'}, kind: 'text', byteLength: 6});
    expect(input?.type === 'input' && Buffer.from(input.bytes ?? []).toString()).toBe('hello\n');
  });

  test('what is typed while the tty asks for a secret is logged and announced by its length alone', async () => {
    const {link, heard} = await sh('stty -echo; printf Password:; read x; printf %s "$x" | wc -c');
    await heard.text('Password:');
    await writerOf(link).write(typed('hunter2\n', 'keys'));
    await heard.text('7');
    const input = await heard.first(notice =>
      notice.type === 'event' && notice.event.type === 'input' ? notice.event : undefined,
    );
    expect(input).toMatchObject({kind: 'keys', bytes: null, byteLength: 8});
    expect(JSON.stringify(await loggedEvents(link))).not.toContain('hunter2');
  });

  test('a secret is logged by its length even where the tty echoes', async () => {
    const {link, heard} = await sh('read x');
    await writerOf(link).write(typed('hunter2\n', 'secret'));
    await heard.closed();
    expect((await loggedEvents(link)).find(event => event.type === 'input')).toMatchObject({
      bytes: null,
      byteLength: 8,
    });
  });

  test('D68: every byte value reaches a raw program, NUL included', async () => {
    const all = Uint8Array.from({length: 256}, (_value, index) => index);
    const {link, heard} = await sh('stty raw -echo; printf ready; head -c 256 | cksum');
    await heard.text('ready');
    await writerOf(link).write(typed(all));
    await heard.closed();
    expect(await outputText(link)).toContain(cksum(all));
  });

  test('D68: a line longer than the tty keeps is refused whole, with the way out', async () => {
    const {link, heard} = await sh('printf ready; cat');
    await heard.text('ready');
    const refused = writerOf(link).write(typed(`${'x'.repeat(5000)}\n`));
    await expect(refused).rejects.toMatchObject({code: 'too_large', hint: expect.stringContaining('file')});
    expect((await loggedEvents(link)).some(event => event.type === 'input')).toBe(false);
    await writerOf(link).write(typed('short\n'));
    await heard.text('short');
  });

  test('D76: 100 KB for a program that reads late arrive whole, and wait visibly until then', async () => {
    const fifo = join(home.path, 'go');
    execFileSync('mkfifo', [fifo]);
    const bytes = Uint8Array.from(randomBytes(100 * 1024));
    const {link, heard} = await sh(`stty raw -echo; printf ready; read go < ${fifo}; head -c ${bytes.length} | cksum`);
    await heard.text('ready');
    const written = writerOf(link).write(typed(bytes));
    const probe: HostProbe = await host.probe(link.facts.sessionId);
    expect(probe.pendingInputBytes).toBeGreaterThan(0);
    writeFileSync(fifo, 'go\n');
    await written;
    await heard.closed();
    expect(await outputText(link)).toContain(cksum(bytes));
  });

  test('a write that the program never reads can be cancelled', async () => {
    const {link, heard} = await sh('stty raw -echo; printf ready; sleep 60');
    await heard.text('ready');
    const controller = new AbortController();
    const written = writerOf(link).write(typed(new Uint8Array(200 * 1024)), {signal: controller.signal});
    await host.probe(link.facts.sessionId);
    controller.abort();
    await expect(written).rejects.toMatchObject({code: 'cancelled'});
  });

  test('D31: the exit is told at once though a background child keeps the terminal open', async () => {
    const gate = makeGate();
    // It holds the terminal until the gate is opened.
    const {link, heard} = await sh(`trap "" HUP; sh -c 'read go' <${gate} & echo bye; exit 4`);
    expect(await heard.closed()).toMatchObject({exitStatus: 4});
    expect(await outputText(link)).toBe('bye\r\n');
    writeFileSync(gate, '\n');
  });

  test('a resize is logged and seen by the program', async () => {
    const {link, heard} = await sh('trap "stty size" WINCH; printf ready; while :; do read x; done');
    await heard.text('ready');
    await link.resize(101, 33);
    await heard.text('33 101');
    expect(link.facts).toMatchObject({cols: 101, rows: 33});
    expect((await loggedEvents(link)).find(event => event.type === 'resize')).toMatchObject({cols: 101, rows: 33});
  });

  test('what a program printed before it was seen to read is news before the answer', async () => {
    needsLinux();
    const gate = makeGate();
    const {link, heard} = await sh(`printf ready; read go <${gate}; printf 'Name? '; read name`);
    await heard.text('ready');
    writeFileSync(gate, '\n');
    blockUntilReads(link.facts);
    expect(await link.probe()).toMatchObject({foreground: [{blockedOn: 'tty_read'}]});
    expect(await outputText(link)).toBe('readyName? ');
  });

  test('during a flood an answer comes after the news of all output before it', async () => {
    const {link, heard} = await sh('yes');
    await heard.first(notice => (notice.type === 'output' && notice.offset > 2_000_000 ? true : undefined));
    for (let asked = 0; asked < 50; asked++) {
      const [state] = await host.list();
      expect(link.log.end).toBeGreaterThanOrEqual(state?.position.end ?? Number.NaN);
    }
  });

  test('a signal to the foreground leaves the shell, one to the session reaches other process groups', async () => {
    const fifo = makeGate();
    // Whoever holds the FIFO's writing end shows its death by the end of file.
    const child = promisify(execFile)('cat', [fifo]);
    const handler =
      'process.on("SIGINT", () => console.log("interrupted")); setInterval(() => {}, 1e6); console.log("ready")';
    const elsewhere = `setsid sh -c 'echo elsewhere; exec sleep 300' 3>${fifo}`;
    const {link, heard} = await sh(`${elsewhere} & exec ${process.execPath} -e '${handler}'`);
    await heard.text('elsewhere');
    await heard.text('ready');
    await writerOf(link).signal('SIGINT', 'foreground');
    await heard.text('interrupted');
    await writerOf(link).signal('SIGKILL', 'session');
    expect(await heard.closed()).toMatchObject({signal: 'SIGKILL'});
    await child;
  });

  test('close hangs up, and kills what ignores that', async () => {
    const {link, heard} = await sh('trap "" HUP; printf ready; while :; do sleep 1; done');
    await heard.text('ready');
    await writerOf(link).close();
    expect(await heard.closed()).toMatchObject({signal: 'SIGKILL'});
    await writerOf(link).close();
  });

  test('the environment names the session and never holds the nonce', async () => {
    const {link, heard} = await open({shell: 'bash', env: {MINE: 'yes', HOME: undefined}});
    const mark = await heard.mark('inputStart');
    expect(mark.proved).toBe(true);
    const env = await link.environment();
    expect(env).toMatchObject({
      COTTY_SESSION: link.facts.sessionId,
      TERM: 'xterm-256color',
      TERM_PROGRAM: 'cotty',
      MINE: 'yes',
    });
    expect(env).not.toHaveProperty('HOME');
    const commandId = parseCommandId('c1');
    if (!commandId) throw new Error('bad id');
    const by = {type: 'agent', name: 'tester'} as const;
    const delivery = {
      bracketedPaste: true,
      lineDirty: false,
      integrated: true,
      takesKey: true,
      family: 'bash',
    } as const;
    const file = join(home.path, 'shell-told');
    await writerOf(link).submit({commandId, commandLine: `printf %s "$__cotty_nonce" >'${file}'`, by, ...delivery});
    await heard.mark('commandEnd');
    const nonce = readFileSync(file, 'utf8');
    expect(nonce).toMatch(/^[\w-]{24}$/);
    expect(JSON.stringify(env)).not.toContain(nonce);
  });

  test('Ctrl-C gets through a flood, and no backlog comes after it', async () => {
    const {link, heard} = await sh('yes "a line of a flood that does not end"');
    await heard.first(notice => (notice.type === 'output' && notice.offset > 2_000_000 ? true : undefined));
    await writerOf(link).write(typed('\x03', 'control'));
    expect(await heard.closed()).toMatchObject({signal: 'SIGINT'});
    const typedAt = (await loggedEvents(link)).find(event => event.type === 'input')?.offset ?? 0;
    expect(typedAt).toBeGreaterThan(2_000_000);
    // What the tty and its reader may have had in hand, whatever the speed of the machine.
    expect(link.log.end - typedAt).toBeLessThan(1_000_000);
  });

  test('a flood reaches the log whole, and notices cover it without a hole', async () => {
    const {link, heard} = await sh('head -c 20000000 /dev/zero | tr "\\\\0" x');
    await heard.closed();
    const notices = heard.notices.filter(notice => notice.type === 'output');
    // The log may have been ahead of the news when we began to listen.
    expect(notices[0]?.offset).toBeLessThanOrEqual(heard.from);
    let end = notices[0]?.offset ?? heard.from;
    for (const {offset, length} of notices) {
      expect(offset).toBe(end);
      end = logCursor(end + length);
    }
    expect(end).toBe(20_000_000);
    const digest = createHash('sha256')
      .update(await outputBytes(link))
      .digest('hex');
    expect(digest).toBe(createHash('sha256').update(Buffer.alloc(20_000_000, 'x')).digest('hex'));
  });

  test.each<[string, OpenOptions, object]>([
    ['a directory that is missing', {argv: ['true'], cwd: '/no/such/place'}, {code: 'invalid_argument'}],
    ['a size that is none', {argv: ['true'], cols: 0}, {code: 'invalid_argument'}],
    ['a NUL in an argument', {argv: ['echo', 'a\0b']}, {code: 'invalid_argument'}],
    ['a program that is missing', {argv: ['no-such-program']}, {code: 'spawn_failed'}],
    ['a shell that is missing', {shell: 'no-such-shell'}, {code: 'shell_missing'}],
  ])('%s is refused with a hint and leaves nothing behind', async (_what, options, error) => {
    await expect(backend.open(options)).rejects.toMatchObject({...error, hint: expect.stringMatching(/\.$/)});
    expect(await backend.known()).toEqual([]);
  });

  test('a session that ended is recalled with its log, and refuses input', async () => {
    const {link, heard} = await sh('echo kept');
    await heard.closed();
    const {sessionId} = link.facts;
    const recalled = await backend.recall(sessionId);
    expect(recalled?.facts).toEqual({...link.facts, alive: false});
    expect(recalled && (await outputText(recalled))).toBe('kept\r\n');
    expect(await backend.known()).toEqual([sessionId]);
    expect(await backend.resume()).toEqual([]);
    await expect(writerOf(link).write(typed('x'))).rejects.toMatchObject({code: 'session_closed'});
    const unknown = parseSessionId('pty:nosuchone');
    if (!unknown) throw new Error('bad id');
    expect(await backend.recall(unknown)).toBeUndefined();
    await expect(host.write(unknown, typed('x'))).rejects.toMatchObject({code: 'unknown_session'});
  });

  test("repair writes to the program's side of the tty and makes its modes sane", async () => {
    const {link, heard} = await sh('stty raw -echo; printf ready; sleep 60');
    await heard.text('ready');
    await writerOf(link).repair(Buffer.from('\x1b[?1049lfixed'), {saneTty: true});
    await heard.text('fixed');
    expect((await link.probe())?.mode).toEqual({canonical: true, echo: true, signals: true, enterIsLineFeed: true});
  });
});

/** Without a turn of the event loop: a host in this process cannot have read meanwhile what the program printed. */
function blockUntilReads({pid, tty}: Pick<TerminalFacts, 'pid' | 'tty'>): void {
  for (let blockedOn: BlockedOn | undefined; blockedOn !== 'tty_read'; ) {
    const row = readProcessRow(pid ?? 0);
    blockedOn = row && readBlockedOn(row, tty ?? '');
  }
}

function cksum(bytes: Uint8Array): string {
  return execFileSync('cksum', {input: bytes}).toString().trim();
}
