import type {ReadStream, WriteStream} from 'node:tty';
import {connectOrStart, locateHome} from '../../app/index.ts';
import {isCottyError} from '../../core/index.ts';
import type {Asked} from '../../engine/index.ts';
import {type AttachedSession, attachClient, TypedStream} from '../../transports/index.ts';
import {personName, whoFields} from '../client.ts';
import {AttachKeys, attachKeysHelp} from '../terminal/attach-keys.ts';
import {PersonTerminal} from '../terminal/person-terminal.ts';
import {TerminalTrace} from '../terminal/terminal-trace.ts';
import {type FollowedCommand, MOST_SERVERS, type TerminalHearer} from './followed-command.ts';

export interface PersonOptions {
  /** What the person types comes from here; null when it is no terminal. */
  readonly input: ReadStream | null;
  readonly output: WriteStream;
  readonly env: NodeJS.ProcessEnv;
  readonly followed: () => Pick<FollowedCommand, 'leave'>;
}

/**
 * A person's terminal while `cotty run` runs a command on it. What the command prints appears as it comes. Until something is
 * asked the keyboard stays that of the terminal, so Ctrl-C and Ctrl-Z mean what they always do and what is typed ahead waits;
 * then it is handed to the program, to the end of the command.
 */
export class PersonAtCommand implements TerminalHearer, Disposable {
  readonly ask: TerminalHearer['ask'];
  readonly #options: PersonOptions;
  readonly #trace = new TerminalTrace();
  /** The keyboard, once it is handed over. */
  #keyboard: PersonTerminal | undefined;
  /** Carries what is typed; undefined while there is no connection. */
  #attached: AttachedSession | undefined;
  readonly #typed = new TypedStream();
  readonly #resizeListeners = new Set<(size: TerminalHearer['size']) => void>();
  /** The session's screen is shown in place of what the command prints. */
  #showsScreen = false;
  #isOver = false;

  constructor(options: PersonOptions) {
    this.#options = options;
    const {input, output} = options;
    output.on('resize', this.#resized);
    if (input) this.ask = (asked, sessionId) => this.#handOver(asked, sessionId, input);
  }

  /** 0 where the terminal does not know. */
  get size(): {readonly cols: number; readonly rows: number} {
    const {columns, rows} = this.#options.output;
    return {cols: columns || 0, rows: rows || 0};
  }

  onResize(listener: (size: TerminalHearer['size']) => void): Disposable {
    this.#resizeListeners.add(listener);
    return {[Symbol.dispose]: () => void this.#resizeListeners.delete(listener)};
  }

  hear(bytes: Uint8Array): void {
    if (this.#showsScreen) return;
    this.#trace.note(bytes);
    this.#options.output.write(bytes);
  }

  miss(bytes: number): void {
    this.hear(Buffer.from(`\r\n[${bytes} bytes of the output are not in the log any more]\r\n`));
  }

  /** Gives the keyboard back, and leaves the terminal as the next prompt needs it. */
  [Symbol.dispose](): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.output.off('resize', this.#resized);
    this.#attached?.[Symbol.dispose]();
    this.#keyboard?.[Symbol.dispose]();
    if (!this.#showsScreen) this.#options.output.write(this.#trace.cleanUp);
  }

  #handOver({needsScreen}: Asked, sessionId: string, input: ReadStream): void {
    if (this.#keyboard) return;
    this.#showsScreen = needsScreen;
    this.#keyboard = this.#takeKeyboard(input);
    void this.#stayAttached(sessionId, this.#keyboard);
  }

  /** A server may be killed while somebody types; the next one is attached to, and gets what was typed meanwhile. */
  async #stayAttached(sessionId: string, keyboard: PersonTerminal): Promise<void> {
    for (let servers = 0; !this.#isOver && servers < MOST_SERVERS; servers++) {
      try {
        await this.#attach(sessionId, keyboard);
      } catch (error) {
        if (!isCottyError(error, 'server_unavailable')) return;
      }
    }
  }

  /** Resolves when the connection is gone. */
  async #attach(sessionId: string, keyboard: PersonTerminal): Promise<void> {
    const {socket} = await connectOrStart({
      home: locateHome(this.#options.env),
      role: 'attach',
      fields: whoFields(this.#options.env),
    });
    const attached = await attachClient(socket, {
      session: sessionId,
      ...this.size,
      name: personName(),
      typed: this.#typed,
      onOutput: bytes => this.#showsScreen && !this.#isOver && keyboard.show(bytes),
    });
    if (this.#isOver) return attached[Symbol.dispose]();
    this.#attached = attached;
    await attached.ended;
    this.#attached = undefined;
  }

  #takeKeyboard(input: ReadStream): PersonTerminal {
    const keyboard = PersonTerminal.take(input, this.#options.output);
    const keys = new AttachKeys();
    let isAhead = true;
    keyboard.onBytes(bytes => {
      for (const action of keys.push(isAhead ? asTyped(bytes) : bytes)) {
        if (action.type === 'type') this.#type(action.bytes);
        else if (action.type === 'detach') this.#options.followed().leave();
        else this.#help();
      }
      isAhead = false;
    });
    keyboard.onGone(() => this.#options.followed().leave());
    return keyboard;
  }

  /** In the midst of what the command prints, as the terminal's own messages are. */
  #help(): void {
    const text = attachKeysHelp.map(line => `  ${line}\r\n`).join('');
    this.#options.output.write(`\r\n${text}`);
  }

  readonly #resized = (): void => {
    const {size} = this;
    this.#attached?.resize(size.cols, size.rows);
    for (const listener of this.#resizeListeners) listener(size);
  };

  #type(bytes: Uint8Array): void {
    if (this.#attached) this.#attached.type(bytes);
    else this.#typed.push(bytes);
  }
}

/**
 * What was typed ahead has been through the line discipline of this terminal, which made Enter a line feed and, on Linux, keeps
 * Ctrl-D as NUL. The program's own terminal is to see the keys.
 */
function asTyped(bytes: Uint8Array): Uint8Array {
  return bytes.map(byte => (byte === 0x0a ? 0x0d : byte === 0 ? 0x04 : byte));
}
