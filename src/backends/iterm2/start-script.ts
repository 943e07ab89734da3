/**
 * How a program of cotty's starts in a session of iTerm2's. iTerm2 runs a script of ours, which says that it is there and waits until what
 * it prints is heard; then it is told the program and its environment, and gives its place to it. These pass by a named pipe: they stand in
 * nobody's arguments, and in no file.
 */
import {closeSync, constants, openSync, rmSync} from 'node:fs';
import {Socket} from 'node:net';
import {join} from 'node:path';
import {CottyError, Patience} from '../../core/index.ts';
import {writePrivateFile} from '../../private/index.ts';
import {makePipe, requireSafe} from './output-pipe.ts';

export interface StartedProgram {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** Of the script's process, which becomes the program's. */
export interface StartedFacts {
  readonly pid: number;
  readonly tty: string;
}

/** What iTerm2 says to programs about their terminal is true in its sessions. */
const OF_TERMINAL = [
  'TERM',
  'COLORTERM',
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'TERM_FEATURES',
  'TERM_SESSION_ID',
  'TERMINFO',
  'TERMINFO_DIRS',
  'COLORFGBG',
  'LC_TERMINAL',
  'LC_TERMINAL_VERSION',
  'ITERM_PROFILE',
  'ITERM_SESSION_ID',
];
/** The shell's own; a fresh one has them right, and some cannot be taken away. */
const OF_SHELL = ['PWD', 'OLDPWD', 'SHLVL', '_', 'SHELLOPTS', 'BASHOPTS', 'UID', 'EUID', 'PPID'];

export class StartScript implements Disposable {
  /** What iTerm2 is to run. */
  readonly command: string;
  readonly #paths: Readonly<Record<'script' | 'ready' | 'go', string>>;
  readonly #ready: Socket;
  readonly #program: StartedProgram;
  #keeper: number | null;
  readonly #go: Socket;
  readonly #told = Promise.withResolvers<StartedFacts>();

  private constructor(paths: Readonly<Record<'script' | 'ready' | 'go', string>>, program: StartedProgram) {
    const {O_RDONLY, O_RDWR, O_WRONLY, O_NONBLOCK} = constants;
    this.#paths = paths;
    this.#program = program;
    this.command = `/bin/sh ${paths.script}`;
    const descriptor = openSync(paths.ready, O_RDONLY | O_NONBLOCK);
    this.#keeper = openSync(paths.ready, O_WRONLY | O_NONBLOCK);
    // Open for reading too, so that the script need not wait for a writer.
    this.#go = new Socket({fd: openSync(paths.go, O_RDWR | O_NONBLOCK), readable: false, writable: true});
    this.#go.on('error', () => this.#go.destroy());
    this.#ready = new Socket({fd: descriptor, readable: true, writable: false});
    let said = '';
    this.#ready.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
      const [, pid, tty] = /^(\d+) (\/.+)\n/.exec(said) ?? [];
      if (pid && tty) this.#told.resolve({pid: Number(pid), tty});
    });
    this.#ready.on('error', () => this.#ready.destroy());
  }

  /** Puts the script into the folder, which nobody else reads. Errors: `not_supported`, `home_unwritable`. */
  static async make(folder: string, program: StartedProgram): Promise<StartScript> {
    const paths = {script: join(folder, 'start'), ready: join(folder, 'ready'), go: join(folder, 'go')};
    requireSafe(paths.script);
    await Promise.all([makePipe(paths.ready), makePipe(paths.go)]);
    writePrivateFile(paths.script, scriptText(paths));
    return new StartScript(paths, program);
  }

  /** Resolves when it runs. Errors: `spawn_failed` when it does not, `cancelled` by the signal. */
  async started(signal?: AbortSignal): Promise<StartedFacts> {
    using patience = new Patience(START_MS, signal);
    const limit = patience.signal;
    const giveUp = (): void => this.#told.reject(signal?.aborted ? signal.reason : notStarted());
    limit.addEventListener('abort', giveUp, {once: true});
    try {
      return await this.#told.promise;
    } finally {
      limit.removeEventListener('abort', giveUp);
    }
  }

  /** What it prints is heard by now: it becomes the program. It holds its end of the pipe since it is {@link started}. */
  async go(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#go.write(programText(this.#program), error => (error ? reject(error) : resolve()));
    });
    this.#go.destroy();
  }

  [Symbol.dispose](): void {
    this.#ready.destroy();
    this.#go.destroy();
    if (this.#keeper !== null) closeSync(this.#keeper);
    this.#keeper = null;
    for (const path of Object.values(this.#paths)) rmSync(path, {force: true});
  }
}

/** A shell that iTerm2 starts a program from may have much to do first. */
const START_MS = 30_000;

function scriptText(paths: Readonly<Record<'ready' | 'go', string>>): string {
  const lines = [
    `exec 3< ${paths.go}`,
    `echo "$$ $(tty)" > ${paths.ready}`,
    'program=$(cat <&3)',
    'exec 3<&-',
    'eval "$program"',
  ];
  return `${lines.join('\n')}\n`;
}

function programText({argv, env, cwd}: StartedProgram): string {
  const kept = ['program', ...OF_TERMINAL.filter(name => !(name in env)), ...OF_SHELL];
  return [
    "for name in $(env | sed -n 's/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p'); do",
    `  case $name in ${kept.join('|')}) ;; *) unset "$name" ;; esac`,
    'done',
    `cd ${quoted(cwd)}`,
    ...Object.entries(env)
      .filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && !OF_SHELL.includes(name))
      .map(([name, value]) => `export ${name}=${quoted(value)}`),
    `exec ${argv.map(quoted).join(' ')}`,
  ].join('\n');
}

/** A word of a POSIX shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function notStarted(): CottyError {
  return new CottyError(
    'spawn_failed',
    'iTerm2 has opened a session, but the program did not start in it.',
    'Look at the session in iTerm2: it may ask something.',
  );
}
