import {
  type CommandRequest,
  eventSeq,
  type InputRequest,
  type IntegrationRequest,
  type LogCursor,
  logCursor,
  type NestedShell,
  type ShellFamily,
  type TerminalFacts,
  type TerminalLink,
  type TerminalNotice,
  type TerminalStanding,
  type TrackedMode,
  type VerdictEvent,
} from '../../core/index.ts';
import {SessionLogReader} from '../../log/index.ts';
import {restoreStashedLine} from '../shell/index.ts';
import type {
  HostApi,
  HostAttachment,
  HostProbe,
  NoticeListener,
  SignalName,
  SignalTarget,
  TerminalModes,
} from './host/host-api.ts';

/** One session of a host: its log read from disk, its news from the host. */
export class PtyLink implements TerminalLink {
  readonly log: SessionLogReader;
  readonly #host: HostApi;
  readonly #attachment: HostAttachment;
  readonly #listeners = new Set<NoticeListener>();
  readonly #modes: Map<TrackedMode, number>;
  /** Queries from before the first listener: unlike all else, they are not in the log, and programs wait for the answer. */
  readonly #unheard: TerminalNotice[] = [];
  #closed: TerminalNotice | undefined;
  #facts: TerminalFacts;

  /** `subscribe` is the host call that attaches the given listener. */
  static async attach(
    host: HostApi,
    logDirectory: (facts: TerminalFacts) => string,
    subscribe: (listener: NoticeListener) => Promise<HostAttachment>,
  ): Promise<PtyLink> {
    // What comes before the reader is opened is in the files already when it is.
    const early: TerminalNotice[] = [];
    let link: PtyLink | undefined;
    const attachment = await subscribe(notice => {
      if (link) link.#receive(notice);
      else early.push(notice.type === 'output' ? {...notice, bytes: null} : notice);
    });
    link = new PtyLink(host, attachment, SessionLogReader.open(logDirectory(attachment.state.facts)));
    for (const notice of early) link.#receive(notice);
    return link;
  }

  private constructor(host: HostApi, attachment: HostAttachment, log: SessionLogReader) {
    this.#host = host;
    this.#attachment = attachment;
    this.log = log;
    this.#facts = attachment.state.facts;
    this.#modes = new Map(modeEntries(attachment.state.modes));
    log.advanceTo(attachment.state.position.end);
  }

  get facts(): TerminalFacts {
    return this.#facts;
  }

  get standing(): TerminalStanding {
    const {position, runsCommand} = this.#attachment.state;
    return {seq: eventSeq(position.nextSeq), runsCommand};
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
    await this.#host.write(this.#facts.sessionId, input, options);
  }

  async submit(command: CommandRequest, options?: {signal?: AbortSignal}): Promise<void> {
    await this.#host.submit(this.#facts.sessionId, command, options);
  }

  async integrate(request: IntegrationRequest, options?: {signal?: AbortSignal}): Promise<NestedShell> {
    return this.#host.integrate(this.#facts.sessionId, request, options);
  }

  async conclude(verdict: Omit<VerdictEvent, 'type'>): Promise<void> {
    await this.#host.conclude(this.#facts.sessionId, verdict);
  }

  async dropInput(): Promise<number> {
    return this.#host.dropInput(this.#facts.sessionId);
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.#host.resize(this.#facts.sessionId, cols, rows);
  }

  async rename(name: string): Promise<void> {
    await this.#host.rename(this.#facts.sessionId, name);
    this.#facts = {...this.#facts, name};
  }

  async signal(signal: SignalName, target: SignalTarget): Promise<void> {
    await this.#host.signal(this.#facts.sessionId, signal, target);
  }

  async repair(bytes: Uint8Array, options: {readonly saneTty: boolean}): Promise<void> {
    await this.#host.repair(this.#facts.sessionId, bytes, options);
  }

  /** zsh and fish give it back themselves; bash has no hook that could. */
  async restoreLine(family: ShellFamily): Promise<void> {
    if (family !== 'bash') return;
    const restore: InputRequest = {by: {type: 'cotty'}, kind: 'keys', bytes: restoreStashedLine()};
    await this.#host.write(this.#facts.sessionId, restore);
  }

  async probe(): Promise<HostProbe> {
    return this.#host.probe(this.#facts.sessionId);
  }

  async environment(): Promise<Readonly<Record<string, string>>> {
    return this.#host.environment(this.#facts.sessionId);
  }

  async close(): Promise<void> {
    await this.#host.close(this.#facts.sessionId);
  }

  /** Stops listening; the session goes on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    this.#attachment[Symbol.dispose]();
    await this.log[Symbol.asyncDispose]();
  }

  /** The log's end moves before anybody hears of it, so that log and notices together are always whole. */
  #receive(notice: TerminalNotice): void {
    if (notice.type === 'output') this.log.advanceTo(offsetAfter(notice));
    else if (notice.type === 'event') this.#follow(notice.event);
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
    if (event.type === 'resize') this.#facts = {...this.#facts, cols: event.cols, rows: event.rows};
    else if (event.type === 'mode') {
      if (event.value === 0) this.#modes.delete(event.mode);
      else this.#modes.set(event.mode, event.value);
    }
  }
}

const MOST_UNHEARD = 100;

function offsetAfter({offset, length}: Extract<TerminalNotice, {type: 'output'}>): LogCursor {
  return logCursor(offset + length);
}

function modeEntries(modes: TerminalModes): [TrackedMode, number][] {
  return Object.entries(modes) as [TrackedMode, number][];
}
