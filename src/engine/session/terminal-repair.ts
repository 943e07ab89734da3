import {type LogCursor, logCursor, type TerminalView, type TtyMode} from '../../core/index.ts';
import type {OutputBeginnings} from '../output/output-beginnings.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import type {CommandRecord} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {WriteGate} from '../write/write-gate.ts';
import {leftovers} from './leftovers.ts';

/** What of a session is needed to repair its terminal. */
export interface Repairable {
  readonly link: Pick<TerminalView, 'probe' | 'capabilities'>;
  readonly gate: Pick<WriteGate, 'repair'>;
  readonly tracker: SessionTracker;
  readonly recent: RecentOutput;
  readonly outputBeginnings: OutputBeginnings;
  readonly isClosed: boolean;
}

/** Switches off what a command has left on that no prompt expects. */
export class TerminalRepair {
  /** Resolves when what the last command left on is switched off. */
  done: Promise<void> = Promise.resolve();
  readonly #session: Repairable;
  /** Which shells, by their numbers, have a line editor. */
  readonly #lineEditors = new Map<number, boolean>();

  constructor(session: Repairable) {
    this.#session = session;
  }

  /** The shell at its prompt was seen reading: a line editor makes the tty raw for that. What its first prompt shows is kept. */
  noteReads({canonical}: TtyMode): void {
    if (!this.#lineEditors.has(this.#shell)) this.#lineEditors.set(this.#shell, !canonical);
  }

  /** Commands have ended, and this one was the first of them. */
  after(record: CommandRecord): void {
    const {tracker, isClosed, link} = this.#session;
    if (isClosed || tracker.current || !link.capabilities.repair) return;
    const {names, undo} = leftovers(tracker, record, this.#outputOf(record));
    // A shell without a line editor reads with whatever modes it finds.
    const looksAtTty = tracker.integration === 'graded' && this.#lineEditors.get(this.#shell) === false;
    if (names.length === 0 && !looksAtTty) return;
    record.repaired = names;
    this.done = this.#repair(record, undo, looksAtTty).catch(() => undefined);
  }

  /** The session was just taken over: a full-screen program may have been killed while nobody followed. */
  afterAdoption(): void {
    const {tracker} = this.#session;
    const [last] = tracker.recentCommands(1);
    if (last?.phase === 'ended' && tracker.mode('alternateScreen') > 0) this.after(last);
  }

  /** Number of the shell that has the terminal. */
  get #shell(): number {
    return this.#session.tracker.nestedShell?.shell ?? 0;
  }

  async #repair(record: CommandRecord, undo: string, looksAtTty: boolean): Promise<void> {
    const saneTty = looksAtTty && (await this.#session.link.probe())?.mode?.canonical === false;
    if (saneTty) record.repaired = [...record.repaired, 'tty'];
    if (saneTty || undo !== '') await this.#session.gate.repair(Buffer.from(undo), {saneTty});
  }

  /** As much of a command's output as is in memory. */
  #outputOf(record: CommandRecord): Uint8Array[] {
    const {tracker, recent, outputBeginnings} = this.#session;
    const end: LogCursor = record.outputEnd ?? tracker.outputEnd;
    const start = Math.max(record.outputStart ?? record.submittedAt, end - END_BYTES);
    const beginning = outputBeginnings.get(record.commandId);
    const rest = recent.slice(logCursor(start), end);
    return [...(beginning ? [beginning] : []), ...(rest?.length ? [rest] : [])];
  }
}

/** This much of the end of an output is looked through for shifted character sets. */
const END_BYTES = 32 * 1024;
