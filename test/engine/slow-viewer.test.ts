/** A person's terminal that does not keep up, or that the program does not take everything from. */
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type AttachedSession, attachClient, connectSocket, createSocketServer} from '../../src/transports/index.ts';
import {begin} from '../conformance/programs.ts';
import {TestTerminal} from '../conformance/test-terminal.ts';

const version = '0.0.0-test';
const flood = `yes ${'a line of the flood that nobody needs to read at all '.repeat(4)} | head -n 100000; echo the last line`;

test('a terminal that stood still is brought to the present screen, and costs no memory meanwhile', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await using window = await Window.open(terminal);
  window.freeze();
  await terminal.run(flood, {max_output_bytes: 200});
  expect(window.received).toBeLessThan(8 * 1024 * 1024);
  window.thaw();
  await window.shows('the last line');
  await terminal.run('echo and it goes on');
  await window.shows('and it goes on');
});

test('a terminal that stood still until the session was over sees its end, and that it is over', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await using window = await Window.open(terminal);
  window.freeze();
  await terminal.run(`${flood}; exit 3`, {max_output_bytes: 200});
  window.thaw();
  expect(await window.attached.ended).toMatchObject({type: 'closed', exit: {exitStatus: 3}});
  expect(window.tail).toContain('the last line');
});

test('what a person types into a terminal that stands still arrives', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await using window = await Window.open(terminal);
  window.freeze();
  const running = terminal.run(`${flood}; cat`, {max_output_bytes: 200, until: 'the last line'});
  await running;
  window.attached.type(Buffer.from('\x03'));
  await terminal.until(session => session.tracker.phase === 'prompt');
  window.thaw();
  await window.shows('the last line');
});

test('what the tty cannot take ends no attachment: the bell rings', async () => {
  await using terminal = await TestTerminal.open('pty', 'bash');
  await using window = await Window.open(terminal);
  await begin(terminal, 'echo go; cat');
  window.attached.type(Buffer.from('x'.repeat(5000)));
  await window.shows('\x07');
  window.attached.type(Buffer.from('short\r'));
  await window.shows('short\r\nshort');
});

test('a terminal that could not be shown the session does not decide its size', async () => {
  const screens = {worker: new URL('no-worker.ts', import.meta.url)};
  await using terminal = await TestTerminal.open('pty', 'bash', {screens});
  const {cols, rows} = terminal.session.tracker;
  await using window = await Window.open(terminal, {cols: 40, rows: 10});
  expect(await window.attached.ended).toMatchObject({
    type: 'lost',
    error: {message: expect.stringContaining('emulates this screen')},
  });
  await terminal.until(({tracker}) => tracker.cols === cols && tracker.rows === rows);
});

/** A person's window, with a tail of what it got. */
class Window implements AsyncDisposable {
  readonly attached: AttachedSession;
  tail = '';
  received = 0;
  readonly #cleanUp: AsyncDisposable;
  readonly #socket: {pause(): void; resume(): void};
  #changed = Promise.withResolvers<void>();

  private constructor(attached: AttachedSession, socket: {pause(): void; resume(): void}, cleanUp: AsyncDisposable) {
    this.attached = attached;
    this.#socket = socket;
    this.#cleanUp = cleanUp;
  }

  static async open({engine, cottyHome, sessionId}: TestTerminal, size = {cols: 80, rows: 24}): Promise<Window> {
    const path = join(cottyHome, 'server.sock');
    const server = await createSocketServer({path, version, engine, tools: []});
    const {socket} = await connectSocket({path, role: 'attach', version});
    let window: Window | undefined;
    const early: Buffer[] = [];
    const onOutput = (bytes: Buffer) => (window ? window.#got(bytes) : void early.push(bytes));
    const attached = await attachClient(socket, {session: sessionId, ...size, name: 'anna', onOutput});
    window = new Window(attached, socket, server);
    for (const bytes of early) window.#got(bytes);
    return window;
  }

  freeze(): void {
    this.#socket.pause();
  }

  thaw(): void {
    this.#socket.resume();
  }

  async shows(text: string): Promise<void> {
    while (!this.tail.includes(text)) await this.#changed.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.attached.detach();
    await this.#cleanUp[Symbol.asyncDispose]();
  }

  #got(bytes: Buffer): void {
    this.received += bytes.length;
    this.tail = (this.tail + bytes.toString('latin1')).slice(-20_000);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
