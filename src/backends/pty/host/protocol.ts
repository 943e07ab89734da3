/**
 * The private conversation with a host. First a line each way, `cotty-host/<protocol> <package version>[ key=value…]\n`, then frames:
 * head length and body length (32-bit little-endian), head as JSON, body as raw bytes. A host writes all frames of one turn together.
 */
import {CottyError, type ErrorShape, type TerminalNotice} from '../../../core/index.ts';
import type {HostCall} from './host-calls.ts';

/** Raised when a host and a client of different numbers could not understand each other. */
export const PROTOCOL = 3;

export interface Hello {
  readonly protocol: number;
  readonly packageVersion: string;
  /** Process that wrote the line; 0 when it did not say. */
  readonly pid: number;
  /** From a host: sessions it owns. */
  readonly sessions: number;
  /** From a client: end yourself when you own no session. Understood by hosts of every version. */
  readonly retire: boolean;
  /** From a client: the same on each of its connections, so that calls sent again are known. */
  readonly conversation?: string;
}

export function encodeHello(hello: Hello): string {
  const sessions = hello.sessions > 0 ? ` sessions=${hello.sessions}` : '';
  const conversation = hello.conversation === undefined ? '' : ` conversation=${hello.conversation}`;
  const retire = hello.retire ? ' retire=1' : '';
  return `cotty-host/${hello.protocol} ${hello.packageVersion} pid=${hello.pid}${sessions}${conversation}${retire}\n`;
}

/** Undefined when the line is not a cotty header. */
export function parseHello(line: string): Hello | undefined {
  const [, protocol, packageVersion, rest = ''] = /^cotty-host\/(\d{1,9}) (\S+)((?: \S+=\S*)*)$/.exec(line) ?? [];
  if (protocol === undefined || packageVersion === undefined) return undefined;
  const parameters = new URLSearchParams(rest.trim().replaceAll(' ', '&'));
  const conversation = parameters.get('conversation');
  return {
    protocol: Number(protocol),
    packageVersion,
    pid: Number(parameters.get('pid') ?? 0),
    sessions: Number(parameters.get('sessions') ?? 0),
    retire: parameters.get('retire') === '1',
    ...(conversation === null ? {} : {conversation}),
  };
}

/** A client's call. Bytes of an input travel as the frame's body. */
export interface RequestHead {
  readonly type: 'request';
  readonly id: number;
  readonly call: HostCall;
}

/** Withdraws a request that waits. */
export interface CancelHead {
  readonly type: 'cancel';
  readonly id: number;
}

export type ReplyHead =
  | {readonly type: 'reply'; readonly id: number; readonly result: unknown}
  | {readonly type: 'failure'; readonly id: number; readonly error: ErrorShape};

/** A notice; the bytes of an output or input are the frame's body, `null` when they were left out. */
export interface NoticeHead {
  readonly type: 'notice';
  readonly subscription: number;
  readonly notice: TerminalNotice;
  readonly hasBody: boolean;
}

export type ClientHead = RequestHead | CancelHead;
export type HostHead = ReplyHead | NoticeHead;

export interface Frame<Head> {
  readonly head: Head;
  readonly body: Uint8Array;
}

/** One frame, ready for one write; `body` is copied. */
export function encodeFrame(head: ClientHead | HostHead, body: Uint8Array = NOTHING): Buffer {
  const text = JSON.stringify(head);
  const headLength = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(8 + headLength + body.length);
  frame.writeUInt32LE(headLength, 0);
  frame.writeUInt32LE(body.length, 4);
  frame.write(text, 8);
  frame.set(body, 8 + headLength);
  return frame;
}

const NOTHING = new Uint8Array(0);
const MOST_HELLO_BYTES = 512;
const MOST_FRAME_BYTES = 256 * 1024 * 1024;

/**
 * Cuts a socket's bytes into the header line and frames. Heads are trusted to have their type's form: both ends are the
 * same program in the same user's 0700 directory, checked by version. Throws `protocol_error` on bytes that cannot be ours.
 */
export class FrameReader<Head> {
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #needed = 0;
  #hello: Hello | undefined;

  /** The other end's header once it has arrived. */
  get hello(): Hello | undefined {
    return this.#hello;
  }

  /** Frames completed by `bytes`. Bodies are views into what was received and may be kept. */
  push(bytes: Buffer): readonly Frame<Head>[] {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes < this.#needed) return [];
    const all = this.#waiting.length === 1 ? bytes : Buffer.concat(this.#waiting, this.#waitingBytes);
    let at = this.#hello ? 0 : this.#readHello(all);
    const frames: Frame<Head>[] = [];
    while (this.#hello) {
      this.#needed = 8;
      if (all.length - at < 8) break;
      const headLength = all.readUInt32LE(at);
      const bodyLength = all.readUInt32LE(at + 4);
      this.#needed = 8 + headLength + bodyLength;
      if (this.#needed > MOST_FRAME_BYTES) throw protocolError(`a frame of ${this.#needed} bytes`);
      if (all.length - at < this.#needed) break;
      const bodyStart = at + 8 + headLength;
      frames.push({
        head: parseHead<Head>(all.toString('utf8', at + 8, bodyStart)),
        body: all.subarray(bodyStart, bodyStart + bodyLength),
      });
      at = bodyStart + bodyLength;
    }
    const rest = all.subarray(at);
    this.#waiting = rest.length > 0 ? [rest] : [];
    this.#waitingBytes = rest.length;
    return frames;
  }

  #readHello(all: Buffer): number {
    const end = all.indexOf(0x0a);
    if (end < 0) {
      if (all.length > MOST_HELLO_BYTES) throw protocolError('no header line');
      return 0;
    }
    this.#hello = parseHello(all.toString('latin1', 0, end));
    if (!this.#hello) throw protocolError('another header line');
    return end + 1;
  }
}

function parseHead<Head>(text: string): Head {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw protocolError('a damaged frame', cause);
  }
}

function protocolError(found: string, cause?: unknown): CottyError {
  return new CottyError(
    'protocol_error',
    `The other end of the host socket sent ${found}.`,
    'Something else uses the socket; stop it, or set COTTY_HOME to another directory.',
    {cause},
  );
}
