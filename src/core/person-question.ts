/** A question that the application which holds a terminal shows to whoever sits at it. */
export interface PersonQuestion {
  readonly title: string;
  /** Several lines of plain text. */
  readonly text: string;
  /** The first one is what Enter means. */
  readonly buttons: readonly string[];
  /** For so long the answer is of use. */
  readonly timeoutMs: number;
}
