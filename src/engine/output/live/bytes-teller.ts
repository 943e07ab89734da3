import type {SessionId} from '../../../core/index.ts';
import {MaskedStream, type SecretMask} from '../../../guard/index.ts';
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
  readonly #masked: MaskedStream | null;

  /** With `secrets` what is secret is masked. */
  constructor(sessionId: SessionId, listener: BytesListener, secrets: SecretMask | null = null) {
    this.#sessionId = sessionId;
    this.#listener = listener;
    this.#masked = secrets && new MaskedStream(secrets);
  }

  begin(): Promise<void> {
    return this.#say(new Uint8Array(0));
  }

  tell(record: CommandRecord, {bytes, missedBytes, beginsWithEcho}: OutputSlice): Promise<void> {
    const printed = beginsWithEcho
      ? Buffer.from(withoutEcho(Buffer.from(bytes).toString('latin1'), record), 'latin1')
      : bytes;
    if (missedBytes > 0) this.#masked?.skip();
    return this.#say(this.#filter.push(this.#masked?.push(printed) ?? printed), missedBytes);
  }

  end(_record: CommandRecord, whole: WholeOutput | null): Promise<void> {
    const rest = this.#filter.push(this.#masked?.end() ?? new Uint8Array(0));
    const text = Buffer.from((whole?.text ?? '').replaceAll('\n', '\r\n'));
    return this.#say(Buffer.concat([rest, this.#masked?.push(text) ?? text, this.#masked?.end() ?? new Uint8Array(0)]));
  }

  #say(bytes: Uint8Array, missedBytes = 0): Promise<void> {
    return this.#listener({sessionId: this.#sessionId, bytes, missedBytes});
  }
}
