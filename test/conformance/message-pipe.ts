import {execFileSync} from 'node:child_process';
import {constants, openSync} from 'node:fs';
import {Socket} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {TestTerminal} from './test-terminal.ts';

/**
 * A named pipe in the case's HOME through which programs tell the test something: `echo … >NAME`. So the test hears of
 * what happens in the background, where a file that is written would have to be looked for again and again.
 */
export class MessagePipe implements Disposable {
  readonly #socket: Socket;
  readonly #lines: AsyncIterator<string>;

  constructor(terminal: Pick<TestTerminal, 'home'>, name: string) {
    const path = join(terminal.home, name);
    execFileSync('mkfifo', [path]);
    // Read and write: opening waits for nobody, and one writer's end is not the end of the messages.
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    this.#socket = new Socket({fd, readable: true, writable: false});
    // From now on it keeps every line until it is asked for.
    this.#lines = createInterface({input: this.#socket})[Symbol.asyncIterator]();
  }

  /** The next line that a program writes, or has written. */
  async line(): Promise<string> {
    const {value} = await this.#lines.next();
    return String(value);
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }
}
