/** The client of iTerm2's API, call by call, over the endpoint; and what it does where nobody of this protocol is there. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {Iterm2Backend} from '../../src/backends/index.ts';
import {OutputPipe} from '../../src/backends/iterm2/output-pipe.ts';
import {PromptPlaces} from '../../src/backends/iterm2/prompt-places.ts';
import type {Session} from '../../src/engine/index.ts';
import {
  activateSession,
  answerStatusBar,
  ClientSockets,
  Cookies,
  closeSession,
  createTab,
  defaultSocketPath,
  Iterm2Client,
  inject,
  invoke,
  listPrompts,
  listSessions,
  type Notification,
  NotificationType,
  profileNames,
  promptSubscription,
  readBuffer,
  readBufferSize,
  readCoprocess,
  readFocus,
  readLines,
  readProfile,
  readPrompt,
  readPromptNews,
  readVariables,
  resizeSession,
  runCoprocess,
  sendText,
  sessionsOf,
  setName,
  setProfile,
  setVariable,
  splitPane,
  statusBarSubscription,
  stopCoprocess,
} from '../../src/iterm2-api/index.ts';
import {Iterm2OnTest} from '../support/iterm2-on-test.ts';

let iterm2: Iterm2OnTest;

beforeAll(async () => {
  iterm2 = await Iterm2OnTest.start();
});

afterAll(async () => {
  await iterm2[Symbol.asyncDispose]();
});

const LATE_MS = 30_000;

/** A bash of a person's at its prompt, 60 columns wide. */
async function shell(): Promise<{session: Session; guid: string}> {
  const session = await iterm2.open({cols: 60, rows: 10});
  await until(session, () => session.tracker.phase === 'prompt');
  return {session, guid: iterm2.guidOf(session)};
}

async function until(session: Session, look: () => boolean): Promise<void> {
  await session.waiters.until(() => (look() ? true : undefined), AbortSignal.timeout(LATE_MS));
}

/** What is told, kept until somebody waits for it. */
class News {
  readonly #told: Notification[] = [];
  #wake = (): void => undefined;

  readonly hear = (notification: Notification): void => {
    this.#told.push(notification);
    this.#wake();
  };

  /** The first of them that `pick` takes, which is told once. */
  async next<T>(pick: (notification: Notification) => T | null | undefined): Promise<T> {
    for (;;) {
      for (const [index, one] of this.#told.entries()) {
        const picked = pick(one);
        if (picked === null || picked === undefined) continue;
        this.#told.splice(index, 1);
        return picked;
      }
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }
}

describe('windows, tabs, sessions', () => {
  test('a session is opened in a window, divided, named, sized, shown and closed', async () => {
    using app = await iterm2.client();
    const first = await createTab(app, null, {cwd: '/'});
    const {windows} = await listSessions(app);
    const window = windows.find(({tabs}) => tabs.some(({sessions}) => sessions.some(({id}) => id === first)));
    const second = await createTab(app, window?.id ?? null, {command: '/bin/sleep 300'});
    const third = await splitPane(app, second, true, {});
    const {windows: then} = await listSessions(app);
    const tabs = then.find(({id}) => id === window?.id)?.tabs ?? [];
    expect(tabs.map(({sessions}) => sessions.map(({id}) => id))).toEqual([[first], [second, third]]);
    expect((await readFocus(app)).sessions).toContain(first);
    await activateSession(app, third);
    expect((await readFocus(app)).sessions).toContain(third);
    await resizeSession(app, first, 91, 17);
    await setName(app, first, 'the first');
    const named = sessionsOf(await listSessions(app)).find(({id}) => id === first);
    expect(named).toMatchObject({title: 'the first', cols: 91, rows: 17});
    for (const id of [first, second, third]) await closeSession(app, id);
    expect(sessionsOf(await listSessions(app)).map(({id}) => id)).not.toContain(first);
  });

  test('what there is not is said by the same errors whatever is asked of it', async () => {
    using app = await iterm2.client();
    const unknown = {code: 'unknown_session'};
    await expect(sendText(app, 'gone', 'x')).rejects.toMatchObject(unknown);
    await expect(readBuffer(app, 'gone', {type: 'screen'})).rejects.toMatchObject(unknown);
    await expect(readVariables(app, 'gone', ['tty'])).rejects.toMatchObject(unknown);
    await expect(activateSession(app, 'gone')).rejects.toMatchObject(unknown);
    await expect(splitPane(app, 'gone', true, {})).rejects.toMatchObject(unknown);
    await expect(inject(app, 'gone', Buffer.from('x'))).rejects.toMatchObject(unknown);
    await expect(readPrompt(app, 'gone')).rejects.toMatchObject(unknown);
    await expect(createTab(app, null, {profile: 'No such'})).rejects.toMatchObject({code: 'not_supported'});
    await expect(closeSession(app, 'gone')).resolves.toBe(undefined);
  });
});

describe('screens', () => {
  test('lines are read with their styles, wrapped ones told as such, wide characters whole', async () => {
    using app = await iterm2.client();
    const {session, guid} = await shell();
    const line = String.raw`printf '\033[1;31mred\033[0m plain \033[4;48;2;1;2;3mon it\033[0m 日本 \360\237\230\200 end\n%0100d\n' 0`;
    await iterm2.type(session, `clear; ${line}\r`);
    await until(session, () => session.tracker.recentCommands(1)[0]?.phase === 'ended');
    const {lines, cursor} = await readBuffer(app, guid, {type: 'screen'});
    const [styled, zeros, rest] = lines.slice(lines.findIndex(({text}) => text.startsWith('red')));
    expect(styled?.text.trimEnd()).toBe('red plain on it 日本 \u{1f600} end');
    expect(styled?.runs.map(({text}) => text).join('')).toBe(styled?.text);
    expect(styled?.runs.find(({text}) => text === 'red')?.style).toMatchObject({bold: true});
    const background = {case: 'bgRgb', value: {red: 1, green: 2, blue: 3}};
    expect(styled?.runs.find(({text}) => text === 'on it')?.style).toMatchObject({
      underline: true,
      bgColor: background,
    });
    expect([zeros?.isWrapped, zeros?.text, rest?.isWrapped]).toEqual([true, '0'.repeat(60), false]);
    const {overflow, history, grid} = await readBufferSize(app, guid);
    expect(cursor.line).toBeLessThan(overflow + history + grid);
  });

  test('lines that are gone are counted, and no answer is taken for an empty one', async () => {
    using app = await iterm2.client();
    const {session, guid} = await shell();
    await iterm2.type(session, 'seq 5000\r');
    await until(session, () => session.tracker.recentCommands(1)[0]?.phase === 'ended');
    const {overflow, history, grid} = await readBufferSize(app, guid);
    expect(overflow).toBeGreaterThan(2000);
    const {lines, missed} = await readLines(app, guid, 0, overflow + history + grid);
    expect([missed, lines.length]).toEqual([overflow, history + grid]);
    expect(
      lines
        .map(({text}) => text)
        .filter(text => /^\d+$/.test(text))
        .at(-1),
    ).toBe('5000');
    const backwards = readBuffer(app, guid, {type: 'lines', from: 20, to: 10});
    await expect(backwards).rejects.toMatchObject({code: 'invalid_argument'});
  });
});

describe('what is told', () => {
  test('prompts, commands and their exit statuses, by the ids under which they can be asked for', async () => {
    const news = new News();
    using app = await iterm2.client({onNotification: news.hear});
    const {session, guid} = await shell();
    await app.subscribe(promptSubscription(guid));
    await sendText(app, guid, 'echo one; (exit 7)\r');
    const prompts = ({promptNotification: told}: Notification) => told && readPromptNews(told);
    const started = await news.next(one => (prompts(one)?.type === 'commandStart' ? prompts(one) : null));
    expect(started).toMatchObject({command: 'echo one; (exit 7)'});
    const ended = await news.next(one => (prompts(one)?.type === 'commandEnd' ? prompts(one) : null));
    expect(ended).toEqual({type: 'commandEnd', id: started.id, exitStatus: 7});
    await news.next(one => (prompts(one)?.type === 'prompt' ? true : null));
    const prompt = await readPrompt(app, guid, started.id);
    expect(prompt).toMatchObject({state: 'finished', exitStatus: 7, command: 'echo one; (exit 7)'});
    const {lines} = await readLines(app, guid, prompt?.output?.line ?? 0, (prompt?.output?.line ?? 0) + 1);
    expect(lines.map(({text}) => text.trimEnd())).toEqual(['one']);
    expect(await listPrompts(app, guid)).toContain(started.id);
    expect(session.isClosed).toBe(false);
  });

  test('updates of a screen, keys of a person, custom sequences, new and ended sessions, focus and layout', async () => {
    const news = new News();
    using app = await iterm2.client({onNotification: news.hear});
    const {session, guid} = await shell();
    for (const notificationType of [
      NotificationType.NOTIFY_ON_SCREEN_UPDATE,
      NotificationType.NOTIFY_ON_KEYSTROKE,
      NotificationType.NOTIFY_ON_CUSTOM_ESCAPE_SEQUENCE,
    ])
      await app.subscribe({session: guid, notificationType});
    for (const notificationType of [
      NotificationType.NOTIFY_ON_NEW_SESSION,
      NotificationType.NOTIFY_ON_TERMINATE_SESSION,
      NotificationType.NOTIFY_ON_LAYOUT_CHANGE,
      NotificationType.NOTIFY_ON_FOCUS_CHANGE,
    ])
      await app.subscribe({session: 'all', notificationType});
    await iterm2.type(session, String.raw`printf '\033]1337;Custom=id=secret:hello\a'` + '\r');
    expect(await news.next(one => one.keystrokeNotification?.session)).toBe(guid);
    expect(await news.next(one => one.screenUpdateNotification?.session)).toBe(guid);
    const custom = await news.next(one => one.customEscapeSequenceNotification);
    expect(custom).toMatchObject({session: guid, senderIdentity: 'secret', payload: 'hello'});
    const opened = await createTab(app, null, {});
    const id = await news.next(one => (one.newSessionNotification?.sessionId === opened ? opened : null));
    await news.next(one => one.layoutChangedNotification);
    await news.next(one => one.focusChangedNotification);
    await closeSession(app, id);
    expect(await news.next(one => one.terminateSessionNotification?.sessionId)).toBe(id);
  });

  test('a subscription holds after the connection was cut, until it is given back', async () => {
    const news = new News();
    const reconnected = Promise.withResolvers<void>();
    using app = await iterm2.client({onNotification: news.hear, onReconnected: () => reconnected.resolve()});
    const {session, guid} = await shell();
    await app.subscribe({session: guid, notificationType: NotificationType.NOTIFY_ON_KEYSTROKE});
    iterm2.cutConnections();
    await reconnected.promise;
    await iterm2.type(session, 'x');
    expect(await news.next(one => one.keystrokeNotification?.session)).toBe(guid);
  });

  test('the status bar component is asked for, and its text is the variable it names', async () => {
    const news = new News();
    const id = 'dev.cotty.agent';
    using app = await iterm2.client({
      onNotification: notification => {
        const {serverOriginatedRpcNotification: call} = notification;
        if (call) void answerStatusBar(app, call, 'Agent: Ready');
        news.hear(notification);
      },
    });
    const {guid} = await shell();
    const descriptions = {shortDescription: 'cotty', detailedDescription: 'What the agent does', exemplar: 'Agent: x'};
    await using _component = await app.subscribe(
      statusBarSubscription({id, variable: 'user.cotty_status', ...descriptions}),
    );
    const shown = async () => (await readVariables(app, guid, [`cotty.statusBar.${id}`]))[`cotty.statusBar.${id}`];
    await expect.poll(shown).toBe('Agent: Ready');
    await setVariable(app, guid, 'user.cotty_status', 'Agent: running npm test');
    await expect.poll(shown).toBe('Agent: running npm test');
  });
});

describe('values', () => {
  test('variables and a session’s own profile are set and read; other names are refused', async () => {
    using app = await iterm2.client();
    const {session, guid} = await shell();
    await setVariable(app, guid, 'user.note', {a: ['"', 1]});
    const read = await readVariables(app, guid, ['user.note', 'tty', 'no_such']);
    expect(read).toEqual({'user.note': {a: ['"', 1]}, tty: session.facts.tty, no_such: null});
    await expect(setVariable(app, guid, 'name', 'x')).rejects.toMatchObject({code: 'not_supported'});
    await setProfile(app, guid, {'Badge Text': 'agent', 'Use Tab Color': true});
    const profile = await readProfile(app, guid);
    expect([profile.get('Badge Text'), profile.get('Use Tab Color')]).toEqual(['agent', true]);
    expect(await profileNames(app)).toContain('Default');
  });

  test('a function is told no text that could be more than a text', async () => {
    using app = await iterm2.client();
    const {guid} = await shell();
    for (const name of ['a"), iterm2.run_coprocess(commandLine: "x', 'back\\slash', 'line\nfeed'])
      await expect(invoke(app, guid, 'iterm2.set_name', {name})).rejects.toMatchObject({code: 'invalid_argument'});
    await expect(invoke(app, guid, 'iterm2.no_such')).rejects.toMatchObject({code: 'not_supported'});
  });
});

describe('bytes', () => {
  test('a coprocess copies what is printed, and the endpoint runs no other', async () => {
    using app = await iterm2.client();
    const {session, guid} = await shell();
    const heard: Buffer[] = [];
    const ended = Promise.withResolvers<void>();
    const listener = {
      onOutput: (bytes: Uint8Array) => void heard.push(Buffer.from(bytes)),
      onEnd: () => ended.resolve(),
    };
    using pipe = await OutputPipe.make(join(iterm2.folder, 'copied'), listener);
    expect(await runCoprocess(app, guid, pipe.commandLine)).toBe(true);
    expect(await runCoprocess(app, guid, pipe.commandLine)).toBe(false);
    expect(await readCoprocess(app, guid)).toBe(pipe.commandLine);
    await pipe.begun;
    await iterm2.type(session, String.raw`printf '\001\377a\tb'` + '\r');
    await expect.poll(() => Buffer.concat(heard).includes(Buffer.from([1, 0xff, 0x61, 9, 0x62]))).toBe(true);
    await stopCoprocess(app, guid);
    await ended.promise;
    expect(await readCoprocess(app, guid)).toBe(null);
    await expect(runCoprocess(app, guid, 'touch /tmp/x')).rejects.toMatchObject({code: 'not_supported'});
    const file = join(iterm2.folder, 'file');
    writeFileSync(file, 'kept');
    const overwrites = pipe.commandLine.replace(/'\/[^']*'/, `'${file}'`);
    await expect(runCoprocess(app, guid, overwrites)).rejects.toMatchObject({code: 'not_supported'});
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  test('the copying program is heard to begin, copies all, and no signal ends it before', async () => {
    const heard: Buffer[] = [];
    const ended = Promise.withResolvers<void>();
    const listener = {
      onOutput: (bytes: Uint8Array) => void heard.push(Buffer.from(bytes)),
      onEnd: () => ended.resolve(),
    };
    using pipe = await OutputPipe.make(join(iterm2.folder, 'by-sh'), listener);
    const child = spawn('/bin/sh', ['-c', pipe.commandLine], {stdio: ['pipe', 'inherit', 'inherit']});
    await pipe.begun;
    expect(existsSync(join(iterm2.folder, 'by-sh'))).toBe(false);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) child.kill(signal);
    const bytes = Buffer.alloc(300_000, 'x\n\0\xff');
    child.stdin.end(bytes);
    await ended.promise;
    expect(Buffer.concat(heard).equals(bytes)).toBe(true);
  });

  test('a path that would have to be quoted is refused', async () => {
    const listener = {onOutput: () => undefined, onEnd: () => undefined};
    for (const path of ["/tmp/it's", '/tmp/a b', '/tmp/"', '/tmp/$x', '/tmp/\n'])
      await expect(OutputPipe.make(path, listener)).rejects.toMatchObject({code: 'not_supported'});
  });

  test('marks are found however the output is cut, and news that are not told move no other', () => {
    const output = 'p\x1b]133;B\x07ls\r\n\x1b]133;C\x1b\\a\nb\n\x1b]133;D;0\x07\x1b]133;A\x07p\x1b]133;B\x07';
    const again = '\r\n\x1b]133;D\x07p\x1b]133;B\x07x\r\n\x1b]133;C;k=v\x07\x1b]133;D;1\x07p\x1b]133;B\x07';
    const text = output + again;
    for (const size of [1, 2, 3, 7, text.length]) {
      const places = new PromptPlaces({offset: 100, lines: 5});
      for (let at = 0; at < text.length; at += size) places.push(Buffer.from(text.slice(at, at + size)));
      const at = (part: string, from = 0): number => 100 + text.indexOf(part, from);
      const start = at('\x1b]133;C') + 9;
      expect(places.take('prompt')).toEqual({offset: 109, lines: 5});
      expect(places.take('commandStart')).toEqual({offset: start, lines: 6});
      expect(places.take('commandEnd')).toEqual({offset: at('\x1b]133;D;0'), lines: 8});
      expect(places.take('prompt')?.offset).toBe(100 + output.length);
      // Of the prompt behind the empty line nothing is told.
      expect(places.take('commandStart')?.offset).toBe(at('\x1b]133;C;k=v') + 12);
      expect(places.take('commandEnd')?.offset).toBe(at('\x1b]133;D;1'));
      expect(places.take('prompt')?.offset).toBe(100 + text.length);
      expect(places.take('prompt')).toBe(undefined);
    }
  });
});

describe('being let in', () => {
  test.for([
    [401, 'denied', 'cookie'],
    [406, 'protocol_error', 'too old'],
    [404, 'protocol_error', '404'],
  ] as const)('an answer of %s is explained', async ([status, code, word]) => {
    const server = createServer();
    server.on('upgrade', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\n\r\n`));
    const socket = join(iterm2.folder, `s${status}`);
    server.listen(socket);
    await once(server, 'listening');
    const connected = Iterm2Client.connect({at: {socket}, library: ['test', '1.0'], name: 'test'});
    await expect(connected).rejects.toMatchObject({code, message: expect.stringContaining(word)});
    server.close();
  });

  test('AppleScript is asked only where iTerm2 runs, each value by itself, and its cookie is kept where it may be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'osa-'));
    try {
      const osascript = join(folder, 'osascript');
      const name = 'a "quoted" $(name) \\ of two\nlines';
      writeFileSync(
        osascript,
        `#!/bin/sh
script=$(cat)
printf '%s\\0' "$@" >>${folder}/given
case $script in
  *'is running'*) cat ${folder}/running ;;
  *reusable*) if [ -e ${folder}/old ]; then echo '(-2741)' >&2; exit 1; fi; echo 0123 KEY ;;
  *) echo 4567 KEY ;;
esac
`,
      );
      chmodSync(osascript, 0o700);
      const env = {ITERM2_COOKIE: 'of-env', ITERM_SESSION_ID: 'w0t0p0:X'};
      const cookies = new Cookies({env, name, osascript});
      expect(cookies.known).toEqual({cookie: 'of-env', key: undefined});
      cookies.refused();
      expect(cookies.known).toEqual({});
      writeFileSync(join(folder, 'running'), 'false\n');
      expect(await cookies.ask()).toBe(null);
      writeFileSync(join(folder, 'running'), 'true\n');
      expect(await cookies.ask()).toEqual({cookie: '0123', key: 'KEY'});
      expect(cookies.known).toEqual({cookie: '0123', key: 'KEY'});
      cookies.refused();
      writeFileSync(join(folder, 'old'), '');
      expect(await cookies.ask()).toEqual({cookie: '4567', key: 'KEY'});
      expect(cookies.known).toEqual({});
      const given = readFileSync(join(folder, 'given'), 'utf8').split('\0');
      expect(given).toContain(name);
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  });
});

test.for(['before', 'behind'])(
  'an iTerm2 that does not answer %s the handshake is told as busy, and whoever only looks is not held up',
  async where => {
    const folder = mkdtempSync(join(tmpdir(), 'it-'));
    const socket = defaultSocketPath({HOME: folder});
    mkdirSync(dirname(socket), {recursive: true});
    const sockets = new ClientSockets({maxRequestBytes: 1000});
    const server = createServer();
    server.on('upgrade', (request, stream, head) => {
      const never = {onRequest: () => new Promise<void>(() => undefined), onClosed: () => undefined};
      if (where === 'behind') sockets.accept(request, stream, head, () => never);
    });
    server.listen(socket);
    await once(server, 'listening');
    const busy = {code: 'server_unavailable', message: expect.stringContaining('it is busy')};
    // Behind a handshake that must be through in that time, also on a machine with much to do.
    const answerMs = where === 'before' ? 50 : 2000;
    const connecting = Iterm2Client.connect({at: {socket}, library: ['test', '1.0'], name: 'test', answerMs});
    if (where === 'before') await expect(connecting).rejects.toMatchObject(busy);
    else await expect((await connecting).request('listSessionsRequest', {})).rejects.toMatchObject(busy);

    const backend = new Iterm2Backend({home: join(folder, 'c'), env: {HOME: folder, ITERM2_COOKIE: 'x'}, lookMs: 50});
    await backend.resume();
    expect(await backend.discover()).toEqual([]);
    expect(await backend.layout.windows()).toEqual([]);
    await backend[Symbol.asyncDispose]();
    await sockets[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
    rmSync(folder, {recursive: true, force: true});
  },
);
