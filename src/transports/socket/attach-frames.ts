/** The role `attach`: frames of one type byte, a 32-bit big-endian payload length and the payload. */
import type {ErrorShape, TypedAt} from '../../core/index.ts';

export type AttachFrame =
  /** First frame of the client. A size of 0 is one that nobody knows. */
  | {
      readonly type: 'open';
      readonly session: string;
      readonly cols: number;
      readonly rows: number;
      readonly name: string;
      /** The client has shown the session before. */
      readonly repaints?: boolean;
      /** Names what the client types, over all its connections; the input of this one begins behind `offset` bytes of it. */
      readonly typing?: TypedAt;
    }
  /** The server found the session. */
  | {
      readonly type: 'opened';
      readonly sessionId: string;
      /** It says what it has taken. */
      readonly tellsTaken?: boolean;
    }
  | {readonly type: 'input'; readonly bytes: Buffer}
  /** So many bytes of what the client types need not be sent again. */
  | {readonly type: 'taken'; readonly upTo: number}
  | {readonly type: 'resize'; readonly cols: number; readonly rows: number}
  | {readonly type: 'detach'}
  /** The terminal was drawn upon: show the present screen anew. */
  | {readonly type: 'repaint'}
  | {readonly type: 'output'; readonly bytes: Buffer}
  /** The session ended; nothing follows. */
  | {readonly type: 'closed'; readonly exit: unknown}
  /** An Enter was held back. The output frame that follows has the whole present screen. */
  | {readonly type: 'refused'; readonly why: string}
  | {readonly type: 'error'; readonly error: ErrorShape};

const TYPES = [
  'open',
  'opened',
  'input',
  'resize',
  'detach',
  'output',
  'closed',
  'error',
  'repaint',
  'taken',
  'refused',
] as const;
const HEAD_BYTES = 5;
const MAX_PAYLOAD_BYTES = 16 * 1024 * 1024;

export function encodeFrame(frame: AttachFrame): Buffer {
  const payload = 'bytes' in frame ? frame.bytes : Buffer.from(JSON.stringify(frame));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(TYPES.indexOf(frame.type), 0);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/** Puts frames together again, however the stream was cut. Frames of unknown type are passed over. */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);

  /** Throws a `RangeError` when the stream cannot be frames. */
  push(chunk: Buffer): AttachFrame[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const frames: AttachFrame[] = [];
    let at = 0;
    while (this.#bytes.length - at >= HEAD_BYTES) {
      const length = this.#bytes.readUInt32BE(at + 1);
      if (length > MAX_PAYLOAD_BYTES) throw new RangeError(`frame of ${length} bytes`);
      const end = at + HEAD_BYTES + length;
      if (this.#bytes.length < end) break;
      const frame = decode(this.#bytes[at], this.#bytes.subarray(at + HEAD_BYTES, end));
      if (frame) frames.push(frame);
      at = end;
    }
    this.#bytes = this.#bytes.subarray(at);
    return frames;
  }
}

function decode(typeByte: number | undefined, payload: Buffer): AttachFrame | undefined {
  const type = TYPES[typeByte ?? -1];
  if (type === undefined) return undefined;
  if (type === 'input' || type === 'output') return {type, bytes: payload};
  const frame: AttachFrame = JSON.parse(payload.toString('utf8'));
  return frame.type === type ? frame : undefined;
}
