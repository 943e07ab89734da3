import type {SessionId} from '../../../core/index.ts';
import type {CommandRecord} from '../../projection/command-record.ts';
import {QueryFilter} from '../../screen/query-filter.ts';
import {withoutEcho} from '../command-output.ts';
import type {OutputSlice, OutputTeller, WholeOutput} from './live-output.ts';

/** Output as it was printed, for a terminal. */
export interface BytesPiece {
  readonly sessionId: SessionId;
  readonly bytes: Uint8Array;
  /** Bytes before these that are not in the log: retention was faster, or the disk was full. */
  readonly missedBytes: number;
}

export type BytesListener = (piece: BytesPiece) => Promise<void>;

/** Tells output byte for byte, but for questions to the terminal: the server has answered them. The first piece is empty. */
export class BytesTeller implements OutputTeller {
  readonly #sessionId: SessionId;
  readonly #listener: BytesListener;
  readonly #filter = new QueryFilter();

  constructor(sessionId: SessionId, listener: BytesListener) {
    this.#sessionId = sessionId;
    this.#listener = listener;
  }

  begin(): Promise<void> {
    return this.#say(new Uint8Array(0));
  }

  tell(record: CommandRecord, {bytes, missedBytes, beginsWithEcho}: OutputSlice): Promise<void> {
    const printed = beginsWithEcho
      ? Buffer.from(withoutEcho(Buffer.from(bytes).toString('latin1'), record), 'latin1')
      : bytes;
    return this.#say(this.#filter.push(printed), missedBytes);
  }

  end(_record: CommandRecord, whole: WholeOutput | null): Promise<void> {
    return this.#say(Buffer.from((whole?.text ?? '').replaceAll('\n', '\r\n')));
  }

  #say(bytes: Uint8Array, missedBytes = 0): Promise<void> {
    return this.#listener({sessionId: this.#sessionId, bytes, missedBytes});
  }
}
