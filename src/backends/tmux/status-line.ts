import type {PaneState} from '../../core/index.ts';
import {wordsOf} from '../application/words-of-state.ts';
import {forgetClient, placeSegment, removeSegment, type SegmentScope, STATUS_OPTION} from './status-segment.ts';
import type {TmuxServer} from './tmux-server.ts';
import {isBefore32} from './tmux-version.ts';

interface ShownPane {
  readonly state: PaneState;
  readonly session: string;
  readonly windowName: string;
}

interface ShownSession {
  readonly scope: SegmentScope;
  readonly client: string;
}

/**
 * What tmux's status line says of cotty's panes on one server: of the pane that is looked at, and of one that needs its person wherever
 * in its tmux session they look.
 */
export class StatusLine {
  readonly #server: TmuxServer;
  readonly #panes = new Map<string, ShownPane>();
  readonly #sessions = new Map<string, ShownSession>();
  /** By what tmux names a pane or a session. */
  readonly #told = new Map<string, string>();
  #newest: Promise<void> = Promise.resolve();

  constructor(server: TmuxServer) {
    this.#server = server;
  }

  /** Null takes away what is shown of the pane. One after the other; nothing fails where the pane or the server is gone. */
  show(pane: string, state: PaneState | null): Promise<void> {
    const next = this.#newest.then(() => (state ? this.#put(pane, state) : this.#takeAway(pane)));
    this.#newest = next.catch(() => undefined);
    return this.#newest;
  }

  async #put(pane: string, state: PaneState): Promise<void> {
    const row = await this.#server.row(pane);
    if (!row) return this.#takeAway(pane);
    const {session, windowName} = row;
    const before = this.#panes.get(pane)?.session;
    this.#panes.set(pane, {state, session, windowName});
    if (before !== undefined && before !== session) await this.#tell(before);
    await this.#place(session, (await this.#server.connected(pane)).name);
    await this.#tell(session);
  }

  async #takeAway(pane: string): Promise<void> {
    const shown = this.#panes.get(pane);
    if (!shown) return;
    this.#panes.delete(pane);
    await this.#set(pane, ['-p', '-t', pane], '');
    await this.#tell(shown.session);
  }

  /** Has the panes of a tmux session and the session itself say what there is now. */
  async #tell(session: string): Promise<void> {
    const panes = [...this.#panes].filter(([, shown]) => shown.session === session);
    const [asking] = panes.flatMap(([, {state, windowName}]) => (state.type === 'needsPerson' ? [windowName] : []));
    const elsewhere = asking === undefined ? '' : `Agent: needs you in ${asking}`;
    await this.#set(session, ['-t', session], elsewhere);
    for (const [pane, {state}] of panes)
      await this.#set(
        pane,
        ['-p', '-t', pane],
        state.type === 'needsPerson' ? wordsOf(state) : elsewhere || wordsOf(state),
      );
    if (panes.length === 0) await this.#leave(session);
  }

  async #set(name: string, target: readonly string[], words: string): Promise<void> {
    if ((this.#told.get(name) ?? '') === words) return;
    if (words === '') this.#told.delete(name);
    else this.#told.set(name, words);
    const value = words === '' ? ['-u', STATUS_OPTION] : [STATUS_OPTION, this.#unstyled(shortened(words))];
    await this.#server.run('set-option', '-q', ...target, ...value).catch(() => undefined);
  }

  /** tmux reads styles in a status line behind a single `#`; before 3.2 two of them are two, and an empty style keeps it from the bracket. */
  #unstyled(words: string): string {
    return isBefore32(this.#server.version) ? words.replaceAll('#[', '##[][') : words.replaceAll('#', '##');
  }

  async #place(session: string, client: string): Promise<void> {
    const panes = [...this.#panes].filter(([, shown]) => shown.session === session).map(([pane]) => pane);
    const scope = await placeSegment(this.#server, {
      client,
      session,
      panes,
      listClients: isBefore32(this.#server.version) ? this.#server.clientLister : undefined,
    });
    this.#sessions.set(session, {scope, client});
  }

  async #leave(session: string): Promise<void> {
    const shown = this.#sessions.get(session);
    if (!shown) return;
    this.#sessions.delete(session);
    const isUsed = [...this.#sessions.values()].some(({scope}) => scope.join() === shown.scope.join());
    if (!isUsed) await removeSegment(this.#server, shown.scope).catch(() => undefined);
    await forgetClient(this.#server, shown.client).catch(() => undefined);
  }
}

function shortened(words: string): string {
  const characters = [...words];
  return characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN).join('')}…` : words;
}

/** With the blank before it no more than the status line has room for. */
const MOST_SHOWN = 48;
