import type {Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';
import {type AttachFrame, encodeFrame, FrameReader} from './attach-frames.ts';
import {TypedStream} from './typed-stream.ts';

export interface AttachOptions {
  /** Id, unique prefix or name. */
  readonly session: string;
  readonly cols: number;
  readonly rows: number;
  /** The person's name, for the log. */
  readonly name: string;
  /** The terminal has shown the session before: it gets the present screen in place of what it shows, and no scrollback. */
  readonly repaints?: boolean;
  /** What is typed, where it goes on from one connection to the next. What is left of it from the one before is typed first. */
  readonly typed?: TypedStream;
  /** Terminal output: first what redraws the present screen, then live bytes. */
  readonly onOutput: (bytes: Buffer) => void;
  /** An Enter was held back, and why; the next output is the present screen, from its top. */
  readonly onRefused?: (why: string) => void;
}

/** A person's terminal on a session. Disposing detaches. */
export interface AttachedSession extends Disposable {
  readonly sessionId: string;
  type(bytes: Uint8Array): void;
  resize(cols: number, rows: number): void;
  /** Has the present screen shown anew, over whatever the terminal shows. */
  repaint(): void;
  detach(): void;
  /** How it ended: the session closed, the viewer detached, or the connection is gone. */
  readonly ended: Promise<AttachEnd>;
}

export type AttachEnd =
  | {readonly type: 'closed'; readonly exit: unknown}
  | {readonly type: 'detached'}
  /** `error`: what the server says went wrong; without it, it went away. */
  | {readonly type: 'lost'; readonly error?: CottyError};

/** Attaches over a socket in the role `attach`. Throws what the server says, e.g. `unknown_session`. */
export function attachClient(socket: Socket, options: AttachOptions): Promise<AttachedSession> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader();
    const ended = Promise.withResolvers<AttachEnd>();
    const {session, cols, rows, name, repaints = false, typed = new TypedStream()} = options;
    const typing = typed.start;
    let sentUpTo = typing.offset;
    let tellsTaken = false;
    const send = (frame: AttachFrame, onSent?: (error?: Error | null) => void) =>
      void (socket.writable && socket.write(encodeFrame(frame), onSent));
    const sendTyped = () => {
      for (const bytes of pieces(typed.since(sentUpTo))) {
        sentUpTo += bytes.length;
        const upTo = sentUpTo;
        // A server that says nothing of the kind has taken what was sent, as far as anybody can tell.
        send({type: 'input', bytes}, error => tellsTaken || error || typed.taken(upTo));
      }
    };
    const detach = () => {
      ended.resolve({type: 'detached'});
      send({type: 'detach'});
      socket.destroySoon();
    };
    const onFrame = (frame: AttachFrame): void => {
      if (frame.type === 'opened') {
        tellsTaken = frame.tellsTaken === true;
        sendTyped();
        resolve(attached(frame.sessionId));
      } else if (frame.type === 'taken') typed.taken(frame.upTo);
      else if (frame.type === 'output') options.onOutput(frame.bytes);
      else if (frame.type === 'refused') options.onRefused?.(frame.why);
      else if (frame.type === 'closed') ended.resolve({type: 'closed', exit: frame.exit});
      else if (frame.type === 'error') fail(CottyError.from(frame.error));
    };
    const fail = (error: CottyError) => {
      reject(error);
      ended.resolve({type: 'lost', error});
    };
    const attached = (sessionId: string): AttachedSession => ({
      sessionId,
      type: bytes => {
        typed.push(bytes);
        sendTyped();
      },
      resize: (cols, rows) => send({type: 'resize', cols, rows}),
      repaint: () => send({type: 'repaint'}),
      detach,
      ended: ended.promise,
      [Symbol.dispose]: detach,
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk).forEach(onFrame));
    socket.once('close', () => {
      ended.resolve({type: 'lost'});
      reject(new CottyError('server_unavailable', 'The cotty server went away.', 'Attach again; the session goes on.'));
    });
    send({type: 'open', session, cols, rows, name, repaints, typing});
    socket.resume();
  });
}

/** A frame holds no more than that. */
const MOST_PIECE_BYTES = 1024 * 1024;

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MOST_PIECE_BYTES) yield bytes.subarray(at, at + MOST_PIECE_BYTES);
}
