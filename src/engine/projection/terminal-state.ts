import {
  type EventOf,
  type EventSeq,
  type LogCursor,
  logCursor,
  type SessionId,
  type TrackedMode,
} from '../../core/index.ts';
import {ScreenHistory} from '../screen/screen-history.ts';
import {isLineOrSignal, keysIn} from '../write/line-effect.ts';
import type {TrackedFacts} from './tracker-parts.ts';

/** What the log tells of the terminal itself, whatever runs in it: its size and modes, how far its output has come, how it ended. */
export class TerminalState {
  title = '';
  cols: number;
  rows: number;
  outputEnd: LogCursor = logCursor(0);
  /** Line feeds in the output stream before `outputEnd`. */
  lines = 0;
  lastExitStatus: number | null = null;
  exit: EventOf<'exit'> | null = null;
  /** Something was typed, and not only commands were given. */
  wasTyped = false;
  /** The last thing typed was ^S. */
  stopSent = false;
  /** A line was typed, or a character that makes a signal, since the newest command was given. */
  typedInto = false;
  /** The event from which on the line was typed that no Enter has ended; null when there is none. */
  lineFrom: EventSeq | null = null;
  /** Modes that are on, with their values. */
  readonly modes = new Map<TrackedMode, number>();
  /** Where in the output each of them was last set. */
  readonly modesSetAt = new Map<TrackedMode, LogCursor>();
  readonly screen = new ScreenHistory();

  /** Which of all terminals it is, for ids that no other has; null where there is but one. */
  readonly id: SessionId | null;

  constructor({sessionId, cols, rows}: Pick<TrackedFacts, 'sessionId' | 'cols' | 'rows'>) {
    this.id = sessionId ?? null;
    this.cols = cols;
    this.rows = rows;
  }

  /** The mode's value; 0 when it is off. */
  mode(mode: TrackedMode): number {
    return this.modes.get(mode) ?? 0;
  }

  /** The output stream has grown to `end`, with `lines` line feeds in it. */
  output(end: LogCursor, lines: number): void {
    this.outputEnd = end;
    this.lines = lines;
  }

  protected resized(event: EventOf<'open'> | EventOf<'resize'>): void {
    this.cols = event.cols;
    this.rows = event.rows;
    this.screen.resized(event);
  }

  protected switched(event: EventOf<'mode'>): void {
    if (event.mode === 'alternateScreen') this.screen.switched(event);
    if (event.value === 0) {
      this.modes.delete(event.mode);
      this.modesSetAt.delete(event.mode);
    } else {
      this.modes.set(event.mode, event.value);
      this.modesSetAt.set(event.mode, event.since ?? event.offset);
    }
  }

  /** Something was typed, by whomever. */
  protected typed({by, kind, bytes, seq}: EventOf<'input'>): void {
    this.wasTyped ||= kind !== 'command';
    if (!bytes) return;
    this.stopSent = bytes.at(-1) === STOP;
    const isLine = by.type !== 'cotty' && isLineOrSignal(bytes);
    this.typedInto = kind !== 'command' && (this.typedInto || isLine);
    const keys = keysIn(bytes);
    const end = keys.findLastIndex(({effect, isSure}) => effect === 'submits' && isSure);
    if (kind === 'command' || end === keys.length - 1) this.lineFrom = null;
    else this.lineFrom = end < 0 ? (this.lineFrom ?? seq) : seq;
  }
}

/** ^S. */
const STOP = 0x13;
