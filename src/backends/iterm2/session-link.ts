import type {PaneState, TerminalView, TtyProbe} from '../../core/index.ts';
import {
  listSessions,
  NotificationType,
  promptSubscription,
  readPrompt,
  readProperty,
  resizeSession,
  sessionsOf,
  setName,
} from '../../iterm2-api/index.ts';
import {UNKNOWN_EXIT} from '../application/application-facts.ts';
import {ApplicationLink, type ApplicationLinkStart} from '../application/application-link.ts';
import {readingByTurn} from '../application/reading-by-turn.ts';
import {checkSize} from '../opening/opening.ts';
import {closeLink} from './close-link.ts';
import type {Iterm2Connection} from './iterm2-connection.ts';
import {PromptMonitor} from './prompt-monitor.ts';
import {SessionInput} from './session-input.ts';

/** Where what the session prints is read. */
export interface OutputSource extends Disposable {
  /** When something came last, in milliseconds of `performance.now`. */
  readonly newestMs: number;
  /** Something is typed next. */
  stir?(): void;
  /** Looks at what is there by now; absent where it comes by itself. */
  caughtUp?(): Promise<void>;
}

export interface SessionLinkStart extends ApplicationLinkStart {
  readonly connection: Iterm2Connection;
  /** iTerm2's id of it. */
  readonly guid: string;
  /** Absent where nobody has asked to be shown what goes on. */
  readonly show?: ((state: PaneState | null) => Promise<void>) | undefined;
  readonly askPerson: TerminalView['askPerson'];
}

/** One session of iTerm2's as a terminal: iTerm2 shows it to a person, and copies to us what it prints. */
export class SessionLink extends ApplicationLink {
  readonly connection: Iterm2Connection;
  readonly guid: string;
  readonly show: SessionLinkStart['show'];
  readonly askPerson: TerminalView['askPerson'];
  readonly fallback: string | undefined;
  readonly #monitor: PromptMonitor | null;
  #following: Disposable | undefined;
  readonly #subscriptions: AsyncDisposable[] = [];
  #source: OutputSource | undefined;
  /** When a program asked its terminal something last, by `performance.now`. */
  #askedMs = Number.NEGATIVE_INFINITY;
  #isGoing = false;
  /** What it prints is not heard any more. */
  #isDeaf = false;

  constructor(start: SessionLinkStart) {
    const {connection, guid, facts, journal, isForeign} = start;
    const monitors = isForeign && !connection.fallback;
    const turn: {take: () => Promise<void>} = {take: async () => undefined};
    super(start, {
      title: 'in iTerm2',
      input: new SessionInput({api: connection.api, id: guid, tty: facts.tty}),
      promptMonitor: monitors,
      reading: readingByTurn(() => turn.take()),
    });
    turn.take = () => this.#turned(TURN_QUIET_MS);
    this.connection = connection;
    this.guid = guid;
    this.show = start.show;
    this.askPerson = start.askPerson;
    this.fallback = connection.fallback ? BY_APPLESCRIPT : undefined;
    this.#monitor = monitors ? new PromptMonitor(journal) : null;
  }

  /** Listens to the session from now on, and to its output by `source`, which tells {@link print} and {@link printedLast}. */
  async begin(source: OutputSource): Promise<void> {
    this.#source = source;
    this.#following = this.connection.follow(this.guid, {
      onSession: session => this.resized(session),
      onPrompt: news => this.#monitor?.heard(news),
      onMissed: () => this.#monitor?.missed(),
      onKey: () => this.tell({type: 'typing', person: 'at iTerm2'}),
      onGone: reason => void this.#gone(reason),
    });
    // Nothing of a key is looked at but that it was pressed.
    const keys = {session: this.guid, notificationType: NotificationType.NOTIFY_ON_KEYSTROKE};
    for (const subscription of this.#monitor ? [keys, promptSubscription(this.guid)] : [keys])
      this.#subscriptions.push(await this.connection.subscribe(subscription));
  }

  /** Asks iTerm2 where the shell of a session stands that was there before. */
  async lookAtPrompt(): Promise<void> {
    const prompt = this.#monitor && (await readPrompt(this.connection.api, this.guid));
    if (prompt?.id && prompt.state === 'editing')
      this.#monitor?.found({type: 'prompt', id: prompt.id, cwd: prompt.cwd});
  }

  print(bytes: Uint8Array): void {
    if (!this.facts.alive) return;
    this.#monitor?.willPrint(bytes);
    this.journal.appendOutput(bytes);
    this.#monitor?.printed();
  }

  /** iTerm2 copies nothing any more: the session has ended, or a person has stopped that. */
  printedLast(): void {
    if (!this.facts.alive) return;
    this.#isDeaf = true;
    if (this.#isGoing) this.ended(UNKNOWN_EXIT);
    // Nobody hears what it prints from now on, if it goes on.
    else setTimeout(() => this.ended(this.#isGoing ? UNKNOWN_EXIT : null), NEWS_MS);
  }

  override async resize(cols: number, rows: number): Promise<void> {
    this.requireOpen();
    checkSize(cols, rows);
    const {api} = this.connection;
    await resizeSession(api, this.guid, cols, rows);
    const now = sessionsOf(await listSessions(api)).find(({id}) => id === this.guid);
    this.resized(now ?? {cols, rows});
  }

  /** Of the session's title a person sees it too, as far as iTerm2 can be told it. */
  override async rename(name: string): Promise<void> {
    await super.rename(name);
    await setName(this.connection.api, this.guid, name).catch(() => undefined);
  }

  /** A program that reads what iTerm2 answers waits for nobody else: it is looked at again once it can have the answer. */
  override async probe(): Promise<TtyProbe> {
    for (let looks = 1; ; looks++) {
      await this.#answered();
      const sinceMs = performance.now();
      const probe = await super.probe();
      if (this.#askedMs < sinceMs || looks >= MOST_LOOKS) return probe;
    }
  }

  protected override hasAsked(): void {
    this.#askedMs = performance.now();
  }

  /** Something was printed behind the question, or the answer has had its time. */
  async #answered(): Promise<void> {
    for (;;) {
      const sinceMs = performance.now() - this.#askedMs;
      const newestMs = this.#source?.newestMs ?? Number.POSITIVE_INFINITY;
      if (sinceMs >= ANSWER_MS || newestMs > this.#askedMs) return;
      await new Promise(resolve => setTimeout(resolve, ANSWER_STEP_MS));
    }
  }

  protected override async catchUp(): Promise<void> {
    if (this.#source?.caughtUp) await this.#source.caughtUp();
    else await this.#turned(QUIET_MS);
  }

  /** When iTerm2 has turned once more, what it had read before is on its way; it is here when nothing comes for a moment. */
  async #turned(quietForMs: number): Promise<void> {
    await readProperty(this.connection.api, this.guid, 'grid_size').catch(() => undefined);
    const since = performance.now();
    for (let waited = 0; this.#source && waited < LONGEST_QUIET_MS; waited = performance.now() - since) {
      const quietMs = performance.now() - Math.max(since, this.#source.newestMs);
      if (quietMs >= quietForMs) return;
      await new Promise(resolve => setTimeout(resolve, quietForMs - quietMs));
    }
  }

  protected override willType(): void {
    this.#source?.stir?.();
  }

  protected override end(): Promise<void> {
    return closeLink(this);
  }

  protected override get isOpen(): boolean {
    return this.facts.alive && !this.#isDeaf;
  }

  protected override stopListening(): void {
    this.#following?.[Symbol.dispose]();
    this.#monitor?.[Symbol.dispose]();
    this.#source?.[Symbol.dispose]();
    // It fails with the connection alone, and then there is nothing to take back.
    for (const subscription of this.#subscriptions) void subscription[Symbol.asyncDispose]();
  }

  /** What was printed last may be on its way yet. */
  async #gone(reason: 'session' | 'iterm2'): Promise<void> {
    if (reason === 'iterm2') return this.ended(null);
    this.#isGoing = true;
    setTimeout(() => this.ended(UNKNOWN_EXIT), LAST_OUTPUT_MS);
  }
}

const BY_APPLESCRIPT =
  "AppleScript, since iTerm2's API is off: output is read off the screen, exit codes are not known; switch on Settings > General > Magic > Enable Python API";
/** That a session has ended is told within this time of the end of its output. */
const NEWS_MS = 500;
/** As long may the last output of a session take that has ended. */
const LAST_OUTPUT_MS = 2000;
const QUIET_MS = 8;
/** Nobody waits for this one: it only says against which moment a mark is held. */
const TURN_QUIET_MS = 50;
const LONGEST_QUIET_MS = 200;
/** So long may iTerm2 take for an answer, on a machine with twenty times as many programs at work as it can run too. */
const ANSWER_MS = 3000;
const ANSWER_STEP_MS = 10;
/** One that asks for ever is what it seems. */
const MOST_LOOKS = 5;
