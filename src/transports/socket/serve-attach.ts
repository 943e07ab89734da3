import type {Socket} from 'node:net';
import {asCottyError, CottyError, type TypedAt} from '../../core/index.ts';
import {type ViewerDoor, Viewing} from '../viewing.ts';
import {type AttachFrame, encodeFrame, FrameReader} from './attach-frames.ts';
import type {ConnectionOptions} from './socket-server-options.ts';

/** Serves one terminal that looks at a session and types into it, mostly a person's. */
export function serveAttach(socket: Socket, {engine, identity}: ConnectionOptions): void {
  const reader = new FrameReader();
  let viewing: Viewing | undefined;
  /** Where the next bytes stand, of a client that sends them again when this server goes away. */
  let typing: TypedAt | undefined;
  const placeOf = (bytes: Buffer): Parameters<Viewing['type']>[1] => {
    if (!typing) return {};
    const typedAt = typing;
    const upTo = typedAt.offset + bytes.length;
    typing = {...typedAt, offset: upTo};
    return {typedAt, onTaken: () => void (socket.writable && socket.write(encodeFrame({type: 'taken', upTo})))};
  };
  // Frames act one after the other: what was typed first arrives first.
  let turn: Promise<void> = Promise.resolve();
  const onFrame = async (frame: AttachFrame): Promise<void> => {
    switch (frame.type) {
      case 'open':
        typing = frame.typing;
        viewing ??= await Viewing.open(engine, {...frame, identity}, doorOf(socket));
        return;
      case 'input':
        // Order is kept on the way. Nobody waits here until a program reads, so that ^C comes through what it does not.
        void viewing?.type(frame.bytes, placeOf(frame.bytes));
        return;
      case 'resize':
        return viewing?.resize({cols: frame.cols, rows: frame.rows});
      case 'repaint':
        return viewing?.repaint();
      case 'detach':
        socket.destroySoon();
        return;
      case 'opened':
      case 'output':
      case 'closed':
      case 'error':
      case 'taken':
      case 'refused':
        return;
      default:
        return frame satisfies never;
    }
  };
  const onFailure = (error: unknown): void => {
    socket.end(encodeFrame({type: 'error', error: asCottyError(error).toJSON()}));
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) turn = turn.then(() => onFrame(frame)).catch(onFailure);
    } catch {
      onFailure(new CottyError('protocol_error', 'These are no frames.', 'Bring both sides to the same version.'));
    }
  });
  socket.once('close', () => {
    turn = turn.then(() => viewing?.[Symbol.dispose]());
  });
  socket.resume();
}

function doorOf(socket: Socket): ViewerDoor {
  return {
    opened: sessionId => void socket.write(encodeFrame({type: 'opened', sessionId, tellsTaken: true})),
    output: bytes => void socket.write(encodeFrame({type: 'output', bytes: Buffer.from(bytes)})),
    refused: why => void socket.write(encodeFrame({type: 'refused', why})),
    closed: exit => void socket.end(encodeFrame({type: 'closed', exit})),
    destroy: () => void socket.destroy(),
    get isWritable() {
      return socket.writable;
    },
    get backlogBytes() {
      return socket.writableLength;
    },
    whenDrained: then => void socket.once('drain', then),
  };
}
