import type {
  LayoutTab,
  LayoutWindow,
  OpenOptions,
  PaneLayout,
  SessionId,
  SplitDirection,
  TerminalLink,
} from '../../core/index.ts';
import {endedSession} from '../application/session-records.ts';
import type {PaneLink} from './pane-link.ts';
import type {PaneRow} from './pane-row.ts';
import type {TmuxServer} from './tmux-server.ts';

export interface LayoutSource {
  servers(): readonly TmuxServer[];
  link(id: SessionId): PaneLink | undefined;
  sessionIn(server: TmuxServer, pane: string): SessionId | null;
  split(
    link: PaneLink,
    direction: SplitDirection,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<TerminalLink>;
}

/** A tmux session is what is called a window here, its windows are tabs: that is how a person sees them. */
export class TmuxLayout implements PaneLayout {
  readonly #source: LayoutSource;

  constructor(source: LayoutSource) {
    this.#source = source;
  }

  async windows(): Promise<readonly LayoutWindow[]> {
    const found = await Promise.all(this.#source.servers().map(server => this.#windowsOf(server)));
    return found.flat();
  }

  /** tmux has none. */
  async profiles(): Promise<readonly string[]> {
    return ['Default'];
  }

  split(
    sessionId: SessionId,
    direction: SplitDirection,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<TerminalLink> {
    return this.#source.split(this.#link(sessionId), direction, options, context);
  }

  /** Shows it to everybody who is attached to its tmux session. */
  async focus(sessionId: SessionId): Promise<void> {
    const {server, pane} = this.#link(sessionId);
    await server.run('select-window', '-t', pane);
    await server.run('select-pane', '-t', pane);
  }

  async #windowsOf(server: TmuxServer): Promise<readonly LayoutWindow[]> {
    const sessions = Map.groupBy(await server.rows(), row => row.session);
    return [...sessions].map(([id, rows]) => ({
      id,
      title: rows[0]?.sessionName ?? '',
      tabs: [...Map.groupBy(rows, row => row.window)].map(([window, panes]) => this.#tab(server, window, panes)),
    }));
  }

  #tab(server: TmuxServer, id: string, rows: readonly PaneRow[]): LayoutTab {
    const panes = rows.map(({pane, isActive, cols, rows: height}) => ({
      id: pane,
      sessionId: this.#source.sessionIn(server, pane),
      isFocused: isActive,
      cols,
      rows: height,
    }));
    return {id, title: rows[0]?.windowName ?? '', panes};
  }

  #link(sessionId: SessionId): PaneLink {
    const link = this.#source.link(sessionId);
    if (link) return link;
    throw endedSession(sessionId);
  }
}
