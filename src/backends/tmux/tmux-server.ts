import {CottyError, isCottyError} from '../../core/index.ts';
import type {Exit} from '../application/application-facts.ts';
import {buryPane} from './bury-pane.ts';
import {commandLine} from './command-line.ts';
import type {ControlClient} from './control-client.ts';
import {ENDED_NAME, takeExit} from './pane-memory.ts';
import {PANE_FORMAT, type PaneRow, readPaneRow} from './pane-row.ts';
import type {CommandRunner} from './run-commands.ts';
import type {TmuxProgram} from './tmux-program.ts';

/** Hears of one pane. */
export interface PaneListener {
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
}

/**
 * One tmux server, named by its socket. Its panes are heard by clients in control mode, one for each session in which cotty has panes:
 * tmux tells a client of the panes of its own session alone. They never decide a window's size.
 */
export class TmuxServer implements CommandRunner, AsyncDisposable {
  readonly socket: string;
  readonly #program: TmuxProgram;
  readonly #clients = new Map<string, ControlClient>();
  readonly #watched = new Map<string, Watched>();
  /** What panes print that somebody is about to watch, while it is not known yet which. */
  readonly #early = new Map<string, Buffer[]>();
  #expected = 0;
  #refreshing: Promise<void> | null = null;
  #isStale = false;
  #isDisposed = false;

  constructor(socket: string, program: TmuxProgram) {
    this.socket = socket;
    this.#program = program;
  }

  /** Runs a command and resolves to the lines of its answer: by a client that is there already, else by one of its own. */
  async run(...words: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    const [client] = this.#clients.values();
    if (client && !client.hasEnded) return client.run(commandLine(...words));
    return this.#program.run(
      this.socket,
      words.map(word => (typeof word === 'string' ? word : Buffer.from(word).toString())),
    );
  }

  /** Every pane of the server; one that is linked into several sessions once for each. Empty when no server is there. */
  async rows(): Promise<readonly PaneRow[]> {
    try {
      const lines = await this.run('list-panes', '-a', '-F', PANE_FORMAT);
      return lines.flatMap(line => readPaneRow(line) ?? []);
    } catch (error) {
      if (isCottyError(error, 'server_unavailable')) return [];
      throw error;
    }
  }

  async row(pane: string): Promise<PaneRow | undefined> {
    return (await this.rows()).find(row => row.pane === pane);
  }

  /** Tells the listener of the pane from now on. Errors: `unknown_session` when there is no such pane. */
  async watch(pane: string, listener: PaneListener): Promise<Disposable> {
    const row = await this.row(pane);
    if (!row) throw noPane(pane, this.socket);
    const watched: Watched = {listener, row};
    this.#watched.set(pane, watched);
    for (const bytes of this.#early.get(pane) ?? []) listener.onOutput(bytes);
    this.#early.delete(pane);
    await this.#client(row.session);
    return {
      [Symbol.dispose]: () => {
        if (this.#watched.get(pane) !== watched) return;
        this.#watched.delete(pane);
        this.#dropIdleClients();
      },
    };
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
    const session = this.#watched.get(pane)?.row.session;
    const client = session === undefined ? undefined : this.#clients.get(session);
    if (!client || client.hasEnded)
      throw new CottyError('server_unavailable', `The tmux server at ${this.socket} is gone.`, 'Open a new session.');
    return client;
  }

  /** Resolves when tmux has taken in what the programs of its panes had printed before, and has told of it. */
  async turn(pane: string): Promise<void> {
    // The first answer may have been given before it looked at its panes.
    for (let turns = 0; turns < 2; turns++) await this.client(pane).run('display-message -p ""');
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
    this.#watched.clear();
    this.#dropIdleClients();
  }

  async #refresh(): Promise<void> {
    try {
      // More may happen while it is looked at.
      while (this.#isStale && !this.#isDisposed) {
        this.#isStale = false;
        const rows = Map.groupBy(await this.rows(), row => row.pane);
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
    const found = rows.get(pane) ?? [];
    const row = found.find(({session}) => session === before.session) ?? found[0];
    const buried = row?.isDead && row.pid === before.pid ? await buryPane(this, row) : null;
    if (!row || buried || row.pid !== before.pid) {
      if (!this.#watched.delete(pane)) return;
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
    if (!this.#clients.has(row.session)) {
      await this.#client(row.session).catch(() => undefined);
      listener.onMissed();
    }
    listener.onRow(row);
  }

  async #client(session: string): Promise<ControlClient> {
    const known = this.#clients.get(session);
    if (known && !known.hasEnded) return known;
    const client: ControlClient = this.#program.attach(this.socket, session, {
      listener: {
        wants: pane => {
          const watched = this.#watched.get(pane);
          return watched ? watched.row.session === session : this.#expected > 0;
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
        this.#look();
      },
    });
    this.#clients.set(session, client);
    // Answered when it is attached.
    await client.run('display-message -p attached');
    client.run(commandLine('refresh-client', '-B', `cotty:@*:${STATE_FORMAT}`)).catch(() => undefined);
    return client;
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
      case 'window-close':
      case 'unlinked-window-close':
      case 'window-add':
      case 'unlinked-window-add':
      case 'session-changed':
      case 'sessions-changed':
      case 'subscription-changed':
        this.#look();
        return;
      case 'window-renamed':
        // By tmux itself where a pane is dead, or by our hook.
        if (rest.includes('[dead]') || rest.endsWith(ENDED_NAME)) this.#look();
    }
  }

  /** tmux keeps nothing more for a client that lags by more than it was told to keep; it goes on from here. */
  #goOn(client: ControlClient, pane: string): void {
    this.#watched.get(pane)?.listener.onMissed();
    client.run(commandLine('refresh-client', '-A', `${pane}:continue`)).catch(() => undefined);
  }

  #look(): void {
    if (this.#isDisposed || this.#watched.size === 0) return;
    this.refresh().catch(() => undefined);
  }

  #dropIdleClients(): void {
    if (this.#expected > 0) return;
    const needed = new Set([...this.#watched.values()].map(({row}) => row.session));
    for (const [session, client] of this.#clients) {
      if (needed.has(session)) continue;
      this.#clients.delete(session);
      client[Symbol.dispose]();
    }
  }
}

/** tmux has been reminded, and takes no longer than a turn. */
const DEAD_LOOK_MS = 100;

/** What has no notification of its own; tmux looks once a second whether it has changed. */
const STATE_FORMAT = '#{P:#{pane_id}#,#{pane_pid}#,#{pane_dead}#,#{pane_in_mode} }';

function noPane(pane: string, socket: string): CottyError {
  return new CottyError(
    'unknown_session',
    `There is no pane ${pane} on the tmux server at ${socket}.`,
    'manage_session action=list names the panes there are.',
  );
}
