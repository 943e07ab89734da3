/** Windows, tabs and panes, for backends that show their terminals to a person. */
import type {SessionId} from './ids.ts';
import type {OpenOptions} from './open-options.ts';
import type {TerminalLink} from './terminal-view.ts';

export interface LayoutWindow {
  /** Names it to its backend. */
  readonly id: string;
  readonly title: string;
  readonly tabs: readonly LayoutTab[];
}

export interface LayoutTab {
  readonly id: string;
  readonly title: string;
  readonly panes: readonly LayoutPane[];
}

export interface LayoutPane {
  /** As a foreign terminal's, which it is until somebody adopts it. */
  readonly id: string;
  /** The session that cotty has there; null when there is none. */
  readonly sessionId: SessionId | null;
  /** The pane that has the keys in its tab. */
  readonly isFocused: boolean;
  readonly cols: number;
  readonly rows: number;
}

/** `horizontal`: the new pane stands beside the old one; `vertical`: below it. */
export type SplitDirection = 'horizontal' | 'vertical';

/** What a person sees of a backend's terminals. Nothing here takes the keys away from a window unless it is asked to. */
export interface PaneLayout {
  windows(): Promise<readonly LayoutWindow[]>;
  /** Names that `profile` may have; empty where the backend knows none. */
  profiles(): Promise<readonly string[]>;
  /** Divides a session's pane. The new session does not take the keys. Errors: `unknown_session`, and what opening may throw. */
  split(
    sessionId: SessionId,
    direction: SplitDirection,
    options: OpenOptions,
    context?: {signal?: AbortSignal},
  ): Promise<TerminalLink>;
  /** Brings a session's pane, tab and window to the front and gives it the keys. */
  focus(sessionId: SessionId): Promise<void>;
}
