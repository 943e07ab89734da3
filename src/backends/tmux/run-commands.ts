/** Whoever runs commands of tmux's on one server. */
export interface CommandRunner {
  /** Resolves to the lines of the answer. Words are passed on as they are. */
  run(...words: readonly (string | Uint8Array)[]): Promise<readonly string[]>;
}
