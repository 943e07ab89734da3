import {
  type CommandRequest,
  CottyError,
  type EventOf,
  eventSeq,
  type InputRequest,
  type IntegrationRequest,
  type LineAnswer,
  type LineQuestion,
  logCursor,
  type NestedShell,
  type TerminalCapabilities,
  type TerminalFacts,
  type TerminalNotice,
  type TerminalStanding,
  type TrackedMode,
  type VerdictEvent,
} from '../../core/index.ts';
import type {SessionLogReader} from '../../log/index.ts';
import type {WholeTerminal} from '../opening/link-to.ts';
import type {NoticeListener, TerminalModes} from '../recording/journal-position.ts';
import {startUpMs} from '../recording/start-up-time.ts';
import {restoreStashedLine} from '../shell/index.ts';
import {runsBeside} from '../system/processes.ts';
import type {
  HostApi,
  HostAttachment,
  HostListener,
  HostNotice,
  HostProbe,
  PtyFacts,
  SignalName,
  SignalTarget,
} from './host/host-api.ts';
import {type GoesOn, type Heard, keepNotice, missedNotices} from './missed-notices.ts';

/** One session of a host: its log read from disk, its news from the host. */
export class PtyLink implements WholeTerminal {
  readonly log: SessionLogReader;
  readonly capabilities = ptyCapabilities;
  readonly #host: HostApi;
  readonly #attachment: HostAttachment;
  readonly #listeners = new Set<NoticeListener>();
  readonly #modes: Map<TrackedMode, number>;
  /** Queries from before the first listener: unlike all else, they are not in the log, and programs wait for the answer. */
  readonly #unheard: TerminalNotice[] = [];
  #closed: TerminalNotice | undefined;
  #facts: PtyFacts;
  readonly #heard: Heard;
  /** What comes while the log is read for what was missed; null when nothing is. */
  #kept: HostNotice[] | null = null;
  #catchingUp: Promise<void> | null = null;
  #isReachable = true;

  /** `subscribe` is the host call that attaches the given listener. */
  static async attach(
    host: HostApi,
    openLog: (facts: TerminalFacts) => SessionLogReader,
    subscribe: (listener: HostListener) => Promise<HostAttachment>,
  ): Promise<PtyLink> {
    // What comes before the reader is opened is in the files already when it is.
    const early: HostNotice[] = [];
    let link: PtyLink | undefined;
    const attachment = await subscribe(notice => {
      if (link) link.#receive(notice);
      else early.push(notice.type === 'output' ? {...notice, bytes: null} : notice);
    });
    link = new PtyLink(host, attachment, openLog(attachment.state.facts));
    for (const notice of early) link.#receive(notice);
    return link;
  }

  private constructor(host: HostApi, attachment: HostAttachment, log: SessionLogReader) {
    this.#host = host;
    this.#attachment = attachment;
    this.log = log;
    const {facts, modes, position} = attachment.state;
    this.#facts = facts;
    this.#modes = new Map(modeEntries(modes));
    this.#heard = {seq: eventSeq(position.nextSeq - 1), end: position.end, lines: position.lines};
    log.advanceTo(position.end);
  }

  get facts(): TerminalFacts {
    return this.#facts;
  }

  get standing(): TerminalStanding {
    const {position, runsCommand, readsLine} = this.#attachment.state;
    return {seq: eventSeq(position.nextSeq), lines: position.lines, runsCommand, readsLine};
  }

  get modes(): TerminalModes {
    return Object.fromEntries(this.#modes);
  }

  /** A listener that comes after the end hears `closed` all the same. */
  onNotice(listener: NoticeListener): Disposable {
    const own: NoticeListener = notice => listener(notice);
    this.#listeners.add(own);
    const missed = [...this.#unheard.splice(0), ...(this.#closed ? [this.#closed] : [])];
    queueMicrotask(() => {
      if (this.#listeners.has(own)) for (const notice of missed) listener(notice);
    });
    return {[Symbol.dispose]: () => this.#listeners.delete(own)};
  }

  async write(input: InputRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#inOrder(this.#host.write(this.#facts.sessionId, input, options));
  }

  async submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#inOrder(this.#host.submit(this.#facts.sessionId, command, options));
  }

  async integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell> {
    return this.#inOrder(this.#host.integrate(this.#facts.sessionId, request, options));
  }

  async askLine(question: LineQuestion, options?: {signal?: AbortSignal}): Promise<LineAnswer | null> {
    const line = await this.#inOrder(this.#host.askLine(this.#facts.sessionId, question, options));
    return line === null ? null : {line};
  }

  async conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    await this.#inOrder(this.#host.conclude(this.#facts.sessionId, verdict));
  }

  async dropInput(): Promise<number> {
    return this.#host.dropInput(this.#facts.sessionId);
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#inOrder(this.#host.resize(this.#facts.sessionId, cols, rows));
  }

  async rename(name: string): Promise<void> {
    await this.#inOrder(this.#host.rename(this.#facts.sessionId, name));
    this.#facts = {...this.#facts, name};
  }

  signal(signal: SignalName, target: SignalTarget): Promise<boolean> {
    return this.#inOrder(this.#host.signal(this.#facts.sessionId, signal, target));
  }

  async repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    await this.#inOrder(this.#host.repair(this.#facts.sessionId, bytes, options));
  }

  async restoreLine(shell: LineQuestion): Promise<void> {
    const bytes = restoreStashedLine(shell);
    if (bytes) await this.write({by: {type: 'cotty'}, kind: 'keys', bytes});
  }

  async probe(): Promise<HostProbe> {
    return this.#inOrder(this.#host.probe(this.#facts.sessionId));
  }

  /** Looked for from here: host and server are on one machine. */
  async runsPrograms(): Promise<boolean> {
    return runsBeside(this.#facts.pid, await startUpMs(this.log));
  }

  async environment(): Promise<Readonly<Record<string, string>>> {
    return this.#inOrder(this.#host.environment(this.#facts.sessionId));
  }

  async close(): Promise<void> {
    await this.#inOrder(this.#host.close(this.#facts.sessionId));
  }

  async release(): Promise<void> {
    throw new CottyError(
      'not_supported',
      `${this.#facts.sessionId} is a terminal of cotty's own: without cotty there is none.`,
      'End it with manage_session action=close, or leave it: it lives on by itself.',
    );
  }

  /** Stops listening; the session goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.#attachment[Symbol.dispose]();
    await this.log[Symbol.asyncDispose]();
  }

  /** What has happened by the time of the answer is news before it. */
  async #inOrder<T>(answer: Promise<T>): Promise<T> {
    const given = await answer;
    while (this.#catchingUp) await this.#catchingUp;
    return given;
  }

  #receive(notice: HostNotice): void {
    if (this.#kept) {
      keepNotice(this.#kept, notice);
      return;
    }
    switch (notice.type) {
      case 'interrupted':
        this.#reach(false);
        return;
      case 'resumed':
        this.#catchUp(notice.state.position);
        return;
      case 'closed':
        // The host did not live to say how it ended: perhaps it has written that down.
        if (notice.exit === null) this.#catchUp(null);
        else this.#tell(notice);
        return;
      default:
        this.#tell(notice);
    }
  }

  /** Tells what was missed, up to where live notices go on; null when none will come any more. */
  #catchUp(goesOn: GoesOn | null): void {
    this.#kept = [];
    this.#catchingUp = this.#tellMissed(goesOn);
  }

  async #tellMissed(goesOn: GoesOn | null): Promise<void> {
    let exit: EventOf<'exit'> | null = null;
    for await (const notice of missedNotices(this.log, this.#heard, goesOn)) {
      if (notice.type === 'event' && notice.event.type === 'exit') exit = notice.event;
      this.#tell(notice);
    }
    const kept = this.#kept ?? [];
    this.#kept = null;
    this.#catchingUp = null;
    if (goesOn === null) {
      this.#tell({type: 'closed', exit});
      return;
    }
    for (const notice of kept) this.#receive(notice);
    if (this.#kept === null) this.#reach(true);
  }

  #reach(isReachable: boolean): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    this.#tell({type: isReachable ? 'reachable' : 'unreachable'});
  }

  /** The log's end moves before anybody hears of it, so that log and notices together are always whole. */
  #tell(notice: TerminalNotice): void {
    if (notice.type === 'output') {
      const end = logCursor(notice.offset + notice.length);
      this.#heard.end = end;
      this.#heard.lines = notice.lines;
      this.log.advanceTo(end);
    } else if (notice.type === 'event') this.#follow(notice.event);
    else if (notice.type === 'closed') {
      this.#facts = {...this.#facts, alive: false};
      this.#closed = notice;
    }
    if (this.#listeners.size === 0) {
      if (notice.type === 'query' && this.#unheard.length < MOST_UNHEARD) this.#unheard.push(notice);
      return;
    }
    // The host's buffer is used again for its next read.
    const kept = notice.type === 'output' && notice.bytes ? {...notice, bytes: notice.bytes.slice()} : notice;
    for (const listener of this.#listeners) listener(kept);
    // Many ended sessions stay readable; they need no open file until somebody reads.
    if (notice.type === 'closed') this.log.close();
  }

  #follow(event: Extract<TerminalNotice, {type: 'event'}>['event']): void {
    this.#heard.seq = event.seq;
    if (event.type === 'resize') this.#facts = {...this.#facts, cols: event.cols, rows: event.rows};
    else if (event.type === 'mode') {
      if (event.value === 0) this.#modes.delete(event.mode);
      else this.#modes.set(event.mode, event.value);
    }
  }
}

/** `processes` and `ttyModes` tell what the system does: on Linux all, on macOS not what a process waits for. */
const ptyCapabilities: TerminalCapabilities = {
  resize: true,
  signal: true,
  close: true,
  release: false,
  outlivesServer: true,
  processes: true,
  ttyModes: true,
  environment: true,
  dropInput: true,
  repair: true,
  takesOnce: true,
  promptMonitor: false,
};

const MOST_UNHEARD = 100;

function modeEntries(modes: TerminalModes): [TrackedMode, number][] {
  return Object.entries(modes) as [TrackedMode, number][];
}
