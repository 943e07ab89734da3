import {CottyError} from '../../core/index.ts';
import type {Exit} from '../application/application-facts.ts';
import {AskedServer} from './asked-server.ts';
import {buryPane} from './bury-pane.ts';
import {ClientTurns} from './client-turns.ts';
import {commandLine} from './command-line.ts';
import type {ControlClient} from './control-client.ts';
import {requireNoDetachingHook} from './detaching-hook.ts';
import {requireNoKeptPanes} from './kept-panes.ts';
import {layoutSizes} from './layout-sizes.ts';
import {endOrphanedClients} from './orphaned-clients.ts';
import {dropPaneMemory, ENDED_NAME, forgetExit, takeExit} from './pane-memory.ts';
import {type PaneRow, runsAnother} from './pane-row.ts';
import {SilentChanges} from './silent-changes.ts';

/** Hears of one pane. */
export interface PaneListener {
  /** A person's pane: it stays as it is when its program has ended. */
  readonly isForeign: boolean;
  /** `bytes` is valid during the call only. */
  onOutput(bytes: Uint8Array): void;
  /** Output is missing: tmux gave up to keep it for us, or the pane has gone to another session. */
  onMissed(): void;
  onRow(row: PaneRow): void;
  /**
   * The pane is no more, or runs another program than it did. `exit` null: nobody knows how. `server`: with all of its
   * server's. `shown`: what stood in it at the end, as far as that is known.
   */
  onGone(exit: Exit | null, reason: 'pane' | 'server', shown: readonly string[]): void;
  /** A mode of tmux's own began or ended in it, e.g. copy mode. */
  onMode(): void;
}

interface Watched {
  readonly listener: PaneListener;
  row: PaneRow;
  /** Whose output counts; null while there is none, and all of it is missing. */
  client: ControlClient | null;
}

/**
 * One tmux server, named by its socket. Its panes are heard by clients in control mode, one for each session in which cotty has panes:
 * tmux tells a client of the panes of its own session alone. They never decide a window's size.
 */
export class TmuxServer extends AskedServer implements AsyncDisposable {
  /** As the server tells it, which may be older than the program; of the one that was attached to last. */
  version = '';
  readonly #clients = new Map<string, ControlClient>();
  readonly #watched = new Map<string, Watched>();
  /** What panes print that somebody is about to watch, while it is not known yet which. */
  readonly #early = new Map<string, Buffer[]>();
  /** Panes that a client has told of and that nobody heard by it. */
  readonly #unwanted = new WeakMap<ControlClient, Set<string>>();
  #expected = 0;
  readonly #turns = new ClientTurns();
  readonly #silent = new SilentChanges(
    () => this.ready?.run(commandLine('list-panes', '-a', '-F', STATE_FORMAT)) ?? null,
    () => this.#look(),
  );
  #refreshing: Promise<void> | null = null;
  #isStale = false;
  #isDisposed = false;
  #later: NodeJS.Timeout | undefined;
  #laterMs = FIRST_LATER_MS;
  /** Clients in a row that tmux let go of at once, by a hook of the person's for example. */
  #shortLived = 0;

  /** One that leaves is not among them any more. */
  protected override get ready(): ControlClient | undefined {
    return [...this.#clients.values()].find(client => client.takesCommands);
  }

  /** Tells the listener of the pane from now on. Errors: `unknown_session` when there is no such pane. */
  async watch(pane: string, listener: PaneListener): Promise<Disposable> {
    const row = await this.row(pane);
    if (!row) throw noPane(pane, this.socket);
    const watched: Watched = {listener, row, client: this.#clients.get(row.session) ?? null};
    this.#watched.set(pane, watched);
    for (const bytes of this.#early.get(pane) ?? []) listener.onOutput(bytes);
    this.#early.delete(pane);
    const watch = {
      [Symbol.dispose]: () => {
        if (this.#watched.get(pane) !== watched) return;
        this.#watched.delete(pane);
        this.#dropIdleClients();
      },
    };
    try {
      await this.#client(row.session);
    } catch (error) {
      watch[Symbol.dispose]();
      throw error;
    }
    return watch;
  }

  /** Nothing is lost of what a pane of this session prints before it is watched, if that begins while `task` runs. */
  async expecting<T>(session: string, task: () => Promise<T>): Promise<T> {
    await this.#client(session);
    this.#expected++;
    try {
      return await task();
    } finally {
      this.#expected--;
      if (this.#expected === 0) this.#early.clear();
      this.#dropIdleClients();
    }
  }

  /** The client that hears of this pane; commands to it are answered in the order of its output. */
  client(pane: string): ControlClient {
    const client = this.#watched.get(pane)?.client;
    if (!client?.takesCommands)
      throw new CottyError(
        'server_unavailable',
        `The tmux server at ${this.socket} is gone, or lets cotty not attach.`,
        'Look at the pane with manage_session action=list; try again, or open a new session.',
      );
    return client;
  }

  /** The same, once it is there again if tmux has let go of it. */
  async connected(pane: string): Promise<ControlClient> {
    const client = this.#watched.get(pane)?.client;
    if (!client?.takesCommands) await this.refresh();
    return this.client(pane);
  }

  /** Runs it by the client that hears of this pane, behind what was typed before. `answers` and errors as those of a client, and of `run`. */
  async runAt(pane: string, command: string, answers?: number): Promise<readonly string[]> {
    const client = await this.connected(pane);
    return (await this.by(client, command, answers)) ?? this.runAt(pane, command, answers);
  }

  /** Resolves when tmux has taken in what the programs of its panes had printed before, and has told of it. */
  async turn(pane: string): Promise<void> {
    // The first answer may have been given before it looked at its panes.
    for (let turns = 0; turns < 2; turns++) await this.runAt(pane, 'display-message -p ""');
  }

  /** Looks at all panes anew, and tells of what has changed. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    this.#refreshing ??= this.#refresh();
    await this.#refreshing;
  }

  /** Goes away from the server, whose panes go on. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearTimeout(this.#later);
    this.#silent[Symbol.dispose]();
    this.#watched.clear();
    this.#dropIdleClients();
    await this.#turns.allAttached();
  }

  async #refresh(): Promise<void> {
    let looks = 0;
    try {
      // More may happen while it is looked at.
      while (this.#isStale && !this.#isDisposed) {
        this.#isStale = false;
        const rows = Map.groupBy(await this.rows(), row => row.pane);
        // What was told since is newer.
        if (this.#isStale && looks++ < MOST_STALE_LOOKS) continue;
        for (const [pane, watched] of this.#watched) await this.#compare(pane, watched, rows);
      }
    } finally {
      // In the same turn as the last look: what becomes stale from now on is looked at anew.
      this.#refreshing = null;
    }
    this.#dropIdleClients();
  }

  async #compare(pane: string, watched: Watched, rows: ReadonlyMap<string, readonly PaneRow[]>): Promise<void> {
    const {listener, row: before} = watched;
    const {isForeign} = listener;
    const found = rows.get(pane) ?? [];
    const row = found.find(({session}) => session === before.session) ?? found[0];
    const isAnother = !row || runsAnother(row, before.pid);
    const buried = row?.isDead && !isAnother ? await buryPane(this, row, {stays: isForeign}) : null;
    if (!row || buried || isAnother) {
      if (!this.#watched.delete(pane)) return;
      // It is the person's from now on.
      if (row && (!buried || isForeign)) await this.#clean(pane, isForeign);
      if (rows.size === 0) listener.onGone(null, 'server', []);
      else listener.onGone(buried?.exit ?? (await takeExit(this, pane)), 'pane', buried?.shown ?? []);
      return;
    }
    // tmux does not know yet how it ended.
    if (row.isDead) {
      setTimeout(() => this.#look(), DEAD_LOOK_MS);
      return;
    }
    watched.row = row;
    const client = this.#clients.get(row.session);
    if (!client || client.hasEnded || client !== watched.client)
      await this.#hearAnew(watched, {hasMoved: row.session !== before.session}).catch(() => this.#lookLater());
    listener.onRow(row);
  }

  /**
   * The client that told of the pane has ended, or the pane has gone to another session: what it prints meanwhile is missing. A client
   * whose session a pane has left must go: tmux would keep for it all that the pane prints, and would tell that anew when the pane
   * comes back (tmux control.c; tmux issue 5499).
   */
  async #hearAnew(watched: Watched, {hasMoved}: {readonly hasMoved: boolean}): Promise<void> {
    const {pane, session} = watched.row;
    if (hasMoved) {
      if (watched.client) {
        watched.listener.onMissed();
        this.#retire(watched.client);
        watched.client = null;
      }
      const known = this.#clients.get(session);
      if (known && this.#unwanted.get(known)?.has(pane)) this.#retire(known);
      else if (known && !known.hasEnded) watched.client = known;
    }
    await this.#client(session);
  }

  #retire(client: ControlClient): void {
    for (const [session, known] of this.#clients) if (known === client) this.#clients.delete(session);
    this.#turns.leave(client);
    // Others were heard by it.
    this.#isStale = true;
  }

  /** Takes what is ours out of a pane that goes on without us. */
  async #clean(pane: string, isForeign: boolean): Promise<void> {
    await dropPaneMemory(this, pane).catch(() => undefined);
    if (!isForeign) await forgetExit(this, pane).catch(() => undefined);
  }

  /** By a new one all panes of its session are heard, from its first byte. */
  async #client(session: string): Promise<ControlClient> {
    await this.#requireWelcome(session);
    await this.#turns.mayAttach();
    const known = this.#clients.get(session);
    if (known && !known.hasEnded) return known;
    const unwanted = new Set<string>();
    const bornMs = performance.now();
    const client: ControlClient = this.program.attach(this.socket, session, {
      version: this.version,
      listener: {
        wants: pane => {
          const watched = this.#watched.get(pane);
          if (watched ? watched.client === client : this.#expected > 0) return true;
          unwanted.add(pane);
          return false;
        },
        onOutput: (pane, bytes) => {
          const watched = this.#watched.get(pane);
          if (watched) watched.listener.onOutput(bytes);
          else this.#early.set(pane, [...(this.#early.get(pane) ?? []), Buffer.from(bytes)]);
        },
        onNotification: (name, rest) => this.#heard(client, name, rest),
      },
      onEnd: () => {
        if (this.#clients.get(session) === client) this.#clients.delete(session);
        this.#shortLived = performance.now() - bornMs < SHORT_LIFE_MS ? this.#shortLived + 1 : 0;
        if (this.#shortLived === 0) this.#laterMs = FIRST_LATER_MS;
        if (this.#shortLived > MOST_SHORT_LIVED) this.#lookLater();
        else this.#look();
      },
    });
    this.#clients.set(session, client);
    this.#unwanted.set(client, unwanted);
    for (const watched of this.#watched.values()) {
      if (watched.row.session !== session) continue;
      if (watched.client) watched.listener.onMissed();
      watched.client = client;
    }
    await this.#turns.attached(client);
    this.#silent.begin();
    return client;
  }

  /** Errors: `not_supported`, `denied`. */
  async #requireWelcome(session: string): Promise<void> {
    if (this.#clients.get(session)?.hasEnded === false) return;
    await this.program.requireNewEnough();
    this.version = (await this.run('display-message', '-p', '#{version}'))[0] ?? '';
    await Promise.all([requireNoDetachingHook(this, session), requireNoKeptPanes(this, session)]);
    if (this.#clients.size === 0 && this.program.records) await endOrphanedClients(this, this.program.records);
  }

  #heard(client: ControlClient, name: string, rest: string): void {
    switch (name) {
      case 'pause':
        this.#goOn(client, rest);
        return;
      case 'pane-mode-changed':
        this.#watched.get(rest)?.listener.onMode();
        return;
      case 'layout-change':
        this.#resized(client, rest);
        this.#look();
        return;
      case 'window-close':
      case 'unlinked-window-close':
      case 'window-add':
      case 'unlinked-window-add':
      case 'session-changed':
      case 'sessions-changed':
        this.#look();
        return;
      case 'window-renamed':
        // By tmux itself where a pane is dead, or by our hook.
        if (rest.includes('[dead]') || rest.endsWith(ENDED_NAME)) this.#look();
    }
  }

  /** Told before what programs print at the new size: `@WINDOW LAYOUT VISIBLE-LAYOUT FLAGS`. */
  #resized(client: ControlClient, told: string): void {
    const [, layout = '', visible = layout] = told.split(' ');
    for (const [pane, size] of layoutSizes(visible)) {
      const watched = this.#watched.get(pane);
      if (watched?.client !== client || !watched.row.fillsCell) continue;
      watched.row = {...watched.row, ...size};
      watched.listener.onRow(watched.row);
    }
  }

  /** tmux keeps nothing more for a client that lags by more than it was told to keep; it goes on from here. */
  #goOn(client: ControlClient, pane: string): void {
    this.#watched.get(pane)?.listener.onMissed();
    client.run(commandLine('refresh-client', '-A', `${pane}:continue`)).catch(() => undefined);
  }

  #look(): void {
    if (this.#isDisposed || this.#watched.size === 0) return;
    this.refresh().catch(() => this.#lookLater());
  }

  /** For a server that does not answer, or lets nobody attach: ever more rarely, so that nothing is made worse. */
  #lookLater(): void {
    if (this.#isDisposed || this.#later) return;
    this.#later = setTimeout(() => {
      this.#later = undefined;
      this.#look();
    }, this.#laterMs).unref();
    this.#laterMs = Math.min(this.#laterMs * 2, LAST_LATER_MS);
  }

  #dropIdleClients(): void {
    if (this.#expected > 0) return;
    const needed = new Set([...this.#watched.values()].map(({row}) => row.session));
    for (const [session, client] of this.#clients) {
      if (needed.has(session)) continue;
      this.#clients.delete(session);
      this.#turns.leave(client);
    }
  }
}

/** Between looks at a server that does not answer. */
const FIRST_LATER_MS = 500;
const LAST_LATER_MS = 30_000;
const MOST_STALE_LOOKS = 3;
const SHORT_LIFE_MS = 1000;
const MOST_SHORT_LIVED = 3;

/** tmux has been reminded, and takes no longer than a turn. */
const DEAD_LOOK_MS = 100;

/** What has no notification of its own. */
const STATE_FORMAT = '#{pane_id} #{pane_pid} #{pane_dead} #{pane_in_mode}';

function noPane(pane: string, socket: string): CottyError {
  return new CottyError(
    'unknown_session',
    `There is no pane ${pane} on the tmux server at ${socket}.`,
    'manage_session action=list names the panes there are.',
  );
}
