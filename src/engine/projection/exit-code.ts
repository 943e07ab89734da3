/**
 * The exit code of what a shell says this of. In zsh and dash a function may return any number, which `$?` is then; of a process that ends with it the system keeps
 * eight bits.
 */
export function exitCodeOf(told: number | null): number | null {
  return told === null ? null : told & 0xff;
}
