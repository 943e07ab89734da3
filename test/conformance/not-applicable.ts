/** Hard cases, or parts of them, that the suite does not run here, and why. */
export interface NotApplicable {
  /** Number of the case, e.g. `D18`. */
  readonly case: string;
  /** What of it is left out. */
  readonly part: string;
  readonly reason: string;
}

export const notApplicable1to35: readonly NotApplicable[] = [
  {case: 'D09', part: 'powerlevel10k itself', reason: 'not packaged; its instant and transient prompt are fixtures'},
  {case: 'D09', part: 'transient prompt in bash and fish', reason: 'bash and fish before 4.1 have none'},
  {case: 'D10', part: "fish 4's own marks", reason: 'the packaged fish is 3.6; a configuration prints the same marks'},
  {
    case: 'D11',
    part: 'starship, oh-my-bash',
    reason: 'not packaged; a set of hooks built like bash-preexec is a fixture',
  },
  {case: 'D17', part: 'fish', reason: 'fish has no here-documents'},
  {case: 'D18', part: 'tmux and iTerm2', reason: 'cases of those backends'},
  {
    case: 'D24',
    part: 'results of single lines in zsh and fish',
    reason: 'they read a block as a whole and end it once',
  },
  {case: 'D27c', part: 'nu, pwsh', reason: 'not packaged; dash and tcsh stand for shells without hooks'},
  {case: 'D30', part: 'set -e in fish', reason: 'fish has no errexit'},
  {
    case: 'D33',
    part: 'docker, kubectl, nix-shell',
    reason: 'need a daemon, a cluster, a store; busybox ash in their place',
  },
  {case: 'D33', part: 'poetry shell, conda activate', reason: 'a nested shell and a sourced file, as D28 and venv are'},
  {case: 'D33', part: 'marks inside on request', reason: 'there is no request for it yet'},
  {case: 'D34', part: 'psql, irb, ghci', reason: 'large to install; they read lines as sqlite3 and tclsh do'},
];
