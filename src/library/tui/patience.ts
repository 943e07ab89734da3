/** How long to wait for once, in milliseconds. */
export interface Patience {
  readonly timeoutMs?: number | undefined;
}
