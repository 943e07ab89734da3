import {type CommandId, InvisibleRevealer, type SessionId} from '../../../core/index.ts';
import {CONTEXT_BEFORE} from '../../../guard/index.ts';
import {OutputFolder, revealHidden, tagConcealed} from '../../../screen/index.ts';
import type {CommandRecord} from '../../projection/command-record.ts';
import type {Session} from '../../session/session.ts';
import {withoutEcho} from '../command-output.ts';
import {penAt} from '../shown-text.ts';
import type {OutputSlice, OutputTeller, WholeOutput} from './live-output.ts';

export interface OutputPiece {
  readonly commandId: CommandId;
  readonly sessionId: SessionId;
  /** Lines that are done, each with its line feed; what is last may have none. */
  readonly lines: string;
  /** What is on the way: the line in progress, or a block that is being redrawn. */
  readonly pending: string;
  /** Characters of `lines` that a person at the terminal does not see; they are told apart in it. */
  readonly hidden: number;
  /** Bytes before these lines that are not in the log: retention was faster, or the disk was full. */
  readonly missedBytes: number;
}

export type OutputListener = (piece: OutputPiece) => Promise<void>;

/** Tells output as text for a reader: as a person would copy it, with what a person would not see told apart. The first piece is empty. */
export class TextTeller implements OutputTeller {
  readonly #session: Session;
  readonly #listener: OutputListener;
  /** Made when it is known where the output begins. */
  #folder: OutputFolder | null = null;
  /** The end of what was told, as it was printed: a secret may go on in the next lines. */
  #before = '';
  /** Sees all lines that are done, one after the other. */
  readonly #revealer = new InvisibleRevealer();
  #toldHidden = 0;

  constructor(session: Session, listener: OutputListener) {
    this.#session = session;
    this.#listener = listener;
  }

  begin(record: CommandRecord): Promise<void> {
    return this.#say(record, {});
  }

  async tell(record: CommandRecord, {bytes, from, missedBytes, beginsWithEcho}: OutputSlice): Promise<void> {
    this.#folder ??= new OutputFolder({columns: this.#session.tracker.cols, pen: await penAt(this.#session, from)});
    this.#folder.push(bytes);
    const done = this.#folder.takeLines();
    const lines = beginsWithEcho ? withoutEcho(done, record) : done;
    // What is in progress follows what was just done.
    const said = this.#shown(lines);
    const pending = revealHidden(this.#masked(this.#folder.pending)).text;
    await this.#say(record, {...said, pending, missedBytes});
  }

  end(record: CommandRecord, whole: WholeOutput | null): Promise<void> {
    if (whole) return this.#say(record, {lines: this.#masked(whole.text), hidden: whole.hidden});
    return this.#say(record, this.#shown(this.#folder?.takeRest() ?? '', true));
  }

  /** Lines for a reader. */
  #shown(printed: string, isLast = false): Pick<OutputPiece, 'lines' | 'hidden'> {
    const lines = this.#masked(printed);
    this.#before = (this.#before + printed).slice(-CONTEXT_BEFORE);
    const {text, hidden} = tagConcealed(lines);
    const shown = this.#revealer.push(text) + (isLast ? this.#revealer.end() : '');
    const invisible = this.#revealer.hidden - this.#toldHidden;
    this.#toldHidden = this.#revealer.hidden;
    return {lines: shown, hidden: hidden + invisible};
  }

  /** What follows the lines that were told. */
  #masked(text: string): string {
    const {secrets} = this.#session;
    return secrets && text !== '' ? secrets.mask(this.#before + text).slice(this.#before.length) : text;
  }

  #say({commandId}: CommandRecord, said: Partial<OutputPiece>): Promise<void> {
    const piece = {commandId, sessionId: this.#session.id, lines: '', pending: '', hidden: 0, missedBytes: 0};
    return this.#listener({...piece, ...said});
  }
}
