import type {CommandId, SessionId} from '../../../core/index.ts';
import {OutputFolder} from '../../../screen/index.ts';
import type {CommandRecord} from '../../projection/command-record.ts';
import {withoutEcho} from '../command-output.ts';
import type {OutputSlice, OutputTeller} from './live-output.ts';

export interface OutputPiece {
  readonly commandId: CommandId;
  readonly sessionId: SessionId;
  /** Lines that are done, each with its line feed; what is last may have none. */
  readonly lines: string;
  /** What is on the way: the line in progress, or a block that is being redrawn. */
  readonly pending: string;
  /** Bytes before these lines that are not in the log: retention was faster, or the disk was full. */
  readonly missedBytes: number;
}

export type OutputListener = (piece: OutputPiece) => Promise<void>;

/** Tells output as plain text, as a person would copy it. The first piece is empty. */
export class TextTeller implements OutputTeller {
  readonly #sessionId: SessionId;
  readonly #listener: OutputListener;
  readonly #folder: OutputFolder;

  constructor(sessionId: SessionId, columns: number, listener: OutputListener) {
    this.#sessionId = sessionId;
    this.#listener = listener;
    this.#folder = new OutputFolder({columns});
  }

  begin(record: CommandRecord): Promise<void> {
    return this.#say(record, {});
  }

  tell(record: CommandRecord, {bytes, missedBytes, beginsWithEcho}: OutputSlice): Promise<void> {
    this.#folder.push(bytes);
    const done = this.#folder.takeLines();
    const lines = beginsWithEcho ? withoutEcho(done, record) : done;
    return this.#say(record, {lines, pending: this.#folder.pending, missedBytes});
  }

  end(record: CommandRecord, text: string | null): Promise<void> {
    return this.#say(record, {lines: text ?? this.#folder.takeRest()});
  }

  #say({commandId}: CommandRecord, said: Partial<OutputPiece>): Promise<void> {
    return this.#listener({commandId, sessionId: this.#sessionId, lines: '', pending: '', missedBytes: 0, ...said});
  }
}
