/** Time as the rooms see it; tests bring their own. */
export interface Clock {
  /** Monotonic milliseconds with a microsecond fraction; never goes back. */
  monotonicMs(): number;
  /** Milliseconds since the Unix epoch; may jump. */
  wallMs(): number;
}

/** The machine's clocks. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
};
