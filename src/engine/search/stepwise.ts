/** Work that is done a little at a time. */
export interface Stepwise<Result> {
  /** Goes on for about so many steps. */
  go(steps: number): {readonly isDone: boolean; readonly steps: number};
  /** As far as it has come. */
  readonly result: Result;
}
