import type {Socket} from 'node:net';
import {CottyError} from '../../core/index.ts';
import {type AttachFrame, encodeFrame, FrameReader} from './attach-frames.ts';

export interface AttachOptions {
  /** Id, unique prefix or name. */
  readonly session: string;
  readonly cols: number;
  readonly rows: number;
  /** The person's name, for the log. */
  readonly name: string;
  /** The terminal has shown the session before: it gets the present screen in place of what it shows, and no scrollback. */
  readonly repaints?: boolean;
  /** Terminal output: first what redraws the present screen, then live bytes. */
  readonly onOutput: (bytes: Buffer) => void;
}

/** A person's terminal on a session. Disposing detaches. */
export interface AttachedSession extends Disposable {
  readonly sessionId: string;
  type(bytes: Uint8Array): void;
  resize(cols: number, rows: number): void;
  /** Has the present screen shown anew, over whatever the terminal shows. */
  repaint(): void;
  detach(): void;
  /** How it ended: the session closed, the viewer detached, or the server went away. */
  readonly ended: Promise<AttachEnd>;
}

export type AttachEnd =
  | {readonly type: 'closed'; readonly exit: unknown}
  | {readonly type: 'detached'}
  | {
      readonly type: 'lost';
      /** What was typed and certainly reached nobody, in order. */
      readonly unsent: readonly Uint8Array[];
    };

/** Attaches over a socket in the role `attach`. Throws what the server says, e.g. `unknown_session`. */
export function attachClient(socket: Socket, options: AttachOptions): Promise<AttachedSession> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader();
    const ended = Promise.withResolvers<AttachEnd>();
    const unsent = new Set<Buffer>();
    const send = (frame: AttachFrame, onSent?: (error?: Error | null) => void) =>
      void (socket.writable && socket.write(encodeFrame(frame), onSent));
    const type = (bytes: Buffer) => {
      unsent.add(bytes);
      send({type: 'input', bytes}, error => error || unsent.delete(bytes));
    };
    const detach = () => {
      ended.resolve({type: 'detached'});
      send({type: 'detach'});
      socket.destroySoon();
    };
    const onFrame = (frame: AttachFrame): void => {
      if (frame.type === 'opened') resolve(attached(frame.sessionId));
      else if (frame.type === 'output') options.onOutput(frame.bytes);
      else if (frame.type === 'closed') ended.resolve({type: 'closed', exit: frame.exit});
      else if (frame.type === 'error') reject(CottyError.from(frame.error));
    };
    const attached = (sessionId: string): AttachedSession => ({
      sessionId,
      type: bytes => type(Buffer.from(bytes)),
      resize: (cols, rows) => send({type: 'resize', cols, rows}),
      repaint: () => send({type: 'repaint'}),
      detach,
      ended: ended.promise,
      [Symbol.dispose]: detach,
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk).forEach(onFrame));
    socket.once('close', () => {
      ended.resolve({type: 'lost', unsent: [...unsent]});
      reject(new CottyError('server_unavailable', 'The cotty server went away.', 'Attach again; the session goes on.'));
    });
    const {session, cols, rows, name, repaints = false} = options;
    send({type: 'open', session, cols, rows, name, repaints});
    socket.resume();
  });
}
