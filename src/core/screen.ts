/** What a screen looks like at one moment, as plain data. Rows and columns are zero-based. */
export interface ScreenCursor {
  readonly row: number;
  readonly col: number;
  readonly visible: boolean;
}

export interface ScreenSnapshot {
  /** Rows of the viewport, trailing blanks removed, joined by line feeds. */
  readonly text: string;
  readonly cols: number;
  readonly rows: number;
  readonly cursor: ScreenCursor;
  readonly screen: 'primary' | 'alternate';
  readonly title: string;
  /** Rows of scrollback above the viewport. */
  readonly linesAbove: number;
  /** Changes exactly when visible text or cursor change. */
  readonly hash: string;
}
