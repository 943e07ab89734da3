import {
  type EventSeq,
  type LogCursor,
  logCursor,
  type SessionEvent,
  type SessionId,
  type TerminalNotice,
  type TerminalView,
} from '../../core/index.ts';
import type {SessionEventKind} from '../events/event-kinds.ts';
import type {EventData} from '../events/event-ring.ts';
import type {OutputBeginnings} from '../output/output-beginnings.ts';
import type {ProvedMarks} from '../output/proved-marks.ts';
import type {RecentOutput} from '../output/recent-output.ts';
import {CheckpointKeeper} from '../projection/checkpoint-keeper.ts';
import {type CommandRecord, endState} from '../projection/command-record.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Tracked} from '../projection/track-log.ts';
import type {ScreenKeeper} from '../screen/screen-keeper.ts';
import {askedShell} from '../write/line-editor.ts';
import type {WriteGate} from '../write/write-gate.ts';
import type {ForegroundLook} from './foreground-look.ts';
import {saysStart} from './says-start.ts';
import type {SessionServices} from './session-services.ts';
import type {TerminalRepair} from './terminal-repair.ts';
import type {Waiters} from './waiters.ts';

/** What of a session the notices of its terminal change. */
export interface NoticedSession {
  readonly id: SessionId;
  readonly isClosed: boolean;
  readonly link: Pick<TerminalView, 'log' | 'standing'>;
  readonly tracker: SessionTracker;
  readonly marks: ProvedMarks;
  readonly recent: RecentOutput;
  readonly outputBeginnings: OutputBeginnings;
  readonly foreground: ForegroundLook;
  readonly gate: WriteGate;
  readonly screen: ScreenKeeper;
  readonly waiters: Waiters;
  readonly repair: TerminalRepair;
  publish(kind: SessionEventKind, data: EventData): void;
}

/** Gets the live bytes of a session, after its projections have seen them; null where a flood was not sent along. */
export type OutputListener = (bytes: Uint8Array | null, offset: LogCursor, length: number) => void;

/** Takes in what a terminal tells, in order: brings the projections up to date, then wakes whoever waits. */
export class NoticeHandler implements Disposable {
  /** The terminal's owner is out of reach, so what is known is of before. */
  isUnreachable = false;
  /** Log time of the newest event. */
  lastEventMs: number;
  readonly #session: NoticedSession;
  /** Events up to here were taken from the log before the first notice. */
  readonly #replayedSeq: EventSeq;
  readonly #checkpoint: CheckpointKeeper;
  readonly #onClosed: () => void;
  readonly #outputListeners = new Set<OutputListener>();
  #subscription: Disposable | null = null;

  /** `known` is what the log told before the first notice. */
  constructor(session: NoticedSession, known: Tracked, {checkpoints, onClosed}: SessionServices) {
    const {log, standing} = session.link;
    this.#session = session;
    this.#replayedSeq = known.last.seq;
    this.lastEventMs = known.last.atMs;
    const unkept = Math.max(0, standing.seq - 1 - known.keptSeq);
    this.#checkpoint = new CheckpointKeeper(known, log, {pace: checkpoints, unkept});
    this.#onClosed = onClosed;
  }

  /** The listener gets every chunk from now on, in order. */
  onOutput(listener: OutputListener): Disposable {
    this.#outputListeners.add(listener);
    return {[Symbol.dispose]: () => void this.#outputListeners.delete(listener)};
  }

  handle(notice: TerminalNotice): void {
    const {screen, waiters, gate} = this.#session;
    switch (notice.type) {
      case 'output':
        this.#output(notice);
        break;
      case 'event':
        this.#event(notice.event);
        break;
      case 'query':
        screen.answer(notice);
        return;
      case 'typing':
        gate.typedElsewhere({type: 'person', name: notice.person});
        break;
      case 'unreachable':
      case 'reachable':
        this.isUnreachable = notice.type === 'unreachable';
        break;
      case 'closed':
        this.#closed(notice);
        return;
      default:
        notice satisfies never;
    }
    waiters.wake();
  }

  /**
   * Takes in what was told while the log was read, then does what a server before this one has left undone. The subscription to what
   * follows ends with this.
   */
  begin(early: readonly TerminalNotice[], subscription: Disposable): void {
    this.#subscription = subscription;
    for (const notice of early) this.handle(notice);
    this.#giveBackLine();
    this.#session.repair.afterAdoption();
  }

  [Symbol.dispose](): void {
    this.#subscription?.[Symbol.dispose]();
    this.#checkpoint[Symbol.dispose]();
  }

  #output({offset, length, bytes, lines, marks: proved = []}: Extract<TerminalNotice, {type: 'output'}>): void {
    const {tracker, marks, recent, foreground, outputBeginnings} = this.#session;
    const end = logCursor(offset + length);
    for (const at of proved) marks.add(at);
    recent.push(offset, bytes, length);
    // What was replayed from the log may be ahead of the notices, all but the count of its lines.
    tracker.output(logCursor(Math.max(tracker.outputEnd, end)), Math.max(tracker.lines, lines));
    this.#checkpoint.noted(null);
    foreground.outputCame();
    if (tracker.current) outputBeginnings.grown(tracker.current, end);
    for (const listener of this.#outputListeners) listener(bytes, offset, length);
  }

  #event(event: Exclude<SessionEvent, {type: 'output'}>): void {
    if (event.seq <= this.#replayedSeq) return;
    const {tracker, marks, foreground, gate} = this.#session;
    this.lastEventMs = event.atMs;
    if (event.type === 'input' && event.by.type !== 'emulator') foreground.moved();
    if (event.type === 'mark' && event.proved) marks.add(event.offset);
    if (event.type === 'mark' && event.proved && event.kind === 'promptStart') gate.promptDrawn();
    tracker.apply(event);
    this.#checkpoint.noted(event);
    const after = tracker.current;
    this.#giveBackLine();
    this.#publish(event, after);
    this.#commandsEnded();
  }

  #publish(event: Exclude<SessionEvent, {type: 'output'}>, current: CommandRecord | null): void {
    const session = this.#session;
    if (event.type === 'custom') session.publish('custom', {event: event.event, data: event.data});
    else if (event.type === 'omission' && event.customs > 0) session.publish('custom', {dropped: event.customs});
    else if (current?.phase === 'running' && saysStart(event)) {
      session.foreground.moved();
      if (current.by.type === 'person') session.gate.personRan(current.commandLine);
      else if (event.type === 'mark' && session.tracker.nestedShell === null) session.gate.commandBegan(session.id);
      session.publish('command_started', {command_id: current.commandId, command: brief(current.commandLine)});
    }
  }

  /** Puts the half-typed line back that was put aside for a command. */
  #giveBackLine(): void {
    const {tracker, gate} = this.#session;
    if (tracker.takeRestoreDue()) void gate.restoreLine(askedShell(tracker)).catch(() => undefined);
  }

  #commandsEnded(): void {
    const {tracker, foreground, repair} = this.#session;
    const ended = tracker.takeEnded();
    const [first] = ended;
    if (!first) return;
    foreground.moved();
    for (const record of ended) this.#publishFinished(record);
    repair.after(first);
  }

  #publishFinished(record: CommandRecord): void {
    this.#session.publish('command_finished', {
      command_id: record.commandId,
      command: brief(record.commandLine),
      state: endState(record),
      exit_code: record.exitStatus,
      via: record.via,
    });
  }

  #closed({exit}: Extract<TerminalNotice, {type: 'closed'}>): void {
    const session = this.#session;
    if (!session.isClosed) {
      // The host has died, and with it whatever ran; nothing more will be known of it.
      session.tracker.lost(this.lastEventMs);
      this.#commandsEnded();
    }
    session.publish('session_closed', {exit_code: exit?.exitStatus ?? null, signal: exit?.signal ?? null});
    session.waiters.wake();
    this.#checkpoint.keep();
    this.#onClosed();
  }
}

/** Thousands of events are kept, and a line may have a megabyte. */
function brief(commandLine: string | null): string | null {
  return commandLine && commandLine.length > EVENT_CHARS ? `${commandLine.slice(0, EVENT_CHARS)}…` : commandLine;
}

/** As many characters of a command line stand in an event. */
const EVENT_CHARS = 1000;
