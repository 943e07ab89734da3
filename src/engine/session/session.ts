/** One terminal with one log, made of parts of one idea each. `follow-session.ts` starts one, `notice-handler.ts` keeps it up to date. */
import type {Clock, LogCursor, SessionId, SessionLogView, TerminalLink, TerminalView} from '../../core/index.ts';
import type {SecretMask} from '../../guard/index.ts';
import type {SessionEventKind} from '../events/event-kinds.ts';
import type {EventData, EventRing} from '../events/event-ring.ts';
import type {ForegroundClaim} from '../foreground/classify.ts';
import {OutputBeginnings} from '../output/output-beginnings.ts';
import type {OutputSource} from '../output/output-source.ts';
import type {ProvedMarks} from '../output/proved-marks.ts';
import {RecentOutput} from '../output/recent-output.ts';
import type {SessionTracker} from '../projection/session-tracker.ts';
import type {Tracked} from '../projection/track-log.ts';
import type {ScreenKeeper} from '../screen/screen-keeper.ts';
import type {Searcher} from '../search/searcher.ts';
import {openGate} from '../write/open-gate.ts';
import type {WriteGate} from '../write/write-gate.ts';
import type {AskedShell} from './asked-shell.ts';
import {ForegroundLook, type Look} from './foreground-look.ts';
import {editorAsks} from './keyboard.ts';
import {newestLine} from './last-line.ts';
import {closeSession, releaseSession} from './leave-session.ts';
import type {LineEnds} from './line-ends.ts';
import {NoticeHandler} from './notice-handler.ts';
import {requireOpen} from './session-closed.ts';
import type {SessionServices} from './session-services.ts';
import {type SessionState, sessionState} from './session-state.ts';
import {SubmitTimes} from './submit-times.ts';
import {TerminalRepair} from './terminal-repair.ts';
import type {ToldVerdict} from './told-verdict.ts';
import {TurnQueue} from './turn-queue.ts';
import {UnreadLines} from './unread-lines.ts';
import {Waiters} from './waiters.ts';

export class Session implements OutputSource, AsyncDisposable {
  readonly id: SessionId;
  readonly link: TerminalView;
  readonly log: SessionLogView;
  readonly clock: Clock;
  readonly tracker: SessionTracker;
  /** The one way to whatever reads this terminal. */
  readonly gate: WriteGate;
  readonly recent = new RecentOutput();
  readonly outputBeginnings: OutputBeginnings;
  /** Places of the output where a mark is a shell's own. */
  readonly marks: ProvedMarks;
  readonly screen: ScreenKeeper;
  readonly foreground: ForegroundLook;
  /** What was typed at the shell and it may not have read. */
  readonly unread: UnreadLines;
  readonly repair: TerminalRepair;
  readonly notices: NoticeHandler;
  readonly submits: SubmitTimes;
  readonly waiters = new Waiters();
  /** Commands take turns: a second caller waits for the first one's wait to end. */
  readonly turns = new TurnQueue();
  readonly searcher: Searcher;
  readonly secrets: SecretMask | null;
  /** What the shell was asked last. */
  asked: AskedShell | null = null;
  /** What was last found that a command waits for. */
  told: ToldVerdict | null = null;
  /** Null until the session is followed. */
  overByNow: LineEnds | null = null;
  isClosing = false;
  readonly #events: EventRing;
  readonly #link: TerminalLink;

  /** `known` is what the log of the terminal told so far. */
  constructor(link: TerminalLink, known: Tracked, services: SessionServices) {
    this.id = link.facts.sessionId;
    this.link = link;
    this.log = link.log;
    this.#link = link;
    this.#events = services.events;
    ({clock: this.clock, searcher: this.searcher, secrets: this.secrets} = services);
    this.tracker = known.tracker;
    this.marks = known.marks;
    this.outputBeginnings = new OutputBeginnings(link.log);
    this.submits = new SubmitTimes(this.clock);
    this.gate = openGate(this, link.writer, services.judge);
    this.foreground = new ForegroundLook(this);
    this.unread = new UnreadLines(this, this.tracker);
    this.screen = services.screens.keeper(this);
    this.repair = new TerminalRepair(this);
    this.notices = new NoticeHandler(this, known, services);
  }

  get facts(): TerminalView['facts'] {
    return this.link.facts;
  }

  get name(): string {
    return this.facts.name;
  }

  get isClosed(): boolean {
    return this.tracker.phase === 'exited';
  }

  get state(): SessionState {
    return sessionState(this);
  }

  /** Its shell's line editor asks something itself. */
  get editorAsks(): boolean {
    return editorAsks(this);
  }

  /** What the last look said about the foreground; null once something was printed or typed since. */
  get claim(): ForegroundClaim | null {
    return this.foreground.claim;
  }

  /** Looks at the tty now and says what the foreground program waits for. */
  look(): Promise<Look> {
    return this.foreground.look();
  }

  /** Throws `session_closed` when nothing can be written any more. */
  requireOpen(): void {
    requireOpen(this);
  }

  /** The newest line of output since then that says anything, for lists and for whoever waits; hidden text is told apart in it. */
  lastLine(since?: LogCursor): string {
    return newestLine(this, since);
  }

  publish(kind: SessionEventKind, data: EventData): void {
    this.#events.publish(kind, this.id, data);
  }

  /** Ends the session, and its program. */
  close(): Promise<void> {
    return closeSession(this);
  }

  /** Ends the session, whose terminal goes on as it was before. Errors: `not_supported` where the terminal is cotty's own. */
  release(): Promise<void> {
    return releaseSession(this);
  }

  /** Stops following; a terminal that a host owns lives on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.notices[Symbol.dispose]();
    this.overByNow?.[Symbol.dispose]();
    await this.screen[Symbol.asyncDispose]();
    await this.#link[Symbol.asyncDispose]();
  }
}
