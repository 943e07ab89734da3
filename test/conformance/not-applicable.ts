import type {BackendName} from './drivers/driver.ts';
import type {HardCaseId} from './hard-case-list.ts';
import type {ShellName} from './test-terminal.ts';

/** A hard case, or a part of one, that the suite does not run on a backend, and why. */
export interface NotApplicable {
  readonly case: HardCaseId;
  /** What of it is left out; `all` where nothing of it applies, on this backend or in this shell. */
  readonly part: string;
  readonly reason: string;
  /** The one shell it is left out for; otherwise for all. */
  readonly shell?: ShellName;
}

/** Known only from the screen, without the marks in it. */
const LAST_WORDS = 'tmux drops what no client was told when its program ends: cotty reads it from the pane';

const ENDINGS = 'iTerm2 tells that the program of a session has ended, and not how';

/** What no machine of ours has, or what the shells themselves do not do. */
const everywhere: readonly NotApplicable[] = [
  {case: 'D09', part: 'powerlevel10k itself', reason: 'not packaged; its instant and transient prompt are fixtures'},
  {case: 'D09', part: 'transient prompt in bash and fish', reason: 'bash and fish before 4.1 have none'},
  {
    case: 'D10',
    part: "fish 4's own marks",
    reason: 'the packaged fish is 3.6; a configuration prints the same marks',
  },
  {
    case: 'D11',
    part: 'starship, oh-my-bash',
    reason: 'not packaged; a set of hooks built like bash-preexec is a fixture',
  },
  {case: 'D17', part: 'all', shell: 'fish', reason: 'fish has no here-documents'},
  {
    case: 'D24',
    part: 'results of single lines in zsh and fish',
    reason: 'they read a block as a whole and end it once',
  },
  {case: 'D27c', part: 'nu, pwsh', reason: 'not packaged; dash and tcsh terminal for shells without hooks'},
  {case: 'D30', part: 'set -e in fish', reason: 'fish has no errexit'},
  {
    case: 'D33',
    part: 'docker, kubectl, nix-shell',
    reason: 'need a daemon, a cluster, a store; busybox ash in their place',
  },
  {
    case: 'D33',
    part: 'poetry shell, conda activate',
    reason: 'a nested shell and a sourced file, as D28 and venv are',
  },
  {case: 'D34', part: 'psql, irb, ghci', reason: 'large to install; they read lines as sqlite3 and tclsh do'},
  {case: 'D36', part: 'sudo itself', reason: 'root is never asked; a program asks as sudo does, on /dev/tty'},
  {
    case: 'D37',
    part: "apt's conffile dialog",
    reason: 'needs a package half installed; a script asks the same question',
  },
  {case: 'D38', part: 'read x', shell: 'fish', reason: "fish's read prompts with `read> ` and edits the line itself"},
  {case: 'D41', part: 'systemctl status, gh pr list', reason: 'need a systemd and an account; less is their pager'},
  {
    case: 'D45',
    part: 'signals of the tty, before ^C is typed',
    shell: 'fish',
    reason: 'fish 3 keeps them off for every later program; the first ^C brings them back',
  },
  {case: 'D51', part: 'npm run dev, docker compose up', reason: 'tail -f and an HTTP server in their place'},
  {case: 'D60', part: 'Ctrl-S', shell: 'fish', reason: 'fish switches flow control off for its programs'},
  {case: 'D62', part: 'a gigabyte', reason: 'fifty megabytes here; the soak has the rest'},
  {case: 'D69', part: 'negative exit codes', reason: 'pwsh is not packaged'},
  {
    case: 'D83',
    part: 'laptop sleep',
    reason: 'the monotonic clock stands still meanwhile, which a test cannot make it do',
  },
  {case: 'D85', part: 'ten thousand cycles', reason: 'twelve here; the soak has the rest'},
];

export const notApplicable: Readonly<Record<BackendName, readonly NotApplicable[]>> = {
  pty: [
    ...everywhere,
    {case: 'D18', part: 'tmux and iTerm2', reason: 'cases of those backends'},
    {case: 'D72', part: 'all', reason: 'copy mode, scrolling and selection are modes of tmux and iTerm2'},
    {case: 'D75', part: 'tmux and AppleScript', reason: 'cases of those backends'},
    {case: 'D84', part: 'tmux and iTerm2', reason: 'cases of those backends; here the host is killed, and the shell'},
    {case: 'D86', part: 'all', reason: 'there are no windows, tabs or panes to renumber or drag: ids name terminals'},
    {case: 'D87', part: 'pane respawn', reason: 'a case of tmux'},
  ],
  tmux: [
    ...everywhere,
    {case: 'D16', part: 'a configuration that starts tmux', reason: 'tmux starts no tmux in a pane of its own'},
    {case: 'D30', part: 'the last output', reason: LAST_WORDS},
    {case: 'D44', part: 'what is answered', reason: 'tmux answers its programs itself, and what it knows'},
    {
      case: 'D44',
      part: 'answers on the line in fish',
      reason:
        'tmux answers also what nobody waits for, and fish takes the answers for text: they are put aside for a command',
    },
    {
      case: 'D44',
      part: 'no answer in the output',
      reason: 'tmux answers also what nobody waits for, and the tty echoes it, before or behind the end of the command',
    },
    {
      case: 'E13',
      part: 'no answer on the screen',
      reason: 'tmux answers also what nobody waits for, and the tty echoes it',
    },
    {
      case: 'E13',
      part: 'floods of questions',
      reason: 'tmux answers every one of them, into the input of whatever reads next',
    },
    {case: 'D52', part: 'the last output', reason: LAST_WORDS},
    {case: 'D31', part: 'a shell that is stopped', reason: 'tmux has a shell that is stopped go on at once'},
    {case: 'D58', part: 'a shell that is stopped', reason: 'tmux has a shell that is stopped go on at once'},
    {case: 'D66', part: 'the columns', reason: 'a program is told those that tmux counts'},
    {
      case: 'D83',
      part: 'what is printed while no server of cotty runs',
      reason: 'tmux keeps nothing for a client that is not there: a gap is declared, and the result is unknown',
    },
  ],
  iterm2: [
    ...everywhere,
    {
      case: 'D72',
      part: 'all',
      reason: 'copy mode is of tmux; a person who scrolls in iTerm2 keeps no input from its program',
    },
    {case: 'D16', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D27c', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D29', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D30', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D31', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D52', part: 'how the shell has ended', reason: ENDINGS},
    {
      case: 'D75',
      part: 'tmux and AppleScript',
      reason: "AppleScript is the fallback where the API is off, which the suite's is not; its tests are apart",
    },
    {
      case: 'E14',
      part: 'a proof that lies in a file',
      reason:
        'the endpoint is a cotty of its own, whose log has what was shown, with the marks; what finds it is not believed',
    },
    {
      case: 'D83',
      part: 'what is printed while no server of cotty runs',
      reason: 'nobody hears it: a gap is declared, and the result is unknown',
    },
    {case: 'D44', part: 'what is answered', reason: 'iTerm2 answers its programs itself, and what it knows'},
    {
      case: 'D44',
      part: 'answers on the line',
      reason:
        'iTerm2 answers also what nobody waits for, and shells take the answers for text: they are put aside for a command',
    },
    {
      case: 'D57',
      part: 'how much comes after Ctrl-C',
      reason: 'iTerm2 reads a flood ahead of what it copies, and cannot be told to wait: what it had read still comes',
    },
    {
      case: 'E13',
      part: 'floods of questions',
      reason: 'iTerm2 answers every one of them, into the input of whatever reads next',
    },
    {case: 'D84', part: 'how the shell has ended', reason: ENDINGS},
    {case: 'D87', part: 'pane respawn', reason: 'a case of tmux'},
  ],
};

/** True when something of a case is left out for this shell. */
export function isLeftOut(backend: BackendName, id: HardCaseId, shell: ShellName): boolean {
  return notApplicable[backend].some(entry => entry.case === id && entry.shell === shell);
}

/** True when this part of a case is left out on the backend. */
export function isPartLeftOut(backend: BackendName, id: HardCaseId, part: string): boolean {
  return notApplicable[backend].some(entry => entry.case === id && entry.part === part);
}
