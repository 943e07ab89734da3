import {isUtf8} from 'node:buffer';
import {CottyError} from '../../core/index.ts';
import {type Requests, sendText} from '../../iterm2-api/index.ts';
import {InputPieces} from '../application/input-pieces.ts';
import {InputQueue} from '../system/input-queue.ts';
import {readUnreadInput} from '../system/libc.ts';

export interface InputSession {
  readonly api: Requests;
  readonly id: string;
  readonly tty: string;
}

/** Half of what a tty keeps for a program that does not read (Linux N_TTY_BUF_SIZE). macOS keeps less, and takes the rest when it is read. */
const TTY_BYTES = process.platform === 'darwin' ? 512 : 2048;

/**
 * What goes into a session, in order. iTerm2 takes text, and all it is given, and would keep it where nothing can be taken back: so it is
 * given no more than the tty has room for, and the rest waits here.
 */
export class SessionInput {
  readonly queue: InputQueue;
  readonly #session: InputSession;
  readonly #pieces: InputPieces;
  /** The first bytes of a character whose others have not come yet. */
  #rest: Uint8Array = new Uint8Array();

  constructor(session: InputSession) {
    this.#session = session;
    this.queue = new InputQueue(bytes => this.#take(bytes));
    this.#pieces = new InputPieces(this.queue);
  }

  /** Bytes that the tty holds and no program has taken. */
  get unreadBytes(): number {
    return readUnreadInput(this.#session.tty) ?? 0;
  }

  /** Resolves when iTerm2 has taken all of `bytes`. Errors: those of the queue; `not_supported` for what is no UTF-8. */
  async write(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    const whole = all.subarray(0, wholeLength(all));
    if (!isUtf8(whole)) throw noText();
    this.#rest = all.slice(whole.length);
    if (whole.length > 0) await this.#pieces.write(whole, signal);
  }

  #take(bytes: Uint8Array): number | undefined {
    const room = Math.min(TTY_BYTES - this.unreadBytes - this.#pieces.underWayBytes, bytes.length);
    const length = wholeLength(bytes.subarray(0, Math.max(0, room)));
    if (length === 0) return undefined;
    const text = Buffer.from(bytes.subarray(0, length)).toString('utf8');
    this.#pieces.add(length, () => sendText(this.#session.api, this.#session.id, text));
    return length;
  }
}

/** Up to the last character whose bytes are all there. */
function wholeLength(bytes: Uint8Array): number {
  for (let at = bytes.length - 1, seen = 1; at >= 0 && seen <= 4; at--, seen++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return seen < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? at : bytes.length;
  }
  return bytes.length;
}

function noText(): CottyError {
  return new CottyError(
    'not_supported',
    'iTerm2 takes text, and these bytes are no UTF-8.',
    'Have a program in the session print them from a file, or use backend=pty.',
  );
}
